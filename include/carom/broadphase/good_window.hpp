#pragma once

#include <algorithm>
#include <limits>
#include <span>

#include "carom/broadphase/flight.hpp"

namespace carom {

/// Sums over bodies in flight, from which the length of a window follows.
struct FlightStatistics {
  static constexpr double k_far = std::numeric_limits<double>::max();
  Vec2 low{k_far, k_far};  ///< around all places
  Vec2 high{-k_far, -k_far};
  double speeds = 0;  ///< sum of the squares
  double sizes = 0;   ///< sum of the diameters
  double count = 0;
  bool peaceful = false;  ///< hardly any body will be hit

  void add(const Flight& f) noexcept {
    low = {std::min(low.x, f.at.x), std::min(low.y, f.at.y)};
    high = {std::max(high.x, f.at.x), std::max(high.y, f.at.y)};
    speeds += dot(f.velocity, f.velocity);
    sizes += 2 * f.radius;
    ++count;
  }
  void add(const FlightStatistics& other) noexcept {
    low = {std::min(low.x, other.low.x), std::min(low.y, other.low.y)};
    high = {std::max(high.x, other.high.x), std::max(high.y, other.high.y)};
    speeds += other.speeds;
    sizes += other.sizes;
    count += other.count;
  }
};

[[nodiscard]] FlightStatistics statistics_of(std::span<const Flight> flights) noexcept;

/// The length of the windows, a whole number of which make up `dt`, that costs least per unit of time: long ones find
/// pairs that are apart for most of it, short ones sort everything again for few hits; a body that is hit searches again.
/// A pure function of its arguments.
[[nodiscard]] double good_window(const FlightStatistics& statistics, double dt) noexcept;

}  // namespace carom
