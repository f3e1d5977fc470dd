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
#include "math/large_array.hpp"
#include "math/wide.hpp"

/// Who may meet whom among the discs of a gas, within one window of time: at a glance, in single precision.
///
/// Cells    Everybody is in one cell, by where it is when the window begins, its home, and in memory in the order of the
///          cells. Who stays within `margin` of its cell meets nobody but those of the nine cells around it: three rows, each
///          of them a range of places.
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

  /// A window of `duration` seconds; then everyone is counted, and after that put: the answer is its place.
  void open(const Plan& plan, double duration);
  void count(std::uint32_t index, Vec2 home, Vec2 velocity) noexcept;
  void lay_places();
  std::uint32_t put(std::uint32_t index, Vec2 home, Vec2 velocity);
  /// From `now` on, in seconds, it flies from `at`. Changes are counted.
  void change(std::uint32_t place, Vec2 at, Vec2 velocity, double now);

  /// Calls visit(place, place) for every two that may meet within the window; for some more than once.
  template <class Visit>
  void pairs(const Visit& visit);
  /// Calls visit(place) for all whom one may meet from `now` on.
  template <class Visit>
  void near(std::uint32_t place, double now, const Visit& visit);

  /// Calls visit(a, place) and visit(b, place) for all whom two may meet that have just met.
  template <class Visit>
  void near_two(std::uint32_t a, std::uint32_t b, double now, const Visit& visit);
  /// It will be asked about soon: first this, then with what that has brought the second, then the third.
  void fetch_mark(std::uint32_t place) const noexcept { __builtin_prefetch(&marks_[place]); }
  void fetch_rows(std::uint32_t place) const noexcept {
    const std::uint32_t cell = marks_[place].cell & ~k_loose;
    __builtin_prefetch(&odd_[cell]);
    for (std::int32_t row = -1; row <= 1; ++row) __builtin_prefetch(starts_.data() + cell + row * stride_);
  }
  void fetch_sights(std::uint32_t place) const noexcept {
    const SightRows rows = rows_around(marks_[place].cell & ~k_loose);
    // A row is longer than a cache line.
    for (const std::uint32_t first : rows.first) {
      __builtin_prefetch(sights_.data() + first);
      __builtin_prefetch(sights_.data() + first + 4);
    }
  }
  /// How many share a cell, everybody asked.
  [[nodiscard]] double crowd() const noexcept { return crowd_; }
  /// How often its flight has changed within the window.
  [[nodiscard]] std::uint32_t changes(std::uint32_t place) const noexcept { return marks_[place].changes; }
  /// Of two of these that are not loose, images are none of their business.
  [[nodiscard]] bool is_inside(std::uint32_t place) const noexcept {
    return !is_loose(place) && (odd_[marks_[place].cell] & k_rim) == 0;
  }
  [[nodiscard]] bool is_loose(std::uint32_t place) const noexcept { return (marks_[place].cell & k_loose) != 0; }
  /// Whether it may get to the edges of the grid.
  [[nodiscard]] bool may_leave(std::uint32_t place) const noexcept {
    return is_loose(place) || (odd_[marks_[place].cell] & k_outermost) != 0;
  }
  /// Calls visit(place) for all who may; for some twice.
  template <class Visit>
  void outermost(const Visit& visit) const;

 private:
  static constexpr std::uint32_t k_loose = 0x8000'0000U;
  static constexpr std::int32_t k_block = 2;   ///< cells along a block
  static constexpr std::uint8_t k_rim = 1;     ///< a cell from which images are seen
  static constexpr std::uint8_t k_looser = 2;  ///< a cell in a block whose list is not empty
  static constexpr std::uint8_t k_outermost = 4;

  struct CellSpot {
    std::int32_t x, y;  // NOLINT: always both of them
  };

  struct CellRange {
    std::int32_t x0, y0, x1, y1;  // NOLINT: always all of them
  };
  [[nodiscard]] CellSpot cell_at(Two spot) const noexcept;
  [[nodiscard]] CellSpot spot_of_cell(std::uint32_t cell) const noexcept {
    const auto at = static_cast<std::int32_t>(cell & ~k_loose);
    return {at % stride_ - 1, at / stride_ - 1};
  }
  [[nodiscard]] std::uint32_t index_of(std::int32_t x, std::int32_t y) const noexcept {
    return static_cast<std::uint32_t>((y + 1) * stride_ + x + 1);
  }
  [[nodiscard]] Two spot_of(Vec2 at) const noexcept { return per_diameter_ * (Two{at.x, at.y} - min_); }
  [[nodiscard]] Two way_of(Vec2 velocity) const noexcept { return way_per_speed_ * Two{velocity.x, velocity.y}; }
  void write(std::uint32_t place, Two spot, Two way) noexcept;
  [[nodiscard]] bool is_far(CellSpot cell, Two spot) const noexcept;
  void loosen(std::uint32_t place, Two from, Two to);
  [[nodiscard]] Look look_of(std::uint32_t place, double now) const noexcept;
  [[nodiscard]] std::array<SightRows, 2> rows_over_rim(CellSpot cell) const noexcept;
  [[nodiscard]] SightRows rows_around(std::uint32_t cell) const noexcept;
  [[nodiscard]] CellRange range(Two from, Two to, double wider) const noexcept;
  /// Those after it in its own row, and the row above.
  [[nodiscard]] SightRows rows_upward(std::uint32_t place, std::uint32_t cell) const noexcept;
  void glimpse_all();
  template <class Visit>
  void visit_seen(std::uint32_t seen, const SightRows& rows, const Visit& visit) const;
  template <bool around_rim, class Visit>
  void look_along(std::uint32_t place, const Look& look, SightRows rows, const Visit& visit) const;
  template <class Visit>
  void look_over_rim(std::uint32_t place, double now, const Visit& visit) const;
  template <class Visit>
  void look_at_loose(std::uint32_t place, const Look* look, std::int32_t block, const Visit& visit) const;
  template <class Visit>
  void look_at_block(std::uint32_t place, double now, const Visit& visit) const;
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
  std::int32_t stride_ = 3;  ///< a row of cells with an empty one at either end
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
  LargeArray<Sight> sights_;                 ///< by place
  LargeArray<SightMark> marks_;              ///< by place
  LargeArray<std::uint32_t> starts_;         ///< by cell, one more ends the last
  LargeArray<std::uint32_t> cell_of_index_;  ///< with a bit for those who are loose
  std::vector<std::uint8_t> odd_;            ///< by cell
  std::vector<std::vector<std::uint32_t>> blocks_;
  std::vector<std::uint32_t> listed_;  ///< blocks whose lists are not empty
  LargeArray<Glimpse> glimpses_;
  std::vector<std::uint32_t> loose_;
  std::vector<std::uint32_t> apart_;  ///< those whom glimpses do not tell about
};

