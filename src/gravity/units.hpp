#pragma once

#include <span>

#include "carom/gravity/attraction.hpp"

/// Units in which nothing overflows: powers of two near the largest coordinate and the largest mass. Going to them and
/// back changes no digit.
namespace carom::detail {

/// Squared distances below this are lost: it stands in for the softening where that is zero. In units of the largest
/// coordinate squared; its power -3/2 is still a double, even times the number of bodies.
inline constexpr double k_least_square = 1e-180;

/// A power of two times a number in [½, 1), in three factors, none of which overflows.
class Factor {
 public:
  /// number · 2^exponent; the number is finite.
  Factor(double number, int exponent) noexcept;
  [[nodiscard]] double operator()(double value) const noexcept { return value * first_ * middle_ * last_; }

 private:
  double first_;
  double middle_;
  double last_;
};

struct Units {
  Factor length;        ///< a length in scaled units
  Factor mass;          ///< a mass in scaled units
  Factor acceleration;  ///< back from scaled units, times G
  Factor potential;     ///< the same, times -G
  double softening_squared;
};

[[nodiscard]] Units units_for(const Attraction& law, std::span<const Vec2> at, std::span<const double> mass,
                              unsigned threads = 1);

}  // namespace carom::detail
