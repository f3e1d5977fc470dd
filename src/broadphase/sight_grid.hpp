#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

#include "broadphase/glance.hpp"
#include "carom/math/vec2.hpp"
#include "math/fetch.hpp"
#include "math/large_array.hpp"
#include "math/wide.hpp"

/// Who may meet whom among the discs of a gas, within one window of time: at a glance, in single precision.
///
/// Cells    Everybody is in one cell, by where it is when the window begins, its home. What is seen of all of them stands in
///          the order of the cells: a place each. Who stays within `margin` of its cell meets nobody but those of the nine
///          cells around it: three rows, each of them a range of places.
/// Images   Around a periodic box is a ring of cells with images of those at its other side, so that rows go on there.
/// Loose    Who goes further is on the lists of all blocks of cells that its way comes near; everyone looks there too.
/// Glance   Whether two come within a largest diameter of each other until the window ends is asked of eight at a time
///          (glance.hpp).
/// Error    Whoever meets is seen. Distances are off by at most `slack`: rounding of places, that is of the extent, and of
///          ways; they are compared with a diameter that is larger by that. Test: sight_grid_test
namespace carom::detail {

class SightGrid {
 public:
  struct Plan {
    Vec2 min;
    Vec2 max;
    bool periodic = false;
    double diameter = 0;  ///< of the largest
    double width = 0;     ///< of a cell, about
    std::size_t count = 0;
  };
  /// Whether cells of that width make a grid in which images can be told apart, and single precision is enough.
  [[nodiscard]] static bool suits(const Plan& plan) noexcept;

  /// A window of `duration` seconds; then everyone is counted, and after that put. From then on people go by the numbers
  /// that they were counted with.
  void open(const Plan& plan, double duration);
  void count(std::uint32_t who, Vec2 home, Vec2 velocity) noexcept;
  void lay_places();
  void put(std::uint32_t who, Vec2 home, Vec2 velocity);
  /// Calls visit(who) for everyone in the order of the cells.
  template <class Visit>
  void in_order(const Visit& visit) const {
    for (std::uint32_t place = 0; place < places_; ++place) {
      if ((spots_[place].cell & k_image) == 0) visit(spots_[place].who);
    }
  }
  /// From `now` on, in seconds, it flies from `at`.
  void change(std::uint32_t who, Vec2 at, Vec2 velocity, double now);

  /// Calls visit(a, b, images) for every two that may meet within the window; for some more than once. Without images, they
  /// are near each other as they stand.
  template <class Visit>
  void pairs(const Visit& visit);
  /// Calls visit(other, images) for all whom one may meet from `now` on.
  template <class Visit>
  void near(std::uint32_t who, double now, const Visit& visit) const;
  /// Calls visit(a, other, images) and visit(b, other, images) for all whom two may meet that have just met.
  template <class Visit>
  void near_two(std::uint32_t a, std::uint32_t b, double now, const Visit& visit) const;

  /// It will be asked about soon: first this, then with what that has brought the second, then the third.
  void fetch_mark(std::uint32_t who) const noexcept { fetch(&marks_[who]); }
  void fetch_rows(std::uint32_t who) const noexcept {
    const std::uint32_t cell = marks_[who].cell & ~k_seen_elsewhere;
    fetch(&odd_[cell]);
    for (std::int32_t row = -1; row <= 1; ++row) {
      const std::uint32_t* start = starts_.data() + cell + row * stride_;
      fetch(start - 1);
      fetch(start + 2);
    }
  }
  void fetch_sights(std::uint32_t who) const noexcept {
    const SightRows rows = rows_around(marks_[who].cell & ~k_seen_elsewhere);
    // Eight are longer than two cache lines.
    for (const std::uint32_t first : rows.first) {
      fetch(sights_.data() + first);
      fetch(sights_.data() + first + 4);
      fetch(sights_.data() + first + 7);
      fetch(spots_.data() + first);
    }
  }
  /// How many share a cell, everybody asked.
  [[nodiscard]] double crowd() const noexcept { return crowd_; }
  [[nodiscard]] bool is_loose(std::uint32_t who) const noexcept { return (marks_[who].cell & k_loose) != 0; }
  /// Whether it may get to the edges of the grid.
  [[nodiscard]] bool may_leave(std::uint32_t who) const noexcept {
    return is_loose(who) || (odd_[marks_[who].cell] & k_outermost) != 0;
  }
  /// Calls visit(who) for all who may; for some twice.
  template <class Visit>
  void outermost(const Visit& visit) const;

 private:
  static constexpr std::uint32_t k_loose = 0x8000'0000U;
  static constexpr std::uint32_t k_image = 0x4000'0000U;
  static constexpr std::uint32_t k_seen_elsewhere = k_loose | k_image;
  static constexpr std::int32_t k_block = 2;   ///< cells along a block
  static constexpr std::uint8_t k_looser = 1;  ///< a cell in a block whose list is not empty
  static constexpr std::uint8_t k_outermost = 2;
  static constexpr std::uint32_t k_at_once = 256;  ///< so many look before anything is made of what they see

