#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

#include "carom/math/vec2.hpp"
#include "carom/world/settings.hpp"

/// A body with exactly no room, a disc in a tube of its own width, meets one wall and the other for ever, and no time
/// passes. docs/mathematics.md, section 15.
namespace carom::detail {

/// So many contacts of one body in a row without any way between them, and it has no room. Where all bodies touch at the
/// start, finitely many contacts at one time are physics: pi by collisions has 31,415 with a mass ratio of 10⁸.
inline constexpr std::uint32_t k_no_room_after = 1U << 16U;
/// The same where one of the two is no disc. Two polygons or a disc on the wall of a hollow one take up to a millisecond to
/// decide; pi by collisions has 3,141 with a mass ratio of 10⁶.
inline constexpr std::uint32_t k_no_room_of_shapes_after = 1U << 12U;
/// Of a body's size and place: a way that rounding could have made is none.
inline constexpr double k_rounded_way = 0x1p-50;

/// One more contact of a body that has been on its way for `span`, seen from the body it meets: how many there are in a row.
[[nodiscard]] inline std::uint32_t contacts_without_way(std::uint32_t before, double span, Vec2 relative_velocity,
                                                        Vec2 at, double radius) noexcept {
  const double reach = std::isfinite(radius) ? radius : 0;
  const bool none = span * length(relative_velocity) <= k_rounded_way * (std::abs(at.x) + std::abs(at.y) + reach);
  return none ? before + 1 : 0;
}

/// Is a disc as wide as its world? Gases in a hurry do not count contacts, so that is none.
[[nodiscard]] inline bool fills(const std::optional<Bounds>& bounds, double radius) noexcept {
  if (!bounds || bounds->edges != Edges::rebound) return false;
  const Vec2 extent = bounds->max - bounds->min;
  return std::min(extent.x, extent.y) <= 2 * radius * (1 + 1e-9);
}

}  // namespace carom::detail
