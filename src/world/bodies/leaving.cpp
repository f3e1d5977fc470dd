#include "world/bodies/leaving.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "world/forces/falling_time.hpp"

namespace carom::detail {
namespace {

constexpr double k_never_leaves = std::numeric_limits<double>::infinity();

Vec2 nearest_within(Vec2 p, const Bounds& bounds) noexcept {
  return {std::clamp(p.x, bounds.min.x, bounds.max.x), std::clamp(p.y, bounds.min.y, bounds.max.y)};
}

Vec2 middle(const ShapeBox& box) noexcept { return 0.5 * (box.low + box.high); }
double radius(const ShapeBox& box) noexcept { return 0.5 * (box.high.x - box.low.x); }

/// When its box is past one of the four sides.
double past_a_side(const ShapeBox& box, Vec2 at, Vec2 velocity, Vec2 gravity, const Bounds& bounds) noexcept {
  const Vec2 low = at + box.low;
  const Vec2 high = at + box.high;
  return std::min({falling_time(high.x - bounds.min.x, -velocity.x, -gravity.x),
                   falling_time(bounds.max.x - low.x, velocity.x, gravity.x),
                   falling_time(high.y - bounds.min.y, -velocity.y, -gravity.y),
                   falling_time(bounds.max.y - low.y, velocity.y, gravity.y)});
}

/// When a disc that is not yet outside has `corner` at its rim, going out: |d + v t| = r, the later root, in the form that
/// does not cancel.
double past_the_corner(Vec2 d, Vec2 v, double r) noexcept {
  const double square = dot(v, v);
  const double along = dot(d, v);
  const double across = cross(d, v);
  const double root = std::sqrt(std::max(square * r * r - across * across, 0.0));
  const double t = along > 0 ? (r * r - dot(d, d)) / (along + root) : (root - along) / square;
  return std::max(t, 0.0);
}

}  // namespace

Outline outline_of(const BodyShape& shape) noexcept {
  return {shape_box(shape), std::holds_alternative<Circle>(shape)};
}

bool is_outside(const Outline& outline, Vec2 at, const Bounds& bounds) noexcept {
  if (is_outside(outline.box, at, bounds)) return true;
  if (!outline.round) return false;
  const Vec2 center = at + middle(outline.box);
  const Vec2 beyond = center - nearest_within(center, bounds);
  // Beside a side the box has told already, without rounding squares.
  const bool beside_corner = beyond.x != 0 && beyond.y != 0;
  return beside_corner && dot(beyond, beyond) > radius(outline.box) * radius(outline.box);
}

double leaving_time(const Outline& outline, Vec2 at, Vec2 velocity, Vec2 gravity, const Bounds& bounds) noexcept {
  if (is_outside(outline, at, bounds)) return 0;
  const double by_side = past_a_side(outline.box, at, velocity, gravity, bounds);
  if (by_side == k_never_leaves || !outline.round || !(gravity == Vec2{})) return by_side;
  // Where it passes the side: if that is beside a corner, it has gone out around that corner before.
  const Vec2 center = at + middle(outline.box);
  const Vec2 then = center + by_side * velocity;
  const Vec2 corner = nearest_within(then, bounds);
  if (then.x == corner.x || then.y == corner.y) return by_side;
  return std::min(by_side, past_the_corner(center - corner, velocity, radius(outline.box)));
}

}  // namespace carom::detail
