#pragma once

#include "carom/response/response.hpp"

namespace carom::detail {

/// A disc inside a ring that comes in at a sine below this is taken as moving along the wall.
inline constexpr double k_graze = 1e-6;
inline constexpr double k_least_tilt = 1e-4;

/// Inside a ring a tangent leads into the wall at once. It becomes a shallow bounce of the same speed, of the given sine, seen
/// from the common centre of mass: energy and momentum are kept. False: it does not graze the wall.
[[nodiscard]] bool turn_along_ring(const Encounter& encounter, double sine, Aftermath& after) noexcept;

}  // namespace carom::detail
