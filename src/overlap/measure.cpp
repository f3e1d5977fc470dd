#include "overlap/measure.hpp"

#include <algorithm>

#include "carom/math/orientation.hpp"

namespace carom::detail {
namespace {

/// A difference of points without error, brought near 1 by a power of two so that squares neither over- nor underflow.
struct WideVector {
  DoubleDouble x;
  DoubleDouble y;
  int exponent = 0;

  WideVector(Vec2 from, Vec2 to) noexcept : x(two_difference(to.x, from.x)), y(two_difference(to.y, from.y)) {
    std::frexp(std::max(std::abs(x.hi), std::abs(y.hi)), &exponent);
    x = scaled(x, -exponent);
    y = scaled(y, -exponent);
  }

  DoubleDouble length() const noexcept { return sqrt(x * x + y * y); }
};

}  // namespace

DoubleDouble distance_between(Vec2 a, Vec2 b) noexcept {
  const WideVector d(a, b);
  return scaled(d.length(), d.exponent);
}

DoubleDouble line_distance(Vec2 a, Vec2 b, Vec2 p) noexcept {
  const WideVector e(a, b);
  const WideVector w(a, p);
  const DoubleDouble size = e.length();
  if (!(size.hi > 0)) return {};
  return scaled((e.x * w.y - e.y * w.x) / size, w.exponent);
}

Vec2 right_normal(Vec2 a, Vec2 b) noexcept { return -perpendicular(unit(b - a)); }

NearestOnEdge nearest_on_edge(Vec2 p, Vec2 a, Vec2 b) noexcept {
  const bool at_start = alignment(a, p, a, b) != Sign::positive;
  if (at_start || alignment(b, p, b, a) != Sign::positive) {
    const Vec2 end = at_start ? a : b;
    return {end, p == end ? right_normal(a, b) : unit(p - end), distance_between(p, end)};
  }
  const bool left = orientation(a, b, p) == Sign::positive;
  const DoubleDouble across = line_distance(a, b, p);
  const Vec2 right = right_normal(a, b);
  // From the nearer end: what is rounded is then smaller.
  const Vec2 along = unit(b - a);
  const double from_start = dot(p - a, along);
  const double from_end = dot(p - b, along);
  const Vec2 foot = from_start <= -from_end ? a + from_start * along : b + from_end * along;
  return {foot, left ? -right : right, left ? across : -across};
}

double half_chord(double radius, double distance) noexcept {
  int exponent = 0;
  const double r = std::frexp(radius, &exponent);  // near 1, so that the product does not underflow
  const double d = std::ldexp(distance, -exponent);
  return std::ldexp(std::sqrt((r - d) * (r + d)), exponent);
}

Vec2 crossing_point(Vec2 a, Vec2 b, Vec2 c, Vec2 d) noexcept {
  const double before = std::abs(line_distance(c, d, a).rounded());
  const double after = std::abs(line_distance(c, d, b).rounded());
  if (!(before + after > 0)) return lerp(a, b, 0.5);
  // From the nearer end, as above.
  return before <= after ? a + (before / (before + after)) * (b - a) : b + (after / (before + after)) * (a - b);
}

}  // namespace carom::detail
