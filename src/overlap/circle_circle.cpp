#include <algorithm>
#include <tuple>

#include "overlap/depth.hpp"
#include "overlap/measure.hpp"
#include "overlap/state.hpp"

/// Circle and circle.
///
/// Symbols    d = a - b (centres), D = |d|, u = d / D, or {1, 0} for circles with one centre
/// Out        a goes R - D along u, R = ra + rb
/// In         when the larger is a ring, the smaller may go inside instead: a goes D - |ra - rb| along -u
/// Error      a few units in the last place of the depth, however shallow. Tests: circle_circle_test
namespace carom {
namespace {

bool is_ring(const Circle& c) noexcept { return c.hollow && c.radius > 0; }

/// So that both orders compute the same thing: the smaller first.
bool comes_before(const Circle& a, const Circle& b) noexcept {
  return std::tuple(a.radius, a.hollow, a.center.x, a.center.y) <
         std::tuple(b.radius, b.hollow, b.center.x, b.center.y);
}

/// Where two crossing rings cross: of the two points the one to the left of the way from `a` to `b`.
Vec2 ring_crossing(const Circle& a, const Circle& b, Vec2 a_to_b, double distance) noexcept {
  const double along = 0.5 * (distance + ((a.radius - b.radius) / distance) * (a.radius + b.radius));
  const double x = std::clamp(along, -a.radius, a.radius);
  return a.center + x * a_to_b + detail::half_chord(a.radius, x) * perpendicular(a_to_b);
}

/// `a` is the smaller one, and points are relative to its centre: seen from a huge circle it may be lost in rounding.
Vec2 common_point(const Circle& a, const Circle& b, Vec2 u, DoubleDouble distance, double out) noexcept {
  if (is_ring(a) && is_ring(b)) return ring_crossing(a, b, -u, distance.rounded());
  // A ring's point that is nearest to the centre of the disc.
  if (is_ring(a)) return a.center - a.radius * u;
  if (is_ring(b)) return a.center + (DoubleDouble(b.radius) - distance).rounded() * u;
  const double half = std::min(0.5 * out, a.radius);
  return a.center - (a.radius - half) * u;
}

}  // namespace

Overlap overlap_depth(const Circle& a, const Circle& b) noexcept {
  if (comes_before(b, a)) return mirrored(overlap_depth(b, a));
  const DoubleDouble distance = detail::distance_between(a.center, b.center);
  const Vec2 u = a.center == b.center ? Vec2{1, 0} : unit(a.center - b.center);
  const double out = (two_sum(a.radius, b.radius) - distance).rounded();
  Overlap result{common_point(a, b, u, distance, out), u, out};
  if (detail::may_hold(a, b) || detail::may_hold(b, a)) {
    const double in = (distance - two_difference(b.radius, a.radius)).rounded();
    if (in < out) result = {result.point, -u, in};
  }
  result.depth = std::max(result.depth, 0.0);
  return result;
}

}  // namespace carom
