#pragma once

#include <vector>

#include "broadphase/gas_prefilter.hpp"
#include "broadphase/grid_walk.hpp"
#include "math/large_array.hpp"

namespace carom::detail {

/// Rows of a GasGrid: from first to the one before last. In a periodic box they may go on beyond the last row, where the
/// first ones follow.
struct RowScope {
  int first = 0;
  int last = 0;
};

/// Cells of a grid, which may go beyond it.
struct Block {
  CellSpan columns;
  CellSpan rows;
};

/// The discs whose boxes overlap one box. They are collected first, without an unpredictable branch; then tested, and
/// visited.
class Finds {
 public:
  CAROM_INLINE explicit Finds(const SweptBox& box) noexcept : question_(box) {}

  /// Places from `place` to before `end`.
  template <class Finish>
  CAROM_INLINE void among(const SweptBox* boxes, std::uint32_t place, std::uint32_t end, const Finish& finish) {
    for (; place < end; ++place) {
      found_[count_] = place;
      count_ += static_cast<std::uint32_t>(question_.overlaps(boxes[place]));
      if (count_ == k_most) finish();
    }
  }
  /// Calls visit(place) for those with test(place).
  template <class Test, class Visit>
  CAROM_INLINE void finish(const Test& test, const Visit& visit) {
    for (std::uint32_t k = 0; k < count_; ++k) {
      if (test(found_[k])) visit(found_[k]);
    }
    count_ = 0;
  }

 private:
  static constexpr std::uint32_t k_most = 64;
  BoxQuestion question_;
  std::uint32_t count_ = 0;
  std::uint32_t found_[k_most];  // NOLINT: an array of nothing yet
};

/// The broad phase of gases: discs of similar size in one window of time, sorted into cells by where they are at its start.
///
/// FlightGrid's rule without its levels. No disc in the cells gets further than `cap`, radius included, from the home it was
/// sorted by, so a search looks at the cells that its own box, widened by the cap, covers; those that get further are
/// ungridded, and every search has to test them. Cells lie in memory row by row: a range of rows is a range of places, so
/// that rows can be worked on side by side. Searches are templates, so that the test of a neighbour is part of the
/// loop. Away from the border of a periodic box those of the cells are looked at eight at a time, by where they are when
/// (gas_prefilter.hpp); others box by box. Speed: bench/worlds.
class GasGrid {
 public:
  struct Plan {
    Vec2 min;
    Vec2 max;
    std::size_t count = 0;
    double cap = 0;
    std::optional<PeriodicBox> box;
    double diameter = 0;  ///< of the largest in the cells
    double window = 0;    ///< seconds
    bool alike = false;   ///< all are about as large: the prefilter decides as much as a test
  };

  /// Lays out the cells; then each disc is counted, placed and put, in `pieces` that can be worked on side by side.
  void plan(const Plan& plan, std::size_t pieces);
  CAROM_INLINE void count(std::size_t piece, std::uint32_t index, Vec2 home) noexcept;
  void lay_places();
  /// The place of `index`. Within a piece in the order they were counted in.
  CAROM_INLINE std::uint32_t place(std::size_t piece, std::uint32_t index) noexcept {
    return counts_[piece * (starts_.size() - 1) + cell_[index]]++;
  }
  /// The one at a place goes this way. False: it gets too far from its home, or that is far outside; no search finds it.
  CAROM_INLINE bool put(std::uint32_t place, const Way& way, Vec2 velocity) noexcept;
  /// From `now` on, in seconds of the window, it goes this way; later questions are about that time or later.
  CAROM_INLINE bool change(std::uint32_t place, const Way& way, Vec2 velocity, double now) noexcept;

  [[nodiscard]] int rows() const noexcept { return rows_; }
  [[nodiscard]] RowScope everywhere() const noexcept;
  [[nodiscard]] std::uint32_t row_start(int row) const noexcept {
    return starts_[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_)];
  }
  [[nodiscard]] bool in_cells(std::uint32_t place) const noexcept {
    return boxes_[place].low_x <= std::numeric_limits<float>::max();
  }
  /// Of a straight way, with a radius that rounding cannot make too small.
  [[nodiscard]] CAROM_INLINE Way way(Vec2 from, Vec2 to, double radius) const noexcept {
    const double length = std::abs(to.x - from.x) + std::abs(to.y - from.y);
    return {from, to, radius + k_touch_margin * (radius + length)};
  }

  /// Rows of the discs that one on this way may meet; in a periodic box they may go beyond it.
  [[nodiscard]] RowScope rows_around(const Way& way) const noexcept {
    const CellSpan rows = block_of(box_of(way)).rows;
    return {rows.first, rows.last + 1};
  }

