#pragma once

#include <cmath>

#include "carom/math/floating_point.hpp"

namespace carom {

/// A point or a displacement in the plane.
struct Vec2 {
  double x = 0;
  double y = 0;

  friend constexpr bool operator==(const Vec2&, const Vec2&) noexcept = default;
};

[[nodiscard]] constexpr Vec2 operator+(Vec2 a, Vec2 b) noexcept { return {a.x + b.x, a.y + b.y}; }
[[nodiscard]] constexpr Vec2 operator-(Vec2 a, Vec2 b) noexcept { return {a.x - b.x, a.y - b.y}; }
[[nodiscard]] constexpr Vec2 operator-(Vec2 a) noexcept { return {-a.x, -a.y}; }
[[nodiscard]] constexpr Vec2 operator*(double s, Vec2 a) noexcept { return {s * a.x, s * a.y}; }
[[nodiscard]] constexpr Vec2 operator*(Vec2 a, double s) noexcept { return s * a; }

[[nodiscard]] constexpr double dot(Vec2 a, Vec2 b) noexcept { return a.x * b.x + a.y * b.y; }
/// The scalar cross product: twice the signed area of the triangle (0, a, b).
[[nodiscard]] constexpr double cross(Vec2 a, Vec2 b) noexcept { return a.x * b.y - a.y * b.x; }
/// `a` turned a quarter to the left.
[[nodiscard]] constexpr Vec2 perpendicular(Vec2 a) noexcept { return {-a.y, a.x}; }
[[nodiscard]] constexpr Vec2 lerp(Vec2 a, Vec2 b, double t) noexcept { return (1 - t) * a + t * b; }

/// Length without overflow or underflow anywhere in the range of double. sqrt(x² + y²) rather than hypot: libm's hypot
/// gives different bits on different platforms.
[[nodiscard]] double length(Vec2 a) noexcept;

/// `a` scaled to length 1; {0, 0} stays as it is, because it has no direction.
[[nodiscard]] Vec2 unit(Vec2 a) noexcept;

}  // namespace carom
