#pragma once

#include "carom/response/response.hpp"

namespace carom::detail {

/// A disc inside a ring whose path has an angle to the wall with a sine below this counts as moving along the wall.
inline constexpr double k_graze = 1e-6;
/// Sine of the smallest angle of the bounce that replaces it.
inline constexpr double k_least_tilt = 1e-4;

/// On the inside of a ring a tangential path leads into the wall immediately. It is replaced by a shallow bounce of the same speed, of the given sine, seen
/// from the common centre of mass: energy and momentum are kept. False: it does not graze the wall.
[[nodiscard]] bool turn_along_ring(const Encounter& encounter, double sine, Aftermath& after) noexcept;

}  // namespace carom::detail
