#include "carom/math/certified_sign.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <bit>
#include <boost/multiprecision/gmp.hpp>

#include "oracle/random.hpp"

namespace carom {
namespace {

using Rational = boost::multiprecision::number<boost::multiprecision::gmp_rational, boost::multiprecision::et_off>;
using oracle::Random;

struct LiftRational {
  Rational operator()(double x) const { return Rational(x); }
};

template <class Polynomial>
Sign true_sign(const Polynomial& polynomial) {
  return static_cast<Sign>(polynomial(LiftRational{}).sign());
}

/// Which of the three levels is the first to be certain.
template <class Polynomial>
DecisionLevel level_of(const Polynomial& polynomial) {
  if (certain_sign(polynomial(LiftApprox{}))) return DecisionLevel::plain;
  if (certain_sign(polynomial(LiftWideApprox{}))) return DecisionLevel::double_double;
  return DecisionLevel::exact;
}

/// x² + y² - r²
auto beyond_circle(double x, double y, double r) {
  return [=](auto lift) { return lift(x) * lift(x) + lift(y) * lift(y) - lift(r) * lift(r); };
}

TEST(CertifiedSign, EachLevelDecidesWhatNeedsIt) {
  const auto plain = beyond_circle(3, 4, 4.9);
  EXPECT_EQ(level_of(plain), DecisionLevel::plain);
  EXPECT_EQ(certified_sign(plain), Sign::positive);

  // 1 + 2^-60 - 1
  const auto wide = beyond_circle(1, 0x1p-30, 1);
  EXPECT_EQ(level_of(wide), DecisionLevel::double_double);
  EXPECT_EQ(certified_sign(wide), Sign::positive);
  EXPECT_EQ(certified_sign_beyond_double(wide), Sign::positive);

  // 1 + 2^-200 - 1, and nothing at all
  const auto exact = beyond_circle(1, 0x1p-100, 1);
  EXPECT_EQ(level_of(exact), DecisionLevel::exact);
  EXPECT_EQ(certified_sign(exact), Sign::positive);
  EXPECT_EQ(certified_sign([&](auto lift) { return lift(0) - exact(lift); }), Sign::negative);
  const auto zero = beyond_circle(3, 4, 5);
  EXPECT_EQ(level_of(zero), DecisionLevel::exact);
  EXPECT_EQ(certified_sign(zero), Sign::zero);
}

TEST(CertifiedSign, OverflowAndUnderflowAreLeftToTheExactLevel) {
  const auto sixth_power = [](double x, double y) {
    return [=](auto lift) {
      const auto a = lift(x) * lift(x) * lift(x);
      const auto b = lift(y) * lift(y) * lift(y);
      return a * a - b * b;
    };
  };
  for (const double x : {1e60, 1e100, 1e300, 1e-100, 1e-300, 0x1p-1074}) {
    const double next = std::nextafter(x, 1e308);
    EXPECT_EQ(certified_sign(sixth_power(x, x)), Sign::zero) << x;
    EXPECT_EQ(certified_sign(sixth_power(next, x)), Sign::positive) << x;
    EXPECT_EQ(certified_sign(sixth_power(x, next)), Sign::negative) << x;
    EXPECT_EQ(certified_sign(sixth_power(-next, x)), Sign::positive) << x;
  }
  EXPECT_EQ(level_of(sixth_power(1e100, 1)), DecisionLevel::exact);
  EXPECT_EQ(level_of(sixth_power(1e-100, 0)), DecisionLevel::exact);
}

RC_GTEST_PROP(CertifiedSign, NearlyCancellingPolynomialsHaveTheirTrueSign, (std::uint64_t seed)) {
  Random random(seed);
  for (int i = 0; i < 20; ++i) {
    // A point a few last places from the circle: x² + y² - r² cancels to about the last digit, or entirely.
    const double scale = std::ldexp(1, random.range(-530, 500));
    const double x = random.one_in(4) ? 0.75 : random.uniform(-1, 1);
    const double y = random.one_in(4) ? 1 : random.uniform(-1, 1);
    const auto near_circle = beyond_circle(x * scale, y * scale, std::sqrt(x * x + y * y) * scale);
    RC_ASSERT(certified_sign(near_circle) == true_sign(near_circle));
    RC_ASSERT(certified_sign_beyond_double(near_circle) == true_sign(near_circle));
  }
}

RC_GTEST_PROP(CertifiedSign, DeterminantsOfNearlyDependentRowsHaveTheirTrueSign, (std::uint64_t seed)) {
  Random random(seed);
  std::array<double, 9> row{};
  const int size = random.range(-300, 300);
  for (double& x : row) x = std::ldexp(random.range(-1000, 1000), size);
  // The third row is the sum of the others, now and then but for its last bit.
  for (std::size_t k = 0; k < 3; ++k) row[6 + k] = row[k] + row[3 + k];
  if (random.one_in(2)) row[8] = std::nextafter(row[8], random.one_in(2) ? 1e308 : -1e308);
  const auto determinant = [&](auto lift) {
    const auto minor = [&](std::size_t j, std::size_t k) {
      return lift(row[3 + j]) * lift(row[6 + k]) - lift(row[3 + k]) * lift(row[6 + j]);
    };
    return lift(row[0]) * minor(1, 2) - lift(row[1]) * minor(0, 2) + lift(row[2]) * minor(0, 1);
  };
  RC_ASSERT(certified_sign(determinant) == true_sign(determinant));
}

RC_GTEST_PROP(CertifiedSign, AnyDoublesWillDo, (std::uint64_t seed)) {
  Random random(seed);
  const auto any_double = [&] {
    for (;;) {
      if (const auto x = std::bit_cast<double>(random.next()); std::isfinite(x)) return x;
    }
  };
  for (int i = 0; i < 20; ++i) {
    const double a = any_double();
    const double b = random.one_in(2) ? std::nextafter(a, 0) : any_double();
    const double c = any_double();
    // (a + b)(a - b) - a² + b² - c is -c, however large the rest.
    const auto polynomial = [=](auto lift) {
      return (lift(a) + lift(b)) * (lift(a) - lift(b)) - lift(a) * lift(a) + lift(b) * lift(b) - lift(c);
    };
    RC_ASSERT(certified_sign(polynomial) == sign_of(-c));
    const auto product = [=](auto lift) { return (lift(a) - lift(b)) * lift(c); };
    RC_ASSERT(certified_sign(product) == true_sign(product));
  }
}

TEST(CertifiedSign, SignsMultiplyAndTurn) {
  EXPECT_EQ(sign_of(-0.0), Sign::zero);
  EXPECT_EQ(sign_of(0x1p-1074), Sign::positive);
  EXPECT_EQ(sign_of(-1e308), Sign::negative);
  EXPECT_EQ(-Sign::positive, Sign::negative);
  EXPECT_EQ(-Sign::zero, Sign::zero);
  EXPECT_EQ(Sign::negative * Sign::negative, Sign::positive);
  EXPECT_EQ(Sign::negative * Sign::positive, Sign::negative);
  EXPECT_EQ(Sign::zero * Sign::negative, Sign::zero);
}

}  // namespace
}  // namespace carom
