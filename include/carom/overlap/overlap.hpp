#pragma once

#include <optional>
#include <variant>

#include "carom/shapes/border.hpp"
#include "carom/shapes/circle.hpp"
#include "carom/shapes/polygon.hpp"
#include "carom/shapes/segment.hpp"

namespace carom {

/// Two shapes that overlap, and how to undo it.
///
/// A ring or an arena may be left outward or inward, whichever is shorter. Where no direction is better than another, one is
/// fixed: the smaller of two circles with one centre goes along x, a circle with its centre on a border forward along the
/// border's axis, one with its centre on a segment to the right of the way from its first end to its second.
///
/// Swapped shapes give the opposite normal and the same point and depth, to the last bit (unless they are the same shape).
/// Everything times a power of two gives the same normal, and point and depth times it. Tests: overlap_test.
struct Overlap {
  Vec2 point;        ///< a point that lies in both, or on both lines
  Vec2 normal;       ///< unit; moving `a` by `depth * normal` ends the overlap
  double depth = 0;  ///< the least such move for convex pairs, one that suffices for the others
};

/// The points of `a` and `b` that are nearest to each other. Of shapes that overlap or touch: a common point, twice.
struct ClosestPoints {
  Vec2 on_a;
  Vec2 on_b;
  double distance = 0;
};

/// The same told from the other side.
[[nodiscard]] constexpr Overlap mirrored(const Overlap& o) noexcept { return {o.point, -o.normal, o.depth}; }
[[nodiscard]] constexpr ClosestPoints mirrored(const ClosestPoints& c) noexcept { return {c.on_b, c.on_a, c.distance}; }

/// Any shape at rest. Polygons are referred to, not copied.
using Shape = std::variant<Circle, Border, Segment, const Polygon*>;

/// Do `a` and `b` overlap, and how deep? Decided exactly. Nothing for shapes that are apart or only touch, and for two borders.
[[nodiscard]] std::optional<Overlap> overlap(const Shape& a, const Shape& b) noexcept;

/// Nothing for two borders only.
[[nodiscard]] std::optional<ClosestPoints> closest_points(const Shape& a, const Shape& b) noexcept;

}  // namespace carom
