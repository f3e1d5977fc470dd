#include "overlap/circle_chain_state.hpp"
#include "overlap/closest.hpp"
#include "overlap/common_point.hpp"
#include "overlap/depth.hpp"
#include "overlap/state.hpp"

namespace carom::detail {
namespace {

/// Inside a ring the gap is R - |d| - r, between the points farthest out in the direction of the inner centre.
ClosestPoints closest_inside(const Circle& outer, const Circle& inner) noexcept {
  const Vec2 out = outer.center == inner.center ? Vec2{1, 0} : unit(inner.center - outer.center);
  const DoubleDouble gap = two_difference(outer.radius, inner.radius) - distance_between(outer.center, inner.center);
  return {outer.center + outer.radius * out, inner.center + inner.radius * out, positive_distance(gap)};
}

ClosestPoints closest_outside(const Circle& a, const Circle& b) noexcept {
  const Vec2 to_a = unit(a.center - b.center);
  const DoubleDouble gap = distance_between(a.center, b.center) - two_sum(a.radius, b.radius);
  return {a.center - a.radius * to_a, b.center + b.radius * to_a, positive_distance(gap)};
}

/// The ring around a chain: the vertex that is farthest from the centre is nearest to the ring.
ClosestPoints closest_to_held(const Circle& ring, const Chain& chain) noexcept {
  Vec2 farthest = chain.from[0];
  for (int i = 1; i < chain.count; ++i) {
    if (length(chain.from[i] - ring.center) > length(farthest - ring.center)) farthest = chain.from[i];
  }
  return closest_inside(ring, Circle{0, farthest, false});
}

NearestOnEdge nearest_to(Vec2 p, const Chain& chain) noexcept {
  NearestOnEdge nearest{{}, {}, DoubleDouble(std::numeric_limits<double>::infinity())};
  for (int i = 0; i < chain.edges(); ++i) {
    const NearestOnEdge here = nearest_on_edge(p, chain.from[i], chain.from[chain.next(i)]);
    if (here.distance.hi < nearest.distance.hi) nearest = here;
  }
  return nearest;
}

}  // namespace

ClosestPoints closest(const Circle& a, const Circle& b) noexcept {
  const ChainState state = state_of(a, b);
  if (state == ChainState::overlapping) return meeting_at(overlap_depth(a, b).point);
  ClosestPoints result;
  if (may_hold(a, b) && holds(a, b)) {
    result = closest_inside(a, b);
  } else if (may_hold(b, a) && holds(b, a)) {
    result = mirrored(closest_inside(b, a));
  } else {
    result = closest_outside(a, b);
  }
  if (state == ChainState::apart) return result;
  // The point of the smaller circle is the more precise one.
  if (a.radius == b.radius) return meeting_at(result.on_a + 0.5 * (result.on_b - result.on_a));
  return meeting_at(a.radius < b.radius ? result.on_a : result.on_b);
}

ClosestPoints closest(const Circle& a, const Border& b) noexcept {
  const ChainState state = state_of(a, b);
  if (state == ChainState::overlapping) return meeting_at(overlap_depth(a, b).point);
  const DoubleDouble s = two_difference(coordinate(a.center, b.axis), b.at);
  const bool behind = s.hi < 0;
  const Vec2 foot = b.axis == Axis::x ? Vec2{b.at, a.center.y} : Vec2{a.center.x, b.at};
  if (state == ChainState::touching) return meeting_at(foot);
  const Vec2 to_border = behind ? direction(b.axis) : -direction(b.axis);
  return {a.center + a.radius * to_border, foot, positive_distance((behind ? -s : s) - DoubleDouble(a.radius))};
}

ClosestPoints closest(const Circle& a, const Chain& b) noexcept {
  if (b.kind == ChainKind::point) return closest(a, Circle{0, b.from[0], false});
  if (!(a.radius > 0)) return closest(point_chain(a.center), b);
  const CircleClassification found = classify(a, b);
  if (found.state == ChainState::overlapping) return meeting_at(common_point(a, b, Vec2{1, 0}));
  ClosestPoints result;
  if (found.holds_chain) {
    result = closest_to_held(a, b);
  } else {
    const NearestOnEdge nearest = nearest_to(a.center, b);
    result = {a.center - a.radius * nearest.direction, nearest.point,
              positive_distance(nearest.distance - DoubleDouble(a.radius))};
  }
  return found.state == ChainState::touching ? meeting_at(result.on_b) : result;
}

}  // namespace carom::detail
