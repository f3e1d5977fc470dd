#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <ostream>
#include <utility>
#include <variant>
#include <vector>

#include "carom/motion/moving.hpp"
#include "carom/overlap/overlap.hpp"
#include "oracle/random.hpp"

/// Shapes at rest for the tests of this layer: made by hand, or of a kind at random.
namespace carom::resting {

using oracle::Random;

/// A shape that owns its vertices.
struct Rest {
  std::variant<Circle, Border, Segment, Polygon> value;

  [[nodiscard]] Shape shape() const {
    if (const auto* polygon = std::get_if<Polygon>(&value)) return polygon;
    if (const auto* segment = std::get_if<Segment>(&value)) return *segment;
    if (const auto* border = std::get_if<Border>(&value)) return *border;
    return std::get<Circle>(value);
  }
  [[nodiscard]] MovingShape moving() const {
    if (const auto* polygon = std::get_if<Polygon>(&value)) return still(*polygon);
    if (const auto* segment = std::get_if<Segment>(&value)) return still(*segment);
    if (const auto* border = std::get_if<Border>(&value)) return *border;
    return still(std::get<Circle>(value));
  }
};

[[nodiscard]] inline Rest disc(double radius, Vec2 center) { return {Circle{radius, center, false}}; }
[[nodiscard]] inline Rest ring(double radius, Vec2 center) { return {Circle{radius, center, true}}; }
[[nodiscard]] inline Rest point(Vec2 center) { return {Circle{0, center, false}}; }
[[nodiscard]] inline Rest border(Axis axis, double at) { return {Border{axis, at}}; }
[[nodiscard]] inline Rest segment(Vec2 a, Vec2 b) { return {Segment{{a, b}}}; }
[[nodiscard]] inline Rest polygon(std::vector<Vec2> vertices, bool hollow = false) {
  return {Polygon::make(std::move(vertices), hollow).value()};
}
[[nodiscard]] inline Rest box(double x0, double y0, double x1, double y1, bool hollow = false) {
  return polygon({{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}, hollow);
}

/// Every point of the shape through `f`, every length times `factor`.
template <class F>
[[nodiscard]] Rest mapped(const Rest& rest, double factor, const F& f) {
  if (const auto* p = std::get_if<Polygon>(&rest.value)) {
    std::vector<Vec2> vertices(p->vertices().begin(), p->vertices().end());
    std::transform(vertices.begin(), vertices.end(), vertices.begin(), f);
    return polygon(std::move(vertices), p->hollow());
  }
  if (const auto* s = std::get_if<Segment>(&rest.value)) return segment(f(s->ends[0]), f(s->ends[1]));
  if (const auto* b = std::get_if<Border>(&rest.value))
    return border(b->axis, coordinate(f(Vec2{b->at, b->at}), b->axis));
  const Circle& c = std::get<Circle>(rest.value);
  return {Circle{factor * c.radius, f(c.center), c.hollow}};
}
[[nodiscard]] inline Rest moved(const Rest& rest, Vec2 move) {
  return mapped(rest, 1, [&](Vec2 p) { return p + move; });
}
[[nodiscard]] inline Rest scaled(const Rest& rest, double factor) {
  return mapped(rest, factor, [&](Vec2 p) { return factor * p; });
}

enum class Kind : std::uint8_t { disc, ring, point, border, segment, convex, convex_arena, concave, concave_arena };
inline constexpr int k_kinds = 9;

[[nodiscard]] inline bool is_convex(Kind kind) { return kind != Kind::concave && kind != Kind::concave_arena; }
[[nodiscard]] inline bool is_solid_or_line(Kind kind) {
  return is_convex(kind) && kind != Kind::ring && kind != Kind::convex_arena;
}

/// Around `center`: on a circle when convex, otherwise at distances of their own, of either winding.
[[nodiscard]] inline Rest random_polygon(Random& random, Vec2 center, double size, bool convex, bool hollow) {
  const int count = random.range(3, 9);
  std::vector<Vec2> vertices;
  const double turn = random.uniform(0, 6);
  for (int i = 0; i < count; ++i) {
    const double angle = turn + 6.283185307179586 * (i + random.uniform(0, convex ? 0.9 : 0.4)) / count;
    const double reach = convex ? size : size * random.uniform(0.2, 1);
    vertices.push_back(center + reach * Vec2{std::cos(angle), std::sin(angle)});
  }
  if (random.one_in(2)) std::reverse(vertices.begin(), vertices.end());
  return polygon(std::move(vertices), hollow);
}

[[nodiscard]] inline Rest random_rest(Random& random, Kind kind, double spread) {
  const Vec2 center{random.uniform(-spread, spread), random.uniform(-spread, spread)};
  const double size = random.uniform(0.2, 2);
  switch (kind) {
    case Kind::disc: return disc(size, center);
    case Kind::ring: return ring(size, center);
    case Kind::point: return point(center);
    case Kind::border: return border(random.one_in(2) ? Axis::x : Axis::y, center.x);
    case Kind::segment: return segment(center, center + Vec2{random.uniform(-2, 2), random.uniform(-2, 2)});
    case Kind::convex: return random_polygon(random, center, size, true, false);
    case Kind::convex_arena: return random_polygon(random, center, size, true, true);
    case Kind::concave: return random_polygon(random, center, size, false, false);
    case Kind::concave_arena: return random_polygon(random, center, size, false, true);
  }
  return point(center);
}

/// Of a polygon.
inline Chain chain_of_rest(const Rest& rest) { return chain_of(std::get<Polygon>(rest.value)); }

}  // namespace carom::resting
