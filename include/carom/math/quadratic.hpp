#pragma once

#include <algorithm>

#include "carom/math/certified_sign.hpp"
#include "carom/math/tolerances.hpp"

/// Quadratics over the step t in [0, 1], their roots, and the exact sign of one quadratic at a root of another.
///
/// All are kept in Bernstein form,
///     f(t) = c0 (1-t)² + m t (1-t) + c2 t²,
/// because its coefficients come straight from the two ends of the motion: c0 = f(0), c2 = f(1), and three coefficients of
/// one sign mean that there is no root in [0, 1]. With s = t / (1-t) it is c0 + m s + c2 s² = 0, D = m² - 4 c0 c2.
namespace carom {

template <class Number>
struct Quadratic {
  Number c0;
  Number m;
  Number c2;
};

using ApproxQuadratic = Quadratic<Approx>;
using ExactQuadratic = Quadratic<Exact<2>>;

struct QuadraticSigns {
  Sign c0 = Sign::zero;
  Sign m = Sign::zero;
  Sign c2 = Sign::zero;

  /// Everywhere zero on the step.
  [[nodiscard]] bool vanishes() const noexcept { return c0 == Sign::zero && m == Sign::zero && c2 == Sign::zero; }
};

/// Which root in (0, 1] is meant.
enum class Root : std::uint8_t {
  first,   ///< the smaller one, where f(0) is not zero
  second,  ///< the larger one, where f(0) is not zero
  other,   ///< the one besides t = 0, where f(0) = 0
};

/// The roots in (0, 1], in ascending order; a double root counts once.
struct Roots {
  int count = 0;
  Root which[2] = {Root::first, Root::second};
};

/// Which roots there are, given the signs of the coefficients and (asked for only when they leave it open) of D.
template <class DiscriminantSign>
[[nodiscard]] Roots roots_in_step(const QuadraticSigns& signs, const DiscriminantSign& discriminant_sign) noexcept {
  Roots roots;
  if (signs.c0 == Sign::zero) {
    // f = s (m + c2 s): the other root is s = -m / c2, at t = 1 when c2 = 0.
    if (signs.m != Sign::zero && signs.c2 != signs.m) roots = {1, {Root::other}};
    return roots;
  }
  if (signs.c2 == -signs.c0) return {1, {Root::first}};
  if (signs.c2 == Sign::zero) {
    // One root is at t = 1; before it lies another when m opposes c0.
    if (signs.m == -signs.c0) return {2, {Root::first, Root::second}};
    return {1, {Root::first}};
  }
  if (signs.m != -signs.c0) return roots;
  const Sign discriminant = discriminant_sign();
  if (discriminant == Sign::negative) return roots;
  if (discriminant == Sign::zero) return {1, {Root::first}};
  return {2, {Root::first, Root::second}};
}

/// The time of a root. `Number` is Approx, WideApprox or DoubleDouble; the forms are chosen so that no two terms of opposite
/// sign meet, except in the discriminant.
template <class Number>
[[nodiscard]] Number root_time(Quadratic<Number> f, Number discriminant, const QuadraticSigns& signs,
                               Root which) noexcept {
  if (which == Root::other) return f.m / (f.m - f.c2);
  if (signs.c0 == Sign::negative) f = {-f.c0, -f.m, -f.c2};
  const Number root = sqrt(discriminant);
  const Sign middle = signs.m * signs.c0;
  if (which == Root::second) {
    const Number q = root - f.m;
    return q / (q + f.c2 + f.c2);
  }
  if (middle == Sign::positive) {
    const Number q = f.m + root;
    return q / (q - f.c2 - f.c2);
  }
  const Number twice = f.c0 + f.c0;
  return twice / (twice + (root - f.m));
}

template <class Number>
[[nodiscard]] auto discriminant(const Quadratic<Number>& f) noexcept {
  const auto product = f.c0 * f.c2;
  const auto twice = product + product;
  return f.m * f.m - (twice + twice);
}

/// The time of a root to the last bits, from the exact coefficients.
[[nodiscard]] double exact_root_time(const ExactQuadratic& f, const QuadraticSigns& signs, Root which) noexcept;

/// A moment of the step as an exact number: t = x / (x + y) with x = a + sign sqrt(D), y = b, both not negative.
class Instant {
 public:
  [[nodiscard]] static Instant start() noexcept;
  [[nodiscard]] static Instant root(const ExactQuadratic& f, const QuadraticSigns& signs, Root which) noexcept;
  /// t = x / (x + y) for numbers x, y that are not negative and not both zero.
  [[nodiscard]] static Instant ratio(const Exact<2>& x, const Exact<2>& y) noexcept;

