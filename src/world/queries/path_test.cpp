#include <gtest/gtest.h>

#include "world/testing/swept_world_test.hpp"

// Where bodies were within the last step.
namespace carom::swept_test {
namespace {

TEST(Path, StateInsideTheLastStep) {
  World world = make_world(settings_with(1));
  const BodyId ball = add(world, disc(1, {-4, 0}, {6, 0}));
  add(world, fixed(disc(1, {0, 0})));
  world.step();
  const auto before = world.state_at(ball, 0.25);
  const auto after = world.state_at(ball, 0.5);
  ASSERT_TRUE(before && after);
  EXPECT_EQ(before->at, (Vec2{-2.5, 0}));
  EXPECT_EQ(before->velocity, (Vec2{6, 0}));
  EXPECT_NEAR(after->at.x, -3, 1e-15);
  EXPECT_EQ(after->velocity, (Vec2{-6, 0}));
  EXPECT_EQ(world.state_at(ball, 0)->at, (Vec2{-4, 0}));
  EXPECT_EQ(world.state_at(ball, 1)->at, at(world, ball));
  EXPECT_FALSE(world.state_at(ball, 1.5));
  EXPECT_FALSE(world.state_at(ball, -0.5));
}

/// How deep a disc of radius 0.5 is shown in a floor at y = 0, and how fast, at its worst at 50 moments of each of 30 steps.
struct Shown {
  double depth = 0;
  double speed = 0;
};
Shown shown_at_worst(World& world, BodyId disc, double height) {
  Shown worst;
  for (int k = 0; k < 10; ++k) world.step();
  for (int k = 0; k < 30; ++k) {
    const double from = world.time();
    world.step();
    for (int n = 0; n < 50; ++n) {
      const auto state = world.state_at(disc, from + n / 50.0 * (world.time() - from));
      if (!state) return {1, 1};
      worst.depth = std::max(worst.depth, height - state->at.y);
      worst.speed = std::max(worst.speed, length(state->velocity));
    }
  }
  return worst;
}

TEST(Path, WhatRestsIsNotShownInsideWhatItRestsOn) {
  WorldSettings rubbing = settings_with(1.0 / 60, 0, {0, -9.81});
  rubbing.friction = 0.5;
  WorldSettings chin = settings_with(1.0 / 60, 0, {0, -9.81});
  chin.integrator = Integrator::chin;
  for (const WorldSettings& settings :
       {settings_with(1.0 / 60, 0, {0, -9.81}), settings_with(1.0 / 60, 0.5, {0, -9.81}), rubbing, chin}) {
    SCOPED_TRACE(settings.restitution + settings.friction);
    // Where bodies turn, resting contacts are solved to 2^-14 of what the fields give in half a step.
    const double solved = settings.friction > 0 ? 0x1p-14 * (0.5 * 9.81 / 60) : 1e-7;
    const auto expect_at_rest = [solved](World world, BodyId disc, double height) {
      const Shown worst = shown_at_worst(world, disc, height);
      EXPECT_LE(worst.depth, 0.5e-9);
      EXPECT_LE(worst.speed, solved);
    };
    {
      World world = make_world(settings);
      add(world, border(Axis::y, 0));
      const BodyId ball = add(world, disc(0.5, {0, 0.5}));
      expect_at_rest(std::move(world), ball, 0.5);
    }
    {
      World world = make_world(bounded(settings, {-2, 0}, {2, 5}));
      add(world, disc(0.5, {0, 0.5}));
      const BodyId upper = add(world, disc(0.5, {0, 1.5}));
      expect_at_rest(std::move(world), upper, 1.5);
    }
  }
}

TEST(Path, WhatIsHeldAndPushedIsShownOnItsWay) {
  // Down a slope of 3 in 4 without friction: 0.6 g along it, and nothing across.
  World world = make_world(settings_with(0.05, 0, {0, -10}));
  BodyDef slope = fixed(disc(1, {0, 0}));
  slope.shape = Segment{{Vec2{-40, 30}, Vec2{40, -30}}};
  add(world, std::move(slope));
  const BodyId ball = add(world, disc(0.5, 0.5 * Vec2{0.6, 0.8}));
  for (int k = 0; k < 10; ++k) world.step();
  const double from = world.time();
  world.step();
  for (int n = 0; n < 50; ++n) {
    const double t = from + 0.05 * n / 50;
    const auto state = world.state_at(ball, t);
    ASSERT_TRUE(state);
    EXPECT_NEAR(dot(state->at, Vec2{0.6, 0.8}), 0.5, 1e-9);
    EXPECT_NEAR(dot(state->velocity, Vec2{0.6, 0.8}), 0, 1e-7);
    EXPECT_NEAR(dot(state->velocity, Vec2{0.8, -0.6}), 6 * t, 1e-7);
  }
}

void expect_states_at(const World& world, double time) {
  const std::vector<BodyId> ids = world.bodies();
  const std::vector<BodyState> states = world.states_at(ids, time);
  ASSERT_EQ(states.size(), ids.size());
  for (std::size_t k = 0; k < ids.size(); ++k) {
    const BodyState one = world.state_at(ids[k], time).value_or(world.body(ids[k])->state);
    EXPECT_EQ(states[k].at, one.at);
    EXPECT_EQ(states[k].velocity, one.velocity);
    EXPECT_EQ(states[k].angle, one.angle);
    EXPECT_EQ(states[k].spin, one.spin);
  }
}

/// Many corners for each in a step.
World crowd(WorldSettings settings) {
  World world = make_world(bounded(std::move(settings), {0, 0}, {12, 12}));
  for (int k = 0; k < 25; ++k) {
    const double sign = k % 2 == 0 ? 1 : -1;
    add(world, disc(0.5, {1.5 + 2.2 * (k % 5), 1.5 + 2.2 * (k / 5)}, {sign * (3 + k), 7 - sign * k}));
  }
  return world;
}

TEST(Path, StatesOfAllAreThoseOfEach) {
  WorldSettings rotating = settings_with(0.5, 0.9, {0, -3});
  rotating.friction = 0.4;
  WorldSettings overlap = settings_with(0.5);
  overlap.detection = Detection::overlap;
  WorldSettings attracting = settings_with(0.5);
  attracting.attraction = Attraction{.G = 0.1, .softening = 0, .opening = 0};
  for (const WorldSettings& settings :
       {settings_with(0.5, 1, {0, -3}), rotating, overlap, attracting, event_settings(1, {0, -3})}) {
    World world = crowd(settings);
    world.step(0.5);
    world.step(0.5);
    EXPECT_GT(world.events().size(), 20U);
    for (const double time : {0.4, 0.5, 0.6, 0.75, 0.95, 1.0, 1.5}) expect_states_at(world, time);
  }
}

TEST(Path, UnderGravity) {
  World world = make_world(settings_with(0.5, 1, {0, -8}));
  const BodyId ball = add(world, disc(1, {0, 0}, {1, 4}));
  world.step();
  const auto middle = world.state_at(ball, 0.25);
  ASSERT_TRUE(middle);
  EXPECT_NEAR(middle->velocity.y, 2, 1e-14);
  EXPECT_NEAR(middle->at.x, 0.25, 1e-15);
}

TEST(Path, UnderAForceThatWasForThisStepOnly) {
  World world = make_world(settings_with(0.5));
  const BodyId ball = add(world, disc(1, {0, 0}, {}, 2));
  add(world, disc(1, {0, 9}, {1, 0}));
  world.apply_force(ball, {8, 0});
  world.step();
  EXPECT_EQ(world.state_at(ball, 0)->velocity, (Vec2{0, 0}));
  EXPECT_EQ(world.state_at(ball, 0)->at, (Vec2{0, 0}));
  EXPECT_EQ(world.state_at(ball, 0.25)->velocity, (Vec2{1, 0}));
  EXPECT_EQ(world.state_at(ball, 0.25)->at, (Vec2{0.25, 0}));
  world.step();
  EXPECT_EQ(world.state_at(ball, 0.75)->velocity, (Vec2{2, 0}));
  EXPECT_EQ(world.state_at(ball, 0.75)->at, (Vec2{1, 0}));
}

TEST(Path, UnderAForceAndWithContacts) {
  World world = make_world(settings_with(1));
  const BodyId ball = add(world, disc(1, {0, 0}));
  add(world, fixed(disc(1, {2.5, 0})));
  world.apply_force(ball, {2, 0});
  world.step();
  // Drifts with 1, meets at 1/2 with 1, and drifts back with 1.
  ASSERT_EQ(world.events().size(), 1U);
  EXPECT_EQ(world.events()[0].t, 0.5);
  EXPECT_EQ(world.state_at(ball, 0.25)->velocity, (Vec2{0.5, 0}));
  EXPECT_EQ(world.state_at(ball, 0.25)->at, (Vec2{0.25, 0}));
  EXPECT_EQ(world.state_at(ball, 0.75)->velocity, (Vec2{-0.5, 0}));
  EXPECT_EQ(world.state_at(ball, 0.75)->at, (Vec2{0.25, 0}));
}

TEST(Path, WithDampingAndGravity) {
  World world = make_world(settings_with(0.5, 1, {0, -8}));
  BodyDef def = disc(1, {0, 0}, {3, 5});
  def.damping = 1;
  const BodyId ball = add(world, def);
  world.step();
  // The drift is (3, 5 - 2) / 1.5.
  EXPECT_NEAR(world.state_at(ball, 0.25)->velocity.y, 2, 1e-15);
  EXPECT_NEAR(world.state_at(ball, 0.25)->at.x, 0.5, 1e-15);
  EXPECT_NEAR(world.state_at(ball, 0.25)->at.y, 0.5, 1e-15);
  EXPECT_NEAR(world.state_at(ball, 0.125)->velocity.y, 3, 1e-15);
  EXPECT_NEAR(world.state_at(ball, 0)->at.y, 0, 1e-15);
}

TEST(Path, KnowsWhereABodyWasThoughItHasBeenMovedSince) {
  World world = make_world(settings_with(1));
  const BodyId ball = add(world, disc(1, {0, 0}, {4, 0}));
  world.step();
  world.teleport(ball, {50, 50});
  world.set_velocity(ball, {0, 1});
  EXPECT_EQ(world.state_at(ball, 0.5)->at, (Vec2{2, 0}));
  EXPECT_EQ(world.state_at(ball, 0.5)->velocity, (Vec2{4, 0}));
  EXPECT_EQ(world.state_at(ball, 1)->at, (Vec2{50, 50}));
  const BodyId late = add(world, disc(1, {9, 9}));
  EXPECT_FALSE(world.state_at(late, 0.5)) << "was not there";
  EXPECT_TRUE(world.state_at(late, 1));
}

TEST(Path, StaysInThePeriodicBox) {
  World world = make_world(bounded(settings_with(1), {0, 0}, {10, 10}, Edges::periodic));
  const BodyId ball = add(world, disc(1, {8, 5}, {4, 0}));
  world.step();
  EXPECT_NEAR(world.state_at(ball, 0.25)->at.x, 9, 1e-14);
  EXPECT_NEAR(world.state_at(ball, 0.75)->at.x, 1, 1e-14);
}

TEST(Path, EndsWhereTheWorldIsWhateverTheRounding) {
  World world = make_world(settings_with(0.1));
  const BodyId ball = add(world, disc(1, {0, 0}, {1, 0}));
  for (int k = 0; k < 100; ++k) {
    world.step();
    ASSERT_TRUE(world.state_at(ball, world.time())) << k;
  }
}

TEST(Path, WhileAStepRunsOnlyNowIsKnown) {
  struct Inspector : Listener {
    bool before(World& world, const PendingContact& pending) override {
      EXPECT_FALSE(world.state_at(pending.a.id, 0.1));
      EXPECT_EQ(world.state_at(pending.a.id, pending.t)->at, (Vec2{-2, 0}));
      return true;
    }
  } inspector;
  World world = make_world(settings_with(1));
  add(world, disc(1, {-4, 0}, {4, 0}));
  add(world, fixed(disc(1, {0, 0})));
  world.set_listener(&inspector);
  world.step();
  EXPECT_EQ(world.collision_count(), 1U);
}

TEST(Path, IsForgottenWhenAStateIsRestored) {
  World world = make_world(settings_with(1));
  const BodyId ball = add(world, disc(1, {0, 0}, {4, 0}));
  world.step();
  const World::Snapshot snapshot = world.snapshot();
  world.step();
  world.restore(snapshot);
  EXPECT_FALSE(world.state_at(ball, 0.5));
  EXPECT_EQ(world.state_at(ball, 1)->at, (Vec2{4, 0}));
}

}  // namespace
}  // namespace carom::swept_test
