#include "carom/broadphase/flight_grid.hpp"

#include <algorithm>

#include "broadphase/collect.hpp"
#include "broadphase/grid_build.hpp"
#include "broadphase/grid_walk.hpp"
#include "broadphase/may_touch.hpp"
#include "broadphase/swept_box.hpp"

namespace carom {
namespace {

detail::FlightRecord record_of(const detail::GridData& grid, const Flight& f, Vec2 home) noexcept {
  const double radius = detail::padded(f, grid.window, detail::image_extent(grid.box));
  return {f.at.x, f.at.y, f.velocity.x, f.velocity.y, radius, f.disc ? 1.0 : 0.0, home};
}

/// Whether the one at `place` is found by its cell; if not, it is loose, or has been removed.
bool in_cells(const detail::GridData& grid, std::uint32_t place) noexcept {
  return place < grid.order.size() && !grid.records[place].parked();
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

}  // namespace

void FlightGrid::build(std::span<const Flight> flights, double window, const std::optional<PeriodicBox>& box,
                       unsigned strips) {
  detail::build_grid(flights, window, box, strips, scratch_, data_);
}

void FlightGrid::pairs(unsigned strip, std::vector<NearPair>& out) const { detail::collect_pairs(data_, strip, out); }

void FlightGrid::near(std::uint32_t place, double now, Scope scope, std::vector<Near>& out) const {
  const unsigned strip = data_.strip[place];
  const detail::LooseList& loose = data_.loose[strip];
  const detail::FlightRecord& record = in_cells(data_, place) ? data_.records[place] : loose.records[loose.find(place)];
  detail::collect_near(data_, record, now, place, scope == Scope::strip ? strip : detail::k_all_strips, out);
}

void FlightGrid::near(const Flight& flight, double now, std::vector<Near>& out) const {
  detail::collect_near(data_, record_of(data_, flight, flight.at), now, detail::k_no_member, detail::k_all_strips, out);
}

void FlightGrid::change(std::uint32_t place, const Flight& flight, double now) {
  detail::LooseList& loose = data_.loose[data_.strip[place]];
  if (!in_cells(data_, place)) {
    const std::size_t i = loose.find(place);
    const detail::FlightRecord record = record_of(data_, flight, loose.records[i].home);
    const double reach = detail::reach_from(record.home, flight, record.radius, now, data_.window);
    loose.records[i] = record;
    loose.reach[i] = std::max(loose.reach[i], reach);
    return;
  }
  const detail::FlightRecord record = record_of(data_, flight, data_.records[place].home);
  const double reach = detail::reach_from(record.home, flight, record.radius, now, data_.window);
  const bool inside = reach <= level_at(data_, place).cap;
  const detail::Path path(detail::asker_of(record, now, data_.window));
  const detail::SweptBox box = detail::swept_box(path, record.radius, data_.units);
  if (inside && !detail::is_far_out(box)) {
    data_.boxes[place] = box;
    data_.records[place] = record;
  } else {
    data_.park(place);
    loose.add(place, record, reach);
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
  const detail::FlightRecord record = record_of(data_, flight, flight.at);
  const std::uint8_t strip = detail::strip_at(data_, flight.at.y);
  data_.strip.push_back(strip);
  data_.loose[strip].add(place, record, detail::reach_from(flight.at, flight, record.radius, 0, data_.window));
  return place;
}

std::size_t FlightGrid::loose_count() const noexcept {
  std::size_t count = 0;
  for (const detail::LooseList& loose : data_.loose) count += loose.place.size();
  return count;
}

}  // namespace carom
