#pragma once

#include <cmath>

#include "broadphase/may_touch.hpp"

/// What flights cover, in single precision: four comparisons at once, sixteen bytes a body. What may touch passes. Test:
/// swept_box_test.
namespace carom::detail {

/// By how much single precision widens a box, as a fraction of its coordinates: a rounding is 2⁻²⁴, and some six of them
/// add up.
inline constexpr double k_single_margin = 0x1p-20;
/// In units of the extent: further out, single precision is of no use.
inline constexpr double k_far_out = 64;

CAROM_INLINE SweptBox swept_box(const Covered& c, const BoxUnits& units) noexcept {
  const double low_x = (c.low.x - units.origin.x) * units.scale;
  const double low_y = (c.low.y - units.origin.y) * units.scale;
  const double high_x = (c.high.x - units.origin.x) * units.scale;
  const double high_y = (c.high.y - units.origin.y) * units.scale;
  const double margin_x = k_single_margin * (std::abs(low_x) + std::abs(high_x));
  const double margin_y = k_single_margin * (std::abs(low_y) + std::abs(high_y));
  return {static_cast<float>(low_x - margin_x), static_cast<float>(low_y - margin_y),
          static_cast<float>(-high_x - margin_x), static_cast<float>(-high_y - margin_y)};
}

/// Too far out for single precision?
CAROM_INLINE bool is_far_out(const SweptBox& box) noexcept {
  constexpr auto k_far = static_cast<float>(k_far_out);
  return !(box.low_x > -k_far && box.low_y > -k_far && box.minus_high_x > -k_far && box.minus_high_y > -k_far);
}

/// Which boxes overlap this one?
class BoxQuestion {
 public:
  CAROM_INLINE explicit BoxQuestion(const SweptBox& own) noexcept
      : limits_{limit(own.minus_high_x), limit(own.minus_high_y), limit(own.low_x), limit(own.low_y)} {}

  [[nodiscard]] CAROM_INLINE bool overlaps(const SweptBox& box) const noexcept {
    const Four other{box.low_x, box.low_y, box.minus_high_x, box.minus_high_y};
    const auto within = other <= limits_;  // all bits of a number are set where it holds
#if defined(__SSE2__)
    return __builtin_ia32_movmskps(reinterpret_cast<Four>(within)) == 0xf;
#else
    return (within[0] & within[1] & within[2] & within[3]) != 0;
#endif
  }

 private:
  /// Finite, so that not even one whose box single precision cannot hold overlaps SweptBox::nowhere().
  static CAROM_INLINE float limit(float minus) noexcept { return std::min(-minus, std::numeric_limits<float>::max()); }

  using Four [[gnu::vector_size(16)]] = float;
  Four limits_;
};

}  // namespace carom::detail
