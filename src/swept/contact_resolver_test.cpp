#include <gtest/gtest.h>

#include "swept/swept_step.hpp"
#include "world/testing/swept_world_test.hpp"

namespace carom::swept_test {
namespace {

constexpr double k_gravity = 9.81;

/// Floors whose top is at height 0: a border, a segment, and slabs from thick to thinner than paper.
std::vector<BodyDef> floors() {
  std::vector<BodyDef> all = {border(Axis::y, 0), segment({-2, 0}, {2, 0})};
  for (const double thickness : {1.0, 1e-2, 1e-4, 1e-6}) {
    all.push_back(fixed(polygon({{-2, -thickness}, {2, -thickness}, {2, 0}, {-2, 0}}, {})));
  }
  return all;
}

/// Height to which a ball rebounds that is dropped from `height`: from its energy after the step of the first bounce.
double rebound_height(const BodyDef& floor, double height, double restitution, double dt) {
  World world = make_world(settings_with(dt, restitution, {0, -k_gravity}));
  add(world, floor);
  const double radius = 0.1;
  const BodyId ball = add(world, disc(radius, {0, height + radius}));
  while (world.collision_count() == 0 && world.time() < 10) world.step();
  EXPECT_EQ(world.collision_count(), 1U);
  const double v = velocity(world, ball).y;
  return at(world, ball).y - radius + v * v / (2 * k_gravity);
}

double worst_height_error(double restitution, double dt) {
  double worst = 0;
  for (const BodyDef& floor : floors()) {
    for (const double height : {0.9, 1.0, 1.3, 2.0}) {
      const double expected = restitution * restitution * height;
      worst = std::max(worst, std::abs(rebound_height(floor, height, restitution, dt) - expected) / height);
    }
  }
  return worst;
}

TEST(SweptResolve, ReboundHeightIsRestitutionSquared) {
  for (const double e : {0.0, 0.1, 0.25, 0.5, 0.75, 0.9, 1.0}) {
    const double coarse = worst_height_error(e, 1.0 / 60);
    const double fine = worst_height_error(e, 1.0 / 480);
    EXPECT_LT(coarse, e > 0.2 ? 0.01 * e * e : 0.01) << e;
    EXPECT_LT(fine, std::max(coarse / 8, 1e-12)) << e;
  }
}

TEST(SweptResolve, WithoutGravityTheSpeedRatioIsTheRestitution) {
  for (const BodyDef& floor : floors()) {
    for (const double e : {0.0, 0.1, 0.5, 0.9, 1.0}) {
      World world = make_world(settings_with(1.0 / 60, e));
      add(world, floor);
      const BodyId ball = add(world, disc(0.1, {0.3, 1}, {1, -7}));
      run_until(world, 0.25);
      EXPECT_NEAR(velocity(world, ball).y, 7 * e, 1e-12);
      EXPECT_NEAR(velocity(world, ball).x, 1, 1e-12);
    }
  }
}

TEST(SweptResolve, ABulletNeverPassesPaper) {
  for (const BodyDef& floor : floors()) {
    for (const double speed : {1e2, 1e4, 1e6}) {
      World world = make_world(settings_with(1.0 / 60));
      add(world, floor);
      const BodyId bullet = add(world, disc(1e-3, {0, 1}, {0, -speed}));
      world.step();
      EXPECT_NEAR(velocity(world, bullet).y, speed, 1e-12 * speed);
      EXPECT_EQ(world.collision_count(), 1U);
    }
  }
}

TEST(SweptResolve, TwoDiscsExchangeMomentum) {
  World world = make_world(settings_with(1));
  const BodyId light = add(world, disc(1, {-4, 0}, {4, 0}, 1));
  const BodyId heavy = add(world, disc(1, {2, 0}, {-2, 0}, 3));
  world.step();
  ASSERT_EQ(world.events().size(), 1U);
  const ContactEvent& event = world.events().front();
  EXPECT_NEAR(event.t, 4.0 / 6, 1e-15);
  EXPECT_NEAR(event.point.x, -1.0 / 3, 1e-15);
  EXPECT_EQ(event.normal, (Vec2{-1, 0})) << "from b to a";
  EXPECT_NEAR(event.speed, 6, 1e-15);
  EXPECT_NEAR(event.impulse, 9, 1e-14);
  EXPECT_NEAR(velocity(world, light).x, -5, 1e-14);
  EXPECT_NEAR(velocity(world, heavy).x, 1, 1e-14);
  EXPECT_EQ(world.exchanged_energy(), 0);
}

TEST(SweptResolve, RestitutionOfThePair) {
  const auto after = [](std::optional<double> a, std::optional<double> b) {
    World world = make_world(settings_with(1, 0.75));
    BodyDef first = disc(1, {-4, 0}, {4, 0});
    BodyDef second = fixed(disc(1, {0, 0}));
    first.restitution = a;
    second.restitution = b;
    const BodyId ball = add(world, first);
    add(world, second);
    world.step();
    return velocity(world, ball).x;
  };
  EXPECT_EQ(after({}, {}), -3);
  EXPECT_EQ(after(0.5, {}), -2);
  EXPECT_EQ(after({}, 1), -4);
  EXPECT_EQ(after(0.5, 0.25), -1);
}

TEST(SweptResolve, WhatAnInelasticContactTakesIsBooked) {
  World world = make_world(settings_with(1, 0.5));
  add(world, disc(1, {-4, 0}, {4, 0}, 1));
  add(world, disc(1, {2, 0}, {-2, 0}, 3));
  const double before = world.energy().kinetic;
  world.step();
  EXPECT_LT(world.exchanged_energy(), 0);
  EXPECT_NEAR(world.energy().kinetic - before - world.exchanged_energy(), 0, 1e-14);
  EXPECT_NEAR(world.momentum().x, -2, 1e-14);
}

TEST(SweptResolve, ReboundAndSlideByRule) {
  const auto after = [](Response response, Vec2 v) {
    WorldSettings settings = settings_with(1);
    settings.rules.push_back({{"ball", "floor"}, response, 0.5, {}, {}});
    World world = make_world(settings);
    add(world, called(border(Axis::y, 0), "floor"));
    const BodyId ball = add(world, called(disc(1, {0, 3}, v), "ball"));
    world.step();
    EXPECT_EQ(world.events().size(), 1U);
    return velocity(world, ball);
  };
  EXPECT_EQ(after(Response::rebound, {3, -4}), (Vec2{1.5, 2}));
  EXPECT_EQ(after(Response::impulse, {3, -4}), (Vec2{3, 2}));
  EXPECT_EQ(after(Response::slide, {3, -4}), (Vec2{2.5, 0}));
  EXPECT_EQ(after(Response::slide, {0, -4}), (Vec2{0, 0}));
}

TEST(SweptResolve, AMovingFixedBodyPushesAndIsNotPushed) {
  World world = make_world(settings_with(0.5));
  const BodyId piston = add(world, fixed(moving(box({0.5, 2}, {0, 0}), {2, 0})));
  const BodyId ball = add(world, disc(1, {3, 0}, {-1, 0}));
  world.step();
  world.step();
  EXPECT_EQ(velocity(world, piston), (Vec2{2, 0}));
  EXPECT_EQ(at(world, piston), (Vec2{2, 0}));
  EXPECT_NEAR(velocity(world, ball).x, 5, 1e-14);
  EXPECT_NEAR(world.exchanged_energy(), 12, 1e-13) << "the work is done by what moves the piston";
}

TEST(SweptResolve, CustomResponse) {
  World world = make_world(settings_with(1));
  const BodyId a = add(world, disc(1, {-4, 0}, {4, 0}));
  const BodyId b = add(world, disc(1, {2, 0}, {-2, 0}));
  int asked = 0;
  world.set_response([&](const World&, const PendingContact& pending) -> std::optional<NewVelocities> {
    ++asked;
    EXPECT_EQ(pending.velocity_a, (Vec2{4, 0}));
    EXPECT_EQ(pending.velocity_b, (Vec2{-2, 0}));
    EXPECT_EQ(pending.speed, 6);
    return NewVelocities{{-1, 1}, {1, -1}};
  });
  world.step();
  EXPECT_EQ(asked, 1);
  EXPECT_EQ(velocity(world, a), (Vec2{-1, 1}));
  EXPECT_EQ(velocity(world, b), (Vec2{1, -1}));
  const double gained = world.energy().kinetic - 0.5 * (16 + 4);
  EXPECT_NEAR(world.exchanged_energy(), gained, 1e-14);
}

TEST(SweptResolve, ACustomResponseMayLeaveItToTheBuiltInOne) {
  World world = make_world(settings_with(1));
  const BodyId a = add(world, disc(1, {-4, 0}, {4, 0}));
  add(world, fixed(disc(1, {0, 0})));
  world.set_response([](const World&, const PendingContact&) -> std::optional<NewVelocities> { return std::nullopt; });
  world.step();
  EXPECT_EQ(velocity(world, a), (Vec2{-4, 0}));
}

TEST(SweptResolve, PolygonsInAnArenaKeepMomentumAmongThemselvesAndEnergy) {
  World world = make_world(settings_with(1.0 / 60));
  add(world, fixed(box({4, 3}, {0, 0}, true)));
  add(world, moving(box({0.5, 0.3}, {-2, 0}), {3, 0.5}));
  add(world, moving(polygon({{0, 0}, {1, 0}, {0.4, 0.8}}, {1, 1}), {-1, -2}));
  add(world, moving(polygon({{0, 0}, {1, 0}, {1, 1}, {0.5, 0.2}, {0, 1}}, {0, -2}), {0.3, 1.7}));
  add(world, disc(0.25, {2, -1}, {-4, 1}, 0.5));
  const double before = world.energy().kinetic;
  run_until(world, 20);
  EXPECT_GT(world.collision_count(), 50U);
  EXPECT_NEAR(world.energy().kinetic / before, 1, 1e-12);
  for (const BodyId id : world.bodies()) {
    const Body& body = *world.body(id);
    if (body.fixed()) continue;
    EXPECT_LT(std::abs(body.state.at.x), 4);
    EXPECT_LT(std::abs(body.state.at.y), 3);
  }
  EXPECT_EQ(policy_count(world), 0U);
}

TEST(SweptResolve, PolygonsInTheOpenKeepMomentum) {
  World world = make_world(settings_with(0.1));
  add(world, moving(box({0.5, 0.3}, {-2, 0}), {3, 0}));
  add(world, moving(polygon({{0, 0}, {1, 0}, {0.4, 0.8}}, {1, -0.2}), {-1, 0.1}));
  const Vec2 before = world.momentum();
  const double energy = world.energy().kinetic;
  run_until(world, 3);
  EXPECT_EQ(world.collision_count(), 1U);
  EXPECT_LT(length(world.momentum() - before), 1e-14);
  EXPECT_NEAR(world.energy().kinetic / energy, 1, 1e-14);
  EXPECT_TRUE(world.keeps_momentum());
}

TEST(SweptResolve, AMovableSegmentIsHit) {
  World world = make_world(settings_with(0.5));
  BodyDef stick = segment({0, -1}, {0, 1});
  stick.fixed = false;
  stick.mass = 1;
  const BodyId sheet = add(world, stick);
  const BodyId ball = add(world, disc(0.5, {-2, 0}, {3, 0}));
  run_until(world, 1);
  EXPECT_NEAR(velocity(world, sheet).x, 3, 1e-14);
  EXPECT_NEAR(velocity(world, ball).x, 0, 1e-14);
}

TEST(SweptResolve, AHollowMovableRingCarriesItsBalls) {
  World world = make_world(settings_with(0.1));
  const BodyId hoop = add(world, ring(3, {0, 0}, {0, 0}, 5));
  const BodyId one = add(world, disc(0.5, {-1, 0.2}, {4, 1}));
  const BodyId other = add(world, disc(0.5, {1, 0}, {1, -2}));
  const Vec2 momentum = world.momentum();
  const double energy = world.energy().kinetic;
  run_until(world, 50);
  EXPECT_GT(world.collision_count(), 40U);
  EXPECT_LT(length(world.momentum() - momentum), 1e-12);
  EXPECT_NEAR(world.energy().kinetic / energy, 1, 1e-12);
  EXPECT_LT(deepest_overlap(world), 1e-12);
  EXPECT_LT(length(at(world, one) - at(world, hoop)), 2.5 + 1e-12);
  EXPECT_LT(length(at(world, other) - at(world, hoop)), 2.5 + 1e-12);
  EXPECT_GT(at(world, hoop).x, 20) << "it goes along with them";
}

}  // namespace
}  // namespace carom::swept_test
