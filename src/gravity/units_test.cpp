#include "gravity/units.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace carom::detail {
namespace {

TEST(Units, FactorsAreExactWherePlainProductsAre) {
  EXPECT_EQ(Factor(3, 4)(5), 240);
  EXPECT_EQ(Factor(-0.75, -1)(8), -3);
  EXPECT_EQ(Factor(0, 10)(8), 0);
}

TEST(Units, FactorsBeyondTheRangeOfDouble) {
  // 2^-1000 · 2^2000, whose second factor is no double.
  EXPECT_EQ(Factor(1, 2000)(std::ldexp(1.0, -1000)), std::ldexp(1.0, 1000));
  EXPECT_EQ(Factor(1, -2000)(std::ldexp(1.0, 1000)), std::ldexp(1.0, -1000));
  EXPECT_EQ(Factor(1, 100'000)(1), HUGE_VAL);
  EXPECT_EQ(Factor(1, -100'000)(1), 0);
  EXPECT_EQ(Factor(1, 100'000)(0), 0);
}

TEST(Units, TheLargestOfEachKindIsNearOne) {
  const std::vector<Vec2> at = {{1e-200, 0}, {3e-190, -4e-190}};
  const std::vector<double> mass = {0, 1e300};
  const Units units = units_for({.G = 1, .softening = 1e-191, .opening = 0}, at, mass);
  EXPECT_GE(std::abs(units.length(at[1].y)), 0.5);
  EXPECT_LT(std::abs(units.length(at[1].y)), 1);
  EXPECT_GE(units.mass(mass[1]), 0.5);
  EXPECT_LT(units.mass(mass[1]), 1);
  const double ratio = units.length(1e-191) / units.length(at[1].y);
  EXPECT_DOUBLE_EQ(ratio, -1e-191 / 4e-190);
  EXPECT_DOUBLE_EQ(units.softening_squared, units.length(1e-191) * units.length(1e-191));
}

TEST(Units, NothingAtAll) {
  const Units units = units_for({.G = 1, .softening = 0, .opening = 0}, {}, {});
  EXPECT_EQ(units.softening_squared, k_least_square);
  EXPECT_EQ(units.length(3), 3);
}

}  // namespace
}  // namespace carom::detail
