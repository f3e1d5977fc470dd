#pragma once

#include <cmath>

/// Numbers of about 106 bits as an unevaluated sum hi + lo of two doubles, |lo| <= ulp(hi)/2.
///
/// Products are split (Veltkamp, Dekker 1971) rather than computed with fma: WebAssembly has no fma instruction, and the
/// split gives the same bits everywhere. Algorithms and their relative errors, u = 2^-53: Joldes, Muller, Popescu,
/// "Tight and rigorous error bounds for basic building blocks of double-word arithmetic", 2017.
namespace carom {

struct DoubleDouble {
  double hi = 0;
  double lo = 0;

  constexpr DoubleDouble() noexcept = default;
  constexpr DoubleDouble(double value) noexcept : hi(value) {}
  constexpr DoubleDouble(double high, double low) noexcept : hi(high), lo(low) {}

  [[nodiscard]] constexpr double rounded() const noexcept { return hi + lo; }
};

/// a + b without error.
[[nodiscard]] constexpr DoubleDouble two_sum(double a, double b) noexcept {
  const double sum = a + b;
  const double b_part = sum - a;
  return {sum, (a - (sum - b_part)) + (b - b_part)};
}

/// a - b without error.
[[nodiscard]] constexpr DoubleDouble two_difference(double a, double b) noexcept { return two_sum(a, -b); }

/// a + b without error when |a| >= |b|.
[[nodiscard]] constexpr DoubleDouble quick_two_sum(double a, double b) noexcept {
  const double sum = a + b;
  return {sum, b - (sum - a)};
}

/// The upper and lower half of the digits of `a`.
[[nodiscard]] constexpr DoubleDouble halves(double a) noexcept {
  const double spread = 134217729.0 * a;  // 2^27 + 1
  const double upper = spread - (spread - a);
  return {upper, a - upper};
}

/// a b without error, unless it over- or underflows.
[[nodiscard]] constexpr DoubleDouble two_product(double a, double b) noexcept {
  const double product = a * b;
  const DoubleDouble x = halves(a);
  const DoubleDouble y = halves(b);
  return {product, ((x.hi * y.hi - product) + x.hi * y.lo + x.lo * y.hi) + x.lo * y.lo};
}

[[nodiscard]] constexpr DoubleDouble operator-(DoubleDouble a) noexcept { return {-a.hi, -a.lo}; }

/// Relative error at most 3 u² / (1 - 4 u).
[[nodiscard]] constexpr DoubleDouble operator+(DoubleDouble a, DoubleDouble b) noexcept {
  const DoubleDouble high = two_sum(a.hi, b.hi);
  const DoubleDouble low = two_sum(a.lo, b.lo);
  const DoubleDouble middle = quick_two_sum(high.hi, high.lo + low.hi);
  return quick_two_sum(middle.hi, low.lo + middle.lo);
}

[[nodiscard]] constexpr DoubleDouble operator-(DoubleDouble a, DoubleDouble b) noexcept { return a + (-b); }

/// Relative error at most 7 u².
[[nodiscard]] constexpr DoubleDouble operator*(DoubleDouble a, DoubleDouble b) noexcept {
  const DoubleDouble product = two_product(a.hi, b.hi);
  return quick_two_sum(product.hi, product.lo + (a.hi * b.lo + a.lo * b.hi));
}

/// Relative error at most 15 u².
[[nodiscard]] constexpr DoubleDouble operator/(DoubleDouble a, DoubleDouble b) noexcept {
  const double first = a.hi / b.hi;
  const DoubleDouble rest = a - b * DoubleDouble(first);
  const double second = rest.hi / b.hi;
  const DoubleDouble rest2 = rest - b * DoubleDouble(second);
  const DoubleDouble quotient = quick_two_sum(first, second);
  return quotient + DoubleDouble(rest2.hi / b.hi);
}

/// Of a number that is not negative; relative error at most a few u². One Newton step on the square root of `hi`.
[[nodiscard]] inline DoubleDouble sqrt(DoubleDouble a) noexcept {
  if (!(a.hi > 0)) return {};
  const double root = std::sqrt(a.hi);
  const DoubleDouble rest = a - two_product(root, root);
  return quick_two_sum(root, rest.hi / (2 * root));
}

[[nodiscard]] inline DoubleDouble scaled(DoubleDouble a, int exponent) noexcept {
  return {std::ldexp(a.hi, exponent), std::ldexp(a.lo, exponent)};
}

/// a / b where it is at most 1 in size, for numbers of any size: subnormal ones, which the splitting of products does not
/// survive, are brought up first.
[[nodiscard]] inline DoubleDouble fraction(DoubleDouble a, DoubleDouble b) noexcept {
  return std::abs(b.hi) > 1e-250 ? a / b : scaled(a, 600) / scaled(b, 600);
}

}  // namespace carom
