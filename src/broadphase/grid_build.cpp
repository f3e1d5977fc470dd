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

/// Everyone's reach, and the measure of all.
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
    // Where the square overflows the reach is infinite, and whoever has it is loose.
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

/// The level with most bodies.
const GridLevel& main_level(const GridData& grid) noexcept {
  return *std::max_element(grid.levels.begin(), grid.levels.end(),
                           [](const GridLevel& a, const GridLevel& b) { return a.count < b.count; });
}

/// The heights at which strips end, but for the last.
void cut_strips(std::span<const Flight> flights, unsigned strips, GridScratch& scratch, GridData& grid) {
  grid.strip_ends.clear();
  if (strips <= 1) return;
  const GridLevel& level = main_level(grid);
  scratch.row_counts.assign(level.rows, 0);
  for (const Flight& f : flights) ++scratch.row_counts[cell_of(level, home_of(f, grid.box)).row];
  std::size_t below = 0;
  for (std::uint32_t row = 0; row < level.rows; ++row) {
    below += scratch.row_counts[row];
    while (grid.strip_ends.size() + 1 < strips && below * strips >= (grid.strip_ends.size() + 1) * flights.size()) {
      grid.strip_ends.push_back(level.per_cell.y > 0 ? level.min.y + (row + 1) / level.per_cell.y : level.min.y);
    }
  }
}

/// Rows of all levels, with the cells in the order they have in memory: by strip, level, row. Returns the number of cells.
std::uint32_t lay_rows(unsigned strips, GridScratch& scratch, GridData& grid) {
  std::uint32_t rows = 0;
  grid.bands.clear();
  for (GridLevel& level : grid.levels) {
    level.first_row = rows;
    level.first_band = static_cast<std::uint32_t>(grid.bands.size());
    rows += level.rows;
    std::uint32_t row = 0;
    grid.bands.push_back(0);
    for (unsigned strip = 0; strip < strips; ++strip) {
      const auto middle = [&] { return level.min.y + (row + 0.5) / level.per_cell.y; };
      while (row < level.rows && (level.rows == 1 ? strip_at(grid, level.min.y) : strip_at(grid, middle())) == strip)
        ++row;
      grid.bands.push_back(row);
    }
  }
  grid.rows.resize(rows);
  scratch.loose_cells.resize(strips);
  std::uint32_t cell = 0;
  for (unsigned strip = 0; strip < strips; ++strip) {
    for (const GridLevel& level : grid.levels) {
      for (std::uint32_t row = grid.bands[level.first_band + strip]; row < grid.bands[level.first_band + strip + 1];
           ++row) {
        grid.rows[level.first_row + row] = cell;
        cell += level.columns;
      }
    }
    scratch.loose_cells[strip] = cell++;
  }
  return cell;
}

std::uint32_t cell_of(const Flight& flight, double reach, const GridData& grid, const GridScratch& scratch) noexcept {
  const Vec2 home = home_of(flight, grid.box);
  const std::size_t index = level_for(grid.levels, flight.radius, reach);
  if (index == grid.levels.size()) return scratch.loose_cells[strip_at(grid, home.y)];
  const GridLevel& level = grid.levels[index];
  const RowColumn cell = cell_of(level, home);
  return grid.rows[level.first_row + cell.row] + cell.column;
}

/// Counting sort: GridData::starts and order.
void sort_places(std::span<const Flight> flights, std::uint32_t cells, GridScratch& scratch, GridData& grid) {
  scratch.cells.resize(flights.size());
  // While sorting, cell c begins at starts[c + 1], which moves on to its end: the beginning of the next.
  grid.starts.assign(cells + 2, 0);
  for (std::size_t i = 0; i < flights.size(); ++i) {
    const std::uint32_t cell = cell_of(flights[i], scratch.reach[i], grid, scratch);
    scratch.cells[i] = cell;
    ++grid.starts[cell + 2];
  }
  for (std::size_t c = 2; c < grid.starts.size(); ++c) grid.starts[c] += grid.starts[c - 1];
  grid.order.resize(flights.size());
  for (std::uint32_t i = 0; i < flights.size(); ++i) grid.order[grid.starts[scratch.cells[i] + 1]++] = i;
  grid.starts.pop_back();
}

/// Where the cells are: one that is far out must not make the units coarse for all the others. It is loose instead.
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

/// Boxes, homes and strips by the order found.
void fill(std::span<const Flight> flights, unsigned strips, const GridScratch& scratch, GridData& grid) {
  grid.boxes.resize(flights.size());
  grid.homes.resize(flights.size());
  grid.strip.resize(flights.size());
  grid.loose.resize(strips);
  const double extent = image_extent(grid.box);
  std::uint32_t place = 0;
  for (unsigned strip = 0; strip < strips; ++strip) {
    grid.loose[strip].clear();
    const std::uint32_t loose = grid.starts[scratch.loose_cells[strip]];
    const std::uint32_t end = grid.starts[scratch.loose_cells[strip] + 1];
    for (; place < end; ++place) {
      const Flight& f = flights[grid.order[place]];
      const Way way = way_of(f, 0, grid.window, extent);
      grid.homes[place] = home_of(f, grid.box);
      grid.strip[place] = static_cast<std::uint8_t>(strip);
      grid.boxes[place] = swept_box(covered(way), grid.units);
      if (place < loose && !is_far_out(grid.boxes[place])) continue;
      grid.loose[strip].add(place, way);
      grid.park(place);
    }
  }
}

}  // namespace

std::uint8_t strip_at(const GridData& grid, double y) noexcept {
  const auto& ends = grid.strip_ends;
  return static_cast<std::uint8_t>(std::upper_bound(ends.begin(), ends.end(), y) - ends.begin());
}

void build_grid(std::span<const Flight> flights, double window, const std::optional<PeriodicBox>& box, unsigned strips,
                GridScratch& scratch, GridData& grid) {
  grid.window = window;
  grid.box = box;
  const Measure all = measure(flights, grid, scratch.reach);
  grid.levels.clear();
  if (!flights.empty()) plan_levels(flights, all, box, scratch, grid.levels);
  if (grid.levels.empty()) {
    grid.strip_ends.clear();
  } else {
    cut_strips(flights, strips, scratch, grid);
  }
  grid.units = units_of(grid, box ? Extent{box->min, box->max} : usual_extent_of(grid, all.extent));
  for (GridLevel& level : grid.levels) {
    level.box_min = grid.units.scale * (level.min - grid.units.origin);
    level.box_per_cell = (1 / grid.units.scale) * level.per_cell;
    level.box_cap = grid.units.scale * level.cap * (1 + k_single_margin);
  }
  const std::uint32_t cells = lay_rows(strips, scratch, grid);
  sort_places(flights, cells, scratch, grid);
  fill(flights, strips, scratch, grid);
}

}  // namespace carom::detail
