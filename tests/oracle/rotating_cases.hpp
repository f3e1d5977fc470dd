#pragma once

#include <algorithm>
#include <array>
#include <deque>
#include <utility>

#include "carom/motion/rotating.hpp"
#include "oracle/random.hpp"

/// Random pairs of rotating bodies, of every kind there is.
namespace carom::oracle {

enum class RotatingKind : std::uint8_t {
  convex_convex,
  concave_concave,
  convex_arena,
  concave_arena,
  disc_convex,
  concave_disc,
  disc_arena,
  ring_polygon,
  ring_around_polygon,
  segment_segment,
  segment_convex,
  concave_segment,
  segment_disc,
  segment_in_ring,
  polygon_border,
  border_segment,
  point_polygon,
  carried_disc_disc,
  carried_disc_carried_disc,
  polygon_carried_disc,
  carried_disc_arena,
  carried_disc_in_ring,
  carried_disc_border,
};

inline constexpr std::array k_rotating_kinds = {
    std::pair{RotatingKind::convex_convex, "convex, convex"},
    std::pair{RotatingKind::concave_concave, "concave, concave"},
    std::pair{RotatingKind::convex_arena, "convex in an arena"},
    std::pair{RotatingKind::concave_arena, "concave in a concave arena"},
    std::pair{RotatingKind::disc_convex, "disc, convex"},
    std::pair{RotatingKind::concave_disc, "concave, disc"},
    std::pair{RotatingKind::disc_arena, "disc in an arena"},
    std::pair{RotatingKind::ring_polygon, "ring, polygon"},
    std::pair{RotatingKind::ring_around_polygon, "polygon in a ring"},
    std::pair{RotatingKind::segment_segment, "segment, segment"},
    std::pair{RotatingKind::segment_convex, "segment, convex"},
    std::pair{RotatingKind::concave_segment, "concave, segment"},
    std::pair{RotatingKind::segment_disc, "segment, disc"},
    std::pair{RotatingKind::segment_in_ring, "segment in a ring"},
    std::pair{RotatingKind::polygon_border, "polygon, border"},
    std::pair{RotatingKind::border_segment, "border, segment"},
    std::pair{RotatingKind::point_polygon, "point, polygon"},
    std::pair{RotatingKind::carried_disc_disc, "carried disc, disc or ring"},
    std::pair{RotatingKind::carried_disc_carried_disc, "carried disc, carried disc"},
    std::pair{RotatingKind::polygon_carried_disc, "polygon, carried disc"},
    std::pair{RotatingKind::carried_disc_arena, "carried disc in an arena"},
    std::pair{RotatingKind::carried_disc_in_ring, "carried disc in a ring"},
    std::pair{RotatingKind::carried_disc_border, "carried disc, border"},
};

/// Keeps the polygons that its shapes refer to.
class RotatingCases {
 public:
  explicit RotatingCases(std::uint64_t seed) : random_(seed) {}

  std::pair<RotatingShape, RotatingShape> make(RotatingKind kind) {
    polygons_.clear();
    using enum RotatingKind;
    switch (kind) {
      case convex_convex: return {polygon(1, true), polygon(1, true)};
      case concave_concave: return {polygon(1, false), polygon(1, false)};
      case convex_arena: return {polygon(1, true, 1), polygon(6, true, 1, true)};
      case concave_arena: return {polygon(1, false, 1), polygon(8, false, 1, true)};
      case disc_convex: return {circle(random_.uniform(0.1, 1), 3), polygon(1, true)};
      case concave_disc: return {polygon(1, false), circle(random_.uniform(0.1, 1), 3)};
      case disc_arena: return {circle(random_.uniform(0.1, 1), 1), polygon(6, random_.one_in(2), 1, true)};
      case ring_polygon: return {circle(1, 3, true), polygon(1, random_.one_in(2))};
      case ring_around_polygon: return {circle(5, 1, true), polygon(1, random_.one_in(2), 1, random_.one_in(2))};
      case segment_segment: return {segment(3), segment(3)};
      case segment_convex: return {segment(3), polygon(1, true)};
      case concave_segment: return {polygon(1, false), segment(3)};
      case segment_disc: return {segment(3), circle(random_.uniform(0.1, 1), 3, random_.one_in(2))};
      case segment_in_ring: return {segment(1), circle(4, 1, true)};
      case polygon_border: return {polygon(1, random_.one_in(2), 3, random_.one_in(2)), border()};
      case border_segment: return {border(), segment(3)};
      case point_polygon: return {circle(0, 3), polygon(1, random_.one_in(2))};
      case carried_disc_disc: return {carried(3), circle(random_.uniform(0.1, 1), 3, random_.one_in(2))};
      case carried_disc_carried_disc: return {carried(3), carried(3)};
      case polygon_carried_disc: return {polygon(1, random_.one_in(2)), carried(3)};
      case carried_disc_arena: return {carried(1), polygon(8, random_.one_in(2), 1, true)};
      case carried_disc_in_ring: return {carried(1), circle(5, 1, true)};
      case carried_disc_border: return {carried(3), border()};
    }
    return {Border{}, Border{}};
  }

  /// Four to eight vertices around the origin, either winding.
  const Polygon& shape(double size, bool convex, bool hollow = false) {
    for (;;) {
      const int count = random_.range(4, 8);
      const double width = size * random_.uniform(0.3, 1), height = size * random_.uniform(0.3, 1);
      std::vector<Vec2> vertices;
      for (int i = 0; i < count; ++i) {
        const SinCos direction = sin_cos(2 * k_pi * (i + random_.uniform(0.1, 0.9)) / count);
        const double share = convex ? 1 : random_.uniform(0.2, 1);
        vertices.push_back({share * width * direction.cos, share * height * direction.sin});
      }
      if (random_.one_in(2)) std::reverse(vertices.begin(), vertices.end());
      if (auto polygon = Polygon::make(std::move(vertices), hollow)) {
        return polygons_.emplace_back(std::move(polygon).value());
      }
    }
  }

  /// Spins up to ±3π/4, one in ten up to ten turns.
  Turn turn(double spread) {
    const double most = random_.one_in(10) ? 20 * k_pi : 0.75 * k_pi;
    Turn turn{{place(spread), random_.uniform(-4, 4)}, {}};
    turn.to = {turn.from.at + place(5), turn.from.angle + random_.uniform(-most, most)};
    return turn;
  }

  Random& random() { return random_; }

 private:
  Vec2 place(double spread) {
    const double x = random_.uniform(-spread, spread);
    return {x, random_.uniform(-spread, spread)};
  }
  RotatingShape polygon(double size, bool convex, double spread = 3, bool hollow = false) {
    const Polygon& made = shape(size, convex, hollow);
    return rotating(made, turn(spread));
  }
  RotatingShape circle(double radius, double spread, bool hollow = false) {
    const Turn way = turn(spread);
    return MovingCircle{radius, way.from.at, way.to.at, hollow};
  }
  RotatingShape carried(double spread) {
    const Vec2 center = place(1);
    return RotatingCircle{random_.uniform(0.1, 1), center, turn(spread)};
  }
  RotatingShape segment(double spread) {
    const Vec2 p = place(1), q = place(1);
    return RotatingSegment{{{p, q}}, turn(spread)};
  }
  RotatingShape border() {
    const Axis axis = random_.one_in(2) ? Axis::x : Axis::y;
    return Border{axis, random_.uniform(-2, 2)};
  }

  Random random_;
  std::deque<Polygon> polygons_;
};

}  // namespace carom::oracle
