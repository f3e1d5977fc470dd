#pragma once

#include <span>

#include "carom/broadphase/flight.hpp"

namespace carom {

/// The length of the windows, a whole number of which make up `dt`, that costs least per unit of time: long ones find
/// pairs that are apart for most of it, short ones sort everything again for few hits. A pure function of its arguments.
[[nodiscard]] double good_window(std::span<const Flight> flights, double dt) noexcept;

}  // namespace carom
