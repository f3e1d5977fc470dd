#include "gravity/eight.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "carom/math/random.hpp"

namespace carom::detail {
namespace {

/// In units in the last place of 1.
double relative_error(double value, long double exact) {
  return static_cast<double>(std::abs(value / exact - 1)) / std::numeric_limits<double>::epsilon();
}

TEST(Eight, InverseRootsToAFewUnitsInTheLastPlace) {
  Random random(1);
  double root = 0;
  double cubed = 0;
  for (int round = 0; round < 50'000; ++round) {
    Eight u;
    // All exponents that the squares of scaled distances can have, and every second bit of the mantissa's top.
    for (std::size_t k = 0; k < k_lanes; ++k) {
      u[k] = std::ldexp(random.uniform(1, 4), 2 * static_cast<int>(random.below(300)) - 598);
    }
    Eight one;
    Eight three;
    inverse_root(u, one);
    inverse_root_cubed(u, three);
    for (std::size_t k = 0; k < k_lanes; ++k) {
      const long double exact = 1 / std::sqrt(static_cast<long double>(u[k]));
      root = std::max(root, relative_error(one[k], exact));
      cubed = std::max(cubed, relative_error(three[k], exact * exact * exact));
    }
  }
  EXPECT_LT(root, 2);
  EXPECT_LT(cubed, 3);
  EXPECT_GT(cubed, 0.4) << "nothing was compared";
}

TEST(Eight, Transpose) {
  Eight row[k_lanes];
  for (std::size_t i = 0; i < k_lanes; ++i) {
    for (std::size_t j = 0; j < k_lanes; ++j) row[i][j] = static_cast<double>(10 * i + j);
  }
  Eight column[k_lanes];
  transpose(row, column);
  for (std::size_t i = 0; i < k_lanes; ++i) {
    for (std::size_t j = 0; j < k_lanes; ++j) EXPECT_EQ(column[j][i], row[i][j]);
  }
}

}  // namespace
}  // namespace carom::detail
