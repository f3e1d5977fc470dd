#include "overlap/common_point.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "carom/math/orientation.hpp"
#include "overlap/chain_state.hpp"
#include "overlap/hull.hpp"
#include "overlap/measure.hpp"

namespace carom::detail {
namespace {

Track standing(Vec2 p) noexcept { return {p, p, {}}; }

bool on_line(const Chain& chain, Vec2 p) noexcept {
  if (chain.edges() == 0) return chain.from[0] == p;
  for (int i = 0; i < chain.edges(); ++i) {
    if (place_on_edge(standing(p), chain.vertex(i), chain.edge_end(i), AtStart{}) != Place::off) return true;
  }
  return false;
}

bool boxes_apart(Vec2 a, Vec2 b, Vec2 c, Vec2 d) noexcept {
  return std::max(a.x, b.x) < std::min(c.x, d.x) || std::max(c.x, d.x) < std::min(a.x, b.x) ||
         std::max(a.y, b.y) < std::min(c.y, d.y) || std::max(c.y, d.y) < std::min(a.y, b.y);
}

bool edges_cross(Vec2 a, Vec2 b, Vec2 c, Vec2 d) noexcept {
  return !boxes_apart(a, b, c, d) && orientation(a, b, c) * orientation(a, b, d) == Sign::negative &&
         orientation(c, d, a) * orientation(c, d, b) == Sign::negative;
}

/// Calls `visit` for the corners of what the chains share: crossings of edges, and vertices of one that lie in the other.
template <class Visit>
void visit_shared_corners(const Chain& a, const Chain& b, const Visit& visit) noexcept {
  for (int i = 0; i < a.edges(); ++i) {
    for (int j = 0; j < b.edges(); ++j) {
      const Vec2 p = a.from[i], q = a.from[a.next(i)], u = b.from[j], v = b.from[b.next(j)];
      if (edges_cross(p, q, u, v)) visit(crossing_point(p, q, u, v));
    }
  }
  for (int i = 0; i < a.count; ++i) {
    if (contains(b, a.from[i])) visit(a.from[i]);
  }
  for (int j = 0; j < b.count; ++j) {
    if (contains(a, b.from[j])) visit(b.from[j]);
  }
}

/// Where the edge from `a` to `b` leaves the circle, if it does.
std::optional<Vec2> ring_crossing(const Circle& circle, Vec2 a, Vec2 b) noexcept {
  if (nearest_on_edge(circle.center, a, b).distance.rounded() > circle.radius) return std::nullopt;
  if (distance_between(circle.center, b).rounded() < circle.radius) {
    if (distance_between(circle.center, a).rounded() < circle.radius) return std::nullopt;
    std::swap(a, b);
  }
  const Vec2 along = unit(b - a);
  const double height = std::min(std::abs(line_distance(a, b, circle.center).rounded()), circle.radius);
  // Told from the far end, so that the point lies on the edge.
  const double from_end = dot(b - circle.center, along) - half_chord(circle.radius, height);
  return b - std::clamp(from_end, 0.0, length(b - a)) * along;
}

}  // namespace

bool contains(const Chain& chain, Vec2 p) noexcept {
  return on_line(chain, p) || (chain.kind == ChainKind::solid && is_inside(standing(p), chain, AtStart{}));
}

Vec2 common_point(const Chain& a, const Chain& b) noexcept {
  Vec2 first = a.from[0];
  Vec2 sum;  // of differences to the first, so that nothing is lost far from the origin
  int count = 0;
  visit_shared_corners(a, b, [&](Vec2 p) {
    if (count++ == 0) first = p;
    sum = sum + (p - first);
  });
  if (count < 2) return first;
  const Vec2 middle = first + (1.0 / count) * sum;
  const auto is_set = [](const Chain& c) { return c.kind != ChainKind::hollow && is_convex(c); };
  if (is_set(a) && is_set(b)) return middle;
  return contains(a, middle) && contains(b, middle) ? middle : first;
}

Vec2 common_point(const Circle& a, const Chain& b, Vec2 normal) noexcept {
  if (!a.hollow && b.kind == ChainKind::solid && contains(b, a.center)) return a.center;
  if (b.edges() == 0) return b.from[0];
  NearestOnEdge nearest{{}, {}, DoubleDouble(std::numeric_limits<double>::infinity())};
  for (int i = 0; i < b.edges(); ++i) {
    const Vec2 p = b.from[i];
    const Vec2 q = b.from[b.next(i)];
    if (a.hollow) {
      if (const auto crossing = ring_crossing(a, p, q)) return *crossing;
    }
    const NearestOnEdge here = nearest_on_edge(a.center, p, q);
    if (here.distance.hi < nearest.distance.hi) nearest = here;
  }
  return a.hollow ? a.center - a.radius * normal : nearest.point;
}

}  // namespace carom::detail
