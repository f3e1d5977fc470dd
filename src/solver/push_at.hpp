#pragma once

#include "carom/math/vec2.hpp"

namespace carom::detail {

/// What a contact point gives to a: along the normal, and along its left. Several points of a pair may have several normals:
/// what the two have exchanged is the length of the sum, not the sum of the lengths.
template <class Point>
[[nodiscard]] constexpr Vec2 push_at(const Point& p) noexcept {
  return p.impulse * p.normal + p.friction_impulse * perpendicular(p.normal);
}

}  // namespace carom::detail
