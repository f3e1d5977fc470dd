#include "swept/contact_gap.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "carom/overlap/overlap.hpp"

namespace carom::detail {
namespace {

/// Two with straight sides, each a convex solid, a segment or a border: of the normals of their faces the one with
/// the largest gap. None for others.
std::optional<Gap> gap_of_convex(const StepContext& context, const StepBodies& bodies, BodyRef a, BodyRef b,
                                 double time) {
  const auto points_of = [&](BodyRef ref) -> std::span<const Vec2> {
    if (const auto* segment = std::get_if<Segment>(&shape_of(context.store, bodies.data(ref)))) return segment->ends;
    const auto* polygon = std::get_if<Polygon>(&shape_of(context.store, bodies.data(ref)));
    return polygon != nullptr && polygon->convex() && !polygon->hollow() ? polygon->vertices()
                                                                         : std::span<const Vec2>();
  };
  const Vec2 at = bodies.sweep(a).position(time);
  const Vec2 from = bodies.sweep(b).position(time);
  const Vec2 apart = at - from - context.nearest_shift(at, from);
  if (std::holds_alternative<Border>(shape_of(context.store, bodies.data(a)))) {
    if (std::holds_alternative<Border>(shape_of(context.store, bodies.data(b)))) return std::nullopt;
    auto mirrored = gap_of_convex(context, bodies, b, a, time);
    if (mirrored) mirrored->normal = -mirrored->normal;
    return mirrored;
  }
  const auto points_a = points_of(a);
  if (points_a.empty()) return std::nullopt;
  if (const auto* border = std::get_if<Border>(&shape_of(context.store, bodies.data(b)))) {
    const double line = border->at - coordinate(apart, border->axis);  // in the frame of a
    const double below = line - coordinate(bodies.data(a).high, border->axis);
    const double above = coordinate(bodies.data(a).low, border->axis) - line;
    const Vec2 normal = direction(border->axis);
    return above > below ? Gap{above, normal} : Gap{below, -normal};
  }
  const auto points_b = points_of(b);
  if (points_b.empty()) return std::nullopt;
  std::optional<Gap> largest;
  const auto ask = [&](Vec2 normal) {
    double nearest = std::numeric_limits<double>::infinity();
    for (const Vec2 p : points_a) nearest = std::min(nearest, dot(normal, apart + p));
    double farthest = -std::numeric_limits<double>::infinity();
    for (const Vec2 q : points_b) farthest = std::max(farthest, dot(normal, q));
    if (!largest || nearest - farthest > largest->size) largest = Gap{nearest - farthest, normal};
  };
  for (const auto& points : {points_a, points_b}) {
    for (std::size_t i = 0; i < points.size(); ++i) {
      const Vec2 normal = unit(perpendicular(points[(i + 1) % points.size()] - points[i]));
      // Which of them is outward follows from the gap: through a body there is none.
      ask(normal);
      ask(-normal);
    }
  }
  return largest;
}

}  // namespace

std::optional<Gap> gap_of_disc(const StepContext& context, const StepBodies& bodies, BodyRef disc, BodyRef other,
                               double time) {
  const Sweep& f = bodies.sweep(disc);
  const Sweep& g = bodies.sweep(other);
  // A point on a line does not tell on which side it is.
  if (!(f.radius > 0)) return std::nullopt;
  const Vec2 at = f.position(time);
  const Vec2 from = g.position(time) + context.nearest_shift(at, g.position(time));
  if (const auto* circle = std::get_if<Circle>(&shape_of(context.store, bodies.data(other)))) {
    const Vec2 apart = at - from;
    const double distance = length(apart);
    if (!(distance > 0)) return std::nullopt;
    const Vec2 out = unit(apart);
    if (circle->hollow && distance < circle->radius) return Gap{circle->radius - f.radius - distance, -out};
    return Gap{distance - f.radius - circle->radius, out};
  }
  const Circle centre{.radius = 0, .center = at - from, .hollow = false};
  std::optional<ClosestPoints> closest;
  if (const auto* segment = std::get_if<Segment>(&shape_of(context.store, bodies.data(other))))
    closest = closest_points(centre, *segment);
  if (const auto* border = std::get_if<Border>(&shape_of(context.store, bodies.data(other))))
    closest = closest_points(centre, *border);
  if (const auto* polygon = std::get_if<Polygon>(&shape_of(context.store, bodies.data(other))))
    closest = closest_points(centre, polygon);
  if (!closest || !(closest->distance > 0)) return std::nullopt;
  return Gap{closest->distance - f.radius, unit(closest->on_a - closest->on_b)};
}

double apart_along(const StepContext& context, const StepBodies& bodies, BodyRef a, BodyRef b, Vec2 normal,
                   double time) {
  const Vec2 at = bodies.sweep(a).position(time);
  if (b.is_edge()) return dot(normal, at);
  const Vec2 from = bodies.sweep(b).position(time);
  return dot(normal, at - from - context.nearest_shift(at, from));
}

std::optional<Gap> gap_of_pair(const StepContext& context, const StepBodies& bodies, BodyRef a, BodyRef b,
                               double time) {
  if (bodies.data(a).disc) return gap_of_disc(context, bodies, a, b, time);
  if (!bodies.data(b).disc) return gap_of_convex(context, bodies, a, b, time);
  auto gap = gap_of_disc(context, bodies, b, a, time);
  if (gap) gap->normal = -gap->normal;
  return gap;
}

Gap gap_to_edge(const StepContext& context, const StepBodies& bodies, BodyRef ref, BodyRef edge, double time) {
  const Bounds& bounds = *context.settings.bounds;
  const BodyData& m = bodies.data(ref);
  const Vec2 at = bodies.sweep(ref).position(time);
  switch (edge.index()) {
    case 0: return {at.x + m.low.x - bounds.min.x, {1, 0}};
    case 1: return {bounds.max.x - (at.x + m.high.x), {-1, 0}};
    case 2: return {at.y + m.low.y - bounds.min.y, {0, 1}};
    default: return {bounds.max.y - (at.y + m.high.y), {0, -1}};
  }
}

std::optional<double> room_in_ring(const StepContext& context, const StepBodies& bodies, BodyRef a, BodyRef b,
                                   double time) {
  const BodyRef ring = bodies.data(a).disc ? b : a;
  const BodyRef disc = bodies.data(a).disc ? a : b;
  const auto* const circle = std::get_if<Circle>(&shape_of(context.store, bodies.data(ring)));
  if (circle == nullptr || !circle->hollow || !(bodies.sweep(disc).radius < circle->radius)) return std::nullopt;
  const Vec2 at = bodies.sweep(disc).position(time);
  const Vec2 from = bodies.sweep(ring).position(time);
  if (!(length(at - from - context.nearest_shift(at, from)) < circle->radius)) return std::nullopt;
  return circle->radius - bodies.sweep(disc).radius;
}

}  // namespace carom::detail
