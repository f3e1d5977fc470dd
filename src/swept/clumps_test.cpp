#include <gtest/gtest.h>

#include "world/snapshot/persistence.hpp"
#include "world/testing/swept_world_test.hpp"

// Bodies without a way out, between things that move and are not moved: every step ends.
namespace carom::swept_test {
namespace {

/// After a second there is no room any more for a ball between two pistons; two more steps must end all the same.
void squeeze(const BodyDef& piston, double restitution) {
  World world = make_world(settings_with(1.0 / 60, restitution));
  BodyDef left = fixed(moving(piston, {1, 0}));
  BodyDef right = fixed(moving(piston, {-1, 0}));
  left.at = {-2, 0};
  right.at = {2, 0};
  add(world, left);
  add(world, right);
  add(world, disc(0.5, {0.2, 0}, {0.3, 0}));
  for (int k = 0; k < 62; ++k) world.step();
  EXPECT_EQ(world.step_count(), 62U);
  EXPECT_GT(world.policies().clumps, 0U) << restitution;
}

TEST(SweptClump, ABallSqueezedBetweenFixedBodiesThatMoveTogether) {
  for (const double e : {0.0, 0.5}) {
    squeeze(box({0.5, 2}, {}), e);
    squeeze(disc(0.5, {}), e);
  }
}

TEST(SweptClump, ABallSqueezedWithoutLossSlow) { squeeze(disc(0.5, {}), 1); }

/// A piston that moves at 1 reaches the ball after 0.4 s and presses it onto the right edge after 1.2 s.
struct Press {
  explicit Press(BodyDef by, double restitution, Response response = Response::impulse, Vec2 gravity = {}) {
    WorldSettings settings = bounded(settings_with(0.1, restitution, gravity), {-1, -1}, {1, 1});
    Rule rule;
    rule.response = response;
    if (response != Response::impulse) settings.rules.push_back(rule);
    world = make_world(settings);
    ball = add(world, disc(0.2, {0.3, 0}));
    piston = add(world, fixed(moving(std::move(by), {1, 0})));
    start = world.energy().total();
    for (int k = 0; k < 20; ++k) world.step();
  }

  World world = make_world({});
  BodyId ball;
  BodyId piston;
  double start = 0;
};

void expect_inside(const World& world, BodyId ball) {
  const Vec2 place = at(world, ball);
  EXPECT_LE(std::max(std::abs(place.x), std::abs(place.y)), 0.8 + 1e-9);
}

std::vector<BodyDef> pistons() {
  BodyDef straight = segment({0, -2}, {0, 2});
  straight.at = {-0.6, 0};
  return {straight, box({0.5, 2}, {-1.1, 0}), disc(0.5, {-1.1, 0}), border(Axis::x, -0.6)};
}

TEST(SweptClump, ABallPressedOntoAnEdgeOfTheWorldStaysThere) {
  for (const double e : {0.0, 0.5, 1.0}) {
    for (const BodyDef& piston : pistons()) {
      const Press press(piston, e);
      EXPECT_EQ(press.world.step_count(), 20U);
      EXPECT_GT(press.world.policies().clumps, 0U) << e;
      EXPECT_LE(press.world.policies().clumps, 16U) << e;
      expect_inside(press.world, press.ball);
      EXPECT_EQ(velocity(press.world, press.piston), (Vec2{1, 0})) << "it is not moved";
    }
  }
}

TEST(SweptClump, WhateverTheResponse) {
  for (const Response response : {Response::rebound, Response::slide}) {
    for (const double e : {0.0, 0.5, 1.0}) {
      const Press press(pistons().front(), e, response);
      EXPECT_EQ(press.world.step_count(), 20U);
      expect_inside(press.world, press.ball);
    }
  }
}

TEST(SweptClump, ABallPressedIntoACornerStaysThere) {
  World world = make_world(bounded(settings_with(0.1, 0.5), {-1, -1}, {1, 1}));
  const BodyId ball = add(world, disc(0.2, {0.3, 0.1}));
  add(world, fixed(moving(disc(0.5, {-0.6, -0.7}), {1, 0.9})));
  for (int k = 0; k < 20; ++k) world.step();
  EXPECT_EQ(world.step_count(), 20U);
  expect_inside(world, ball);
}

TEST(SweptClump, FixedBodiesKeepTheirVelocities) {
  World world = make_world(settings_with(0.1, 0.5));
  const BodyId left = add(world, fixed(moving(disc(0.5, {-2, 0}), {1, 0})));
  const BodyId right = add(world, fixed(moving(disc(0.5, {2, 0}), {-1, 0})));
  add(world, disc(0.5, {0.2, 0}, {0.3, 0}));
  for (int k = 0; k < 15; ++k) world.step();
  EXPECT_GT(world.policies().clumps, 0U);
  EXPECT_EQ(velocity(world, left), (Vec2{1, 0}));
  EXPECT_EQ(velocity(world, right), (Vec2{-1, 0}));
}

/// What the piston has brought is recorded, and so is what the clump takes.
TEST(SweptClump, WhatItTakesIsBooked) {
  for (const double e : {0.5, 1.0}) {
    for (const Vec2 gravity : {Vec2{}, Vec2{-3, 0}, Vec2{2, -5}}) {
      if (e < 1 && !(gravity == Vec2{})) continue;  // what rests on the way is booked to a half kick
      const Press press(pistons().front(), e, Response::impulse, gravity);
      EXPECT_GT(press.world.policies().clumps, 0U) << e;
      const detail::SavedLedger ledger = detail::Persistence::ledger(press.world);
      EXPECT_NEAR(press.world.energy().total() - press.start, ledger.exchanged_energy.value(), 1e-6) << e;
    }
  }
}

}  // namespace
}  // namespace carom::swept_test
