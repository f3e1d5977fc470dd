#pragma once

#include "carom/math/elementary.hpp"
#include "carom/shapes/checked.hpp"
#include "carom/shapes/circle.hpp"
#include "carom/shapes/polygon.hpp"
#include "carom/shapes/segment.hpp"

namespace carom {

/// What a shape of density 1 weighs, where its centre of mass is, and how hard it is to turn. A ring or an arena counts as
/// the area it encloses; a segment, a thin rod, has its length for an area.
struct MassProperties {
  double area = 0;
  Vec2 centroid;
  double second_moment = 0;  ///< ∫ |p - centroid|² over the area
};

/// How hard a body of this shape and mass is to turn about its centre of mass: mass times the mean of |p - centroid|².
[[nodiscard]] constexpr double inertia(const MassProperties& shape, double mass) noexcept {
  return mass * (shape.second_moment / shape.area);
}

/// Area π r², second moment π r⁴ / 2.
[[nodiscard]] MassProperties mass_properties(const Circle& circle) noexcept;

/// Length L, second moment L³ / 12.
[[nodiscard]] MassProperties mass_properties(const Segment& segment) noexcept;

/// Sums over the triangles that one vertex makes with every edge.
///
/// Symbols    p, q the ends of an edge, seen from the first vertex; w = p × q
/// Equation   area A = Σ w / 2;  centroid c = Σ w (p + q) / 6A;  second moment Σ w (p² + p·q + q²) / 12 - A c²
/// Cases      any winding, convex or not: w is negative where the triangle is to be taken off, and turns with the winding
/// Error      a few units in the last place, for needles and for polygons far from the origin too: everything is seen from
///            a vertex, scaled to size 1, and summed in double-double. Tests: mass_test
[[nodiscard]] MassProperties mass_properties(const Polygon& polygon) noexcept;

/// `p` turned about the origin.
[[nodiscard]] constexpr Vec2 turned(Vec2 p, SinCos angle) noexcept {
  return {p.x * angle.cos - p.y * angle.sin, p.x * angle.sin + p.y * angle.cos};
}

/// The shape turned about the origin, counterclockwise, in radians. Each vertex is rounded; a shape that does not survive
/// that is an error: a polygon so thin that its edges now cross, a segment so short that its ends fell together. An angle of
/// 0 changes no bit.
[[nodiscard]] Checked<Polygon> turned(const Polygon& polygon, double angle);
[[nodiscard]] Checked<Segment> turned(const Segment& segment, double angle);

}  // namespace carom
