#pragma once

#include <span>

#include "carom/broadphase/flight.hpp"

namespace carom {

/// What a crowd in flight is like, as far as windows go.
struct Crowd {
  Vec2 low;  ///< around all places
  Vec2 high;
  double speeds = 0;  ///< sum of the squares
  double sizes = 0;   ///< sum of the squared diameters
};

[[nodiscard]] Crowd crowd_of(std::span<const Flight> flights) noexcept;

/// The length of the windows, a whole number of which make up `dt`, that costs least per unit of time: long ones find
/// pairs that are apart for most of it, short ones sort everything again for few hits. A pure function of its arguments.
[[nodiscard]] double good_window(const Crowd& crowd, double dt) noexcept;

}  // namespace carom
