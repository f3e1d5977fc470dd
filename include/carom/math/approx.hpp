#pragma once

#include <cmath>

#include "carom/math/double_double.hpp"

/// Numbers that carry a bound of their own error: `|true value - value| <= error`. The bounds of the operations are
/// first-order with a margin that covers the rounding of the bound itself and, in `k_tiny`, underflow. An overflow makes
/// value and error infinite or NaN, so that no sign is certain.
namespace carom {

/// Larger than anything that underflow can take from one operation, small enough never to matter otherwise.
inline constexpr double k_tiny = 1e-300;

struct Approx {
  double value = 0;
  double error = 0;
};

namespace detail {
inline constexpr double k_round = 1.2e-16;              // > u = 2^-53, with room for the rounding of the bounds
inline constexpr double k_round_double_double = 1e-30;  // > 15 u² = 1.9e-31
}  // namespace detail

[[nodiscard]] inline Approx operator-(Approx a) noexcept { return {-a.value, a.error}; }
[[nodiscard]] inline Approx operator+(Approx a, Approx b) noexcept {
  const double value = a.value + b.value;
  return {value, (a.error + b.error) * (1 + 1e-15) + detail::k_round * std::abs(value)};
}
[[nodiscard]] inline Approx operator-(Approx a, Approx b) noexcept { return a + (-b); }
[[nodiscard]] inline Approx operator*(Approx a, Approx b) noexcept {
  const double value = a.value * b.value;
  const double spread = std::abs(a.value) * b.error + a.error * (std::abs(b.value) + b.error);
  return {value, spread * (1 + 1e-15) + detail::k_round * std::abs(value) + k_tiny};
}

/// Of a divisor that is certainly not zero; otherwise the error is infinite or NaN.
/// What underflows on the way is divided too, and by a tiny divisor grows again: hence k_tiny twice.
[[nodiscard]] inline Approx operator/(Approx a, Approx b) noexcept {
  const double value = a.value / b.value;
  const double room = std::abs(b.value) - b.error;
  const double spread = room > 0 ? (a.error + std::abs(value) * b.error + k_tiny) / room : HUGE_VAL;
  return {value, spread * (1 + 1e-14) + detail::k_round * std::abs(value) + k_tiny};
}
/// Of a number that is not negative in truth, whatever its approximation says.
[[nodiscard]] inline Approx sqrt(Approx a) noexcept {
  if (!(a.value > a.error)) return {0, std::sqrt(std::abs(a.value) + a.error) * (1 + 1e-15)};
  const double value = std::sqrt(a.value);
  return {value, a.error / value * (1 + 1e-14) + detail::k_round * value};
}

/// The same with 106 bits.
struct WideApprox {
  DoubleDouble value;
  double error = 0;
};

[[nodiscard]] inline WideApprox operator-(WideApprox a) noexcept { return {-a.value, a.error}; }
[[nodiscard]] inline WideApprox operator+(WideApprox a, WideApprox b) noexcept {
  const DoubleDouble value = a.value + b.value;
  return {value, (a.error + b.error) * (1 + 1e-15) + detail::k_round_double_double * std::abs(value.hi)};
}
[[nodiscard]] inline WideApprox operator-(WideApprox a, WideApprox b) noexcept { return a + (-b); }
[[nodiscard]] inline WideApprox operator*(WideApprox a, WideApprox b) noexcept {
  const DoubleDouble value = a.value * b.value;
  const double spread = std::abs(a.value.hi) * b.error + a.error * (std::abs(b.value.hi) + b.error);
  return {value, spread * (1 + 1e-14) + detail::k_round_double_double * std::abs(value.hi) + k_tiny};
}

[[nodiscard]] inline WideApprox operator/(WideApprox a, WideApprox b) noexcept {
  const DoubleDouble value = a.value / b.value;
  const double room = std::abs(b.value.hi) * (1 - 1e-15) - b.error;
  const double spread = room > 0 ? (a.error + std::abs(value.hi) * b.error + k_tiny) / room : HUGE_VAL;
  return {value, spread * (1 + 1e-14) + detail::k_round_double_double * std::abs(value.hi) + k_tiny};
}
[[nodiscard]] inline WideApprox sqrt(WideApprox a) noexcept {
  if (!(a.value.hi > a.error)) return {DoubleDouble(), std::sqrt(std::abs(a.value.hi) + a.error) * (1 + 1e-15)};
  const DoubleDouble value = sqrt(a.value);
  return {value, (a.error + k_tiny) / value.hi * (1 + 1e-14) + detail::k_round_double_double * value.hi};
}

}  // namespace carom
