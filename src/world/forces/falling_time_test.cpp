#include "world/forces/falling_time.hpp"

#include <gtest/gtest.h>

#include "carom/math/random.hpp"

namespace carom::detail {
namespace {

constexpr double k_endless = std::numeric_limits<double>::infinity();

TEST(FallingTime, WithoutPullItIsADivision) {
  EXPECT_EQ(falling_time(3, 2, 0), 1.5);
  EXPECT_EQ(falling_time(3, 0, 0), k_endless);
  EXPECT_EQ(falling_time(3, -2, 0), k_endless);
}

TEST(FallingTime, AllSignsOfClosingAndPull) {
  EXPECT_EQ(falling_time(5, 4, 2), 1);
  EXPECT_EQ(falling_time(4, 0, 2), 2);
  EXPECT_EQ(falling_time(5, -4, 2), 5) << "thrown up first";
  EXPECT_EQ(falling_time(3, 4, -2), 1) << "fast enough to get there, slowing down";
  EXPECT_EQ(falling_time(5, 4, -2), k_endless) << "turns round on the way";
  EXPECT_EQ(falling_time(4, 4, -2), 2) << "gets there and no further";
  EXPECT_EQ(falling_time(3, 0, -2), k_endless);
  EXPECT_EQ(falling_time(3, -4, -2), k_endless);
}

TEST(FallingTime, AGapThatIsNone) {
  for (const double gap : {0.0, -0.0, -1e-16, -3.0}) {
    EXPECT_EQ(falling_time(gap, 2, 0), 0);
    EXPECT_EQ(falling_time(gap, 2, -9), 0);
    EXPECT_EQ(falling_time(gap, 0, 9), 0);
    EXPECT_EQ(falling_time(gap, 0, 0), k_endless);
    EXPECT_EQ(falling_time(gap, 0, -9), k_endless);
    EXPECT_EQ(falling_time(gap, -2, 0), k_endless);
    EXPECT_EQ(falling_time(gap, -2, -9), k_endless);
    EXPECT_EQ(falling_time(gap, -2, 8), 0.5) << "thrown up, and back";
  }
}

TEST(FallingTime, EndlessGapsAreNeverUsedUp) {
  EXPECT_EQ(falling_time(k_endless, 2, 0), k_endless);
  EXPECT_EQ(falling_time(k_endless, 2, 9), k_endless);
  EXPECT_EQ(falling_time(k_endless, -2, 9), k_endless);
  EXPECT_EQ(falling_time(k_endless, 2, -9), k_endless);
}

/// The larger sizes leave the double range of the square alone, and none of the roots cancels.
TEST(FallingTime, AgainstLongDouble) {
  Random random(5);
  const auto any = [&] {
    const double size = std::ldexp(random.uniform(1, 2), static_cast<int>(random.below(41)) - 20);
    return random.below(2) == 0 ? size : -size;
  };
  int found = 0;
  for (int k = 0; k < 100'000; ++k) {
    const double gap = std::abs(any());
    const double closing = any();
    const double pull = any();
    const long double c = closing;
    const long double g = pull;
    const long double square = c * c + 2 * g * gap;
    const double t = falling_time(gap, closing, pull);
    if (std::abs(square) < 1e-14L * c * c) continue;
    if (square < 0 || (closing < 0 && pull < 0)) {
      ASSERT_EQ(t, k_endless) << gap << " " << closing << " " << pull;
      continue;
    }
    const long double root = std::sqrt(square);
    const long double truth = closing > 0 ? 2 * gap / (c + root) : (root - c) / g;
    // The square's own rounding counts in full where it nearly cancels.
    const long double blur = 1 + c * c / square;
    ASSERT_NEAR(static_cast<double>(t / truth), 1, static_cast<double>(4 * blur) * 0x1p-53)
        << gap << " " << closing << " " << pull;
    ++found;
  }
  EXPECT_GT(found, 50'000);
}

}  // namespace
}  // namespace carom::detail
