#pragma once

#include <algorithm>
#include <cmath>

#include "broadphase/inlining.hpp"
#include "carom/broadphase/grid_data.hpp"

/// Which places of a level an asker has to look at.
namespace carom::detail {

inline constexpr double k_last_image = 127;

/// One that asks whom it may touch from `now` to `now + left`, the window's end.
struct Asker {
  double x, y, vx, vy;
  double radius;  ///< padded()
  double disc;    ///< 1 or 0
  double now, left;
};

CAROM_INLINE Asker asker_of(const FlightRecord& r, double now, double window) noexcept {
  return {r.x, r.y, r.vx, r.vy, r.radius, r.disc, now, window - now};
}

/// Where an asker is now and at the window's end.
struct Path {
  double x0, y0, x1, y1;

  CAROM_INLINE explicit Path(const Asker& a) noexcept
      : x0(a.x + a.vx * a.now), y0(a.y + a.vy * a.now), x1(x0 + a.vx * a.left), y1(y0 + a.vy * a.left) {}
};

struct Interval {
  double low, high;
};

/// Places of a row.
struct Places {
  std::uint32_t begin, end;
};

CAROM_INLINE Interval widened(double a, double b, double by) noexcept {
  return {std::min(a, b) - by, std::max(a, b) + by};
}

/// Rows, or columns, from first to last.
struct Cells {
  int first, last;
};

/// The row, or column, of a coordinate: those outside are in the first or the last.
CAROM_INLINE int cell_index(double coordinate, double min, double per_cell, std::uint32_t count) noexcept {
  return static_cast<int>(std::min(std::max((coordinate - min) * per_cell, 0.0), static_cast<double>(count - 1)));
}

CAROM_INLINE Cells covered_rows(const GridLevel& level, Interval y) noexcept {
  return {cell_index(y.low, level.min.y, level.per_cell.y, level.rows),
          cell_index(y.high, level.min.y, level.per_cell.y, level.rows)};
}

CAROM_INLINE Cells covered_columns(const GridLevel& level, Interval x) noexcept {
  return {cell_index(x.low, level.min.x, level.per_cell.x, level.columns),
          cell_index(x.high, level.min.x, level.per_cell.x, level.columns)};
}

/// The x of a path, widened, while it is within `wide` of a row.
inline Interval within_row(const GridLevel& level, const Path& path, double wide, int row) noexcept {
  const double rise = path.y1 - path.y0;
  // A little more than the row, because the edges of cells are rounded.
  const double low = level.min.y + (row - 0.01) / level.per_cell.y - wide;
  const double high = level.min.y + (row + 1.01) / level.per_cell.y + wide;
  const double a = row == 0 ? (rise > 0 ? 0 : 1) : std::clamp((low - path.y0) / rise, 0.0, 1.0);
  const double b =
      row + 1 == static_cast<int>(level.rows) ? (rise > 0 ? 1 : 0) : std::clamp((high - path.y0) / rise, 0.0, 1.0);
  return widened(path.x0 + a * (path.x1 - path.x0), path.x0 + b * (path.x1 - path.x0), wide);
}

/// Narrows a row's places in crowded cells, which are sorted, to those from x.low to x.high.
inline Places without_crowd(const GridData& grid, std::uint32_t row, Cells columns, Interval x,
                            Places places) noexcept {
  const FlightRecord* records = grid.records.data();
  const std::uint32_t* starts = grid.starts.data() + row;
  const std::uint32_t first_end = starts[columns.first + 1];
  if (first_end - places.begin > k_crowd) {
    const auto left_of = [](const FlightRecord& r, double at) { return r.home.x < at; };
    places.begin = static_cast<std::uint32_t>(
        std::lower_bound(records + places.begin, records + first_end, x.low, left_of) - records);
  }
  const std::uint32_t last_begin = std::max(starts[columns.last], places.begin);
  if (places.end - last_begin > k_crowd) {
    const auto right_of = [](double at, const FlightRecord& r) { return at < r.home.x; };
    places.end = static_cast<std::uint32_t>(
        std::upper_bound(records + last_begin, records + places.end, x.high, right_of) - records);
  }
  return places;
}

CAROM_INLINE Places row_places(const GridData& grid, std::uint32_t row, Cells columns, Interval x) noexcept {
  const std::uint32_t* starts = grid.starts.data() + row;
  const Places places{starts[columns.first], starts[columns.last + 1]};
  return grid.crowded ? without_crowd(grid, row, columns, x, places) : places;
}

/// The rows of a level that belong to a strip.
CAROM_INLINE Cells strip_rows(const GridData& grid, const GridLevel& level, unsigned strip) noexcept {
  const std::uint32_t* bands = grid.bands.data() + level.first_band;
  return {static_cast<int>(bands[strip]), static_cast<int>(bands[strip + 1]) - 1};
}

/// Which image of the box: moved by (x width, y height).
struct Image {
  int x = 0, y = 0;
};

CAROM_INLINE Interval images(Interval x, double min, double max) noexcept {
  const double per_box = 1 / (max - min);
  return {std::clamp(std::floor((x.low - min) * per_box), -k_last_image, k_last_image),
          std::clamp(std::floor((x.high - min) * per_box), -k_last_image, k_last_image)};
}

/// Calls visit(asker, image) for every image of the grid that an asker may reach, with the asker as that image sees it.
template <class Visit>
CAROM_INLINE void for_images(const GridData& grid, const Asker& asker, double wide, const Visit& visit) {
  if (!grid.box) {
    visit(asker, Image{});
    return;
  }
  const Path path(asker);
  const Vec2 size = grid.box->max - grid.box->min;
  const Interval across = images(widened(path.x0, path.x1, wide), grid.box->min.x, grid.box->max.x);
  const Interval up = images(widened(path.y0, path.y1, wide), grid.box->min.y, grid.box->max.y);
  for (double j = up.low; j <= up.high; ++j) {
    for (double i = across.low; i <= across.high; ++i) {
      Asker moved = asker;
      moved.x -= i * size.x;
      moved.y -= j * size.y;
      visit(moved, Image{static_cast<int>(i), static_cast<int>(j)});
    }
  }
}

/// Calls visit(shift, image) for every image of `home` within `wide` of a path.
template <class Visit>
void for_images_of(const std::optional<PeriodicBox>& box, Vec2 home, const Path& path, double wide,
                   const Visit& visit) {
  if (!box) return visit(Vec2{}, Image{});
  const Vec2 size = box->max - box->min;
  const Interval x = widened(path.x0, path.x1, wide);
  const Interval y = widened(path.y0, path.y1, wide);
  const auto first = [](double v) { return std::clamp(std::ceil(v), -k_last_image, k_last_image); };
  const auto last = [](double v) { return std::clamp(std::floor(v), -k_last_image, k_last_image); };
  for (double j = first((y.low - home.y) / size.y); j <= last((y.high - home.y) / size.y); ++j) {
    for (double i = first((x.low - home.x) / size.x); i <= last((x.high - home.x) / size.x); ++i) {
      visit(Vec2{i * size.x, j * size.y}, Image{static_cast<int>(i), static_cast<int>(j)});
    }
  }
}

}  // namespace carom::detail
