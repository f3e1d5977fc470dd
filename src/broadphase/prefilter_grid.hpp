#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "broadphase/prefilter_discs.hpp"
#include "carom/math/vec2.hpp"
#include "math/fetch.hpp"
#include "math/large_array.hpp"
#include "math/wide.hpp"

/// Which discs of a gas may meet, within one window of time: at the prefilter, in single precision.
///
/// Cells    Each disc is in one cell, by where it is when the window begins, its home. What is seen of all of them stands in
///          the order of the cells: a place each. A disc that stays within `margin` of its cell meets only those of the nine
///          cells around it: three rows, each of them a range of places.
/// Images   Around a periodic box is a ring of cells with images of those at its other side, so that rows go on there.
/// Lists    A disc that goes further (ungridded) is on the lists of all blocks of cells that its way comes near; all discs
///          there are compared with it too.
/// Eight    Whether two come within a largest diameter of each other until the window ends is tested for eight at a time
///          (prefilter.hpp).
/// Error    Discs that meet are seen. Distances are off by at most `slack`: rounding of places, that is of the extent, and of
///          ways; they are compared with a diameter that is larger by that. Test: prefilter_grid_test
namespace carom::detail {

class PrefilterGrid {
 public:
  using Plan = PrefilterPlan;
  [[nodiscard]] static bool suits(const Plan& plan) noexcept { return PrefilterCells::suits(plan); }

  /// A window of `duration` seconds; then each disc is counted, and after that put. From then on discs go by the numbers
  /// that they were counted with.
  void open(const Plan& plan, double duration);
  void count(std::uint32_t disc, Vec2 home, Vec2 velocity) noexcept;
  void lay_places();
  void put(std::uint32_t disc, Vec2 home, Vec2 velocity);
  /// Calls visit(disc) for every disc in the order of the cells.
  template <class Visit>
  void in_order(const Visit& visit) const {
    for (std::uint32_t place = 0; place < places_; ++place) {
      if ((spots_[place].cell & k_image) == 0) visit(spots_[place].disc);
    }
  }
  /// From `now` on, in seconds, it flies from `at`.
  void change(std::uint32_t disc, Vec2 at, Vec2 velocity, double now);

  /// Calls visit(a, b, images) for every two that may meet within the window; for some more than once. Without images, they
  /// are near each other as they stand.
  template <class Visit>
  void pairs(const Visit& visit);
  /// Calls visit(other, images) for all that one may meet from `now` on.
  template <class Visit>
  void near(std::uint32_t disc, double now, const Visit& visit) const;
  /// Calls visit(a, other, images) and visit(b, other, images) for all that two may meet that have just met.
  template <class Visit>
  void near_two(std::uint32_t a, std::uint32_t b, double now, const Visit& visit) const;

  /// It will be needed soon: first this, then with what that has brought the second, then the third.
  void fetch_mark(std::uint32_t disc) const noexcept { fetch(&marks_[disc]); }
  void fetch_rows(std::uint32_t disc) const noexcept {
    const std::uint32_t cell = marks_[disc].cell & ~k_seen_elsewhere;
    fetch(&odd_[cell]);
    for (std::int32_t row = -1; row <= 1; ++row) {
      const std::uint32_t* start = starts_.data() + cell + row * cells_.stride();
      fetch(start - 1);
      fetch(start + 2);
    }
  }
  void fetch_discs(std::uint32_t disc) const noexcept {
    const PrefilterRows rows = rows_around(marks_[disc].cell & ~k_seen_elsewhere);
    // Eight are longer than two cache lines.
    for (const std::uint32_t first : rows.first) {
      fetch(discs_.data() + first);
      fetch(discs_.data() + first + 4);
      fetch(discs_.data() + first + 7);
      fetch(spots_.data() + first);
    }
  }
  /// Mean over the discs of how many are in their cell.
  [[nodiscard]] double discs_a_cell() const noexcept { return discs_a_cell_; }
  [[nodiscard]] bool is_ungridded(std::uint32_t disc) const noexcept { return (marks_[disc].cell & k_ungridded) != 0; }
  /// Whether it may get to the edges of the grid.
  [[nodiscard]] bool may_leave(std::uint32_t disc) const noexcept {
    return is_ungridded(disc) || (odd_[marks_[disc].cell] & k_outermost) != 0;
  }
  /// Calls visit(disc) for all that may; for some twice.
  template <class Visit>
  void outermost(const Visit& visit) const;

 private:
  static constexpr std::uint32_t k_ungridded = 0x8000'0000U;
  static constexpr std::uint32_t k_image = 0x4000'0000U;
  static constexpr std::uint32_t k_seen_elsewhere = k_ungridded | k_image;
  static constexpr std::uint8_t k_beside_ungridded = 1;  ///< a cell in a block whose list is not empty
  static constexpr std::uint8_t k_outermost = 2;
  static constexpr std::uint32_t k_at_once = 256;  ///< so many look before anything is made of what they see

  /// Where to find a disc.
  struct PrefilterMark {
    std::uint32_t cell = 0;  ///< with a bit for ungridded discs
    std::uint32_t place = 0;
  };

