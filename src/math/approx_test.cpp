#include "carom/math/approx.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <bit>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <boost/multiprecision/gmp.hpp>

#include "carom/math/certified_sign.hpp"
#include "oracle/random.hpp"

namespace carom {
namespace {

using Rational = boost::multiprecision::number<boost::multiprecision::gmp_rational, boost::multiprecision::et_off>;
using Real = boost::multiprecision::number<boost::multiprecision::cpp_bin_float_100::backend_type,
                                           boost::multiprecision::et_off>;
using oracle::Random;

/// One value computed in three ways at once.
template <class Truth>
struct Traced {
  Approx plain;
  WideApprox wide;
  Truth truth;
};

template <class Truth>
Truth distance(const Traced<Truth>& x, const Approx& a) {
  return abs(x.truth - Truth(a.value));
}
template <class Truth>
Truth distance(const Traced<Truth>& x, const WideApprox& a) {
  return abs(x.truth - Truth(a.value.hi) - Truth(a.value.lo));
}

/// An infinite or NaN error promises nothing.
template <class Truth, class Number>
bool holds(const Traced<Truth>& x, const Number& a) {
  return !std::isfinite(a.error) || distance(x, a) <= Truth(a.error);
}

template <class Truth>
bool sign_is_right(const Traced<Truth>& x) {
  const auto right = [&](auto sign) { return !sign || static_cast<int>(*sign) == x.truth.sign(); };
  return right(certain_sign(x.plain)) && right(certain_sign(x.wide));
}

template <class Truth>
Traced<Truth> leaf(double x) {
  return {{x, 0}, {DoubleDouble(x), 0}, Truth(x)};
}

template <class Truth>
Traced<Truth> ring_operation(Random& random, const Traced<Truth>& a, const Traced<Truth>& b) {
  switch (random.below(3)) {
    case 0: return {a.plain + b.plain, a.wide + b.wide, a.truth + b.truth};
    case 1: return {a.plain - b.plain, a.wide - b.wide, a.truth - b.truth};
    default: return {a.plain * b.plain, a.wide * b.wide, a.truth * b.truth};
  }
}

double moderate_double(Random& random) {
  if (random.one_in(4)) return random.range(-3, 3);
  return std::ldexp(random.uniform(-1, 1), random.range(-20, 20));
}

/// + - * / sqrt; a result is often met again with its own negative or neighbour, so that digits cancel.
Traced<Real> random_tree(Random& random, int depth) {
  if (depth == 0) return leaf<Real>(moderate_double(random));
  const Traced<Real> a = random_tree(random, depth - 1);
  const Traced<Real> b =
      random.one_in(4) ? leaf<Real>(a.plain.value == 0 ? 1 : a.plain.value) : random_tree(random, depth - 1);
  const bool sound = std::isfinite(a.plain.error) && std::isfinite(b.plain.error);
  switch (random.below(4)) {
    case 0:
      if (sound && b.truth != 0) return {a.plain / b.plain, a.wide / b.wide, a.truth / b.truth};
      break;
    case 1:
      if (a.truth >= 0) return {sqrt(a.plain), sqrt(a.wide), sqrt(a.truth)};
      return {sqrt(-a.plain), sqrt(-a.wide), sqrt(-a.truth)};
    default: break;
  }
  return ring_operation(random, a, b);
}

RC_GTEST_PROP(Approx, TheTruthIsWithinTheError, (std::uint64_t seed)) {
  Random random(seed);
  for (int i = 0; i < 20; ++i) {
    const Traced<Real> x = random_tree(random, random.range(1, 5));
    RC_ASSERT(holds(x, x.plain));
    RC_ASSERT(holds(x, x.wide));
    RC_ASSERT(sign_is_right(x));
  }
}

double any_double(Random& random) {
  if (random.one_in(3)) return std::ldexp(random.uniform(-1, 1), random.range(-1074, -900));
  for (;;) {
    if (const auto x = std::bit_cast<double>(random.next()); std::isfinite(x)) return x;
  }
}

Traced<Rational> random_polynomial(Random& random, int depth) {
  if (depth == 0) return leaf<Rational>(any_double(random));
  const Traced<Rational> a = random_polynomial(random, depth - 1);
  return ring_operation(random, a, random.one_in(4) ? a : random_polynomial(random, depth - 1));
}

RC_GTEST_PROP(Approx, OverflowAndUnderflowMakeItUncertainNeverWrong, (std::uint64_t seed)) {
  Random random(seed);
  for (int i = 0; i < 20; ++i) {
    const Traced<Rational> x = random_polynomial(random, random.range(1, 4));
    RC_ASSERT(holds(x, x.plain));
    RC_ASSERT(holds(x, x.wide));
    RC_ASSERT(sign_is_right(x));
  }
}

RC_GTEST_PROP(Approx, QuotientsAndRootsOfTinyNumbersKeepTheirBound, (std::uint64_t seed)) {
  Random random(seed);
  const auto rounded_sum = [&](int low, int high) {
    const auto x = leaf<Real>(std::ldexp(random.uniform(0.5, 1), random.range(low, high)));
    const auto y = leaf<Real>(x.plain.value * random.uniform(0.1, 10));
    return Traced<Real>{x.plain + y.plain, x.wide + y.wide, x.truth + y.truth};
  };
  for (int i = 0; i < 20; ++i) {
    const Traced<Real> a = rounded_sum(-1074, -900);
    const Traced<Real> b = random.one_in(2) ? rounded_sum(-1060, -900) : rounded_sum(-900, 0);
    const Traced<Real> quotient{a.plain / b.plain, a.wide / b.wide, a.truth / b.truth};
    RC_ASSERT(holds(quotient, quotient.plain));
    RC_ASSERT(holds(quotient, quotient.wide));
    const Traced<Real> root{sqrt(a.plain), sqrt(a.wide), sqrt(a.truth)};
    RC_ASSERT(holds(root, root.plain));
    RC_ASSERT(holds(root, root.wide));
  }
}

TEST(Approx, TheErrorIsNotMuchLargerThanARounding) {
  const Approx third = Approx{1, 0} / Approx{3, 0};
  EXPECT_LT(third.error, 1e-16);
  EXPECT_LT(sqrt(Approx{2, 0}).error, 4e-16);
  EXPECT_LT((third * third + third).error, 4e-16);
  const WideApprox wide_third = WideApprox{1.0, 0} / WideApprox{3.0, 0};
  EXPECT_LT(wide_third.error, 1e-30);
  EXPECT_LT((wide_third * wide_third + sqrt(wide_third)).error, 4e-30);
}

TEST(Approx, WhatMayBeZeroHasNoCertainSign) {
  EXPECT_EQ(certain_sign(Approx{0, 0}), std::nullopt);
  EXPECT_EQ(certain_sign(Approx{1, 1}), std::nullopt);
  EXPECT_EQ(certain_sign(Approx{-1, 0.5}), Sign::negative);
  EXPECT_EQ(certain_sign(WideApprox{DoubleDouble(1), 1}), std::nullopt);
  EXPECT_EQ(certain_sign(WideApprox{DoubleDouble(2), 1}), Sign::positive);
  EXPECT_EQ(certain_sign(Approx{1e-200, 0} * Approx{1e-200, 0}), std::nullopt);
  EXPECT_EQ(certain_sign(WideApprox{1e200, 0} * WideApprox{1e200, 0}), std::nullopt);
  EXPECT_EQ(certain_sign(Approx{1e200, 0} * Approx{-1e200, 0}), std::nullopt);
}

TEST(Approx, DivisionByWhatMayBeZeroPromisesNothing) {
  EXPECT_FALSE(std::isfinite((Approx{1, 0} / Approx{1, 1}).error));
  EXPECT_FALSE(std::isfinite((Approx{1, 0} / Approx{0, 0}).error));
  EXPECT_FALSE(std::isfinite((WideApprox{1.0, 0} / WideApprox{1.0, 1}).error));
  EXPECT_FALSE(std::isfinite((WideApprox{1.0, 0} / WideApprox{0.0, 0}).error));
}

// The truth is not negative, so the root lies between 0 and that of the largest it could be.
TEST(Approx, RootsOfWhatMayBeZeroCoverItAll) {
  const Approx root = sqrt(Approx{-0.25, 1.25});
  EXPECT_LE(root.value - root.error, 0);
  EXPECT_GE(root.value + root.error, 1);
  const WideApprox wide = sqrt(WideApprox{DoubleDouble(0.5), 0.5});
  EXPECT_LE(wide.value.hi - wide.error, 0);
  EXPECT_GE(wide.value.hi + wide.error, 1);
}

}  // namespace
}  // namespace carom
