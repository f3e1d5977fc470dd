#include "carom/broadphase/flight_grid.hpp"

#include <algorithm>

#include "broadphase/collect.hpp"
#include "broadphase/grid_build.hpp"
#include "broadphase/grid_walk.hpp"
#include "broadphase/may_touch.hpp"
#include "broadphase/swept_box.hpp"

namespace carom {
namespace {

/// Whether the one at `place` is found by its cell; if not, it is ungridded, or has been removed.
bool in_cells(const detail::GridData& grid, std::uint32_t place) noexcept {
  return place < grid.order.size() && !grid.parked(place);
}

/// The level whose cells hold a place.
const detail::GridLevel& level_at(const detail::GridData& grid, std::uint32_t place) noexcept {
  std::size_t index = 0;
  while (index + 1 < grid.levels.size() && place >= grid.starts[detail::end_cell(grid.levels[index])]) ++index;
  return grid.levels[index];
}

/// Whether a way stays within `cap` of where its flight was sorted by, in x and in y.
bool stays_within(const detail::Covered& c, Vec2 home, double cap) noexcept {
  return c.low.x >= home.x - cap && c.low.y >= home.y - cap && c.high.x <= home.x + cap && c.high.y <= home.y + cap;
}

}  // namespace

void FlightGrid::build(std::span<const Flight> flights, double window, const std::optional<PeriodicBox>& box) {
  detail::build_grid(flights, window, box, scratch_, data_);
}

void FlightGrid::pairs(std::vector<NearPair>& out, detail::StepGuard* guard) const {
  detail::collect_pairs(data_, out, guard);
}

void FlightGrid::near(std::uint32_t place, const Flight& flight, double now, std::vector<Near>& out) const {
  detail::collect_near(data_, way(flight, now), place, out);
}

void FlightGrid::near(const Flight& flight, double now, std::vector<Near>& out) const {
  detail::collect_near(data_, way(flight, now), detail::k_no_place, out);
}

detail::Way FlightGrid::way(const Flight& flight, double now) const noexcept {
  return detail::way_of(flight, now, data_.window, detail::image_extent(data_.box));
}

void FlightGrid::change(std::uint32_t place, const Flight& flight, double now) {
  const detail::Way changed = way(flight, now);
  detail::UngriddedList& ungridded = data_.ungridded;
  if (!in_cells(data_, place)) {
    ungridded.ways[ungridded.find(place)] = changed;
    return;
  }
  const detail::Covered covered = detail::covered(changed);
  const detail::SweptBox box = detail::swept_box(covered, data_.units);
  if (stays_within(covered, data_.homes[place], level_at(data_, place).cap) && !detail::is_far_out(box)) {
    data_.boxes[place] = box;
  } else {
    data_.park(place);
    ungridded.add(place, changed);
  }
}

void FlightGrid::remove(std::uint32_t place) {
  if (in_cells(data_, place)) {
    data_.park(place);
    return;
  }
  detail::UngriddedList& ungridded = data_.ungridded;
  const std::size_t i = ungridded.find(place);
  if (i < ungridded.place.size()) ungridded.erase(i);
}

std::vector<FlightGrid::Cell> FlightGrid::cells() const {
  std::vector<Cell> cells;
  for (const detail::GridLevel& level : data_.levels) {
    for (std::uint32_t k = 0; k < level.rows * level.columns; ++k) {
      const std::uint32_t begin = data_.starts[level.first_cell + k];
      const std::uint32_t end = data_.starts[level.first_cell + k + 1];
      if (begin == end) continue;
      // Where there is one column or row alone, it has no width of its own. What lies beyond the last one is in that.
      const Vec2 first = data_.homes[begin];
      Cell cell{first, first, end - begin};
      const Vec2 at{static_cast<double>(k % level.columns), static_cast<double>(k / level.columns)};
      if (level.columns > 1) {
        cell.min.x = level.min.x + at.x / level.per_cell.x;
        cell.max.x = level.min.x + (at.x + 1) / level.per_cell.x;
      }
      if (level.rows > 1) {
        cell.min.y = level.min.y + at.y / level.per_cell.y;
        cell.max.y = level.min.y + (at.y + 1) / level.per_cell.y;
      }
      for (std::uint32_t place = begin; place < end; ++place) {
        const Vec2 home = data_.homes[place];
        cell.min = {std::min(cell.min.x, home.x), std::min(cell.min.y, home.y)};
        cell.max = {std::max(cell.max.x, home.x), std::max(cell.max.y, home.y)};
      }
      cells.push_back(cell);
    }
  }
  return cells;
}

std::uint32_t FlightGrid::insert(const Flight& flight) {
  const std::uint32_t place = data_.next_place++;
  data_.ungridded.add(place, way(flight, 0));
  return place;
}

}  // namespace carom
