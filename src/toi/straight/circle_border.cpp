#include "carom/toi/circle_border.hpp"

#include <algorithm>

#include "carom/math/certified_sign.hpp"
#include "overlap/depth.hpp"
#include "toi/straight/circle_border_filter.hpp"

namespace carom {
namespace {

/// The sign of k (p - w) - r.
Sign gap_sign(double p, double radius, double at, bool left) noexcept {
  return certified_sign([&](auto lift) {
    const auto s = left ? lift(at) - lift(p) : lift(p) - lift(at);
    return s - lift(radius);
  });
}

double certified_time(double from, double to, double radius, double at, bool left) noexcept {
  const DoubleDouble s0 = left ? two_difference(at, from) : two_difference(from, at);
  const DoubleDouble way = left ? two_difference(to, from) : two_difference(from, to);
  return std::clamp(fraction(s0 - DoubleDouble(radius), way).rounded(), 0.0, 1.0);
}

ImpactTime certified(double from, double to, double radius, double at) noexcept {
  const bool left = from < at;
  const Sign gap = gap_sign(from, radius, at, left);
  if (gap == Sign::negative) return {Outcome::overlap, 0};
  const bool on_border = from == at;  // a point on the line leaves it either way
  const bool closing = left ? to > from : to < from;
  if (!closing || on_border) return {Outcome::miss, 0};
  if (gap == Sign::zero) return {Outcome::hit, 0};
  if (gap_sign(to, radius, at, left) == Sign::positive) return {Outcome::miss, 0};
  return {Outcome::hit, certified_time(from, to, radius, at, left)};
}

}  // namespace

ImpactTime impact_time(const MovingCircle& circle, const Border& border) noexcept {
  const double from = coordinate(circle.from, border.axis);
  const double to = coordinate(circle.to, border.axis);
  const detail::BorderFilter f = detail::border_filter(from, to, circle.radius, border.at);
  // 1. Do they overlap already?
  if (f.gap < -f.error) {
    count_decision(DecisionLevel::plain);
    return {Outcome::overlap, 0};
  }
  if (!(f.gap > f.error)) return certified(from, to, circle.radius, border.at);
  // 2. Do they come to touch within the step?
  if (f.end_gap > f.error) {
    count_decision(DecisionLevel::plain);
    return {Outcome::miss, 0};
  }
  // 3. When?
  if (!(f.end_gap < -f.error) || !(f.error <= f.time_allowance())) return certified(from, to, circle.radius, border.at);
  count_decision(DecisionLevel::plain);
  return {Outcome::hit, f.t < 1 ? f.t : 1};
}

Impact time_of_impact(const MovingCircle& circle, const Border& border) noexcept {
  const ImpactTime impact = impact_time(circle, border);
  if (impact.outcome == Outcome::miss) return {};
  if (impact.outcome == Outcome::overlap) {
    const Overlap deep = overlap_depth(Circle{circle.radius, circle.from, circle.hollow}, border);
    return {Outcome::overlap, {0, deep.point, deep.normal, Side::outer, deep.depth}};
  }
  const Vec2 axis = direction(border.axis);
  const bool left = coordinate(circle.from, border.axis) < border.at;
  Contact contact{
      .t = impact.t, .point = lerp(circle.from, circle.to, impact.t), .normal = left ? Vec2{} - axis : axis};
  (border.axis == Axis::x ? contact.point.x : contact.point.y) = border.at;
  return {Outcome::hit, contact};
}

}  // namespace carom
