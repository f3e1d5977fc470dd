#include <gtest/gtest.h>

#include <cstdio>

#include "carom/math/random.hpp"
#include "world/testing/swept_world_test.hpp"

// Sixty discs fall into a box and come to rest: the hardest thing for a world that goes from contact to contact.
namespace carom::swept_test {
namespace {

void pile_up(double restitution, int steps) {
  World world = make_world(bounded(settings_with(1.0 / 60, restitution, {0, -9.81}), {0, 0}, {6, 20}));
  Random random(11);
  for (int k = 0; k < 60; ++k) {
    const Vec2 at{0.6 + 0.95 * (k % 6) + 0.1 * random.uniform(), 0.5 + 0.85 * (k / 6)};
    add(world, disc(0.3 + 0.1 * random.uniform(), at));
  }
  const double before = world.energy().total();
  double deepest = 0;
  double outside = 0;
  for (int k = 0; k < steps; ++k) {
    world.step();
    deepest = std::max(deepest, deepest_overlap(world));
    outside = std::max(outside, farthest_outside(world));
  }
  const PolicyCounts& p = world.policies();
  std::printf("e = %g: %llu contacts told, %llu rests, %llu calms, %llu clumps, deepest %.2g, outside %.2g\n",
              restitution, static_cast<unsigned long long>(world.collision_count()),
              static_cast<unsigned long long>(p.rests), static_cast<unsigned long long>(p.calms),
              static_cast<unsigned long long>(p.clumps), deepest, outside);
  EXPECT_EQ(world.step_count(), static_cast<std::uint64_t>(steps));
  EXPECT_LT(deepest, 1e-9);
  EXPECT_LT(outside, 1e-9);
  EXPECT_LT(world.energy().total(), before);
  EXPECT_GT(p.rests, 0U);
  // It has come to lie.
  EXPECT_LT(world.energy().kinetic, 0.01 * before);
}

TEST(Pile, OfSixtyDiscsSlow) {
  pile_up(0, 90);
  pile_up(0.5, 90);
}

}  // namespace
}  // namespace carom::swept_test
