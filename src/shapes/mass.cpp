#include "carom/shapes/mass.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "carom/math/double_double.hpp"

namespace carom {
namespace {

struct WidePoint {
  DoubleDouble x;
  DoubleDouble y;
};

/// The power of two that the polygon is smaller than, seen from its first vertex.
int size_exponent(std::span<const Vec2> vertices) noexcept {
  double size = 0;
  for (const Vec2 v : vertices) {
    // Halves first: the difference of two numbers of the largest size is still one.
    size = std::max({size, std::abs(0.5 * v.x - 0.5 * vertices[0].x), std::abs(0.5 * v.y - 0.5 * vertices[0].y)});
  }
  int exponent = 0;
  std::frexp(size, &exponent);
  return exponent + 1;
}

}  // namespace

MassProperties mass_properties(const Circle& circle) noexcept {
  const double squared = circle.radius * circle.radius;
  return {k_pi * squared, circle.center, 0.5 * k_pi * squared * squared};
}

MassProperties mass_properties(const Segment& segment) noexcept {
  const auto& [p, q] = segment.ends;
  const double size = length(q - p);
  return {size, 0.5 * p + 0.5 * q, size * size * size / 12};
}

MassProperties mass_properties(const Polygon& polygon) noexcept {
  const std::span<const Vec2> vertices = polygon.vertices();
  const Vec2 origin = vertices[0];
  const int exponent = size_exponent(vertices);
  const auto from_origin = [&](Vec2 v) {
    return WidePoint{scaled(two_difference(v.x, origin.x), -exponent),
                     scaled(two_difference(v.y, origin.y), -exponent)};
  };
  DoubleDouble twice_area;
  WidePoint moment;  // 6 A c
  DoubleDouble second;
  WidePoint p = from_origin(vertices[1]);
  for (std::size_t i = 2; i < vertices.size(); ++i) {
    const WidePoint q = from_origin(vertices[i]);
    const DoubleDouble w = p.x * q.y - p.y * q.x;
    twice_area = twice_area + w;
    moment.x = moment.x + w * (p.x + q.x);
    moment.y = moment.y + w * (p.y + q.y);
    second = second + w * (p.x * p.x + p.x * q.x + q.x * q.x + p.y * p.y + p.y * q.y + q.y * q.y);
    p = q;
  }
  // The quotients are the same for both windings: both signs turn.
  const DoubleDouble six_areas = twice_area * DoubleDouble(3);
  const WidePoint c = {moment.x / six_areas, moment.y / six_areas};
  const DoubleDouble about_c = second / DoubleDouble(12) - twice_area * DoubleDouble(0.5) * (c.x * c.x + c.y * c.y);
  const Vec2 centroid = {(scaled(c.x, exponent) + DoubleDouble(origin.x)).rounded(),
                         (scaled(c.y, exponent) + DoubleDouble(origin.y)).rounded()};
  return {std::ldexp(std::abs(twice_area.rounded()), 2 * exponent - 1), centroid,
          std::ldexp(std::abs(about_c.rounded()), 4 * exponent)};
}

Checked<Polygon> turned(const Polygon& polygon, double angle) {
  if (angle == 0) return polygon;
  const SinCos by = sin_cos(angle);
  std::vector<Vec2> vertices(polygon.vertices().begin(), polygon.vertices().end());
  for (Vec2& v : vertices) v = turned(v, by);
  return Polygon::make(std::move(vertices), polygon.hollow());
}

Checked<Segment> turned(const Segment& segment, double angle) {
  if (angle == 0) return segment;
  const SinCos by = sin_cos(angle);
  const Segment result = {{turned(segment.ends[0], by), turned(segment.ends[1], by)}};
  if (result.ends[0] == result.ends[1]) {
    return Error{"", "turned, the ends fall together, expected a longer segment or one nearer to its origin"};
  }
  return result;
}

}  // namespace carom
