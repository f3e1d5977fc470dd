#include "contact/graze.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "carom/math/random.hpp"

namespace carom::detail {
namespace {

TEST(Graze, ATangentBecomesAShallowBounceOfTheSameSpeed) {
  const Encounter e{{0, 1}, {3, 0}, {}, 1, 0, 1};
  Aftermath after{{3, 0}, {}, 0};
  ASSERT_TRUE(turn_along_ring(e, 0.6, after));
  EXPECT_NEAR(after.velocity_a.x, 2.4, 1e-15);
  EXPECT_NEAR(after.velocity_a.y, 1.8, 1e-15);
  EXPECT_EQ(after.velocity_b, (Vec2{}));
}

TEST(Graze, ABounceThatLeavesTheWallIsLeftAsItIs) {
  const Encounter e{{0, 1}, {3, -1}, {}, 1, 0, 1};
  Aftermath after{{3, 1}, {}, 2};
  EXPECT_FALSE(turn_along_ring(e, k_least_tilt, after));
  EXPECT_EQ(after.velocity_a, (Vec2{3, 1}));
  Aftermath steep{{3, 3 * 1.01 * k_graze}, {}, 0};
  EXPECT_FALSE(turn_along_ring(e, k_least_tilt, steep));
  Aftermath flat{{3, 3 * 0.99 * k_graze}, {}, 0};
  EXPECT_TRUE(turn_along_ring(e, k_least_tilt, flat));
}

TEST(Graze, NothingToTurn) {
  Aftermath rest{{1, 2}, {1, 2}, 0};
  EXPECT_FALSE(turn_along_ring({{0, 1}, {1, 2}, {1, 2}, 1, 1, 1}, k_least_tilt, rest)) << "no speed";
  Aftermath two_fixed{{1, 0}, {}, 0};
  EXPECT_FALSE(turn_along_ring({{0, 1}, {1, 0}, {}, 0, 0, 1}, k_least_tilt, two_fixed));
  EXPECT_EQ(two_fixed.velocity_a, (Vec2{1, 0}));
}

TEST(Graze, EnergyAndMomentumAreKept) {
  Random random(3);
  for (int k = 0; k < 1000; ++k) {
    const Vec2 n = random.direction();
    const Vec2 along{-n.y, n.x};
    const double mass_a = random.uniform(0.1, 10);
    const double mass_b = random.uniform(0.1, 10);
    const Vec2 common = random.uniform(0, 3) * random.direction();
    const Vec2 a = common + random.uniform(-4, 4) * along;
    const Vec2 b = common + random.uniform(-4, 4) * along;
    Aftermath after{a, b, 0};
    const Encounter e{n, a, b, 1 / mass_a, 1 / mass_b, 1};
    ASSERT_TRUE(turn_along_ring(e, k_least_tilt, after));
    const auto energy = [&](Vec2 u, Vec2 v) { return 0.5 * (mass_a * dot(u, u) + mass_b * dot(v, v)); };
    EXPECT_NEAR(energy(after.velocity_a, after.velocity_b), energy(a, b), 1e-13 * energy(a, b));
    const Vec2 gained = mass_a * (after.velocity_a - a) + mass_b * (after.velocity_b - b);
    EXPECT_LT(length(gained), 1e-12);
    const Vec2 w = after.velocity_a - after.velocity_b;
    EXPECT_NEAR(dot(w, n) / length(w), k_least_tilt, 1e-12) << "it leads away from the wall";
    EXPECT_GT(dot(w, a - b), 0) << "and goes on the same way";
  }
}

}  // namespace
}  // namespace carom::detail
