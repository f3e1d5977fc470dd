#include "carom/math/vec2.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <limits>

#include "oracle/random.hpp"

namespace carom {
namespace {

using Real = boost::multiprecision::cpp_bin_float_100;
using oracle::Random;

constexpr double k_sizes[] = {1e-320, 1e-308, 1e-160, 1e-100, 1, 1e100, 1e160, 1e300};

Real true_length(Vec2 a) { return sqrt(Real(a.x) * Real(a.x) + Real(a.y) * Real(a.y)); }

Vec2 random_vector(Random& random, double size) {
  Vec2 a{size * random.uniform(-1, 1), size * random.uniform(-1, 1)};
  if (random.one_in(4)) a.x *= 1e-9;
  if (random.one_in(8)) a.y = 0;
  return a;
}

RC_GTEST_PROP(Vec2, LengthAndUnitAreRightAtEverySize, (std::uint64_t seed)) {
  Random random(seed);
  for (const double size : k_sizes) {
    const Vec2 a = random_vector(random, size);
    const Real expected = true_length(a);
    // Two roundings, and one more where the result is subnormal.
    RC_ASSERT(abs(Real(length(a)) - expected) <= Real(0x1p-52) * expected + Real(0x1p-1074));
    if (a == Vec2{}) continue;
    const Vec2 e = unit(a);
    RC_ASSERT(abs(Real(e.x) - a.x / expected) <= Real(0x1.8p-52));
    RC_ASSERT(abs(Real(e.y) - a.y / expected) <= Real(0x1.8p-52));
  }
}

TEST(Vec2, LengthOfWholeTrianglesIsExact) {
  for (const int exponent : {-1074, -1000, -500, 0, 500, 1000, 1020}) {
    EXPECT_EQ(length({std::ldexp(3, exponent), std::ldexp(-4, exponent)}), std::ldexp(5, exponent)) << exponent;
    EXPECT_EQ(unit({0, std::ldexp(-4, exponent)}), (Vec2{0, -1})) << exponent;
  }
  constexpr double k_largest = std::numeric_limits<double>::max();
  EXPECT_EQ(length({k_largest, 0}), k_largest);
  EXPECT_EQ(length({0, 0x1p-1074}), 0x1p-1074);
}

TEST(Vec2, WhatHasNoDirectionStaysAsItIs) {
  EXPECT_EQ(length({0, 0}), 0);
  EXPECT_EQ(unit({0, 0}), (Vec2{0, 0}));
}

TEST(Vec2, PerpendicularIsAQuarterTurnToTheLeft) {
  EXPECT_EQ(perpendicular({1, 0}), (Vec2{0, 1}));
  EXPECT_EQ(perpendicular({0, 1}), (Vec2{-1, 0}));
  const Vec2 a{3, -7};
  EXPECT_EQ(dot(a, perpendicular(a)), 0);
  EXPECT_EQ(cross(a, perpendicular(a)), dot(a, a));
}

TEST(Vec2, CrossIsPositiveForATurnToTheLeft) {
  EXPECT_EQ(cross({1, 0}, {0, 1}), 1);
  EXPECT_EQ(cross({0, 1}, {1, 0}), -1);
  EXPECT_EQ(cross({2, 3}, {5, 7}), -1);
  EXPECT_EQ(dot({2, 3}, {5, 7}), 31);
}

TEST(Vec2, ComputesByComponent) {
  const Vec2 a{1, 2};
  const Vec2 b{10, -20};
  EXPECT_EQ(a + b, (Vec2{11, -18}));
  EXPECT_EQ(a - b, (Vec2{-9, 22}));
  EXPECT_EQ(-a, (Vec2{-1, -2}));
  EXPECT_EQ(3 * a, (Vec2{3, 6}));
  EXPECT_EQ(a * 3, 3 * a);
}

RC_GTEST_PROP(Vec2, LerpMeetsBothEnds, (std::uint64_t seed)) {
  Random random(seed);
  const Vec2 a = random_vector(random, k_sizes[random.below(8)]);
  const Vec2 b = random_vector(random, k_sizes[random.below(8)]);
  RC_ASSERT(lerp(a, b, 0) == a);
  RC_ASSERT(lerp(a, b, 1) == b);
}

TEST(Vec2, LerpIsLinear) { EXPECT_EQ(lerp({0, 8}, {4, 0}, 0.25), (Vec2{1, 6})); }

}  // namespace
}  // namespace carom
