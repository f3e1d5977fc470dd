#include <gtest/gtest.h>

#include "worlds/turning_world_test.hpp"

// Who is near whom: also those whom somebody goes to only because it was struck within the step.
namespace carom::swept_test {
namespace {

/// The last of a row stands still until one behind it strikes it, within the step. What it is driven into is small, and was
/// not near it while it stood.
TEST(TurningLook, WhatIsDrivenAwayWithinAStepMeetsWhatItGoesTo) {
  World world = under_gravity(0.2, 0);
  add(world, border(Axis::y, 0));
  for (int k = 0; k < 28; ++k) add(world, block(0.5, 0.5, {-0.501 * (k + 1), 0.25}));
  BodyDef striker = block(0.5, 0.5, {0.02, 0.25});
  striker.velocity = {12, 0};
  striker.density = 50;
  add(world, std::move(striker));
  const BodyId last = add(world, block(0.5, 0.5, {0.53, 0.25}));
  add(world, fixed(disc(0.02, {0.53 + 0.41, 0.25})));
  for (int step = 0; step < 3; ++step) {
    world.step();
    EXPECT_LT(at(world, last).x + 0.25, 0.53 + 0.41 - 0.02 + 1e-9) << step;
  }
}

/// Fast ones that cross a step's neighbourhood meet a border that moves towards them.
TEST(TurningLook, ABorderThatMovesIsNear) {
  World world = under_gravity(0.5, 0);
  BodyDef floor = border(Axis::y, -2);
  floor.velocity = {0, 60};
  floor.fixed = true;
  const BodyId lift = add(world, std::move(floor));
  const BodyId box = add(world, block(1, 1, {0, 0}));
  for (int step = 0; step < 10; ++step) {
    world.step();
    EXPECT_GT(at(world, box).y - 0.5, world.body(lift)->state.at.y - 2 - 1e-9) << step;
  }
}

}  // namespace
}  // namespace carom::swept_test