  /// Without the bits.
  [[nodiscard]] static std::uint32_t cell_of(const PrefilterMark& mark) noexcept {
    return mark.cell & ~k_seen_elsewhere;
  }
  void mark_outermost();
  [[nodiscard]] bool has_images(std::uint32_t cell) const noexcept {
    return plan_.periodic && (odd_[cell] & k_outermost) != 0;
  }
  void put_images(std::uint32_t disc, std::uint32_t cell, Two spot, Two way);
  void change_images(std::uint32_t disc, std::uint32_t cell, Two spot, Two way);
  void list_ungridded(std::uint32_t disc, Two from, Two to);
  [[nodiscard]] PrefilterRows rows_around(std::uint32_t cell) const noexcept;
  /// Those after it in its own row, and the row above.
  [[nodiscard]] PrefilterRows rows_upward(std::uint32_t place, std::uint32_t cell) const noexcept;
  template <class Visit>
  void visit_seen(const PrefilterSeen& own, const Visit& visit) const;
  template <class Visit>
  void visit_apart(std::uint32_t place, const Visit& visit) const;
  template <bool around, class Visit>
  void look_along(std::uint32_t place, const PrefilterQuery& look, PrefilterRows rows, const Visit& visit) const;
  template <class Visit>
  void look_at_ungridded(std::uint32_t place, const PrefilterQuery* look, std::uint32_t block,
                         const Visit& visit) const;
  template <class Visit>
  void look_at_block(const PrefilterMark& mark, double now, const Visit& visit) const;
  template <class Visit>
  void look_far(std::uint32_t place, double now, const Visit& visit) const;

  Plan plan_;
  PrefilterCells cells_;
  std::uint32_t places_ = 0;  ///< images included
  double discs_a_cell_ = 0;
  PrefilterDiscs discs_;
  LargeArray<PrefilterSpot> spots_;   ///< by place
  LargeArray<PrefilterMark> marks_;   ///< by disc
  LargeArray<std::uint32_t> starts_;  ///< by cell, one more ends the last
  std::vector<std::uint8_t> odd_;     ///< by cell
  std::vector<std::vector<std::uint32_t>> blocks_;
  std::vector<std::uint32_t> listed_;  ///< blocks whose lists are not empty
  std::vector<std::uint32_t> ungridded_;
};

inline void PrefilterGrid::count(std::uint32_t disc, Vec2 home, Vec2 velocity) noexcept {
  const Two spot = cells_.position(home);
  const PrefilterCells::Cell at = cells_.at(spot);
  const std::uint32_t cell = cells_.index(at.x, at.y);
  marks_[disc].cell = cell | (cells_.is_far(at, spot + discs_.way(velocity)) ? k_ungridded : 0);
  ++starts_[cell + 2];
  if (has_images(cell)) {
    cells_.for_images(cell, [&](std::uint32_t image, Two) { ++starts_[image + 2]; });
  }
}

inline void PrefilterGrid::put(std::uint32_t disc, Vec2 home, Vec2 velocity) {
  PrefilterMark& mark = marks_[disc];
  const std::uint32_t cell = mark.cell & ~k_ungridded;
  const std::uint32_t place = starts_[cell + 1]++;
  const Two spot = cells_.position(home);
  const Two way = discs_.way(velocity);
  spots_[place] = {disc, mark.cell};
  mark.place = place;
  discs_.write(place, spot, way);
  if (has_images(cell)) put_images(disc, cell, spot, way);
  if (cell == mark.cell) return;
  mark.cell = cell;
  list_ungridded(disc, spot, spot + way);
}

inline void PrefilterGrid::change(std::uint32_t disc, Vec2 at, Vec2 velocity, double now) {
  const PrefilterMark mark = marks_[disc];
  const Two spot = cells_.position(at);
  const Two way = discs_.way(velocity);
  const double since = discs_.since(now);
  const Two home = spot - since * way;
  discs_.write(mark.place, home, way);
  if (has_images(mark.cell & ~k_ungridded)) change_images(disc, mark.cell & ~k_ungridded, home, way);
  const Two to = spot + (1 - since) * way;
  const PrefilterCells::Cell cell = cells_.cell(cell_of(mark));
  // Where it is now it has come to without going far, unless it went around.
  if ((mark.cell & k_ungridded) != 0 || cells_.is_far(cell, spot) || cells_.is_far(cell, to))
    list_ungridded(disc, spot, to);
}

inline PrefilterRows PrefilterGrid::rows_around(std::uint32_t cell) const noexcept {
  const std::uint32_t* own = starts_.data() + cell;
  const std::uint32_t* above = own + cells_.stride();
  const std::uint32_t* below = own - cells_.stride();
  return {{below[-1], own[-1], above[-1]}, {below[2], own[2], above[2]}};
}

inline PrefilterRows PrefilterGrid::rows_upward(std::uint32_t place, std::uint32_t cell) const noexcept {
  const std::uint32_t* own = starts_.data() + cell;
  const std::uint32_t* above = own + cells_.stride();
  return {{place + 1, above[-1], 0}, {own[2], above[2], 0}};
}

}  // namespace carom::detail

#include "broadphase/prefilter_walk.hpp"  // IWYU pragma: export
