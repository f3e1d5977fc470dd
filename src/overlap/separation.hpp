#pragma once

#include "carom/motion/chain.hpp"
#include "carom/shapes/circle.hpp"

/// The least moves that part convex things. Of what is not convex the hull is parted, which always suffices.
namespace carom::detail {

/// A displacement of the first of two shapes.
struct Move {
  Vec2 normal;
  double depth = 0;
};

[[nodiscard]] inline Move move_along(Vec2 displacement) noexcept {
  const Vec2 normal = unit(displacement);
  return {normal == Vec2{} ? Vec2{1, 0} : normal, length(displacement)};
}

/// Separating axes: two convex chains that overlap part along the normal of an edge of one of them.
[[nodiscard]] Move separating_move(const Chain& a, const Chain& b) noexcept;

/// The disc (also of a ring) off the hull of the chain: r - distance when its centre is outside, otherwise through the
/// nearest edge, r + distance.
[[nodiscard]] Move separating_move(const Circle& a, const Chain& b) noexcept;

}  // namespace carom::detail
