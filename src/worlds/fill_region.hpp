#pragma once

#include "carom/math/double_double.hpp"
#include "carom/shapes/circle.hpp"

namespace carom::detail {

/// a - b >= c, decided without rounding.
[[nodiscard]] constexpr bool differ_by_at_least(double a, double b, double c) noexcept {
  const DoubleDouble difference = two_difference(a, b);
  return difference.hi > c || (difference.hi == c && difference.lo >= 0);
}

/// The box that a fill is to fill.
struct Region {
  Vec2 min;
  Vec2 max;
  bool periodic = false;  ///< the whole of a periodic world: what leaves on one side comes in on the other

  [[nodiscard]] Vec2 size() const noexcept { return max - min; }
  [[nodiscard]] double area() const noexcept { return size().x * size().y; }

  [[nodiscard]] bool holds(const Circle& disc) const noexcept {
    const auto [x, y] = disc.center;
    if (periodic) return x >= min.x && x < max.x && y >= min.y && y < max.y;
    return differ_by_at_least(x, min.x, disc.radius) && differ_by_at_least(max.x, x, disc.radius) &&
           differ_by_at_least(y, min.y, disc.radius) && differ_by_at_least(max.y, y, disc.radius);
  }
};

}  // namespace carom::detail
