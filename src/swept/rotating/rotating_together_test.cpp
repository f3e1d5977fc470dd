#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "world/testing/rotating_world_test.hpp"

namespace carom::swept_test {
namespace {

/// It lands on both at one instant: answered one after the other, the first would turn it.
TEST(RotatingTogether, APlankOnTwoSupportsReboundsFlat) {
  for (const double restitution : {0.0, 0.5, 1.0}) {
    World world = under_gravity(restitution, 0);
    for (const double x : {-1.0, 1.0}) {
      BodyDef support = block(0.6, 1, {x, 0.5});
      support.fixed = true;
      add(world, support);
    }
    const BodyId plank = add(world, block(2.4, 0.2, {0, 2.1}));
    double highest = 0, fastest_spin = 0;
    bool bounced = false;
    while (world.time() < 3) {
      world.step();
      const BodyState& now = world.body(plank)->state;
      bounced = bounced || now.velocity.y > 0;
      if (bounced) highest = std::max(highest, now.at.y - 1.1);
      fastest_spin = std::max(fastest_spin, std::abs(now.spin));
    }
    EXPECT_NEAR(highest, restitution * restitution, 2e-3) << restitution;
    EXPECT_LT(fastest_spin, 1e-9) << restitution;
  }
}

TEST(RotatingTogether, ABoxBetweenTwoOthersGoesStraightOn) {
  World world = make_world(settings_with(1.0 / 60));
  const BodyId upper = add(world, block(1, 1, {3, 0.55}));
  const BodyId lower = add(world, block(1, 1, {3, -0.55}));
  const BodyId box = add(world, block(1, 1, {0, 0}));
  ASSERT_TRUE(world.set_velocity(box, {2, 0}));
  const double energy = world.energy().kinetic;
  run_until(world, 1.01);
  EXPECT_EQ(world.collision_count(), 2U) << "one with each";
  EXPECT_LT(std::abs(world.body(box)->state.spin), 1e-12);
  EXPECT_NEAR(velocity(world, box).y, 0, 1e-12);
  EXPECT_NEAR(velocity(world, upper).x, velocity(world, lower).x, 1e-12);
  EXPECT_NEAR(world.body(upper)->state.spin, -world.body(lower)->state.spin, 1e-12);
  EXPECT_NEAR(world.energy().kinetic, energy, 1e-12);
}

/// What only touches is no impact: it gets its turn after the first, as in a cradle.
TEST(RotatingTogether, ARowPassesItsBlowOn) {
  World world = make_world(settings_with(1.0 / 60));
  const BodyId first = add(world, block(1, 1, {0, 0}));
  add(world, block(1, 1, {2, 0}));
  const BodyId last = add(world, block(1, 1, {3, 0}));
  ASSERT_TRUE(world.set_velocity(first, {2, 0}));
  run_until(world, 1);
  EXPECT_NEAR(velocity(world, last).x, 2, 1e-12);
  EXPECT_NEAR(velocity(world, first).x, 0, 1e-12);
}

}  // namespace
}  // namespace carom::swept_test