inline SightGrid::CellSpot SightGrid::cell_at(Two spot) const noexcept {
  const Two at = spot * per_cell_;
  const Two least = at > Two{} ? at : Two{};
  const Two inside = least < last_cell_ ? least : last_cell_;
  return {static_cast<std::int32_t>(inside[0]), static_cast<std::int32_t>(inside[1])};
}

inline void SightGrid::count(std::uint32_t index, Vec2 home, Vec2 velocity) noexcept {
  const Two spot = spot_of(home);
  const CellSpot at = cell_at(spot);
  const std::uint32_t cell = index_of(at.x, at.y);
  cell_of_index_[index] = cell | (is_far(at, spot + way_of(velocity)) ? k_loose : 0);
  ++starts_[cell + 2];
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

inline std::uint32_t SightGrid::put(std::uint32_t index, Vec2 home, Vec2 velocity) {
  const std::uint32_t cell = cell_of_index_[index] & ~k_loose;
  const std::uint32_t place = starts_[cell + 1]++;
  const Two spot = spot_of(home);
  const Two way = way_of(velocity);
  marks_[place] = {cell, 0};
  write(place, spot, way);
  if (cell != cell_of_index_[index]) loosen(place, spot, spot + way);
  return place;
}

inline void SightGrid::change(std::uint32_t place, Vec2 at, Vec2 velocity, double now) {
  const Two spot = spot_of(at);
  const Two way = way_of(velocity);
  const double since = now * per_duration_;
  write(place, spot - since * way, way);
  ++marks_[place].changes;
  const Two to = spot + (1 - since) * way;
  const CellSpot cell = spot_of_cell(marks_[place].cell);
  // Where it is now it has come to without going far, unless it went around.
  if (is_loose(place) || is_far(cell, spot) || is_far(cell, to)) loosen(place, spot, to);
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
