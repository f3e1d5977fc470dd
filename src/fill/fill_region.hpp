#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>

#include "carom/math/double_double.hpp"
#include "carom/math/elementary.hpp"
#include "carom/shapes/circle.hpp"
#include "carom/world/settings.hpp"

namespace carom::detail {

/// a - b >= c, decided without rounding.
[[nodiscard]] constexpr bool differ_by_at_least(double a, double b, double c) noexcept {
  const DoubleDouble difference = two_difference(a, b);
  return difference.hi > c || (difference.hi == c && difference.lo >= 0);
}

/// Of `length`, in cells of at least `side`, but no more of them than are of use.
[[nodiscard]] inline std::size_t cells_along(double length, double side, double most) noexcept {
  return static_cast<std::size_t>(std::clamp(std::floor(length / side), 1.0, most));
}

/// The box that a fill is to fill, or the ring in it.
struct Region {
  Vec2 min;
  Vec2 max;
  bool periodic = false;  ///< the whole of a periodic world: what leaves on one side comes in on the other

  std::optional<Annulus> annulus = std::nullopt;  ///< inside of the box

  [[nodiscard]] Vec2 size() const noexcept { return max - min; }
  [[nodiscard]] double area() const noexcept {
    if (annulus) return k_pi * (annulus->outer - annulus->inner) * (annulus->outer + annulus->inner);
    return size().x * size().y;
  }
  [[nodiscard]] Vec2 middle() const noexcept { return annulus ? annulus->center : 0.5 * (min + max); }

  [[nodiscard]] bool holds(const Circle& disc) const noexcept {
    const auto [x, y] = disc.center;
    if (annulus) {
      const double distance = length(disc.center - annulus->center);
      const bool out_of_the_hole = annulus->inner == 0 || distance - disc.radius >= annulus->inner;
      if (!out_of_the_hole || distance + disc.radius > annulus->outer) return false;
    }
    if (periodic) return x >= min.x && x < max.x && y >= min.y && y < max.y;
    return differ_by_at_least(x, min.x, disc.radius) && differ_by_at_least(max.x, x, disc.radius) &&
           differ_by_at_least(y, min.y, disc.radius) && differ_by_at_least(max.y, y, disc.radius);
  }
};

}  // namespace carom::detail
