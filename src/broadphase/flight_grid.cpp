#include "carom/broadphase/flight_grid.hpp"

#include <algorithm>

#include "broadphase/collect.hpp"
#include "broadphase/grid_build.hpp"
#include "broadphase/grid_walk.hpp"
#include "broadphase/may_touch.hpp"
#include "broadphase/swept_box.hpp"

namespace carom {
namespace {

/// Whether the one at `place` is found by its cell; if not, it is loose, or has been removed.
bool in_cells(const detail::GridData& grid, std::uint32_t place) noexcept {
  return place < grid.order.size() && !grid.parked(place);
}

/// The level whose cells hold a place.
const detail::GridLevel& level_at(const detail::GridData& grid, std::uint32_t place) noexcept {
  const std::uint8_t strip = grid.strip[place];
  std::size_t index = 0;
  for (; index + 1 < grid.levels.size(); ++index) {
    const detail::GridLevel& level = grid.levels[index];
    const detail::Cells rows = detail::strip_rows(grid, level, strip);
    if (rows.first > rows.last) continue;
    const std::uint32_t last = grid.rows[level.first_row + static_cast<std::uint32_t>(rows.last)];
    if (place < grid.starts[last + level.columns]) break;
  }
  return grid.levels[index];
}

/// Whether a way stays within `cap` of where its flight was sorted by, in x and in y.
bool stays_within(const detail::Covered& c, Vec2 home, double cap) noexcept {
  return c.low.x >= home.x - cap && c.low.y >= home.y - cap && c.high.x <= home.x + cap && c.high.y <= home.y + cap;
}

}  // namespace

void FlightGrid::build(std::span<const Flight> flights, double window, const std::optional<PeriodicBox>& box,
                       unsigned strips) {
  detail::build_grid(flights, window, box, strips, scratch_, data_);
}

void FlightGrid::pairs(unsigned strip, std::vector<NearPair>& out) const { detail::collect_pairs(data_, strip, out); }

void FlightGrid::near(std::uint32_t place, const Flight& flight, double now, Scope scope,
                      std::vector<Near>& out) const {
  const unsigned strip = scope == Scope::strip ? data_.strip[place] : detail::k_all_strips;
  detail::collect_near(data_, way(flight, now), place, strip, out);
}

void FlightGrid::near(const Flight& flight, double now, std::vector<Near>& out) const {
  detail::collect_near(data_, way(flight, now), detail::k_no_place, detail::k_all_strips, out);
}

detail::Way FlightGrid::way(const Flight& flight, double now) const noexcept {
  return detail::way_of(flight, now, data_.window, detail::image_extent(data_.box));
}

void FlightGrid::change(std::uint32_t place, const Flight& flight, double now) {
  const detail::Way changed = way(flight, now);
  detail::LooseList& loose = data_.loose[data_.strip[place]];
  if (!in_cells(data_, place)) {
    loose.ways[loose.find(place)] = changed;
    return;
  }
  const detail::Covered covered = detail::covered(changed);
  const detail::SweptBox box = detail::swept_box(covered, data_.units);
  if (stays_within(covered, data_.homes[place], level_at(data_, place).cap) && !detail::is_far_out(box)) {
    data_.boxes[place] = box;
  } else {
    data_.park(place);
    loose.add(place, changed);
  }
}

void FlightGrid::remove(std::uint32_t place) {
  if (in_cells(data_, place)) {
    data_.park(place);
    return;
  }
  detail::LooseList& loose = data_.loose[data_.strip[place]];
  const std::size_t i = loose.find(place);
  if (i < loose.place.size()) loose.erase(i);
}

std::uint32_t FlightGrid::insert(const Flight& flight) {
  const auto place = static_cast<std::uint32_t>(data_.strip.size());
  const std::uint8_t strip = detail::strip_at(data_, flight.at.y);
  data_.strip.push_back(strip);
  data_.loose[strip].add(place, way(flight, 0));
  return place;
}

std::size_t FlightGrid::loose_count() const noexcept {
  std::size_t count = 0;
  for (const detail::LooseList& loose : data_.loose) count += loose.place.size();
  return count;
}

}  // namespace carom
