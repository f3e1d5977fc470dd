#include <cmath>

#include "overlap/closest.hpp"
#include "overlap/common_point.hpp"
#include "overlap/depth.hpp"
#include "overlap/state.hpp"

namespace carom::detail {
namespace {

/// A vertex of one chain and an edge of the other.
struct VertexAndEdge {
  double distance = std::numeric_limits<double>::infinity();
  int vertex = 0;
  int edge = 0;
};

VertexAndEdge nearest_pair(const Chain& vertices, const Chain& edges) noexcept {
  VertexAndEdge best;
  for (int j = 0; j < edges.edges(); ++j) {
    const QuickEdge edge(edges.from[j], edges.from[edges.next(j)]);
    for (int i = 0; i < vertices.count; ++i) {
      const double here = edge.distance(vertices.from[i], best.distance);
      if (here < best.distance) best = {here, i, j};
    }
  }
  return best;
}

ClosestPoints points_of(const Chain& vertices, const Chain& edges, const VertexAndEdge& pair) noexcept {
  const Vec2 p = vertices.from[pair.vertex];
  const NearestOnEdge nearest = nearest_on_edge(p, edges.from[pair.edge], edges.from[edges.next(pair.edge)]);
  return {p, nearest.point, positive_distance(nearest.distance)};
}

}  // namespace

ClosestPoints closest(const Chain& a, const Border& b) noexcept {
  if (state_of(a, b) == ChainState::overlapping) return meeting_at(overlap_depth(a, b).point);
  const auto offset = [&](int i) { return std::abs(coordinate(a.from[i], b.axis) - b.at); };
  int nearest = 0;
  for (int i = 1; i < a.count; ++i) {
    if (offset(i) < offset(nearest)) nearest = i;
  }
  const Vec2 p = a.from[nearest];
  return {p, b.axis == Axis::x ? Vec2{b.at, p.y} : Vec2{p.x, b.at}, offset(nearest)};
}

ClosestPoints closest(const Chain& a, const Chain& b) noexcept {
  if (comes_before(b, a)) return mirrored(closest(b, a));
  if (state_of(a, b) != ChainState::apart) return meeting_at(common_point(a, b));
  if (a.edges() == 0 && b.edges() == 0) {
    return {a.from[0], b.from[0], positive_distance(distance_between(a.from[0], b.from[0]))};
  }
  const VertexAndEdge of_a = nearest_pair(a, b);
  const VertexAndEdge of_b = nearest_pair(b, a);
  return of_b.distance < of_a.distance ? mirrored(points_of(b, a, of_b)) : points_of(a, b, of_a);
}

}  // namespace carom::detail