  /// Calls visit(place, image) for every disc in the cells of `scope` that the one at `self`, which goes this way, may touch,
  /// if test(place, image), which is called first, is true too.
  /// `lap`: how many times all rows have to be added to the disc's to have them in the scope.
  template <class Test, class Visit>
  CAROM_INLINE void near(std::uint32_t self, const Way& way, RowScope scope, int lap, const Test& test,
                         const Visit& visit) const {
    if (in_cells(self) || !plan_.box) {
      ask(in_cells(self) ? boxes_[self] : box_of(way), &way, self, scope, lap, test, visit);
    } else {
      near_far(way, self, scope, lap, test, visit);
    }
  }
  struct Search {
    std::uint32_t place = 0;
    int lap = 0;
  };
  /// Calls visit(a, place) and visit(b, place) for all in the cells of `scope` that two may meet from `now` on that have just
  /// met, if test(a, place) or test(b, place) is true too. False: it takes more than the prefilter, and none was visited.
  template <class Test, class Visit>
  CAROM_INLINE bool near_two(Search a, Search b, double now, RowScope scope, const Test& test,
                             const Visit& visit) const;

  /// A disc, and then those around it, will be needed: they are fetched from memory.
  CAROM_INLINE void fetch(std::uint32_t place) const noexcept {
    __builtin_prefetch(&boxes_[place]);
    __builtin_prefetch(&homes_[place]);
    if (prefilter_.clear()) prefilter_.fetch(place);
  }
  CAROM_INLINE void fetch_around(std::uint32_t place) const noexcept;

  /// The same for the one at a place of `row`, on the way it was put with. Asked of all, every pair is visited once.
  template <class Test, class Visit>
  CAROM_INLINE void pairs(std::uint32_t place, int row, RowScope scope, const Test& test, const Visit& visit) const;

 private:
  template <class Test, class Visit>
  CAROM_INLINE void ask(const SweptBox& box, const Way* way, std::uint32_t self, RowScope scope, int lap,
                        const Test& test, const Visit& visit) const;
  template <class Test, class Visit>
  CAROM_INLINE void look(const SweptBox& box, const Way* way, CellSpan rows, CellSpan columns, std::uint32_t self,
                         Image image, const Test& test, const Visit& visit) const;
  template <class Test, class Visit>
  void ask_images(const SweptBox& box, const Way* way, const Block& block, std::uint32_t self, RowScope scope, int lap,
                  const Test& test, const Visit& visit) const;
  template <class Test, class Visit>
  void near_far(const Way& way, std::uint32_t self, RowScope scope, int lap, const Test& test,
                const Visit& visit) const;
  template <class Test, class Visit>
  CAROM_INLINE bool look_upward(std::uint32_t place, CellSpan rows, CellSpan columns, const Test& test,
                                const Visit& visit) const;
  template <class Test, class Visit>
  void pairs_across(std::uint32_t place, int row, RowScope scope, const Test& test, const Visit& visit) const;
  [[nodiscard]] CAROM_INLINE SweptBox box_of(const Way& way) const noexcept;
  [[nodiscard]] CAROM_INLINE Block block_of(const SweptBox& box) const noexcept;
  /// The prefilter's result for a disc in the cells. False: it is more than the prefilter takes in, or there are images.
  [[nodiscard]] CAROM_INLINE bool view(Search search, RowScope scope, FourPrefilterRows& rows) const noexcept;
  [[nodiscard]] CAROM_INLINE bool inside(const Block& block) const noexcept {
    const auto [columns, rows] = block;
    return rows.first >= 0 && rows.last < rows_ && columns.first >= 0 && columns.last < columns_;
  }
  [[nodiscard]] static CAROM_INLINE CellSpan clamped(CellSpan cells, int count) noexcept {
    return {std::clamp(cells.first, 0, count - 1), std::clamp(cells.last, 0, count - 1)};
  }
  /// Rows of the grid that are in a scope, after `laps` times all rows.
  [[nodiscard]] CAROM_INLINE CellSpan limited(CellSpan rows, RowScope scope, int laps) const noexcept {
    const CellSpan all = clamped(rows, rows_);
    return {std::max(all.first, scope.first - laps * rows_), std::min(all.last, scope.last - 1 - laps * rows_)};
  }
  [[nodiscard]] SweptBox shifted(const SweptBox& box, Image image) const noexcept;
  [[nodiscard]] CellSpan columns_along(const Way& way, int row, Image image) const noexcept;

  struct Home {
    float x = 0, y = 0;
  };
  /// Four numbers at once: of the left, the lower, the right, the upper side.
  using Four [[gnu::vector_size(16)]] = float;

