#include "carom/math/exact.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <bit>
#include <boost/multiprecision/gmp.hpp>
#include <cmath>
#include <limits>

#include "oracle/random.hpp"

namespace carom {
namespace {

using Rational = boost::multiprecision::number<boost::multiprecision::gmp_rational, boost::multiprecision::et_off>;
using oracle::Random;

constexpr double k_max = std::numeric_limits<double>::max();
constexpr double k_min = std::numeric_limits<double>::denorm_min();

Rational power_of_two(int n) {
  const Rational power(boost::multiprecision::mpz_int(1) << static_cast<unsigned>(std::abs(n)));
  return n < 0 ? 1 / power : power;
}

template <int Degree>
Rational value_of(const Exact<Degree>& x) {
  const auto view = x.view();
  boost::multiprecision::mpz_int digits = 0;
  for (int i = view.length - 1; i >= 0; --i) digits = (digits << 64U) + view.limbs[i];
  return (view.negative ? -1 : 1) * Rational(digits) * power_of_two(64 * view.exponent);
}

Exact<1> exact(double x) { return Exact<1>(x); }

template <int Degree>
Exact<Degree> power(const Exact<1>& x) {
  if constexpr (Degree == 1) {
    return x;
  } else {
    return power<Degree / 2>(x) * power<Degree - Degree / 2>(x);
  }
}

/// Of any size and sign: every pattern of bits is as likely, but what is special is more so.
double any_or_special(Random& random) {
  constexpr double k_special[] = {0.0, -0.0, 1, -1, k_max, -k_max, k_min, 0x1p-1022, 1e60, 1e308, 0x1p64, 0x1p-64};
  if (random.one_in(8)) return k_special[random.below(12)];
  if (random.one_in(8)) return std::ldexp(random.uniform(-1, 1), -1040);
  for (;;) {
    if (const auto x = std::bit_cast<double>(random.next()); std::isfinite(x)) return x;
  }
}

/// Everything that an Exact says of itself, against its value.
template <int Degree>
void expect_value(const Exact<Degree>& x, const Rational& value) {
  ASSERT_EQ(value_of(x), value);
  ASSERT_EQ(static_cast<int>(x.sign()), value.sign());
  const int bits = x.bit_length();
  if (value == 0) {
    ASSERT_EQ(bits, 0);
    ASSERT_EQ(x.scaled(0).rounded(), 0);
    return;
  }
  ASSERT_LE(power_of_two(bits - 1), abs(value));
  ASSERT_LT(abs(value), power_of_two(bits));
  for (const int offset : {0, -300, 300}) {
    const DoubleDouble rounded = x.scaled(bits + offset);
    const Rational expected = value * power_of_two(-bits - offset);
    ASSERT_LE(abs(Rational(rounded.hi) + Rational(rounded.lo) - expected), power_of_two(-104) * abs(expected));
  }
}

TEST(Exact, HoldsEveryDouble) {
  for (const double x : {0.0, -0.0, 1.0, -1.0, 0.1, 1e60, -1e60, 1e308, k_max, -k_max, k_min, -k_min, 0x1.8p-1060,
                         0x1p63, 0x1p64, 0x1p-64, 0x1.fffffffffffffp63, 0x1.fffffffffffffp-1022}) {
    expect_value(exact(x), Rational(x));
    expect_value(-exact(x), -Rational(x));
  }
}

RC_GTEST_PROP(Exact, SumsAndProductsAreThoseOfRationals, (std::uint64_t seed)) {
  Random random(seed);
  for (int i = 0; i < 10; ++i) {
    const double a = any_or_special(random);
    const double b = any_or_special(random);
    const double c = any_or_special(random);
    const Rational ra(a);
    const Rational rb(b);
    const Rational rc(c);
    expect_value(exact(a), ra);
    expect_value(exact(a) + exact(b), ra + rb);
    expect_value(exact(a) - exact(b), ra - rb);
    expect_value(exact(a) * exact(b), ra * rb);
    expect_value(exact(a) * exact(b) - exact(c), ra * rb - rc);
    expect_value((exact(a) + exact(b)) * (exact(b) - exact(c)) * exact(a), (ra + rb) * (rb - rc) * ra);
    RC_ASSERT(!testing::Test::HasFatalFailure());
  }
}

RC_GTEST_PROP(Exact, CancelsToTheLastBit, (std::uint64_t seed)) {
  Random random(seed);
  const double a = any_or_special(random);
  const double b = any_or_special(random);
  const double c = any_or_special(random);
  // (a + b)² - a² - 2ab - b² = 0, whatever the sizes; then all that remains is c.
  const auto sum = exact(a) + exact(b);
  const auto ab = exact(a) * exact(b);
  expect_value(sum * sum - exact(a) * exact(a) - ab - ab - exact(b) * exact(b), 0);
  expect_value(sum * sum - exact(a) * exact(a) - ab - ab + exact(c) - exact(b) * exact(b), Rational(c));
  RC_ASSERT(!testing::Test::HasFatalFailure());
}

// Twelve factors use the whole of the fixed memory: from k_max^12 down to k_min^12.
TEST(Exact, DegreeTwelveSpansItsMemory) {
  const auto large = power<12>(exact(k_max));
  const auto small = power<12>(exact(k_min));
  Rational large_value = 1;
  Rational small_value = 1;
  for (int i = 0; i < 12; ++i) {
    large_value *= Rational(k_max);
    small_value *= Rational(k_min);
  }
  expect_value(large, large_value);
  expect_value(small, small_value);
  expect_value(large + large + large + small, 3 * large_value + small_value);
  expect_value(small - large, small_value - large_value);
  expect_value(large + small - large, small_value);
}

RC_GTEST_PROP(Exact, DegreeTwelveProductsAreThoseOfRationals, (std::uint64_t seed)) {
  Random random(seed);
  const double a = any_or_special(random);
  const double b = any_or_special(random);
  const Rational sum = Rational(a) + Rational(b);
  Rational expected = 1;
  for (int i = 0; i < 6; ++i) expected *= sum * Rational(a);
  const Exact<1> a_plus_b = exact(a) + exact(b);
  expect_value(power<6>(a_plus_b) * power<6>(exact(a)), expected);
  RC_ASSERT(!testing::Test::HasFatalFailure());
}

// A borrow or carry that runs through every limb.
TEST(Exact, CarriesRunThroughAllLimbs) {
  expect_value(exact(0x1p1023) - exact(k_min), Rational(0x1p1023) - Rational(k_min));
  const auto all_ones = exact(0x1p1023) - exact(k_min);
  expect_value(all_ones + exact(k_min), Rational(0x1p1023));
  const Rational ones = Rational(0x1p1023) - Rational(k_min);
  expect_value(all_ones * all_ones, ones * ones);
}

TEST(Exact, TakesNumbersOfLowerDegree) {
  for (const double x : {0.0, -3.5, 1e60, k_max, -k_min}) {
    expect_value(Exact<7>(exact(x)), Rational(x));
    expect_value(Exact<7>(exact(x) * exact(x)), Rational(x) * Rational(x));
    expect_value(Exact<7>(exact(x)) - exact(x), 0);
  }
}

TEST(Exact, CopiesNumbersOfAnyLength) {
  const Exact<3> longest = Exact<3>(exact(k_max)) + Exact<3>(exact(k_min));
  const Exact<3> shortest(exact(-2));
  Exact<3> copy = longest;
  expect_value(copy, Rational(k_max) + Rational(k_min));
  copy = shortest;
  expect_value(copy, -2);
  copy = Exact<3>();
  expect_value(copy, 0);
  expect_value(-copy, 0);
  expect_value(-copy - copy + shortest, -2);
  copy = longest;
  const Exact<3>& alias = copy;
  copy = alias;
  expect_value(copy, Rational(k_max) + Rational(k_min));
  expect_value(copy - copy, 0);
}

}  // namespace
}  // namespace carom
