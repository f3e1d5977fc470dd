#pragma once

#include <algorithm>
#include <cmath>

#include "broadphase/inlining.hpp"
#include "broadphase/swept_box.hpp"

/// Which places of a level a search has to look at.
namespace carom::detail {

inline constexpr double k_last_image = 127;

struct Interval {
  double low, high;
};

/// Places of a row.
struct Places {
  std::uint32_t begin, end;
};

/// Rows, or columns, from first to last.
struct CellSpan {
  int first, last;
};

/// The row, or column, of a coordinate: those outside are in the first or the last. The order within max() makes 0 of a
/// coordinate without bound in a single row, 0 times infinity.
CAROM_INLINE int cell_index(double coordinate, double min, double per_cell, std::uint32_t count) noexcept {
  return static_cast<int>(std::min(std::max(0.0, (coordinate - min) * per_cell), static_cast<double>(count - 1)));
}

/// The cells whose bodies may be where a box is.
CAROM_INLINE CellSpan covered_rows(const GridLevel& level, const SweptBox& box) noexcept {
  return {cell_index(double{box.low_y} - level.box_cap, level.box_min.y, level.box_per_cell.y, level.rows),
          cell_index(level.box_cap - double{box.minus_high_y}, level.box_min.y, level.box_per_cell.y, level.rows)};
}

CAROM_INLINE CellSpan covered_columns(const GridLevel& level, const SweptBox& box) noexcept {
  return {cell_index(double{box.low_x} - level.box_cap, level.box_min.x, level.box_per_cell.x, level.columns),
          cell_index(level.box_cap - double{box.minus_high_x}, level.box_min.x, level.box_per_cell.x, level.columns)};
}

/// The columns that a way comes near while it is near a row.
inline CellSpan columns_in_row(const GridLevel& level, const Way& way, int row) noexcept {
  const double wide = way.radius + level.cap;
  const double rise = way.to.y - way.from.y;
  // A little more than the row, because the edges of cells are rounded.
  const double low = level.min.y + (row - 0.01) / level.per_cell.y - wide;
  const double high = level.min.y + (row + 1.01) / level.per_cell.y + wide;
  const double a = row == 0 ? (rise > 0 ? 0 : 1) : std::clamp((low - way.from.y) / rise, 0.0, 1.0);
  const double b =
      row + 1 == static_cast<int>(level.rows) ? (rise > 0 ? 1 : 0) : std::clamp((high - way.from.y) / rise, 0.0, 1.0);
  const double xa = way.from.x + a * (way.to.x - way.from.x);
  const double xb = way.from.x + b * (way.to.x - way.from.x);
  return {cell_index(std::min(xa, xb) - wide, level.min.x, level.per_cell.x, level.columns),
          cell_index(std::max(xa, xb) + wide, level.min.x, level.per_cell.x, level.columns)};
}

CAROM_INLINE Places row_places(const GridData& grid, const GridLevel& level, int row, CellSpan columns) noexcept {
  const std::uint32_t* starts = grid.starts.data() + level.first_cell + static_cast<std::size_t>(row) * level.columns;
  return {starts[columns.first], starts[columns.last + 1]};
}

/// One beyond a level's last cell.
inline std::uint32_t end_cell(const GridLevel& level) noexcept { return level.first_cell + level.rows * level.columns; }

/// Which image of the box: moved by (x width, y height).
struct Image {
  int x = 0, y = 0;
};

CAROM_INLINE Interval images(double low, double high, double min, double max) noexcept {
  const double per_box = 1 / (max - min);
  return {std::clamp(std::floor((low - min) * per_box), -k_last_image, k_last_image),
          std::clamp(std::floor((high - min) * per_box), -k_last_image, k_last_image)};
}

/// Calls visit(way, image) for every image of the grid that a way may reach, with the way as that image sees it.
template <class Visit>
void for_images(const PeriodicBox& box, const Way& way, double cap, const Visit& visit) {
  const Vec2 size = box.max - box.min;
  const Covered c = covered(way);
  const Interval across = images(c.low.x - cap, c.high.x + cap, box.min.x, box.max.x);
  const Interval up = images(c.low.y - cap, c.high.y + cap, box.min.y, box.max.y);
  for (double j = up.low; j <= up.high; ++j) {
    for (double i = across.low; i <= across.high; ++i) {
      visit(moved(way, {-i * size.x, -j * size.y}), Image{static_cast<int>(i), static_cast<int>(j)});
    }
  }
}

/// Calls visit(image) for every image of `other` that overlaps a way.
template <class Visit>
void for_images_of(const std::optional<PeriodicBox>& box, const Way& other, const Way& way, const Visit& visit) {
  const Covered a = covered(way);
  const Covered b = covered(other);
  if (!box) {
    if (overlap(a, b)) visit(Image{});
    return;
  }
  const Vec2 size = box->max - box->min;
  const auto first = [](double v) { return std::clamp(std::ceil(v), -k_last_image, k_last_image); };
  const auto last = [](double v) { return std::clamp(std::floor(v), -k_last_image, k_last_image); };
  for (double j = first((a.low.y - b.high.y) / size.y); j <= last((a.high.y - b.low.y) / size.y); ++j) {
    for (double i = first((a.low.x - b.high.x) / size.x); i <= last((a.high.x - b.low.x) / size.x); ++i) {
      visit(Image{static_cast<int>(i), static_cast<int>(j)});
    }
  }
}

}  // namespace carom::detail
