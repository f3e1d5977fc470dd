#include "toi/manifold_hull.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "toi/manifold_chain.hpp"

namespace carom::detail {
namespace {

/// A hull and where its centre is.
struct Placed {
  const PlacedOutline& outline;
  Vec2 center;

  [[nodiscard]] Vec2 at(int i) const noexcept { return center + outline.places[i]; }
  /// Do both edges of the corner lead up, but for leaning a little?
  [[nodiscard]] bool stands_on(int i, Vec2 up, double within) const noexcept {
    const auto rises = [&](int neighbour) {
      const Vec2 edge = outline.places[neighbour] - outline.places[i];
      const double rise = dot(up, edge);
      return rise >= 0 || rise >= -std::min(within, k_standing_sine * std::sqrt(dot(edge, edge)));
    };
    return rises(outline.previous(i)) && rises(outline.next(i));
  }
};

/// The corners no higher than `limit` along a direction, and the faces of which an end is no higher.
void take_lowest(const Placed& hull, Vec2 up, double limit, std::vector<int>& corners, std::vector<int>& faces) {
  corners.clear();
  faces.clear();
  const auto is_low = [&](int i) { return dot(up, hull.at(i)) <= limit; };
  const bool first = is_low(0);
  bool low = first;
  for (int i = 0; i < hull.outline.count; ++i) {
    if (low && hull.outline.corners[i] != 0) corners.push_back(i);
    const bool next = i + 1 == hull.outline.count ? first : is_low(i + 1);
    if (low || next) faces.push_back(i);
    low = next;
  }
}

/// Corners of `standing` before the faces of `wall`, as if `standing` were a.
void see_faces(const Placed& standing, std::span<const int> corners, const Placed& wall, std::span<const int> of_wall,
               double within, HullTouches& touches) {
  const PlacedOutline& faces = wall.outline;
  for (const int j : of_wall) {
    const Vec2 n = faces.normals[j];
    const Vec2 start = wall.at(j);
    touches.row.clear();
    for (const int i : corners) {
      const Vec2 from_start = standing.at(i) - start;
      const double height = dot(n, from_start);
      if (!(std::abs(height) <= within)) continue;
      const Vec2 direction = faces.along(j);
      const double along = dot(direction, from_start);
      if (along < (faces.corners[j] != 0 ? 0 : -within)) continue;
      const int end = faces.next(j);
      const double length = dot(direction, faces.places[end] - faces.places[j]);
      if (along > length + (faces.corners[end] != 0 ? 0 : within)) continue;
      if (!standing.stands_on(i, n, within)) continue;
      touches.row.push_back(
          {standing.at(i) - (0.5 * height) * n, n, height, {FeatureKind::corner, i}, {FeatureKind::face, j}});
    }
    take_row(touches.row, standing.outline.count, touches.seen);
  }
}

/// Two corners in front of each other; see chain_manifold.
void see_corner_pair(const Placed& a, int i, const Placed& b, int j, double within, HullTouches& touches) {
  const Vec2 way = a.at(i) - b.at(j);
  double gap = -std::numeric_limits<double>::infinity();
  Vec2 normal;
  const auto lowest = [](const Placed& hull, int k, Vec2 up) {
    return std::min(
        {dot(up, hull.at(k)), dot(up, hull.at(hull.outline.previous(k))), dot(up, hull.at(hull.outline.next(k)))});
  };
  const auto try_along = [&](Vec2 n, double better_by) {
    const double along = lowest(a, i, n) + lowest(b, j, -n);
    if (along > gap + better_by) gap = along, normal = n;
  };
  try_along(b.outline.normals[j], 0);
  try_along(b.outline.normals[b.outline.previous(j)], 0);
  try_along(-a.outline.normals[i], 0);
  try_along(-a.outline.normals[a.outline.previous(i)], 0);
  if (way != Vec2{}) try_along(unit(way), 0.125 * within);
  if (!(std::abs(gap) <= within)) return;
  touches.seen.push_back({b.at(j) + 0.5 * way, normal, gap, {FeatureKind::corner, i}, {FeatureKind::corner, j}});
}

/// Is the pair of corners seen already, as a corner at the end of a face?
bool is_known(const Placed& a, int i, const Placed& b, int j, std::span<const ManifoldPoint> seen) noexcept {
  const auto is_end = [](const PlacedOutline& outline, int face, int corner) {
    return corner == face || corner == outline.next(face);
  };
  return std::ranges::any_of(seen, [&](const ManifoldPoint& p) {
    if (p.on_b.kind == FeatureKind::corner && p.on_a.kind == FeatureKind::corner) return false;
    return p.on_a.kind == FeatureKind::corner ? p.on_a.index == i && is_end(b.outline, p.on_b.index, j)
                                              : p.on_b.index == j && is_end(a.outline, p.on_a.index, i);
  });
}

}  // namespace

void find_touches(const PlacedOutline& hull_a, const PlacedOutline& hull_b, Vec2 between, const PlacedGap& widest,
                  double within, HullTouches& touches) {
  touches.points.clear();
  if (!(widest.gap <= within)) return;
  touches.seen.clear();
  const Placed a{hull_a, between};
  const Placed b{hull_b, {}};
  // What touches lies in a strip across the widest gap; faces may lean.
  double top_b = -std::numeric_limits<double>::infinity();
  for (int j = 0; j < hull_b.count; ++j) top_b = std::max(top_b, dot(widest.normal, b.at(j)));
  const double reach = 2 * within + std::abs(widest.gap);
  take_lowest(a, widest.normal, top_b + reach, touches.corners_a, touches.faces_a);
  take_lowest(b, -widest.normal, reach - top_b, touches.corners_b, touches.faces_b);
  see_faces(a, touches.corners_a, b, touches.faces_b, within, touches);
  const std::size_t of_a = touches.seen.size();
  see_faces(b, touches.corners_b, a, touches.faces_a, within, touches);
  for (std::size_t k = of_a; k < touches.seen.size(); ++k) touches.seen[k] = mirrored(touches.seen[k]);
  for (const int i : touches.corners_a) {
    for (const int j : touches.corners_b) {
      const Vec2 way = a.at(i) - b.at(j);
      if (dot(way, way) > within * within || is_known(a, i, b, j, touches.seen)) continue;
      see_corner_pair(a, i, b, j, within, touches);
    }
  }
  take_each_once(touches.seen, within, touches.points);
}

}  // namespace carom::detail
