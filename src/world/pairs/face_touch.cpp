#include "world/pairs/face_touch.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace carom::detail {
namespace {

constexpr double k_infinity = std::numeric_limits<double>::infinity();
/// Of the smaller polygon's extent: how far they overlap along every other direction.
constexpr double k_deep = 1.0 / 1024;
/// Sine of the angle between normals of faces that lie on each other.
constexpr double k_parallel = 1e-13;
/// Of both polygons together. For more the search for the faces is no longer the quick way.
constexpr std::size_t k_most_vertices = 32;

struct Range {
  double low = k_infinity;
  double high = -k_infinity;

  void add(double x) noexcept {
    low = std::min(low, x);
    high = std::max(high, x);
  }
};

Range range_along(Vec2 direction, std::span<const Vec2> points) noexcept {
  Range range;
  for (const Vec2 p : points) range.add(dot(direction, p));
  return range;
}

/// The largest gap so far, and the largest along a direction that is not parallel to its normal.
struct Gaps {
  Vec2 normal;
  double largest = -k_infinity;
  double other = -k_infinity;
  double extent = k_infinity;  ///< the smaller one's, along any normal

  void offer(Vec2 n, const Range& a, const Range& b) noexcept {
    const double gap = a.low - b.high;
    extent = std::min({extent, a.high - a.low, b.high - b.low});
    const bool same = std::abs(cross(n, normal)) <= k_parallel && dot(n, normal) > 0;
    if (gap > largest) {
      if (!same) other = std::max(other, largest);
      largest = gap;
      normal = n;
    } else if (!same) {
      other = std::max(other, gap);
    }
  }
};

/// Where two polygons that touch along a normal share a piece of the face, along its left.
Range shared_piece(Vec2 normal, std::span<const Vec2> a, std::span<const Vec2> b, Vec2 apart, double slack) noexcept {
  const Vec2 left = perpendicular(normal);
  const auto piece = [&](std::span<const Vec2> points, Vec2 from, double sign) {
    double front = k_infinity;
    for (const Vec2 p : points) front = std::min(front, sign * dot(normal, p));
    Range range;
    for (const Vec2 p : points) {
      if (sign * dot(normal, p) <= front + slack) range.add(dot(left, p + from));
    }
    return range;
  };
  const Range of_a = piece(a, apart, 1);
  const Range of_b = piece(b, {}, -1);
  return {std::max(of_a.low, of_b.low), std::min(of_a.high, of_b.high)};
}

}  // namespace

std::optional<FaceTouch> face_touch(const Polygon& a, const Polygon& b, Vec2 apart, double slack) noexcept {
  if (!a.convex() || !b.convex() || a.hollow() || b.hollow()) return std::nullopt;
  const auto points_a = a.vertices();
  const auto points_b = b.vertices();
  if (points_a.size() + points_b.size() > k_most_vertices) return std::nullopt;
  Gaps gaps;
  // Outward of b, inward of a: from b to a.
  const auto look = [&](const Polygon& polygon, double sign) {
    const auto points = polygon.vertices();
    if (polygon.winding() == Winding::counterclockwise) sign = -sign;
    for (std::size_t i = 0; i < points.size(); ++i) {
      const Vec2 normal = sign * unit(perpendicular(points[i + 1 == points.size() ? 0 : i + 1] - points[i]));
      Range of_a = range_along(normal, points_a);
      const double way = dot(normal, apart);
      of_a = {of_a.low + way, of_a.high + way};
      gaps.offer(normal, of_a, range_along(normal, points_b));
      // Apart.
      if (gaps.largest > slack) return false;
    }
    return true;
  };
  if (!look(b, 1) || !look(a, -1)) return std::nullopt;
  if (!(gaps.largest >= -slack) || !(gaps.other < -k_deep * gaps.extent)) return std::nullopt;
  const Range piece = shared_piece(gaps.normal, points_a, points_b, apart, slack);
  if (!(piece.low <= piece.high)) return std::nullopt;
  const double height = range_along(gaps.normal, points_b).high;
  const Vec2 point = height * gaps.normal + (0.5 * (piece.low + piece.high)) * perpendicular(gaps.normal);
  return FaceTouch{gaps.normal, gaps.largest, -0.5 * gaps.other, point};
}

}  // namespace carom::detail
