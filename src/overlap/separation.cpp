#include "overlap/separation.hpp"

#include <algorithm>
#include <limits>

#include "overlap/hull.hpp"
#include "overlap/measure.hpp"

namespace carom::detail {
namespace {

/// The vertex that reaches farthest against `normal`.
Vec2 deepest_vertex(const Chain& chain, Vec2 normal, Vec2 origin) noexcept {
  Vec2 deepest = chain.from[0];
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < chain.count; ++i) {
    const double height = dot(normal, chain.from[i] - origin);
    if (height < least) {
      least = height;
      deepest = chain.from[i];
    }
  }
  return deepest;
}

/// The least move of `mover` over an edge of the hull of `wall`.
Move move_over_edges(const Chain& mover, const Chain& wall) noexcept {
  Move best{{1, 0}, std::numeric_limits<double>::infinity()};
  visit_hull_edges(wall, [&](Vec2 p, Vec2 q) {
    const Vec2 normal = right_normal(p, q);
    const Vec2 vertex = deepest_vertex(mover, normal, p);
    const double depth = line_distance(p, q, vertex).rounded();
    if (depth < best.depth) best = {normal, std::max(depth, 0.0)};
  });
  return best;
}

}  // namespace

Move separating_move(const Chain& a, const Chain& b) noexcept {
  const Move a_off_b = move_over_edges(a, b);
  const Move b_off_a = move_over_edges(b, a);
  if (b_off_a.depth < a_off_b.depth) return {-b_off_a.normal, b_off_a.depth};
  // Two points have no edges; they never overlap either.
  return a_off_b.depth < std::numeric_limits<double>::infinity() ? a_off_b : Move{{1, 0}, 0};
}

Move separating_move(const Circle& a, const Chain& b) noexcept {
  const Vec2 center = a.center;
  bool outside = !b.closed();
  NearestOnEdge nearest{{}, {1, 0}, DoubleDouble(std::numeric_limits<double>::infinity())};
  Move through{{1, 0}, std::numeric_limits<double>::infinity()};
  visit_hull_edges(b, [&](Vec2 p, Vec2 q) {
    if (orientation(p, q, center) == Sign::negative) outside = true;
    const NearestOnEdge here = nearest_on_edge(center, p, q);
    if (here.distance.hi < nearest.distance.hi) nearest = here;
    const double depth = (DoubleDouble(a.radius) + line_distance(p, q, center)).rounded();
    if (depth < through.depth) through = {right_normal(p, q), depth};
  });
  if (!outside) return through;
  return {nearest.direction, std::max((DoubleDouble(a.radius) - nearest.distance).rounded(), 0.0)};
}

}  // namespace carom::detail
