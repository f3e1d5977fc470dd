#include "world/bodies/stays.hpp"

#include <gtest/gtest.h>

#include "world/testing/swept_world_test.hpp"

// Bodies that come and go within a step.
namespace carom::swept_test {
namespace {

WorldSettings overlap_settings(double dt) {
  WorldSettings settings = settings_with(dt);
  settings.detection = Detection::overlap;
  return settings;
}

/// Worlds that know when within a step something happens; attraction and friction are there to take other ways to it.
std::vector<WorldSettings> worlds_in_time(double dt) {
  WorldSettings attracting = settings_with(dt);
  attracting.attraction = Attraction{.G = 1e-300, .softening = 0, .opening = 0};
  WorldSettings rotating = settings_with(dt);
  rotating.friction = 0.5;
  return {settings_with(dt), attracting, rotating, event_settings()};
}

std::vector<WorldSettings> all_worlds(double dt) {
  std::vector<WorldSettings> all = worlds_in_time(dt);
  all.push_back(overlap_settings(dt));
  return all;
}

std::vector<std::uint64_t> serials_at(const World& world, double time) {
  std::vector<std::uint64_t> serials;
  for (const BodyThen& then : world.bodies_at(time)) serials.push_back(then.body->serial);
  return serials;
}

using Serials = std::vector<std::uint64_t>;

/// Puts another one in the place of the second.
struct Swap : Listener {
  void after(World& world, const ContactEvent& event) override {
    world.remove(event.b->id);
    newcomer = add(world, disc(0.1, {0, 5}, {1, 0}));
  }
  BodyId newcomer;
};

TEST(Stays, OneGoesAndOneComesWithinTheStep) {
  for (const WorldSettings& settings : worlds_in_time(0.5)) {
    World world = make_world(settings);
    Swap swap;
    world.set_listener(&swap);
    const BodyId runner = add(world, disc(0.1, {0, -0.6}, {0, 0.8}));
    const BodyId target = add(world, fixed(disc(0.1, {0, 0.1})));
    world.step_to(0.5);
    world.step_to(1);
    ASSERT_EQ(world.events().size(), 1U);
    const double t = world.events()[0].t;
    EXPECT_NEAR(t, 0.625, 1e-12);
    EXPECT_EQ(serials_at(world, 0.5), (Serials{0, 1}));
    EXPECT_EQ(serials_at(world, 0.6), (Serials{0, 1}));
    EXPECT_EQ(serials_at(world, 0.7), (Serials{0, 2}));
    EXPECT_EQ(serials_at(world, 1), (Serials{0, 2}));
    EXPECT_NEAR(world.bodies_at(0.6)[0].state.at.y, -0.12, 1e-12);
    EXPECT_NEAR(world.bodies_at(0.6)[1].state.at.y, 0.1, 1e-12);
    EXPECT_NEAR(world.state_at(runner, 0.7)->velocity.y, -0.8, 1e-12);

    EXPECT_TRUE(world.state_at(target, 0.6));
    EXPECT_TRUE(world.state_at(target, t)) << "also at the moment at which it went";
    EXPECT_FALSE(world.state_at(target, 0.7));
    EXPECT_FALSE(world.state_at(target, 1));
    EXPECT_FALSE(world.state_at(swap.newcomer, 0.6));
    ASSERT_TRUE(world.state_at(swap.newcomer, 0.725));
    EXPECT_NEAR(world.state_at(swap.newcomer, 0.725)->at.x, 0.1, 1e-12);
    ASSERT_EQ(world.departed().size(), 1U);
    EXPECT_EQ(world.departed()[0].id, target);

    world.set_listener(nullptr);
    world.step_to(1.5);
    EXPECT_TRUE(world.departed().empty());
    EXPECT_FALSE(world.state_at(target, 1.2));
    EXPECT_EQ(serials_at(world, 1.2), (Serials{0, 2}));
  }
}

TEST(Stays, InTheOverlapWorldTheyChangePlacesAtItsEnd) {
  World world = make_world(overlap_settings(0.5));
  Swap swap;
  world.set_listener(&swap);
  add(world, disc(0.1, {0, -0.6}, {0, 0.8}));
  const BodyId target = add(world, fixed(disc(0.1, {0, 0.1})));
  world.step_to(0.5);
  world.step_to(0.75);
  ASSERT_EQ(world.events().size(), 1U);
  EXPECT_EQ(serials_at(world, 0.7), (Serials{0, 1}));
  EXPECT_EQ(serials_at(world, 0.75), (Serials{0, 2}));
  EXPECT_FALSE(world.state_at(swap.newcomer, 0.7));
  EXPECT_TRUE(world.state_at(target, 0.75));
}

TEST(Stays, InTheOverlapWorldNoBodyHasBouncedBeforeItWasSeen) {
  World world = make_world(overlap_settings(1));
  const BodyId ball = add(world, disc(1, {-3.5, 0}, {2, 0}));
  add(world, fixed(disc(1, {0, 0})));
  world.step();
  ASSERT_EQ(world.events().size(), 1U);
  EXPECT_EQ(velocity(world, ball), (Vec2{-2, 0}));
  EXPECT_EQ(world.state_at(ball, 0.5)->at, (Vec2{-2.5, 0}));
  EXPECT_EQ(world.state_at(ball, 0.5)->velocity, (Vec2{2, 0}));
  EXPECT_EQ(world.state_at(ball, 0)->at, (Vec2{-3.5, 0}));
}

TEST(Stays, ALifetimeEndsWithinTheStep) {
  for (const WorldSettings& settings : all_worlds(1)) {
    World world = make_world(settings);
    BodyDef brief = disc(1, {0, 0}, {2, 0});
    brief.lifetime = 0.75;
    const BodyId first = add(world, brief);
    add(world, disc(1, {0, 9}));
    world.step_to(1);
    EXPECT_EQ(world.body_count(), 1U);
    EXPECT_EQ(serials_at(world, 0.5), (Serials{0, 1}));
    EXPECT_EQ(serials_at(world, 0.875), (Serials{1}));
    ASSERT_TRUE(world.state_at(first, 0.5));
    EXPECT_NEAR(world.state_at(first, 0.5)->at.x, 1, 1e-12);
    EXPECT_FALSE(world.state_at(first, 0.875));
  }
}

TEST(Stays, OneLeavesBoundsThatRemove) {
  for (const WorldSettings& settings : all_worlds(1)) {
    World world = make_world(bounded(settings, {-5, -5}, {5, 5}, Edges::remove));
    add(world, disc(1, {0, 0}, {8, 0}));
    add(world, disc(1, {0, 3}));
    world.step_to(1);
    EXPECT_EQ(world.body_count(), 1U);
    EXPECT_EQ(serials_at(world, 0.5), (Serials{0, 1}));
    EXPECT_NEAR(world.bodies_at(0.5)[0].state.at.x, 4, 1e-12);
  }
}

TEST(Stays, UnderGravityItFellUntilItWent) {
  for (WorldSettings settings : {settings_with(1), overlap_settings(1)}) {
    settings.gravity = {0, -8};
    World world = make_world(settings);
    BodyDef brief = disc(1, {0, 0}, {0, 4});
    brief.lifetime = 0.75;
    const BodyId first = add(world, brief);
    world.step_to(1);
    const auto state = world.state_at(first, 0.5);
    ASSERT_TRUE(state);
    EXPECT_NEAR(state->velocity.y, 0, 1e-12);
    EXPECT_NEAR(state->at.y, 0, 1e-12) << "the drift has the velocity of its middle";
  }
}

TEST(Stays, TwoThatMergeWereTwoBefore) {
  for (WorldSettings settings : worlds_in_time(1)) {
    if (settings.detection == Detection::event) continue;
    Rule rule;
    rule.between = {"*", "*"};
    rule.response = Response::merge;
    settings.rules.push_back(rule);
    World world = make_world(settings);
    const BodyId light = add(world, disc(1, {-4, 0}, {4, 0}, 1));
    const BodyId heavy = add(world, disc(1, {0, 0}, {0, 0}, 3));
    world.step_to(1);
    ASSERT_EQ(world.events().size(), 1U);
    EXPECT_EQ(serials_at(world, 0.25), (Serials{0, 1}));
    EXPECT_EQ(serials_at(world, 0.75), (Serials{1}));
    EXPECT_EQ(world.bodies_at(0.25)[1].body->reach, 1);
    EXPECT_GT(world.bodies_at(0.75)[0].body->reach, 1);
    EXPECT_NEAR(world.state_at(light, 0.25)->at.x, -3, 1e-12);
    EXPECT_NEAR(world.state_at(heavy, 0.25)->at.x, 0, 1e-12);
    EXPECT_NEAR(world.state_at(heavy, 0.25)->velocity.x, 0, 1e-12);
    EXPECT_NEAR(world.state_at(heavy, 0.75)->velocity.x, 1, 1e-12);
    EXPECT_NEAR(world.state_at(heavy, 0.75)->at.x, world.state_at(heavy, 1)->at.x - 0.25, 1e-12);
    EXPECT_TRUE(world.departed().size() == 1 && world.departed()[0].id == light);
  }
}

TEST(Stays, ABodyAddedBetweenStepsWasNotThere) {
  for (const WorldSettings& settings : all_worlds(1)) {
    World world = make_world(settings);
    const BodyId first = add(world, disc(1, {0, 0}, {1, 0}));
    world.step_to(1);
    const BodyId late = add(world, disc(1, {9, 9}, {1, 0}));
    EXPECT_FALSE(world.state_at(late, 0.5));
    EXPECT_TRUE(world.state_at(late, 1));
    EXPECT_EQ(serials_at(world, 0.5), (Serials{0}));
    world.remove(first);
    EXPECT_FALSE(world.state_at(first, 0.5)) << "it has not gone within the step";
    EXPECT_FALSE(world.state_at(first, 1));
  }
}

}  // namespace
}  // namespace carom::swept_test
