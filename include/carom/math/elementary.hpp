#pragma once

#include "carom/math/floating_point.hpp"

/// Sine, cosine, logarithm and fifth root from + - * / and bit moves alone, because those of the C library give other bits on other
/// platforms.
namespace carom {

inline constexpr double k_pi = 0x1.921fb54442d18p+1;

struct SinCos {
  double sin = 0;
  double cos = 1;
};

/// Sine and cosine of an angle in radians.
///
/// Equation   angle = n π/2 + r, |r| <= π/4 (a little more where n rounds); sin r and cos r by their Taylor series, which
///            swap and change sign with n mod 4
/// Cases      |angle| <= π/4: n = 0, nothing to reduce;  below 2^20: n times π/2 in four parts is taken off, the first two
///            without rounding (Cody, Waite 1980);  beyond: 192 bits of 2/π that matter times the digits of the angle, as
///            integers (Payne, Hanek 1983)
/// Range      every finite angle; ±0 gives {±0, 1}. Others have no sine: both are NaN
/// Error      below 0.55 units in the last place. Tests: elementary_test
[[nodiscard]] SinCos sin_cos(double angle) noexcept;

/// The same, several times as fast, for places that carry a tolerance of their own: plain double throughout.
///
/// Range      every finite angle below 2^20; beyond, it is sin_cos. Others: both are NaN
/// Error      at most 2^-52, absolute. Tests: elementary_test
[[nodiscard]] SinCos quick_sin_cos(double angle) noexcept;

/// The natural logarithm.
///
/// Equation   x = 2^k m, √½ <= m < √2;  log x = k log 2 + 2 artanh s, s = (m - 1) / (m + 1), |s| < 0.172
/// Range      every finite x > 0, subnormal ones included; log 1 = 0. Others have no logarithm: NaN
/// Error      below 0.55 units in the last place. Tests: elementary_test
[[nodiscard]] double natural_log(double x) noexcept;

/// The fifth root.
///
/// Equation   x = 2^(5k) m, ½ <= m < 16;  y = m^(1/5) by Newton's y - (y⁵ - m) / (5 y⁴), the last step with y⁵ as a number
///            of about 100 bits
/// Range      every finite x, subnormal ones included; odd: the root of -x is minus that of x, and that of ±0 is ±0. Others
///            have none: NaN
/// Error      below 0.55 units in the last place. Tests: elementary_test
[[nodiscard]] double fifth_root(double x) noexcept;

}  // namespace carom
