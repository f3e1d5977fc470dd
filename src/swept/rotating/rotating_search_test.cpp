#include <gtest/gtest.h>

#include "world/testing/rotating_world_test.hpp"

// Pairs near each other, also those that come near only because a body was struck within the step.
namespace carom::swept_test {
namespace {

/// The last of a row stands still until one behind it strikes it, within the step. What it is driven into is small, and was
/// not near it while it stood.
TEST(RotatingSearch, WhatIsDrivenAwayWithinAStepMeetsWhatItGoesTo) {
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

/// Two discs at rest side by side; one is shot at the other, which its island sends off at once, six times its own size
/// within the step: to an edge or to a small disc, that were not near it while it stood.
TEST(RotatingSearch, WhatAnIslandSendsAwayMeetsWhatItGoesTo) {
  constexpr double radius = 0.06;
  for (const bool edge : {true, false}) {
    SCOPED_TRACE(edge);
    WorldSettings settings = settings_with(1.0 / 64, 0.5, {0, -10});
    settings.friction = 0.1;
    settings.bounds = Bounds{{-1, 0}, {1, 2}};
    World world = make_world(settings);
    const double wall = edge ? 1 : 0.4;
    if (!edge) add(world, fixed(disc(0.01, {wall + 0.01, radius})));
    const BodyId struck = add(world, disc(radius, {wall - 2.2 * radius, radius * 1.001}));
    const BodyId striker = add(world, disc(radius, {wall - 4.201 * radius, radius * 1.001}));
    // Many that stand keep the steps' windows long.
    for (int k = 0; k < 100; ++k) add(world, disc(0.03, {-0.9 + 0.1 * (k % 10), 0.0301 + 0.1 * (k / 10)}));
    add(world, block(0.2, 0.1, {-0.6, 1.5}));
    for (int step = 0; step < 8; ++step) world.step();
    EXPECT_LT(at(world, struck).x + 1.8 * radius, wall);
    world.set_velocity(striker, {20, 0});
    for (int step = 0; step < 4; ++step) {
      world.step();
      EXPECT_LT(at(world, struck).x + radius, wall + 1e-9) << step;
    }
  }
}

/// Fast ones that cross a step's neighbourhood meet a border that moves towards them.
TEST(RotatingSearch, ABorderThatMovesIsNear) {
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
TEST(RotatingSearch, DiscsThatAStrongSourceThrowsAboutAskOnlyWhomTheyReach) {
  // Some 6.5 million are needed; 43 where the kick's length counts as a size.
  EXPECT_TRUE(completes_near_a_strong_source(10'000'000));
}

/// A window lasts as long as the fastest body needs to cross its neighbourhood, here 10⁻¹⁶ of a step. A step has
/// no more windows than searches for all pairs would cost, and each is work that the limits see.
TEST(RotatingSearch, AVeryFastBodyDoesNotCutAStepIntoWindowsWithoutNumber) {
  World world = make_world(settings_with(1.0 / 60, 1));
  for (int k = 0; k < 3; ++k) {
    BodyDef block_k = block(1, 1, {10.0 * k, 0});
    block_k.spin = 0.1;
    if (k == 2) block_k.velocity = {0, 1e18};
    add(world, std::move(block_k));
  }
  StepLimits limits;
  limits.work = 100'000;
  limits.work_a_body = 0;
  world.set_limits(limits);
  EXPECT_TRUE(world.step().completed());
}

/// Just above a floor that its corners may reach.
World spinning_above_a_floor(double spin) {
  // How fast a body may spin depends on the step.
  World world = make_world(settings_with(1e-11, 1));
  add(world, border(Axis::y, 0));
  BodyDef top = block(1, 1, {0, std::sqrt(0.5) + 0.005});
  top.velocity = {0, -1};
  top.spin = spin;
  add(world, std::move(top));
  return world;
}

/// The search for a contact of what spins goes through every turn, some at a time.
TEST(RotatingSearch, WhatSpinsFastMeetsTheFloorWithItsFirstCornerThere) {
  for (const double spin : {1e3, 1e5, 1e6}) {
    SCOPED_TRACE(spin);
    World world = spinning_above_a_floor(spin);
    ASSERT_TRUE(world.step(1.0 / 64).completed());
    ASSERT_FALSE(world.events().empty());
    // Every quarter of a turn a corner points down.
    EXPECT_GT(world.events()[0].t, 0.005 - 1e-8);
    EXPECT_LT(world.events()[0].t, 0.005 + 0.5 * k_pi / spin);
  }
}

TEST(RotatingSearch, WhatSpinsWithoutEndCanBeInterruptedAndReachesALimit) {
  World world = spinning_above_a_floor(1e13);
  int asked = 0;
  world.set_interrupt([&] { return ++asked == 3; });
  EXPECT_EQ(world.step(1.0 / 64).end, StepResult::End::interrupted);
  EXPECT_EQ(asked, 3);
  world.set_interrupt({});
  StepLimits limits;
  limits.work = 1'000'000;
  world.set_limits(limits);
  EXPECT_EQ(world.step(1.0 / 64).end, StepResult::End::limit_reached);
}

}  // namespace
}  // namespace carom::swept_test
