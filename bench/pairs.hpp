#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "carom/carom.hpp"

/// The pairs that Carom and Box2D are both asked about, the same in every run and on every machine.
namespace carom::bench {

/// splitmix64: the standard library's distributions differ from one library to the next.
class Random {
 public:
  explicit Random(std::uint64_t seed) noexcept : state_(seed) {}

  /// In [low, high).
  double between(double low, double high) noexcept { return low + (high - low) * next_unit(); }
  int integer(int low, int high) noexcept { return low + static_cast<int>(next_unit() * (high - low + 1)); }

 private:
  double next_unit() noexcept {
    state_ += 0x9e3779b97f4a7c15U;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
    return static_cast<double>((z ^ (z >> 31U)) >> 11U) * 0x1p-53;
  }
  std::uint64_t state_;
};

struct CirclePair {
  MovingCircle a;
  MovingCircle b;
};

/// Discs of radius 0.2 to 1 within a few diameters, crossing up to several diameters in the step; about half of them meet.
inline std::vector<CirclePair> circle_pairs(std::size_t count, Vec2 origin = {}) {
  Random random(1);
  std::vector<CirclePair> pairs;
  while (pairs.size() < count) {
    const auto circle = [&](double side) {
      const Vec2 from = origin + Vec2{side * random.between(1.5, 4), random.between(-2, 2)};
      const Vec2 way{-side * random.between(0, 6), random.between(-2, 2)};
      return MovingCircle{random.between(0.2, 1), from, from + way};
    };
    const CirclePair pair{circle(-1), circle(1)};
    if (impact_time(pair.a, pair.b).outcome != Outcome::overlap) pairs.push_back(pair);
  }
  return pairs;
}

struct PolygonPair {
  Polygon a;
  Polygon b;
  Vec2 a_way;
  Vec2 b_way;

  [[nodiscard]] MovingPolygon moving_a() const noexcept { return sliding(a, a_way); }
  [[nodiscard]] MovingPolygon moving_b() const noexcept { return sliding(b, b_way); }
};

/// A convex polygon: points in ascending angle on an ellipse.
inline Polygon convex_polygon(Random& random, int corners, Vec2 center) {
  const double width = random.between(0.3, 1);
  const double height = random.between(0.3, 1);
  const double turn = random.between(0, 6.28);
  std::vector<Vec2> vertices;
  for (int i = 0; i < corners; ++i) {
    const double angle = 6.283185307179586 * (i + random.between(0.1, 0.9)) / corners;
    const Vec2 p{width * std::cos(angle), height * std::sin(angle)};
    vertices.push_back(center +
                       Vec2{p.x * std::cos(turn) - p.y * std::sin(turn), p.x * std::sin(turn) + p.y * std::cos(turn)});
  }
  return Polygon::make(vertices).value();
}

/// Convex polygons of 4 to 8 corners that slide; about half of them meet.
inline std::vector<PolygonPair> polygon_pairs(std::size_t count, Vec2 origin = {}) {
  Random random(2);
  std::vector<PolygonPair> pairs;
  while (pairs.size() < count) {
    const auto place = [&](double side) { return origin + Vec2{side * random.between(1.5, 4), random.between(-2, 2)}; };
    const auto way = [&](double side) { return Vec2{-side * random.between(0, 6), random.between(-2, 2)}; };
    PolygonPair pair{convex_polygon(random, random.integer(4, 8), place(-1)),
                     convex_polygon(random, random.integer(4, 8), place(1)), way(-1), way(1)};
    if (impact_time(pair.moving_a(), pair.moving_b()).outcome != Outcome::overlap) pairs.push_back(std::move(pair));
  }
  return pairs;
}

}  // namespace carom::bench
