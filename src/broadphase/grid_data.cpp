#include "carom/broadphase/grid_data.hpp"

#include <algorithm>
#include <cmath>

namespace carom::detail {
namespace {

/// Infinitely far away, and still: no comparison of distances holds.
constexpr float k_nowhere = std::numeric_limits<float>::infinity();

template <class T>
void erase_at(std::vector<T>& v, std::size_t i) {
  v.erase(v.begin() + static_cast<std::ptrdiff_t>(i));
}

}  // namespace

void FlightColumns::resize(std::size_t count) {
  for (std::vector<float>* column : {&x, &y, &vx, &vy, &radius}) column->resize(count);
}

bool FlightColumns::set(std::size_t i, const FlightRecord& flight, const ColumnUnits& units) noexcept {
  const double px = (flight.x - units.origin.x) * units.scale;
  const double py = (flight.y - units.origin.y) * units.scale;
  const double wx = flight.vx * units.speed_scale;
  const double wy = flight.vy * units.speed_scale;
  const double r = flight.radius * units.scale;
  const double size = std::abs(px) + std::abs(py) + std::abs(wx) + std::abs(wy);
  if (!(size <= units.far)) return false;
  x[i] = static_cast<float>(px);
  y[i] = static_cast<float>(py);
  vx[i] = static_cast<float>(wx);
  vy[i] = static_cast<float>(wy);
  radius[i] = static_cast<float>(r + k_single_margin * (size + r));
  return true;
}

void FlightColumns::park(std::size_t i) noexcept {
  x[i] = y[i] = k_nowhere;
  vx[i] = vy[i] = radius[i] = 0;
}

void LooseList::clear() noexcept {
  records.clear();
  place.clear();
  reach.clear();
}

void LooseList::add(std::uint32_t new_place, const FlightRecord& record, double new_reach) {
  records.push_back(record);
  place.push_back(new_place);
  reach.push_back(new_reach);
}

void LooseList::erase(std::size_t i) {
  erase_at(records, i);
  erase_at(place, i);
  erase_at(reach, i);
}

std::size_t LooseList::find(std::uint32_t wanted) const noexcept {
  return static_cast<std::size_t>(std::find(place.begin(), place.end(), wanted) - place.begin());
}

}  // namespace carom::detail
