#include "carom/math/double_double.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <boost/multiprecision/cpp_bin_float.hpp>

#include "oracle/random.hpp"

namespace carom {
namespace {

using Real = boost::multiprecision::cpp_bin_float_100;
using oracle::Random;

const Real k_u_squared = Real(0x1p-106);

Real real(DoubleDouble x) { return Real(x.hi) + Real(x.lo); }

bool is_normalised(DoubleDouble x) { return x.hi + x.lo == x.hi; }

double random_double(Random& random, int exponents) {
  const double size = std::ldexp(random.uniform(1, 2), random.range(-exponents, exponents));
  return random.one_in(2) ? size : -size;
}

DoubleDouble random_wide(Random& random, int exponents) {
  const double hi = random_double(random, exponents);
  if (random.one_in(8)) return hi;
  // Half a unit in the last place at most; now and then far less.
  const double ulp = std::ldexp(1.0, std::ilogb(hi) - 52);
  return quick_two_sum(hi, random.uniform(-0.5, 0.5) * ulp * (random.one_in(4) ? 0x1p-20 : 1));
}

bool within(DoubleDouble seen, const Real& expected, const Real& u_squares) {
  return is_normalised(seen) && abs(real(seen) - expected) <= u_squares * k_u_squared * abs(expected);
}

RC_GTEST_PROP(DoubleDouble, SumsAndProductsOfTwoDoublesAreExact, (std::uint64_t seed)) {
  Random random(seed);
  for (int i = 0; i < 50; ++i) {
    const double a = random_double(random, 100);
    const double b = random.one_in(4) ? -std::nextafter(a, 0) : random_double(random, 100);
    RC_ASSERT(real(two_sum(a, b)) == Real(a) + Real(b));
    RC_ASSERT(real(two_difference(a, b)) == Real(a) - Real(b));
    RC_ASSERT(real(two_product(a, b)) == Real(a) * Real(b));
    RC_ASSERT(two_sum(a, b).hi == a + b);
    RC_ASSERT(two_product(a, b).hi == a * b);
    const auto [large, small] = std::abs(a) < std::abs(b) ? std::pair(b, a) : std::pair(a, b);
    RC_ASSERT(real(quick_two_sum(large, small)) == Real(a) + Real(b));
    RC_ASSERT(real(halves(a)) == Real(a));
  }
}

TEST(DoubleDouble, SumsAreExactDownToTheSmallestDouble) {
  const DoubleDouble sum = two_sum(1.0, 0x1p-1074);
  EXPECT_EQ(sum.hi, 1.0);
  EXPECT_EQ(sum.lo, 0x1p-1074);
  EXPECT_EQ(two_sum(0x1.8p-1070, -0x1p-1074).hi, 0x1.8p-1070 - 0x1p-1074);
  EXPECT_EQ(two_sum(0x1.8p-1070, -0x1p-1074).lo, 0);
}

RC_GTEST_PROP(DoubleDouble, OperationsKeepTheirErrorBounds, (std::uint64_t seed)) {
  Random random(seed);
  const Real sum_bound = 3 / (1 - 4 * Real(0x1p-53));
  for (int i = 0; i < 50; ++i) {
    const int exponents = random.one_in(2) ? 1 : 60;
    const DoubleDouble a = random_wide(random, exponents);
    DoubleDouble b = random_wide(random, exponents);
    if (random.one_in(4)) b = {-a.hi, random_wide(random, 0).lo * std::abs(a.hi) * 0.25};
    if (!is_normalised(b)) b = quick_two_sum(b.hi, b.lo);
    RC_ASSERT(within(a + b, real(a) + real(b), sum_bound));
    RC_ASSERT(within(a - b, real(a) - real(b), sum_bound));
    RC_ASSERT(within(a * b, real(a) * real(b), 7));
    RC_ASSERT(within(a / b, real(a) / real(b), 15));
    const DoubleDouble size = a.hi < 0 ? -a : a;
    RC_ASSERT(within(sqrt(size), sqrt(real(size)), 4));
  }
}

TEST(DoubleDouble, ExactResultsAreExact) {
  EXPECT_EQ(sqrt(DoubleDouble(49)).rounded(), 7);
  EXPECT_EQ(sqrt(DoubleDouble(49)).lo, 0);
  EXPECT_EQ(sqrt(DoubleDouble()).rounded(), 0);
  EXPECT_EQ((DoubleDouble(63) / DoubleDouble(7)).rounded(), 9);
  const DoubleDouble third = DoubleDouble(1) / DoubleDouble(3);
  EXPECT_EQ((third - third).hi, 0);
  EXPECT_EQ((third - third).lo, 0);
  EXPECT_NE(third.lo, 0);
  EXPECT_EQ((-third).lo, -third.lo);
}

RC_GTEST_PROP(DoubleDouble, FractionsOfSubnormalNumbersKeepTheirDigits, (std::uint64_t seed)) {
  Random random(seed);
  const int exponent = -random.range(0, 1040);
  const double b = std::ldexp(random_double(random, 1), exponent);
  const double a = std::ldexp(b, -1) == 0 ? b : b * random.uniform(-1, 1);
  RC_ASSERT(within(fraction(a, b), Real(a) / Real(b), 15));
}

TEST(DoubleDouble, ScalingMovesBothParts) {
  const DoubleDouble x(3, 0x1p-60);
  EXPECT_EQ(scaled(x, 10).hi, 3072);
  EXPECT_EQ(scaled(x, 10).lo, 0x1p-50);
  EXPECT_EQ(scaled(scaled(x, -300), 300).lo, x.lo);
}

}  // namespace
}  // namespace carom
