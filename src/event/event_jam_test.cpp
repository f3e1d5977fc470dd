#include <gtest/gtest.h>

#include "world/testing/event_world_test.hpp"

// A body between something fixed that moves and something else: time goes on, and no body gets where it cannot be.
namespace carom::swept_test {
namespace {

/// A wall of the world at x = 0, and a piston that comes from the right with speed 1.
World pressed(WorldSettings settings, const BodyDef& ball, double from = 4) {
  World world = make_world(bounded(std::move(settings), {0, -5}, {20, 5}));
  add(world, called(ball, "ball"));
  add(world, called(fixed(moving(box({1, 3}, {from + 1, 0}), {-1, 0})), "piston"));
  return world;
}

TEST(EventJam, APistonPassesOverABallAtTheWall) {
  for (const double restitution : {1.0, 0.7, 0.0}) {
    World world = pressed(event_settings(restitution), disc(0.5, {2, 0}, {0.3, 0}));
    const BodyId ball = *world.find("ball");
    const double start = world.energy().total();
    // The piston is a ball's diameter off the wall at 3, and all of it is beyond at 6.
    world.step_to(4);
    EXPECT_EQ(world.policies().holds, 1U) << restitution;
    EXPECT_EQ(velocity(world, ball), Vec2{});
    EXPECT_NEAR(at(world, ball).x, 0.5, 1e-3) << restitution;
    EXPECT_GE(at(world, ball).x, 0.5) << restitution;
    EXPECT_LT(world.collision_count(), 100'000U) << restitution;
    const std::uint64_t before = world.collision_count();
    world.step_to(8);
    EXPECT_EQ(world.collision_count(), before) << "held, and then left alone";
    EXPECT_LT(unexplained(world, start), 1e-9) << restitution;
    world.set_velocity(ball, {1, 0});
    world.step_to(10);
    EXPECT_NEAR(at(world, ball).x, 2.5, 1e-3) << "free again";
  }
}

TEST(EventJam, FreedWhenThePistonHasPassed) {
  // Under gravity a body without support falls.
  World world = pressed(event_settings(1, {0, -0.2}), disc(0.5, {2, 1}, {0.3, 0}));
  const BodyId ball = *world.find("ball");
  world.step_to(4);
  ASSERT_EQ(world.policies().holds, 1U);
  const Vec2 held = at(world, ball);
  // The ball is not quite at the wall.
  world.step_to(5.999);
  EXPECT_EQ(at(world, ball), held);
  EXPECT_EQ(world.state_at(ball, 5)->at, held);
  world.step_to(6.5);
  EXPECT_NEAR(at(world, ball).y, held.y - 0.1 * 0.25, 1e-3) << "since 6";
  EXPECT_EQ(world.state_at(ball, 5.9993)->at, held) << "also when it has fallen since";
}

TEST(EventJam, BetweenTwoThatCloseIn) {
  World world = make_world(event_settings());
  const BodyId ball = add(world, disc(0.5, {0, 0}, {0.5, 0}));
  add(world, fixed(moving(box({1, 3}, {-4, 0}), {1, 0})));
  add(world, fixed(moving(box({1, 3}, {4, 0}), {-1, 0})));
  // The room is 5 - 2t: until it is 0.06, speed times room is kept to what one hit changes.
  world.step_to(2.47);
  EXPECT_EQ(world.policies().holds, 0U);
  EXPECT_NEAR(length(velocity(world, ball)) * (5 - 2 * 2.47) / 5, 0.5, 0.05);
  world.step_to(3);
  EXPECT_EQ(world.policies().holds, 1U);
  EXPECT_LT(std::abs(at(world, ball).x), 0.2);
  world.step_to(20);
  EXPECT_EQ(velocity(world, ball), Vec2{});
  EXPECT_LT(world.collision_count(), 100'000U);
}

TEST(EventJam, ARowIsHeldOneAfterTheOther) {
  for (const double restitution : {1.0, 0.5}) {
    World world = pressed(event_settings(restitution), disc(0.5, {1, 0}, {0.3, 0}), 6);
    add(world, disc(0.5, {2.5, 0}));
    add(world, disc(0.5, {4, 0}));
    const double start = world.energy().total();
    world.step_to(12);
    EXPECT_GE(world.policies().holds, 3U) << restitution;
    EXPECT_LT(world.collision_count(), 100'000U) << restitution;
    EXPECT_LT(unexplained(world, start), 1e-6) << restitution;
    EXPECT_LT(world.energy().kinetic, 100) << restitution;
    for (const BodyId id : world.bodies()) {
      EXPECT_TRUE(world.body(id)->fixed() || at(world, id).x >= 0.5 - 1e-12);
    }
  }
}

TEST(EventJam, AHeldBodyIsMetAsSomethingFixed) {
  World world = pressed(event_settings(), disc(0.5, {2, 0}, {0.3, 0}));
  const BodyId ball = *world.find("ball");
  world.step_to(3.5);
  ASSERT_EQ(world.policies().holds, 1U);
  const Vec2 held = at(world, ball);
  // It flies through the piston.
  BodyDef probe = disc(0.2, {0.5, 2}, {0, -2});
  probe.category = 2;
  probe.mask = 1;
  world.set_filter(*world.find("piston"), 1, 1);
  const BodyId other = add(world, probe);
  world.step_to(4.5);
  EXPECT_NEAR(velocity(world, other).y, 2, 1e-5);
  EXPECT_EQ(at(world, ball), held);
}

TEST(EventJam, CutsAndSnapshotsChangeNoBit) {
  const auto end_of = [](int way) {
    World world = pressed(event_settings(0.9, {0.1, -1}), disc(0.5, {2, 0}, {0.3, 0.7}));
    add(world, disc(0.4, {2, 2}, {0.1, 0.2}));
    for (double t = 0.25; way == 1 && t < 9; t += 0.25) world.step_to(t);
    for (double t = 0.35; way == 2 && t < 9; t += 0.45) {
      world.step_to(t);
      const auto snapshot = world.snapshot();
      world.step_to(t + 1);
      world.restore(snapshot);
    }
    world.step_to(9);
    EXPECT_GT(world.policies().holds, 0U);
    return std::pair(world.hash(), world.collision_count());
  };
  EXPECT_EQ(end_of(0), end_of(1));
  EXPECT_EQ(end_of(0), end_of(2));
}

TEST(EventJam, FreedWhenThePistonIsGoneOrTheBodyIsMoved) {
  for (const bool removed : {true, false}) {
    World world = pressed(event_settings(1, {0, -0.2}), disc(0.5, {2, 1}, {0.3, 0}));
    const BodyId ball = *world.find("ball");
    const BodyId bell = add(world, disc(0.1, {15, 0}, {1, 0}));
    Recorder recorder;
    recorder.on_after = [&](World& w, const ContactEvent& event) {
      if (event.a.id != bell || w.time() < 4) return;
      if (removed) {
        w.remove(*w.find("piston"));
      } else {
        w.set_velocity(ball, {3, 0});
      }
    };
    world.set_listener(&recorder);
    world.step_to(4.5);
    ASSERT_EQ(world.policies().holds, 1U);
    const Vec2 held = at(world, ball);
    world.step_to(5.5);
    EXPECT_FALSE(at(world, ball) == held) << removed;
    world.set_listener(nullptr);
  }
}

TEST(EventJam, WhatRidesOnALiftIsNotSqueezed) {
  for (const double speed : {1e-3, 1.0}) {
    World world = make_world(event_settings(0.5, {0, -10}));
    // A wedge of a floor that rises and a slope that stands.
    add(world, fixed(moving(box({10, 1}, {0, -1}), {0, speed})));
    add(world, segment({0, -5}, {5, 20}));
    const BodyId ball = add(world, disc(0.5, {-2, 0.6}, {1, 0}));
    world.step_to(5);
    EXPECT_EQ(world.policies().holds, 0U);
    EXPECT_GE(at(world, ball).y, 0.5 + 5 * speed - 1e-9);
  }
}

TEST(EventJam, APistonThatPushesAGasAheadIsNoSqueeze) {
  World world = make_world(bounded(event_settings(), {0, 0}, {10, 10}));
  for (const BodyDef& body : some_discs(5, 8, 1, 3)) add(world, body);
  add(world, fixed(moving(box({0.5, 20}, {12, 5}), {-0.3, 0})));
  world.step_to(10);
  EXPECT_EQ(world.policies().holds, 0U);
  EXPECT_GT(world.energy().kinetic, 0);
}

/// Discs in a row without gaps between a wall and a piston have no way out: they are passed over one by one at once, without
/// first getting as fast as a single ball gets.
TEST(EventJam, ARowWithoutGapsIsPassedOverAtOnce) {
  constexpr int k_discs = 6;
  constexpr double k_gap = 1e-12;
  for (const double restitution : {0.9, 0.5}) {
    World world = make_world(bounded(event_settings(restitution), {0, -5}, {20, 5}));
    for (int k = 0; k < k_discs; ++k) add(world, disc(0.5, {0.5 + k_gap + k * (1 + k_gap), 0}, {}));
    add(world, fixed(moving(box({1, 5}, {k_discs + 1.01, 0}), {-0.25, 0})));
    const double start = world.energy().total();
    ASSERT_TRUE(world.step_to(28).completed());
    EXPECT_EQ(world.policies().holds, k_discs) << restitution;
    EXPECT_LT(world.collision_count(), 3000U) << restitution;
    EXPECT_LT(unexplained(world, start), 1e-9) << restitution;
  }
}

}  // namespace
}  // namespace carom::swept_test
