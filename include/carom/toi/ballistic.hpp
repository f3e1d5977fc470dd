#pragma once

#include <optional>

#include "carom/overlap/overlap.hpp"
#include "carom/toi/contact.hpp"

/// A body that flies in a uniform field, and a shape that stands still: when do they first meet?
///
/// Equation   gap(t) = 0, falling;  the mover's origin is at p(t) = at + t v + (t²/2) g, in the stander's frame
/// Symbols    v velocity, g gravity, t in seconds, 0 <= t <= horizon
///            S = |at| + t |v| + (t²/2) |g| + sizes of both, each as the sum of its coordinates: what rounding is measured by
/// Straight   a point or circle and an edge, a vertex and an edge, anything and a border:
///            gap = n·(p - a) - r, a quadratic in t with one falling root; the foot of the point must lie on the edge then
/// Round      two circles, a circle and a vertex: |p - q|² = R², a quartic. |p - q|² rises and falls on at most four pieces of
///            time; the roots of its second derivative, a quadratic, separate those of the first, and these the pieces. In a
///            ring the gap is R - |p - q|.
/// Start      Bodies that have just met stand apart, touch or overlap by rounding. In touch (gap within 2^-30 of S below zero,
///            some roundings above):
///              closing faster than rounding (2^-46 |v|): they meet now, t = 0
///              at rest or closing slower, and accelerated into each other: they meet now
///              at rest or closing slower, and not accelerated: not now; later, should they come 2^-44 S closer
///              parting: not now, but when they come back; if they part too little to be apart, when the gap is what it was
///            Deeper overlaps that close meet now; those that part do not meet there until they have parted or close again.
///            Other walls of what is hollow or not convex are met meanwhile.
/// Points     A point keeps some roundings (2^-47 S) off a line with two sides, so that it stays known on which side it is.
/// Range      squares of all lengths, speeds and accelerations neither over- nor underflow; the horizon may be infinite; solid
///            polygons thicker than 2^-30 of their size
/// Error      Of bodies that are apart at the start no true hit is missed: one that passes within rounding counts as a hit,
///            with a closing speed of about zero. At a reported t the gap is within 1e-13 S of zero. Against exact numbers:
///            ballistic_oracle_test; through many bounces: ballistic_bounce_test; without gravity against the exact kernels and
///            the laws: ballistic_test
/// Source     docs/mathematics.md, section 17
namespace carom {

/// How a body flies, seen from what stands still.
struct BallisticPath {
  Vec2 at;
  Vec2 velocity;
  Vec2 gravity;
  double horizon = 0;  ///< seconds
  double blur = 0;     ///< lengths up to this are rounding too: that of coordinates before they were made relative
  double idle = 0;     ///< closing speeds up to this are rounding too

  [[nodiscard]] constexpr Vec2 place(double t) const noexcept { return at + t * (velocity + (0.5 * t) * gravity); }
  [[nodiscard]] constexpr Vec2 velocity_at(double t) const noexcept { return velocity + t * gravity; }
};

/// The first contact that closes: `t` in seconds, the point in the stander's frame, the normal pushes the mover off the
/// stander, `depth` is not 0 in deep overlaps only. Nothing: none up to the horizon, or both are borders.
/// Shapes are around their own origins; a circle's centre is that origin.
[[nodiscard]] std::optional<Contact> ballistic_contact(const Shape& mover, const BallisticPath& way,
                                                       const Shape& stander);

}  // namespace carom
