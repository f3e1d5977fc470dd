#include "carom/broadphase/good_window.hpp"

#include <algorithm>
#include <cmath>

namespace carom {
namespace {

/// A search looks at the bodies in a square of side 2 (1 + k_spread s) diameters, where s is the root mean square way in
/// a window. The time per hit is least when these are about k_looked_at (bench, Broadphase: s = 0.5 at an area fraction of
/// 0.3, more in thinner gases).
constexpr double k_spread = 3;
constexpr double k_looked_at = 9.5;
/// The same where hardly any body is searched for twice: sorting is what costs (bench/gravity, the ring).
constexpr double k_looked_at_in_peace = 30;
/// s outside of this has not been measured.
constexpr double k_least_way = 0.25;
constexpr double k_most_way = 3;
constexpr double k_most_way_in_peace = 5;
constexpr double k_most_windows = 1e6;

}  // namespace

FlightStatistics statistics_of(std::span<const Flight> flights) noexcept {
  FlightStatistics statistics;
  for (const Flight& f : flights) statistics.add(f);
  return statistics;
}

double good_window(const FlightStatistics& statistics, double dt) noexcept {
  if (!(statistics.speeds > 0)) return dt;
  // Bodies per square of their mean diameter, 4 / pi times the area fraction of equal discs. Not of their mean square: one
  // giant among many small ones would count for all of them.
  const Vec2 room = statistics.high - statistics.low;
  const double size = statistics.sizes / statistics.count;
  const double density = statistics.count * size * size / (room.x * room.y);
  const double side = std::sqrt((statistics.peaceful ? k_looked_at_in_peace : k_looked_at) / density) / 2;
  const double most = statistics.peaceful ? k_most_way_in_peace : k_most_way;
  const double way = side > 0 ? std::clamp((side - 1) / k_spread, k_least_way, most) : k_least_way;
  const double count = std::ceil(dt * std::sqrt(statistics.speeds / statistics.count) / (way * size));
  return dt / std::clamp(count, 1.0, k_most_windows);
}

}  // namespace carom
