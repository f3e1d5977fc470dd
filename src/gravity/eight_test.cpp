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
  double cubed = 0;
  for (int round = 0; round < 50'000; ++round) {
    Eight u;
    // All exponents that the squares of scaled distances can have, and every second bit of the mantissa's top.
    for (std::size_t k = 0; k < k_lanes; ++k) {
      u[k] = std::ldexp(random.uniform(1, 4), 2 * static_cast<int>(random.below(300)) - 598);
    }
    Eight one;
    Eight three;
    root(u, one);
    inverse_root_cubed(u, three);
    for (std::size_t k = 0; k < k_lanes; ++k) {
      const long double exact = 1 / std::sqrt(static_cast<long double>(u[k]));
      cubed = std::max(cubed, relative_error(three[k], exact * exact * exact));
      EXPECT_EQ(one[k], std::sqrt(u[k]));
    }
  }
  EXPECT_LT(cubed, 3);
  EXPECT_GT(cubed, 0.4) << "nothing was compared";
}

/// u in lanes of any width.
template <class Wide>
void expect_same_bits_as(const double (&u)[k_lanes], const Eight& three) {
  for (std::size_t k = 0; k < k_lanes; k += k_width<Wide>) {
    Wide part;
    Wide three_part;
    load(u + k, part);
    inverse_root_cubed(part, three_part);
    for (std::size_t n = 0; n < k_width<Wide>; ++n) EXPECT_EQ(three_part[n], three[k + n]);
  }
}

TEST(Eight, TheSameBitsInNarrowerVectors) {
  Random random(2);
  for (int round = 0; round < 1000; ++round) {
    double u[k_lanes];
    for (double& each : u) each = std::ldexp(random.uniform(1, 4), 2 * static_cast<int>(random.below(300)) - 598);
    Eight wide;
    Eight three;
    load(u, wide);
    inverse_root_cubed(wide, three);
    expect_same_bits_as<Two>(u, three);
    expect_same_bits_as<Four>(u, three);
  }
}

}  // namespace
}  // namespace carom::detail
