#pragma once

#include <cmath>

#include "broadphase/grid_walk.hpp"

/// Boxes around flights, in single precision: the sieve in front of may_touch(). Whoever may touch passes. Four comparisons
/// at once, sixteen bytes a body: most neighbours are turned away at that. Test: swept_box_test.
namespace carom::detail {

/// By how much single precision widens a box, as a fraction of its coordinates and size: a rounding is 2⁻²⁴, and some six
/// of them add up.
inline constexpr double k_single_margin = 0x1p-20;
/// In units of the extent: further out, single precision is of no use.
inline constexpr double k_far_out = 64;

/// From low to high, rounded outward.
struct SmallInterval {
  float low, high;
};

CAROM_INLINE SmallInterval small_interval(double a, double b, double radius, double origin, double scale) noexcept {
  const double low = (std::min(a, b) - radius - origin) * scale;
  const double high = (std::max(a, b) + radius - origin) * scale;
  const double margin = k_single_margin * (std::abs(low) + std::abs(high));
  return {static_cast<float>(low - margin), static_cast<float>(high + margin)};
}

/// What a flight covers from now to the window's end.
CAROM_INLINE SweptBox swept_box(const Path& path, double radius, const BoxUnits& units) noexcept {
  const SmallInterval x = small_interval(path.x0, path.x1, radius, units.origin.x, units.scale);
  const SmallInterval y = small_interval(path.y0, path.y1, radius, units.origin.y, units.scale);
  return {x.low, y.low, -x.high, -y.high};
}

/// Too far out for single precision?
CAROM_INLINE bool is_far_out(const SweptBox& box) noexcept {
  constexpr auto k_far = static_cast<float>(k_far_out);
  return !(box.low_x > -k_far && box.low_y > -k_far && box.minus_high_x > -k_far && box.minus_high_y > -k_far);
}

/// Who overlaps this box?
class BoxQuestion {
 public:
  CAROM_INLINE BoxQuestion(const Path& path, double radius, const BoxUnits& units) noexcept {
    const SweptBox own = swept_box(path, radius, units);
    limits_ = Four{-own.minus_high_x, -own.minus_high_y, -own.low_x, -own.low_y};
  }

  [[nodiscard]] CAROM_INLINE bool overlaps(const SweptBox& box) const noexcept {
    const Four other{box.low_x, box.low_y, box.minus_high_x, box.minus_high_y};
    const auto within = other <= limits_;  // all bits of a number are set where it holds
    using Halves [[gnu::vector_size(16)]] = long long;
    const auto halves = reinterpret_cast<Halves>(within);
    return (halves[0] & halves[1]) == -1;
  }

 private:
  using Four [[gnu::vector_size(16)]] = float;
  Four limits_;
};

}  // namespace carom::detail
