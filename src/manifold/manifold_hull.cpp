#include "manifold/manifold_hull.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "manifold/manifold_chain.hpp"

namespace carom::detail {
namespace {

/// Some of the corners or faces of an outline.
using Some = std::uint64_t;
static_assert(k_most_hull_corners <= 64);

constexpr int first_of(Some some) noexcept { return std::countr_zero(some); }
constexpr Some without_first(Some some) noexcept { return some & (some - 1); }

/// A hull where it stands.
struct Placed {
  const PlacedOutline& outline;
  double x[k_most_hull_corners];
  double y[k_most_hull_corners];
  // What reaches into the strip in which two can touch:
  Some corners = 0;
  Some faces = 0;  ///< of which an end does

  explicit Placed(const PlacedOutline& of) noexcept : outline(of) {}

  [[nodiscard]] Vec2 at(int i) const noexcept { return {x[i], y[i]}; }
  /// Do both edges of the corner lead up, but for leaning a little?
  [[nodiscard]] bool stands_on(int i, Vec2 up, double within) const noexcept {
    const auto rises = [&](int neighbour) {
      const Vec2 edge = outline.places[neighbour] - outline.places[i];
      const double rise = dot(up, edge);
      return rise >= 0 || rise >= -std::min(within, k_standing_sine * std::sqrt(dot(edge, edge)));
    };
    return rises(outline.previous(i)) && rises(outline.next(i));
  }
  /// `low`: the vertices that reach into the strip.
  void take_low(Some low) noexcept {
    corners = low & outline.corners;
    faces = low | (low >> 1U) | ((low & 1U) << static_cast<unsigned>(outline.count - 1));
  }
};

/// What of `a` is no higher than `reach` above the highest vertex of `b`, and what of b no lower than that below it. Faces
/// may lean.
void take_strip(Placed& a, Vec2 between, Placed& b, Vec2 up, double reach) noexcept {
  double heights[k_most_hull_corners];
  double top = -std::numeric_limits<double>::infinity();
  for (int j = 0; j < b.outline.count; ++j) {
    const Vec2 at = b.outline.places[j];
    b.x[j] = at.x, b.y[j] = at.y;
    heights[j] = dot(up, at);
    top = top < heights[j] ? heights[j] : top;
  }
  const double limit_b = reach - top;
  Some low = 0;
  for (int j = b.outline.count - 1; j >= 0; --j) low = 2 * low + (-heights[j] <= limit_b ? 1U : 0U);
  b.take_low(low);
  const double limit_a = top + reach;
  low = 0;
  for (int i = a.outline.count - 1; i >= 0; --i) {
    const Vec2 at = between + a.outline.places[i];
    a.x[i] = at.x, a.y[i] = at.y;
    low = 2 * low + (dot(up, at) <= limit_a ? 1U : 0U);
  }
  a.take_low(low);
}

/// Is a corner over the face? It is known not to be far above or below.
bool is_over(const PlacedOutline& faces, int face, Vec2 from_start, double within) noexcept {
  const Vec2 direction = faces.along(face);
  const double along = dot(direction, from_start);
  if (along < (faces.is_corner(face) ? 0 : -within)) return false;
  const int end = faces.next(face);
  const double length = dot(direction, faces.places[end] - faces.places[face]);
  return !(along > length + (faces.is_corner(end) ? 0 : within));
}

/// Corner `i` of `standing`, at some height before face `j` of `wall`, as if `standing` were a. Did it count?
[[gnu::noinline]] bool see_face(const Placed& standing, int i, const Placed& wall, int j, double height, double within,
                                std::vector<ManifoldPoint>& points) {
  const Vec2 n = wall.outline.normals[j];
  const Vec2 at = standing.at(i);
  if (!is_over(wall.outline, j, at - wall.at(j), within) || !standing.stands_on(i, n, within)) return false;
  points.push_back({at - (0.5 * height) * n, n, height, {FeatureKind::corner, i}, {FeatureKind::face, j}});
  return true;
}

/// Many in front of one face, the last ones, are thinned out.
void thin_out(int many, int corners, HullTouches& touches) {
  const auto row = touches.points.end() - many;
  touches.row.assign(row, touches.points.end());
  touches.points.erase(row, touches.points.end());
  take_row(touches.row, corners, touches.points);
}

/// Corners of `standing` before the faces of `wall`. Most are far above or below.
void see_faces(const Placed& standing, const Placed& wall, double within, HullTouches& touches) {
  for (Some faces = wall.faces; faces != 0; faces = without_first(faces)) {
    const int j = first_of(faces);
    const Vec2 n = wall.outline.normals[j];
    const Vec2 start = wall.at(j);
    int found = 0;
    for (Some corners = standing.corners; corners != 0; corners = without_first(corners)) {
      const int i = first_of(corners);
      const double height = dot(n, standing.at(i) - start);
      if (!(std::abs(height) <= within)) continue;
      found += see_face(standing, i, wall, j, height, within, touches.points) ? 1 : 0;
    }
    if (found > 1) thin_out(found, standing.outline.count, touches);
  }
}

/// Two corners in front of each other; see chain_manifold.
void see_corner_pair(const Placed& a, int i, const Placed& b, int j, double within,
                     std::vector<ManifoldPoint>& points) {
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
  points.push_back({b.at(j) + 0.5 * way, normal, gap, {FeatureKind::corner, i}, {FeatureKind::corner, j}});
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

void see_corner_pairs(const Placed& a, const Placed& b, double within, std::vector<ManifoldPoint>& points) {
  for (Some of_a = a.corners; of_a != 0; of_a = without_first(of_a)) {
    const int i = first_of(of_a);
    for (Some of_b = b.corners; of_b != 0; of_b = without_first(of_b)) {
      const int j = first_of(of_b);
      const Vec2 way = a.at(i) - b.at(j);
      if (dot(way, way) > within * within || is_known(a, i, b, j, points)) continue;
      see_corner_pair(a, i, b, j, within, points);
    }
  }
}

}  // namespace

void find_touches(const PlacedOutline& hull_a, const PlacedOutline& hull_b, Vec2 between, const PlacedGap& widest,
                  double within, HullTouches& touches) {
  auto& points = touches.points;
  points.clear();
  if (!(widest.gap <= within)) return;
  Placed a(hull_a);
  Placed b(hull_b);
  take_strip(a, between, b, widest.normal, 2 * within + std::abs(widest.gap));
  see_faces(a, b, within, touches);
  const std::size_t of_a = points.size();
  see_faces(b, a, within, touches);
  for (std::size_t k = of_a; k < points.size(); ++k) points[k] = mirrored(points[k]);
  see_corner_pairs(a, b, within, points);
  if (points.size() > 1) keep_each_once(points, within);
}

}  // namespace carom::detail
