#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>

#include "carom/math/tolerances.hpp"
#include "carom/shapes/mass.hpp"
#include "swept/rotating/rotating_step.hpp"
#include "world/testing/rotating_world_test.hpp"

namespace carom::swept_test {
namespace {

/// Whoever meets becomes one.
World merging(WorldSettings settings) {
  Rule rule;
  rule.response = Response::merge;
  settings.rules = {rule};
  return make_world(settings);
}

TEST(RotatingResolve, ARodStruckOffCentre) {
  World world = make_world(settings_with(1.0 / 60));
  BodyDef def = block(2, 0.1, {0, 0});
  def.mass = 3;
  const BodyId rod = add(world, def);
  const BodyId ball = add(world, disc(0.1, {0.7, 1}, {0, -2}, 0.5));
  world.step_to(1);
  ASSERT_EQ(world.collision_count(), 1U);
  const double inertia = 3 * (4 + 0.01) / 12;
  const double impulse = 2 * 2.0 / (1 / 0.5 + 1 / 3.0 + 0.7 * 0.7 / inertia);
  EXPECT_NEAR(world.events()[0].impulse, impulse, 1e-9);
  EXPECT_NEAR(velocity(world, rod).y, -impulse / 3, 1e-9);
  EXPECT_NEAR(world.body(rod)->state.spin, -0.7 * impulse / inertia, 1e-9);
  EXPECT_NEAR(velocity(world, ball).y, -2 + impulse / 0.5, 1e-9);
}

TEST(RotatingResolve, TheImpulseOfAnEventHasFrictionInIt) {
  WorldSettings settings = settings_with(1.0 / 60);
  settings.friction = 1;
  World world = make_world(settings);
  add(world, border(Axis::y, 0));
  const BodyId ball = add(world, disc(0.5, {0, 1}, {2, -3}, 1));
  world.step_to(1.0 / 6 + 1e-3);
  ASSERT_EQ(world.collision_count(), 1U);
  EXPECT_LT(velocity(world, ball).x, 1.5) << "else there is nothing to see";
  EXPECT_NEAR(world.events()[0].impulse, length(velocity(world, ball) - Vec2{2, -3}), 1e-12);
  EXPECT_NEAR(world.events()[0].impulse, std::sqrt(36 + 4.0 / 9), 1e-9);
}

TEST(RotatingResolve, TheImpulseAtSeveralPointsToo) {
  WorldSettings settings = settings_with(1.0 / 60, 0.5);
  settings.friction = 0.25;
  World world = make_world(settings);
  add(world, border(Axis::y, 0));
  const BodyId box = add(world, block(1, 1, {0, 1}));
  ASSERT_TRUE(world.set_velocity(box, {2, -3}));
  world.step_to(1.0 / 6 + 1e-3);
  ASSERT_EQ(world.collision_count(), 1U);
  EXPECT_NEAR(world.events()[0].impulse, length(velocity(world, box) - Vec2{2, -3}), 1e-9);
}

TEST(RotatingResolve, ABoxLandsOnItsCorner) {
  for (const double restitution : {0.0, 0.5, 1.0}) {
    World world = make_world(settings_with(1.0 / 60, restitution));
    add(world, border(Axis::y, 0));
    const BodyId box = add(world, block(1, 1, {0, 1}, 0.3));
    ASSERT_TRUE(world.set_velocity(box, {0, -1}));
    const double below = std::sqrt(0.5) * std::cos(k_pi / 4 - 0.3);
    world.step_to(1 - below + 0.01);
    const Vec2 arm = turned({-0.5, -0.5}, sin_cos(0.3));
    const double impulse = (1 + restitution) / (1 + 6 * arm.x * arm.x);
    EXPECT_NEAR(velocity(world, box).y, -1 + impulse, 1e-9) << restitution;
    EXPECT_NEAR(world.body(box)->state.spin, 6 * arm.x * impulse, 1e-9) << restitution;
  }
}

TEST(RotatingResolve, ElasticPolygonsKeepEnergyAndMomentum) {
  Random random(8);
  World world = make_world(bounded(settings_with(1.0 / 60), {0, 0}, {12, 12}, Edges::periodic));
  for (int i = 0; i < 6; ++i) {
    for (int j = 0; j < 6; ++j) {
      add(world, rotating_polygon(some_polygon(random, 0.6), {1.0 + 2 * i, 1.0 + 2 * j},
                                  {random.uniform(-2, 2), random.uniform(-2, 2)}, random.uniform(-3, 3)));
    }
  }
  const double energy = world.energy().kinetic;
  const Vec2 momentum = world.momentum();
  const std::uint64_t count = std::getenv("CAROM_LONG") != nullptr ? 100'000 : 2'000;
  while (world.collision_count() < count) world.step();
  EXPECT_NEAR(world.energy().kinetic / energy, 1, 1e-12);
  EXPECT_LT(length(world.momentum() - momentum), 1e-10);
  EXPECT_EQ(policy_count(world), 0U);
}

TEST(RotatingResolve, AngularMomentumIsKeptInTheOpen) {
  World world = make_world(settings_with(1.0 / 60));
  Random random(9);
  for (int k = 0; k < 6; ++k) {
    const double angle = k_pi / 3 * k;
    const Vec2 place{4 * std::cos(angle), 4 * std::sin(angle)};
    add(world, rotating_polygon(some_polygon(random, 0.8), place, -1 * place, random.uniform(-3, 3)));
  }
  const double before = world.angular_momentum();
  run_until(world, 2);
  EXPECT_GT(world.collision_count(), 5U);
  EXPECT_NEAR(world.angular_momentum(), before, 1e-12);
}

TEST(RotatingResolve, WhatPassesIsToldWhenItEntersAndLeaves) {
  World world = make_world(settings_with(1.0 / 60));
  BodyDef zone = block(2, 2, {0, 0});
  zone.fixed = true;
  zone.sensor = true;
  add(world, zone);
  add(world, rotating_polygon({{-0.5, -0.1}, {0.5, -0.1}, {0.5, 0.1}, {-0.5, 0.1}}, {-3, 0}, {2, 0}, 0.5));
  std::vector<Touch> told;
  while (world.time() < 4) {
    world.step();
    told.insert(told.end(), world.touches().begin(), world.touches().end());
  }
  ASSERT_EQ(told.size(), 2U);
  EXPECT_EQ(told[0].change, TouchChange::begin);
  EXPECT_EQ(told[1].change, TouchChange::end);
  EXPECT_NEAR(told[0].t, 0.8, 0.2);
  EXPECT_NEAR(told[1].t, 2.2, 0.25);
}

TEST(RotatingResolve, CallbacksMayRemoveAndAdd) {
  World world = under_gravity(0.5, 0.3);
  add(world, border(Axis::y, 0));
  const BodyId box = add(world, block(1, 1, {0, 2}, 0.4));
  Recorder recorder;
  recorder.on_after = [&](World& w, const ContactEvent&) {
    if (w.body(box) == nullptr) return;
    w.remove(box);
    EXPECT_TRUE(w.add(block(0.5, 0.5, {0, 3}, 0.1)));
  };
  world.set_listener(&recorder);
  run_until(world, 2);
  EXPECT_EQ(world.body(box), nullptr);
  EXPECT_EQ(world.body_count(), 2U);
  EXPECT_GE(recorder.events.size(), 1U);
}

/// Mass, momentum and what their spins have of angular momentum become one disc's.
TEST(RotatingResolve, DiscsMergeWithTheirSpins) {
  World world = merging(settings_with(1.0 / 60));
  BodyDef left = disc(0.5, {-2, 0}, {1, 0}, 3), right = disc(0.5, {2, 0}, {-1, 0}, 1);
  left.spin = 2;
  right.spin = 6;
  const BodyId one = add(world, left);
  add(world, right);
  run_until(world, 2);
  ASSERT_EQ(world.bodies().size(), 1U);
  EXPECT_EQ(world.collision_count(), 1U);
  const Body& body = *world.body(one);
  EXPECT_EQ(body.mass, 4);
  EXPECT_NEAR(body.reach, std::sqrt(0.5), 1e-15);
  EXPECT_NEAR(body.state.velocity.x, 0.5, 1e-15);
  EXPECT_NEAR(body.state.spin, (3 * 2 + 1 * 6) * 0.25 / (4 * 0.5), 1e-14);
  EXPECT_NEAR(body.state.at.x, 0.5 * world.time() - 1, 1e-12);
}

/// In a row, each merges with the next.
TEST(RotatingResolve, OneGrownOverItsNeighbourTakesItIn) {
  World world = merging(settings_with(1.0 / 60));
  BodyDef spinning = disc(0.5, {-2, 0}, {4, 0});
  spinning.spin = 1;
  add(world, spinning);
  add(world, disc(0.5, {0, 0}));
  add(world, disc(0.5, {0, 1.01}));
  run_until(world, 1);
  EXPECT_EQ(world.bodies().size(), 1U);
  EXPECT_EQ(world.collision_count(), 2U);
}

/// They do not come to rest on each other, however slow they are.
TEST(RotatingResolve, SlowDiscsMergeToo) {
  World world = merging(settings_with(1.0 / 60, 0.5, {0, -k_g}));
  BodyDef left = disc(0.5, {-0.5002, 0}, {0.001, 0});
  left.spin = 1;
  add(world, left);
  add(world, disc(0.5, {0.5002, 0}, {-0.001, 0}));
  run_until(world, 1);
  EXPECT_EQ(world.bodies().size(), 1U);
}

TEST(RotatingResolve, DiscsMergeAcrossTheSeam) {
  World world = merging(bounded(settings_with(1.0 / 60), {0, 0}, {10, 10}, Edges::periodic));
  BodyDef left = disc(0.5, {8.5, 5}, {1, 0});
  left.spin = 1;
  add(world, left);
  add(world, disc(0.5, {1.5, 5}, {-1, 0}));
  run_until(world, 1.5);
  ASSERT_EQ(world.bodies().size(), 1U);
  const double x = at(world, world.bodies()[0]).x;
  EXPECT_NEAR(std::min(x, 10 - x), 0, 1e-12);
}

/// Its corner would be driven into the wall by its spin, again and again.
TEST(RotatingResolve, ASpinningBoxThatSlidesHasFewContacts) {
  for (const Response response : {Response::slide, Response::rebound}) {
    WorldSettings settings = bounded(settings_with(1.0 / 60), {-4, -4}, {4, 4});
    Rule rule;
    rule.between = {"*", "bounds"};
    rule.response = response;
    settings.rules.push_back(rule);
    World world = make_world(settings);
    BodyDef def = block(0.4, 0.4, {});
    def.velocity = {0.1, 1};
    def.spin = 1;
    const BodyId box = add(world, def);
    run_until(world, 60);
    EXPECT_GT(world.collision_count(), 0U);
    EXPECT_LT(world.collision_count(), 200U);
    EXPECT_EQ(world.policies().clumps, 0U);
    EXPECT_LT(std::max(std::abs(at(world, box).x), std::abs(at(world, box).y)), 3.8 + 1e-9);
    EXPECT_LE(world.energy().kinetic, 0.5 * 0.16 * 1.01 + 0.5 * 0.16 * 0.16 / 6 + 1e-12) << "none is gained";
  }
}

/// Every hit of a piston that cannot be stopped makes a disc between it and a wall faster, and the next one comes sooner. What
/// has no room any more is left to itself before that makes an end of the step, and of what is around it.
TEST(RotatingResolve, APistonThatCrossesEverythingLeavesWhatItHasSqueezed) {
  World world = make_world(bounded(settings_with(1.0 / 60), {0, 0}, {10, 10}));
  BodyDef piston = block(1, 3, {8, 5});
  piston.fixed = true;
  piston.velocity = {-638, -1};
  add(world, piston);
  BodyDef spinning = block(0.4, 0.4, {8, 9});
  spinning.spin = 1;
  add(world, spinning);
  const BodyId disc_at_wall = add(world, disc(0.3, {1, 5}));
  EXPECT_TRUE(world.step().completed());
  EXPECT_LT(world.collision_count(), 1000U);
  EXPECT_GT(world.policies().clumps, 0U);
  // It has been hit some hundred times, not thousands of times.
  EXPECT_LT(length(velocity(world, disc_at_wall)), 1e6);
}

/// A body that spins and is not turned: its spin is given, and its surface drives what it touches. The work is recorded.
TEST(RotatingResolve, AGivenSpinStaysAndItsWorkIsBooked) {
  for (const double friction : {0.0, 0.1, 0.7}) {
    for (const double restitution : {1.0, 0.5, 0.0}) {
      WorldSettings settings = settings_with(1.0 / 60, restitution);
      settings.friction = friction;
      World world = make_world(settings);
      BodyDef wheel = box({1, 0.5}, {0, 0});
      wheel.spin = 3;
      wheel.mass = 2;
      const BodyId driver = add(world, wheel);
      add(world, disc(0.3, {-3, 0.2}, {2, 0}));
      add(world, disc(0.3, {3, -0.4}, {-1.5, 0}));
      add(world, disc(0.3, {0, 3}, {0, -2}));
      const double start = whole_energy(world);
      const Vec2 momentum = world.momentum();
      run_until(world, 4);
      EXPECT_GE(world.collision_count(), 3U);
      EXPECT_EQ(world.body(driver)->state.spin, 3);
      EXPECT_NE(world.exchanged_energy(), 0);
      EXPECT_NEAR(whole_energy(world), start, 1e-12) << friction << ' ' << restitution;
      EXPECT_LT(length(world.momentum() - momentum), 1e-13);
    }
  }
}

/// One impact in closed form: a disc of mass 1 falls onto a spinning disc of mass 2 that is not turned, and sticks to its
/// surface for a moment. Along the line of centres they exchange 2 m M v / (m + M); across it friction stops the sliding at
/// ω R, against the inverse masses and the inertia of the disc that can be turned.
TEST(RotatingResolve, AGivenSpinDrivesWhatItTouches) {
  WorldSettings settings = settings_with(1.0 / 60, 1);
  settings.friction = 10;
  World world = make_world(settings);
  BodyDef wheel = disc(1, {0, 0}, {}, 2);
  wheel.turns = false;
  wheel.spin = 4;
  const BodyId driver = add(world, wheel);
  const BodyId ball = add(world, disc(0.5, {2, 0}, {-1, 0}, 1));
  run_until(world, 1);
  const double sliding = 4 * 1.0;                            // the wheel's surface, upward where they touch
  const double across = sliding / (1 + 0.5 + 0.25 / 0.125);  // 1/m + 1/M + r²/I, I = m r²/2
  EXPECT_NEAR(velocity(world, ball).y, across, 1e-12);
  EXPECT_NEAR(velocity(world, driver).y, -across / 2, 1e-12);
  EXPECT_NEAR(std::abs(world.body(ball)->state.spin), across * 0.5 / 0.125, 1e-12);
  EXPECT_EQ(world.body(driver)->state.spin, 4);
  EXPECT_NEAR(world.exchanged_energy(), 0.5 * across * sliding, 1e-12);
}

/// A wheel with a given spin on a floor drives itself off, until its surface stands still on it.
TEST(RotatingResolve, AGivenSpinDrivesItselfOff) {
  World world = under_gravity(0, 0.3);
  add(world, border(Axis::y, 0));
  BodyDef wheel = disc(0.5, {0, 0.5}, {}, 2);
  wheel.turns = false;
  wheel.spin = -4;
  const BodyId driver = add(world, wheel);
  const double start = whole_energy(world);
  run_until(world, 3);
  EXPECT_NEAR(velocity(world, driver).x, 2, 2 * k_contact_skin) << "it rolls on the gap that resting bodies keep";
  EXPECT_EQ(world.body(driver)->state.spin, -4);
  EXPECT_NEAR(world.exchanged_energy(), 4, 1e-2);
  EXPECT_NEAR(whole_energy(world), start, 1e-9);
}

}  // namespace
}  // namespace carom::swept_test
