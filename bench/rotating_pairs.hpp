#pragma once

#include "pairs.hpp"

/// Pairs of bodies that turn while they move.
namespace carom::bench {

struct RotatingPair {
  Polygon a;
  Polygon b;
  Turn a_turn;
  Turn b_turn;

  [[nodiscard]] RotatingPolygon rotating_a() const noexcept { return rotating(a, a_turn); }
  [[nodiscard]] RotatingPolygon rotating_b() const noexcept { return rotating(b, b_turn); }
};

enum class Outline { convex, concave };

/// Four to eight corners around the origin; those of a concave one at any distance.
inline Polygon rotating_outline(Random& random, Outline outline) {
  if (outline == Outline::convex) return convex_polygon(random, random.integer(4, 8), {});
  for (;;) {
    const int corners = random.integer(4, 8);
    std::vector<Vec2> vertices;
    for (int i = 0; i < corners; ++i) {
      const double angle = 6.283185307179586 * (i + random.between(0.1, 0.9)) / corners;
      const double distance = random.between(0.2, 1);
      vertices.push_back({distance * std::cos(angle), distance * std::sin(angle)});
    }
    if (auto polygon = Polygon::make(vertices); polygon && !polygon.value().convex()) return std::move(polygon).value();
  }
}

/// Two that do not overlap at the start, apart by a few diameters and crossing up to several in the step, as the sliding
/// ones do. Each turns by up to `most_turned` radians, either way.
inline RotatingPair rotating_pair(Random& random, Outline outline, double most_turned) {
  const auto turn = [&](double side) {
    const Pose from{{side * random.between(1.5, 4), random.between(-2, 2)}, random.between(-3.14, 3.14)};
    const Vec2 way{-side * random.between(0, 6), random.between(-2, 2)};
    return Turn{from, {from.at + way, from.angle + random.between(-most_turned, most_turned)}};
  };
  for (;;) {
    Polygon a = rotating_outline(random, outline), b = rotating_outline(random, outline);
    const Turn a_turn = turn(-1), b_turn = turn(1);
    RotatingPair pair{std::move(a), std::move(b), a_turn, b_turn};
    if (rotating_impact(pair.rotating_a(), pair.rotating_b()).outcome != Outcome::overlap) return pair;
  }
}

inline constexpr double k_less_than_a_turn = 2.356194490192345;  // 3π/4
inline constexpr double k_ten_turns = 62.83185307179586;

}  // namespace carom::bench