  /// Where to find somebody.
  struct SightMark {
    std::uint32_t cell = 0;  ///< with a bit for those who are loose
    std::uint32_t place = 0;
  };

  struct CellSpot {
    std::int32_t x, y;  // NOLINT: always both of them
  };

  struct CellRange {
    std::int32_t x0, y0, x1, y1;  // NOLINT: always all of them
  };
  [[nodiscard]] CellSpot cell_at(Two spot) const noexcept;
  [[nodiscard]] CellSpot spot_of_cell(std::uint32_t cell) const noexcept {
    const auto at = static_cast<std::int32_t>(cell & ~k_seen_elsewhere);
    return {at % stride_ - 1, at / stride_ - 1};
  }
  [[nodiscard]] std::uint32_t index_of(std::int32_t x, std::int32_t y) const noexcept {
    return static_cast<std::uint32_t>((y + 1) * stride_ + x + 1);
  }
  [[nodiscard]] Two spot_of(Vec2 at) const noexcept { return per_diameter_ * (Two{at.x, at.y} - min_); }
  [[nodiscard]] Two way_of(Vec2 velocity) const noexcept { return way_per_speed_ * Two{velocity.x, velocity.y}; }
  void write(std::uint32_t place, Two spot, Two way) noexcept;
  [[nodiscard]] bool is_far(CellSpot cell, Two spot) const noexcept;
  void mark_outermost();
  [[nodiscard]] bool has_images(std::uint32_t cell) const noexcept {
    return plan_.periodic && (odd_[cell] & k_outermost) != 0;
  }
  template <class Visit>
  void for_images(std::uint32_t cell, const Visit& visit) const;
  void put_images(std::uint32_t who, std::uint32_t cell, Two spot, Two way);
  void change_images(std::uint32_t who, std::uint32_t cell, Two spot, Two way);
  void loosen(std::uint32_t who, Two from, Two to);
  [[nodiscard]] Look look_of(std::uint32_t place, double now) const noexcept;
  [[nodiscard]] SightRows rows_around(std::uint32_t cell) const noexcept;
  [[nodiscard]] CellRange range(Two from, Two to, double wider) const noexcept;
  /// Those after it in its own row, and the row above.
  [[nodiscard]] SightRows rows_upward(std::uint32_t place, std::uint32_t cell) const noexcept;
  template <class Visit>
  void visit_glimpse(const Glimpse& glimpse, const Visit& visit) const;
  template <class Visit>
  void visit_apart(std::uint32_t place, const Visit& visit) const;
  template <bool around, class Visit>
  void look_along(std::uint32_t place, const Look& look, SightRows rows, const Visit& visit) const;
  template <class Visit>
  void look_at_loose(std::uint32_t place, const Look* look, std::int32_t block, const Visit& visit) const;
  template <class Visit>
  void look_at_block(const SightMark& mark, double now, const Visit& visit) const;
  template <class Visit>
  void look_far(std::uint32_t place, double now, const Visit& visit) const;
  template <class Visit>
  void for_cells(const CellRange& cells, const Visit& visit) const;
  template <class Visit>
  void for_blocks(const CellRange& cells, const Visit& visit) const;
  [[nodiscard]] static std::int32_t around(std::int32_t k, std::int32_t count) noexcept {
    return k < 0 ? count - 1 - (-1 - k) % count : k % count;
  }

