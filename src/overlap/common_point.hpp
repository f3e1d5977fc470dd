#pragma once

#include "carom/motion/chain.hpp"
#include "carom/shapes/circle.hpp"

/// A point that lies in both of two shapes that overlap: in what is solid, on the line of what is hollow or a line.
namespace carom::detail {

/// Up to rounding. Of two convex things (solid polygons, segments, points) the middle of the corners of what they share.
[[nodiscard]] Vec2 common_point(const Chain& a, const Chain& b) noexcept;

/// For a disc its centre or else the point nearest to it; a ring that the chain does not cross lies in a solid polygon,
/// and its point farthest against `normal` is taken.
[[nodiscard]] Vec2 common_point(const Circle& a, const Chain& b, Vec2 normal) noexcept;

/// Does `p` lie in the chain: inside or on the edge of a solid polygon, on the line of anything else? Exact.
[[nodiscard]] bool contains(const Chain& chain, Vec2 p) noexcept;

}  // namespace carom::detail
