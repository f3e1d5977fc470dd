#include "gravity/units.hpp"

#include <algorithm>
#include <cmath>

namespace carom::detail {
namespace {

/// number = fraction · 2^exponent, fraction in [½, 1); 0 for zero and for what is not finite.
int exponent_of(double number) noexcept {
  int exponent = 0;
  if (std::isfinite(number)) std::frexp(number, &exponent);
  return exponent;
}

}  // namespace

Factor::Factor(double number, int exponent) noexcept {
  int own = 0;
  const double fraction = std::frexp(number, &own);
  // Beyond ±3000 everything that is not zero overflows or underflows anyway.
  const int whole = std::clamp(exponent + own, -3000, 3000);
  const int third = whole / 3;
  first_ = std::ldexp(fraction, third);
  middle_ = std::ldexp(1.0, third);
  last_ = std::ldexp(1.0, whole - 2 * third);
}

Units units_for(const Attraction& law, std::span<const Vec2> at, std::span<const double> mass) noexcept {
  double largest = law.softening;
  for (const Vec2 x : at) largest = std::max({largest, std::abs(x.x), std::abs(x.y)});
  double heaviest = 0;
  for (const double m : mass) heaviest = std::max(heaviest, m);
  const int length = exponent_of(largest);
  const int heavy = exponent_of(heaviest);
  const double softening = std::ldexp(law.softening, -length);
  return {.length = Factor(1, -length),
          .mass = Factor(1, -heavy),
          .acceleration = Factor(law.G, heavy - 2 * length),
          .potential = Factor(-law.G, 2 * heavy - length),
          .softening_squared = std::max(softening * softening, k_least_square)};
}

}  // namespace carom::detail