  Plan plan_;
  std::int32_t columns_ = 1;
  std::int32_t rows_ = 1;
  std::int32_t stride_ = 3;   ///< a row of cells with an empty one at either end
  std::uint32_t places_ = 0;  ///< images included
  std::int32_t block_columns_ = 1;
  std::int32_t block_rows_ = 1;
  Two min_{};
  Two size_{};       ///< of a cell
  Two reach_{};      ///< from its middle, the margin included
  Two per_cell_{};   ///< cells per length
  Two last_cell_{};  ///< its column and row
  double margin_ = 0;
  double slack_ = 0;
  double crowd_ = 0;
  double per_diameter_ = 1;
  double per_duration_ = 1;
  double way_per_speed_ = 1;
  float still_ = 0;
  float long_way_ = 0;  ///< over longer ways a glance tells nothing
  float fastest_ = 0;   ///< way of anybody in the window
  SightMeasure measure_;
  LargeArray<Sight> sights_;          ///< by place
  LargeArray<SightSpot> spots_;       ///< by place
  LargeArray<SightMark> marks_;       ///< by who
  LargeArray<std::uint32_t> starts_;  ///< by cell, one more ends the last
  std::vector<std::uint8_t> odd_;     ///< by cell
  std::vector<std::vector<std::uint32_t>> blocks_;
  std::vector<std::uint32_t> listed_;  ///< blocks whose lists are not empty
  std::vector<std::uint32_t> loose_;
};

inline SightGrid::CellSpot SightGrid::cell_at(Two spot) const noexcept {
  const Two at = spot * per_cell_;
  const Two least = at > Two{} ? at : Two{};
  const Two inside = least < last_cell_ ? least : last_cell_;
  return {static_cast<std::int32_t>(inside[0]), static_cast<std::int32_t>(inside[1])};
}

/// Calls visit(cell, x, y) for the cells of the ring in which an outermost cell is seen, so many boxes away.
template <class Visit>
void SightGrid::for_images(std::uint32_t cell, const Visit& visit) const {
  const auto [x, y] = spot_of_cell(cell);
  const std::int32_t beside = x == 0 ? 1 : x == columns_ - 1 ? -1 : 0;
  const std::int32_t above = y == 0 ? 1 : y == rows_ - 1 ? -1 : 0;
  const auto image = [&, x = x, y = y](std::int32_t dx, std::int32_t dy) {
    visit(index_of(x + dx * columns_, y + dy * rows_), dx, dy);
  };
  if (beside != 0) image(beside, 0);
  if (above != 0) image(0, above);
  if (beside != 0 && above != 0) image(beside, above);
}

inline void SightGrid::count(std::uint32_t who, Vec2 home, Vec2 velocity) noexcept {
  const Two spot = spot_of(home);
  const CellSpot at = cell_at(spot);
  const std::uint32_t cell = index_of(at.x, at.y);
  marks_[who].cell = cell | (is_far(at, spot + way_of(velocity)) ? k_loose : 0);
  ++starts_[cell + 2];
  if (has_images(cell)) {
    for_images(cell, [&](std::uint32_t image, std::int32_t, std::int32_t) { ++starts_[image + 2]; });
  }
}

inline void SightGrid::write(std::uint32_t place, Two spot, Two way) noexcept {
  using Numbers = float __attribute__((vector_size(sizeof(Sight))));
  const Numbers numbers{static_cast<float>(spot[0]), static_cast<float>(spot[1]), static_cast<float>(way[0]),
                        static_cast<float>(way[1])};
  // All at once: who looks soon loads it as a whole.
  std::memcpy(&sights_[place].x, &numbers, sizeof numbers);
  const float fastest = std::max(std::abs(numbers[2]), std::abs(numbers[3]));
  if (fastest > fastest_) {
    fastest_ = fastest;
    // Of both their velocities, each rounded, over a diameter; and of the distance, over the fastest of closings.
    measure_.still = still_ * (1 + 4 * fastest_);
  }
}

/// Further from a cell than the margin?
inline bool SightGrid::is_far(CellSpot cell, Two spot) const noexcept {
  const Two middle = (Two{static_cast<double>(cell.x), static_cast<double>(cell.y)} + 0.5) * size_;
  const Two out = spot - middle;
  const auto far = (out > reach_) | (out < -reach_);
  return (far[0] | far[1]) != 0;
}

inline void SightGrid::put(std::uint32_t who, Vec2 home, Vec2 velocity) {
  SightMark& mark = marks_[who];
  const std::uint32_t cell = mark.cell & ~k_loose;
  const std::uint32_t place = starts_[cell + 1]++;
  const Two spot = spot_of(home);
  const Two way = way_of(velocity);
  spots_[place] = {who, mark.cell};
  mark.place = place;
  write(place, spot, way);
  if (has_images(cell)) put_images(who, cell, spot, way);
  if (cell == mark.cell) return;
  mark.cell = cell;
  loosen(who, spot, spot + way);
}

inline void SightGrid::change(std::uint32_t who, Vec2 at, Vec2 velocity, double now) {
  const SightMark mark = marks_[who];
  const Two spot = spot_of(at);
  const Two way = way_of(velocity);
  const double since = now * per_duration_;
  const Two home = spot - since * way;
  write(mark.place, home, way);
  if (has_images(mark.cell & ~k_loose)) change_images(who, mark.cell & ~k_loose, home, way);
  const Two to = spot + (1 - since) * way;
  const CellSpot cell = spot_of_cell(mark.cell);
  // Where it is now it has come to without going far, unless it went around.
  if ((mark.cell & k_loose) != 0 || is_far(cell, spot) || is_far(cell, to)) loosen(who, spot, to);
}

inline Look SightGrid::look_of(std::uint32_t place, double now) const noexcept {
  const auto since = static_cast<float>(now * per_duration_);
  return {sights_[place], since, 2 * (1 + k_sight_blur) * (1 - since)};
}

inline SightRows SightGrid::rows_around(std::uint32_t cell) const noexcept {
  const std::uint32_t* own = starts_.data() + cell;
  const std::uint32_t* above = own + stride_;
  const std::uint32_t* below = own - stride_;
  return {{below[-1], own[-1], above[-1]}, {below[2], own[2], above[2]}};
}

inline SightRows SightGrid::rows_upward(std::uint32_t place, std::uint32_t cell) const noexcept {
  const std::uint32_t* own = starts_.data() + cell;
  const std::uint32_t* above = own + stride_;
  return {{place + 1, above[-1], 0}, {own[2], above[2], 0}};
}

}  // namespace carom::detail

#include "broadphase/sight_walk.hpp"  // IWYU pragma: export