  Plan plan_;
  int rows_ = 1;
  int columns_ = 1;
  Vec2 per_cell_;  ///< cells per length
  BoxUnits units_;
  // In units:
  Vec2 period_;
  float cap_ = 0;
  Four outward_{};  ///< from a box to what it has to look at: by the cap, and what single precision may have taken off
  Four cells_{};    ///< per unit

  LargeArray<std::uint32_t> starts_;  ///< by cell, one more ends the last
  LargeArray<std::uint32_t> counts_;  ///< by piece and cell: while sorting
  LargeArray<std::uint32_t> cell_;    ///< by index
  LargeArray<SweptBox> boxes_;        ///< by place
  LargeArray<Home> homes_;            ///< by place
  GasPrefilter prefilter_;
};

/// In units, where all that is in cells has coordinates of about -1 to 1: the margin is the same for all.
CAROM_INLINE SweptBox GasGrid::box_of(const Way& way) const noexcept {
  constexpr double k_margin = 0x1p-20;
  const double from_x = (way.from.x - units_.origin.x) * units_.scale;
  const double from_y = (way.from.y - units_.origin.y) * units_.scale;
  const double to_x = (way.to.x - units_.origin.x) * units_.scale;
  const double to_y = (way.to.y - units_.origin.y) * units_.scale;
  const double wide = way.radius * units_.scale + k_margin;
  return {static_cast<float>(std::min(from_x, to_x) - wide), static_cast<float>(std::min(from_y, to_y) - wide),
          static_cast<float>(std::min(-from_x, -to_x) - wide), static_cast<float>(std::min(-from_y, -to_y) - wide)};
}

CAROM_INLINE void GasGrid::count(std::size_t piece, std::uint32_t index, Vec2 home) noexcept {
  const auto clamped_to = [](double x, int count) CAROM_INLINED {
    return static_cast<std::uint32_t>(std::min(std::max(x, 0.0), static_cast<double>(count - 1)));
  };
  const std::uint32_t row = clamped_to((home.y - plan_.min.y) * per_cell_.y, rows_);
  const std::uint32_t column = clamped_to((home.x - plan_.min.x) * per_cell_.x, columns_);
  const std::uint32_t cell = row * static_cast<std::uint32_t>(columns_) + column;
  cell_[index] = cell;
  ++counts_[piece * (starts_.size() - 1) + cell];
}

CAROM_INLINE bool GasGrid::put(std::uint32_t place, const Way& way, Vec2 velocity) noexcept {
  // In units: what is further out than this needs more digits.
  constexpr double k_outside = 2;
  const Vec2 at = units_.scale * (way.from - units_.origin);
  // No disc stays near a home that is nowhere.
  constexpr float k_nowhere = std::numeric_limits<float>::infinity();
  const bool outside = std::abs(at.x) > k_outside || std::abs(at.y) > k_outside;
  homes_[place] = outside ? Home{k_nowhere, k_nowhere} : Home{static_cast<float>(at.x), static_cast<float>(at.y)};
  return change(place, way, velocity, 0);
}

CAROM_INLINE bool GasGrid::change(std::uint32_t place, const Way& way, Vec2 velocity, double now) noexcept {
  const SweptBox box = box_of(way);
  const Home home = homes_[place];
  bool stays = box.low_x >= home.x - cap_ && box.low_y >= home.y - cap_ && -box.minus_high_x <= home.x + cap_ &&
               -box.minus_high_y <= home.y + cap_;
  if (prefilter_.clear()) {
    stays = prefilter_.write(place, way.from, velocity, now) && stays;
    if (!stays) prefilter_.hide(place);
  }
  boxes_[place] = stays ? box : SweptBox::nowhere();
  return stays;
}

/// The cells whose discs may be where a box is.
CAROM_INLINE Block GasGrid::block_of(const SweptBox& box) const noexcept {
  using Ints [[gnu::vector_size(16)]] = int;
  // What is further out is in the first or the last cells, if in any.
  constexpr float k_far = 4;
  const auto near_by = [=](float v) CAROM_INLINED { return std::min(std::max(v, -k_far), k_far); };
  const Four sides{near_by(box.low_x), near_by(box.low_y), -near_by(box.minus_high_x), -near_by(box.minus_high_y)};
  const Four at = (sides + outward_) * cells_;
  Ints cell = __builtin_convertvector(at, Ints);
  cell += __builtin_convertvector(cell, Four) > at;  // -1 where it was rounded up
  return {{cell[0], cell[2]}, {cell[1], cell[3]}};
}

}  // namespace carom::detail

#include "broadphase/gas_walk.hpp"  // IWYU pragma: export
