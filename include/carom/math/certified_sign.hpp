#pragma once

#include <cmath>
#include <optional>

#include "carom/math/approx.hpp"
#include "carom/math/decision_counts.hpp"
#include "carom/math/exact.hpp"
#include "carom/math/sign.hpp"

/// The ladder: the sign of a polynomial in doubles, cheap first, exact last.
///
/// A polynomial is a generic callable: given a `lift` that turns a double into a number of some kind, it computes its
/// value with +, - and *:
///
///     const Sign side = certified_sign([&](auto lift) {
///       auto dx = lift(a.x) - lift(b.x);
///       auto dy = lift(a.y) - lift(b.y);
///       return dx * dx + dy * dy - lift(r) * lift(r);
///     });
///
/// It is tried in double with a running error bound, in double-double with a running error bound, and exactly. Each level
/// answers only what it is certain of, so the answer is the sign of the real number.
namespace carom {

struct LiftApprox {
  Approx operator()(double x) const noexcept { return {x, 0}; }
};
struct LiftWideApprox {
  WideApprox operator()(double x) const noexcept { return {DoubleDouble(x), 0}; }
};
struct LiftExact {
  Exact<1> operator()(double x) const noexcept { return Exact<1>(x); }
};

/// The sign, if the error bound leaves no doubt.
[[nodiscard]] inline std::optional<Sign> certain_sign(Approx a) noexcept {
  if (std::abs(a.value) > a.error) return sign_of(a.value);
  return std::nullopt;
}
[[nodiscard]] inline std::optional<Sign> certain_sign(const WideApprox& a) noexcept {
  // The sign of a double-double is that of its upper part; the margin covers the lower one.
  if (std::abs(a.value.hi) * (1 - 1e-15) > a.error) return sign_of(a.value.hi);
  return std::nullopt;
}

/// The upper two levels, for callers whose own filter in double has failed already.
template <class Polynomial>
[[nodiscard]] Sign certified_sign_beyond_double(const Polynomial& polynomial) noexcept {
  if (const auto sign = certain_sign(polynomial(LiftWideApprox{}))) {
    count_decision(DecisionLevel::double_double);
    return *sign;
  }
  count_decision(DecisionLevel::exact);
  return polynomial(LiftExact{}).sign();
}

template <class Polynomial>
[[nodiscard]] Sign certified_sign(const Polynomial& polynomial) noexcept {
  if (const auto sign = certain_sign(polynomial(LiftApprox{}))) {
    count_decision(DecisionLevel::plain);
    return *sign;
  }
  return certified_sign_beyond_double(polynomial);
}

}  // namespace carom
