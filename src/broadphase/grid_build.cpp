#include "broadphase/grid_build.hpp"

#include <algorithm>

#include "broadphase/grid_walk.hpp"
#include "broadphase/level_plan.hpp"
#include "broadphase/may_touch.hpp"
#include "broadphase/swept_box.hpp"

namespace carom::detail {
namespace {

constexpr double k_least_unit = 1e-300;

/// What a flight is sorted by: where it starts, but within a periodic box.
Vec2 home_of(const Flight& flight, const std::optional<PeriodicBox>& box) noexcept {
  if (!box) return flight.at;
  return {std::clamp(flight.at.x, box->min.x, box->max.x), std::clamp(flight.at.y, box->min.y, box->max.y)};
}

/// The reach of each body, and the measure of all.
Measure measure(std::span<const Flight> flights, const GridData& grid, std::vector<double>& reach) {
  constexpr double k_far = std::numeric_limits<double>::max();
  Measure all{{{k_far, k_far}, {-k_far, -k_far}}, k_far, 0};
  Extent& box = all.extent;
  const double extent = image_extent(grid.box);
  reach.resize(flights.size());
  for (std::size_t i = 0; i < flights.size(); ++i) {
    const Flight& f = flights[i];
    box.min = {std::min(box.min.x, f.at.x), std::min(box.min.y, f.at.y)};
    box.max = {std::max(box.max.x, f.at.x), std::max(box.max.y, f.at.y)};
    all.smallest = std::min(all.smallest, f.radius);
    all.largest = std::max(all.largest, f.radius);
    const double outside = grid.box ? length(f.at - home_of(f, grid.box)) : 0;
    // Where the square overflows the reach is infinite, and the body is ungridded.
    const double way = grid.window * std::sqrt(f.velocity.x * f.velocity.x + f.velocity.y * f.velocity.y);
    reach[i] = padded(f, grid.window, extent) + way + outside;
  }
  return all;
}

struct RowColumn {
  std::uint32_t row, column;
};

RowColumn cell_of(const GridLevel& level, Vec2 home) noexcept {
  return {static_cast<std::uint32_t>(cell_index(home.y, level.min.y, level.per_cell.y, level.rows)),
          static_cast<std::uint32_t>(cell_index(home.x, level.min.x, level.per_cell.x, level.columns))};
}

/// The cells in the order they have in memory: by level and row; one more is for bodies that are in none. Returns that one.
std::uint32_t lay_cells(GridData& grid) noexcept {
  std::uint32_t cell = 0;
  for (GridLevel& level : grid.levels) {
    level.first_cell = cell;
    cell = end_cell(level);
  }
  return cell;
}

std::uint32_t cell_of(const Flight& flight, double reach, const GridData& grid, std::uint32_t ungridded_cell) noexcept {
  const std::size_t index = level_for(grid.levels, flight.radius, reach);
  if (index == grid.levels.size()) return ungridded_cell;
  const GridLevel& level = grid.levels[index];
  const RowColumn cell = cell_of(level, home_of(flight, grid.box));
  return level.first_cell + cell.row * level.columns + cell.column;
}

/// Counting sort: GridData::starts and order.
void sort_places(std::span<const Flight> flights, std::uint32_t ungridded_cell, GridScratch& scratch, GridData& grid) {
  scratch.cells.resize(flights.size());
  // While sorting, cell c begins at starts[c + 1], which moves on to its end: the beginning of the next.
  grid.starts.assign(ungridded_cell + 3, 0);
  for (std::size_t i = 0; i < flights.size(); ++i) {
    const std::uint32_t cell = cell_of(flights[i], scratch.reach[i], grid, ungridded_cell);
    scratch.cells[i] = cell;
    ++grid.starts[cell + 2];
  }
  for (std::size_t c = 2; c < grid.starts.size(); ++c) grid.starts[c] += grid.starts[c - 1];
  grid.order.resize(flights.size());
  for (std::uint32_t i = 0; i < flights.size(); ++i) grid.order[grid.starts[scratch.cells[i] + 1]++] = i;
  grid.starts.pop_back();
}

/// Where the cells are: one that is far out must not make the units coarse for all the others. It is ungridded instead.
Extent usual_extent_of(const GridData& grid, Extent all) noexcept {
  if (grid.levels.empty()) return all;
  const GridLevel& level = grid.levels.front();
  const auto size = [](std::uint32_t count, double per_cell, double whole) {
    return count > 1 ? count / per_cell : whole;
  };
  const Vec2 whole = all.max - all.min;
  return {level.min,
          {level.min.x + size(level.columns, level.per_cell.x, whole.x),
           level.min.y + size(level.rows, level.per_cell.y, whole.y)}};
}

/// The units of single precision: about the size of the cells' extent, and of the caps.
BoxUnits units_of(const GridData& grid, Extent extent) noexcept {
  double size = std::max(extent.max.x - extent.min.x, extent.max.y - extent.min.y) / 2;
  for (const GridLevel& level : grid.levels) size = std::max(size, level.cap);
  BoxUnits units;
  units.origin = {extent.min.x / 2 + extent.max.x / 2, extent.min.y / 2 + extent.max.y / 2};
  units.scale = size > k_least_unit ? 1 / size : 1 / k_least_unit;
  return units;
}

/// Boxes and homes by the order found.
void fill(std::span<const Flight> flights, std::uint32_t ungridded_cell, GridData& grid) {
  grid.boxes.resize(flights.size());
  grid.homes.resize(flights.size());
  grid.ungridded.clear();
  grid.next_place = static_cast<std::uint32_t>(flights.size());
  const double extent = image_extent(grid.box);
  for (std::uint32_t place = 0; place < flights.size(); ++place) {
    const Flight& f = flights[grid.order[place]];
    const Way way = way_of(f, 0, grid.window, extent);
    grid.homes[place] = home_of(f, grid.box);
    grid.boxes[place] = swept_box(covered(way), grid.units);
    if (place < grid.starts[ungridded_cell] && !is_far_out(grid.boxes[place])) continue;
    grid.ungridded.add(place, way);
    grid.park(place);
  }
}

}  // namespace

void build_grid(std::span<const Flight> flights, double window, const std::optional<PeriodicBox>& box,
                GridScratch& scratch, GridData& grid) {
  grid.window = window;
  grid.box = box;
  const Measure all = measure(flights, grid, scratch.reach);
  grid.levels.clear();
  if (!flights.empty()) plan_levels(flights, all, box, scratch, grid.levels);
  grid.units = units_of(grid, box ? Extent{box->min, box->max} : usual_extent_of(grid, all.extent));
  for (GridLevel& level : grid.levels) {
    level.box_min = grid.units.scale * (level.min - grid.units.origin);
    level.box_per_cell = (1 / grid.units.scale) * level.per_cell;
    level.box_cap = grid.units.scale * level.cap * (1 + k_single_margin);
  }
  const std::uint32_t ungridded_cell = lay_cells(grid);
  sort_places(flights, ungridded_cell, scratch, grid);
  fill(flights, ungridded_cell, grid);
}

}  // namespace carom::detail
