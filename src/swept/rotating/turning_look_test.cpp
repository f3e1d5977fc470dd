#include <gtest/gtest.h>

#include "world/turning_world_test.hpp"

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

/// Whether discs around a strong source, which throws them about, with a ring around them and a plank that rotates among
/// them, complete a step that may need so many units of work.
bool completes_near_a_strong_source(std::uint64_t units) {
  WorldSettings settings = settings_with(0.01, 1);
  settings.sources = {{{0, 0}, 3000}};
  World world = make_world(settings);
  Random random(7);
  add(world, fixed(ring(3, {0, 0})));
  BodyDef plank = block(2, 0.2, {0, 1.3}, 0.3);
  plank.spin = 0.5;
  add(world, std::move(plank));
  for (int i = 0; i < 12; ++i) {
    for (int k = 0; k < 12; ++k) {
      const Vec2 place{-1 + 0.17 * i + random.uniform(-0.05, 0.05), -1 + 0.17 * k + random.uniform(-0.05, 0.05)};
      add(world, disc(0.015, place));
    }
  }
  StepLimits limits;
  limits.work = units;
  limits.work_a_body = 0;
  world.set_limits(limits);
  return world.step().completed();
}

/// The fields' kick is far longer than anything here, yet who is asked about whom goes by what can be reached soon.
TEST(TurningLook, DiscsThatAStrongSourceThrowsAboutAskOnlyWhomTheyReach) {
  // Some 6.5 million are needed; 43 where the kick's length counts as a size.
  EXPECT_TRUE(completes_near_a_strong_source(10'000'000));
}

}  // namespace
}  // namespace carom::swept_test
