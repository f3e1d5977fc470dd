#include "carom/broadphase/good_window.hpp"

#include <algorithm>
#include <cmath>

namespace carom {
namespace {

/// Whoever asks looks at the bodies in a square of side 2 (1 + k_spread s) diameters, where s is the root mean square way in
/// a window. The time per hit is least when these are about k_looked_at (bench, Broadphase: s = 0.5 at an area fraction of
/// 0.3, more in thinner gases).
constexpr double k_spread = 3;
constexpr double k_looked_at = 9.5;
/// The same where hardly anybody looks twice: sorting is what costs (bench/gravity, the ring).
constexpr double k_looked_at_in_peace = 30;
/// s outside of this has not been measured.
constexpr double k_least_way = 0.25;
constexpr double k_most_way = 3;
constexpr double k_most_way_in_peace = 5;
constexpr double k_most_windows = 1e6;

}  // namespace

Crowd crowd_of(std::span<const Flight> flights) noexcept {
  Crowd crowd;
  for (const Flight& f : flights) crowd.add(f);
  return crowd;
}

double good_window(const Crowd& crowd, double dt) noexcept {
  if (!(crowd.speeds > 0)) return dt;
  // Bodies per square of their mean diameter, 4 / pi times the area fraction of equal discs. Not of their mean square: one
  // giant among many small ones would count for all of them.
  const Vec2 room = crowd.high - crowd.low;
  const double size = crowd.sizes / crowd.count;
  const double density = crowd.count * size * size / (room.x * room.y);
  const double side = std::sqrt((crowd.peaceful ? k_looked_at_in_peace : k_looked_at) / density) / 2;
  const double most = crowd.peaceful ? k_most_way_in_peace : k_most_way;
  const double way = side > 0 ? std::clamp((side - 1) / k_spread, k_least_way, most) : k_least_way;
  const double count = std::ceil(dt * std::sqrt(crowd.speeds / crowd.count) / (way * size));
  return dt / std::clamp(count, 1.0, k_most_windows);
}

}  // namespace carom
