#include "carom/math/floating_point.hpp"

#include <gtest/gtest.h>

#include "carom/math/vec2.hpp"

namespace carom {
namespace {

// (1 + e)² = 1 + 2e + e², of which the product rounded by itself loses e². A contracted a * b - c would keep it.
TEST(FloatingPoint, ProductsAreRoundedBeforeTheyAreAdded) {
  volatile double source = 1 + 0x1p-30;
  const double a = source;
  const double c = 1 + 0x1p-29;
  EXPECT_EQ(a * a - c, 0);
  EXPECT_EQ(dot({a, c}, {a, -1}), 0);
  EXPECT_EQ(cross({a, c}, {1, a}), 0);
}

TEST(FloatingPoint, SubnormalsAreKept) {
  volatile double source = 0x1p-1022;
  const double half = source / 2;
  EXPECT_GT(half, 0);
  EXPECT_EQ(half * 2, source);
}

}  // namespace
}  // namespace carom
