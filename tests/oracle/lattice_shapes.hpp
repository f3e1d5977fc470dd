#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "carom/math/vec2.hpp"
#include "carom/shapes/polygon.hpp"
#include "random.hpp"

/// The stock of shapes the adversarial cases are cut from, in integers.
namespace carom::oracle {

struct Lattice {
  std::int64_t x = 0;
  std::int64_t y = 0;

  friend bool operator==(const Lattice&, const Lattice&) = default;
};

[[nodiscard]] constexpr Lattice operator+(Lattice a, Lattice b) { return {a.x + b.x, a.y + b.y}; }
[[nodiscard]] constexpr Lattice operator-(Lattice a, Lattice b) { return {a.x - b.x, a.y - b.y}; }
[[nodiscard]] constexpr Lattice operator*(std::int64_t s, Lattice a) { return {s * a.x, s * a.y}; }

/// A direction of rational length: |(x, y)| = hypotenuse, which divides k_radius_unit.
struct Direction {
  Lattice d;
  std::int64_t hypotenuse;
};
inline constexpr std::int64_t k_radius_unit = 65;
[[nodiscard]] Direction random_direction(Random& random);

/// Within about ±24, of 3 to 8 vertices, of either winding: boxes (also turned by 3-4-5), boxes with seams, L, U and
/// triangles, stars. Always simple.
[[nodiscard]] std::vector<Lattice> random_polygon(Random& random);
/// Within ±4, often with coordinates in common with another one.
[[nodiscard]] std::vector<Lattice> small_polygon(Random& random);
[[nodiscard]] std::vector<Lattice> random_segment(Random& random, int size);

/// Exactly: no repeated vertices, no edges that meet but neighbours at their common end, an area.
[[nodiscard]] bool is_simple(std::span<const Vec2> polygon);
/// Of a simple polygon; vertices in line are allowed.
[[nodiscard]] bool is_convex(std::span<const Vec2> polygon);
[[nodiscard]] Winding winding_of(std::span<const Vec2> polygon);

}  // namespace carom::oracle