  /// The sign of `g` at this moment.
  [[nodiscard]] Sign sign_at(const ExactQuadratic& g) const noexcept;
  /// The sign of `g` just after this moment: that of the first derivative that is not zero.
  [[nodiscard]] Sign sign_after(const ExactQuadratic& g) const noexcept;
  /// The sign of `g` just before this moment.
  [[nodiscard]] Sign sign_before(const ExactQuadratic& g) const noexcept;

 private:
  [[nodiscard]] Sign slope_sign(const ExactQuadratic& g) const noexcept;

  Exact<2> a_;
  Exact<2> b_;
  Exact<4> discriminant_;
  Sign root_sign_ = Sign::zero;  ///< zero: the moment is rational
};

/// The sign of P + Q sqrt(D), D not negative.
template <int P, int Q, int D>
[[nodiscard]] Sign sign_with_root(const Exact<P>& p, const Exact<Q>& q, const Exact<D>& d) noexcept {
  const Sign rational = p.sign();
  const Sign irrational = q.sign() * d.sign();
  if (irrational == Sign::zero || rational == irrational) return rational;
  if (rational == Sign::zero) return irrational;
  return rational * (p * p - q * q * d).sign();
}

/// A quadratic given by a builder: a callable that, given a `lift`, returns the coefficients as numbers of that kind.
/// Signs are certified; each level computes its coefficients once.
template <class Builder>
[[nodiscard]] QuadraticSigns certified_signs(const Builder& build) noexcept {
  const auto plain = build(LiftApprox{});
  const auto c0 = certain_sign(plain.c0);
  const auto m = certain_sign(plain.m);
  const auto c2 = certain_sign(plain.c2);
  if (c0 && m && c2) {
    count_decision(DecisionLevel::plain);
    return {*c0, *m, *c2};
  }
  const auto wide = build(LiftWideApprox{});
  const auto wide_c0 = certain_sign(wide.c0);
  const auto wide_m = certain_sign(wide.m);
  const auto wide_c2 = certain_sign(wide.c2);
  if (wide_c0 && wide_m && wide_c2) {
    count_decision(DecisionLevel::double_double);
    return {*wide_c0, *wide_m, *wide_c2};
  }
  count_decision(DecisionLevel::exact);
  const auto exact = build(LiftExact{});
  return {exact.c0.sign(), exact.m.sign(), exact.c2.sign()};
}

/// The time of a root within `k_time_error`.
template <class Builder>
[[nodiscard]] double certified_root_time(const Builder& build, const QuadraticSigns& signs, Root which) noexcept {
  const auto plain_f = build(LiftApprox{});
  const Approx plain = root_time(plain_f, discriminant(plain_f), signs, which);
  if (plain.error <= k_time_error) return std::clamp(plain.value, 0.0, 1.0);
  const auto wide_f = build(LiftWideApprox{});
  const WideApprox wide = root_time(wide_f, discriminant(wide_f), signs, which);
  if (wide.error <= k_time_error) return std::clamp(wide.value.rounded(), 0.0, 1.0);
  return exact_root_time(build(LiftExact{}), signs, which);
}

}  // namespace carom
