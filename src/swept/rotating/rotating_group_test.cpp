#include <gtest/gtest.h>

#include <cmath>

#include "world/testing/rotating_world_test.hpp"

// Contacts of several bodies at one moment, solved together.
namespace carom::swept_test {
namespace {

/// A box falls on one that stands already: what the impact does, it does to both, and both rest in the end.
TEST(RotatingGroup, ABoxThatLandsOnAStackSettlesWithAllOfIt) {
  World world = under_gravity(0, 0.5);
  add(world, border(Axis::y, 0));
  std::vector<BodyId> stack;
  for (int k = 0; k < 3; ++k) stack.push_back(add(world, block(1, 1, {0, 0.5001 + 1.0002 * k})));
  run_until(world, 0.5);
  stack.push_back(add(world, block(1, 1, {0, 5})));
  run_until(world, 3);
  for (std::size_t k = 0; k < stack.size(); ++k) {
    const BodyState& rests = world.body(stack[k])->state;
    EXPECT_NEAR(length(rests.at - Vec2{0, 0.5 + static_cast<double>(k)}), 0, 2e-3) << k;
    EXPECT_LT(length(rests.velocity), 5e-5) << k;
  }
}

TEST(RotatingGroup, FrictionTakesWhatItTakesAndNothingElse) {
  World world = under_gravity(0.4, 0.5);
  add(world, border(Axis::y, 0));
  add(world, border(Axis::x, -3));
  add(world, border(Axis::x, 3));
  Random random(10);
  for (int k = 0; k < 12; ++k) {
    add(world,
        rotating_polygon(some_polygon(random, 0.4), {-2.0 + 1.3 * (k % 4), 1.0 + k / 4}, {}, random.uniform(-3, 3)));
  }
  const double before = whole_energy(world);
  run_until(world, 6);
  EXPECT_NEAR(whole_energy(world) / before, 1, 0.02);
  for (const BodyId id : world.bodies()) {
    const Body& body = *world.body(id);
    if (body.fixed()) continue;
    EXPECT_GT(body.state.at.y, 0.1);
    EXPECT_LT(std::abs(body.state.at.x), 3);
    EXPECT_LT(length(body.state.velocity), 0.05) << "it has come to rest";
  }
}

}  // namespace
}  // namespace carom::swept_test
