#include "worlds/turning_step.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "carom/math/random.hpp"
#include "carom/shapes/mass.hpp"
#include "oracle/random.hpp"
#include "worlds/swept_world_test.hpp"

namespace carom::swept_test {
namespace {

using oracle::Random;

constexpr double k_g = 9.81;

BodyDef turning_polygon(std::vector<Vec2> vertices, Vec2 place, Vec2 motion = {}, double spin = 0) {
  BodyDef def = moving(polygon(std::move(vertices), place), motion);
  def.turns = true;
  def.spin = spin;
  return def;
}

BodyDef block(double width, double height, Vec2 place, double angle = 0) {
  BodyDef def = turning_polygon(
      {{-width / 2, -height / 2}, {width / 2, -height / 2}, {width / 2, height / 2}, {-width / 2, height / 2}}, place);
  def.angle = angle;
  return def;
}

World under_gravity(double restitution, double friction, Vec2 gravity = {0, -k_g}) {
  WorldSettings settings = settings_with(1.0 / 60, restitution, gravity);
  settings.friction = friction;
  return make_world(settings);
}

double whole_energy(const World& world) {
  const Energy energy = world.energy();
  return energy.kinetic + energy.potential - world.exchanged_energy();
}

std::vector<Vec2> some_polygon(Random& random, double size) {
  std::vector<Vec2> vertices;
  const std::uint64_t count = 3 + static_cast<std::uint64_t>(random.below(5));
  for (std::uint64_t k = 0; k < count; ++k) {
    const double angle = 2 * k_pi * (static_cast<double>(k) + random.uniform(0, 0.3)) / static_cast<double>(count);
    // Some dents, so that not all are convex.
    const double radius = count > 4 && k == 1 ? 0.4 * size : size;
    vertices.push_back({radius * std::cos(angle), radius * std::sin(angle)});
  }
  return vertices;
}

TEST(TurningStep, ABoxDroppedFlatComesToRestAndStays) {
  World world = under_gravity(0.3, 0.5);
  add(world, border(Axis::y, 0));
  const BodyId box = add(world, block(1, 1, {0, 2}));
  run_until(world, 3);
  const BodyState rest = world.body(box)->state;
  EXPECT_NEAR(rest.at.y, 0.5, 2e-4);
  EXPECT_NEAR(rest.at.x, 0, 1e-6);
  EXPECT_LT(length(rest.velocity), 1e-9);
  const std::uint64_t told = world.collision_count();
  EXPECT_GE(told, 3U) << "bounces";
  run_until(world, 20);
  EXPECT_LT(length(at(world, box) - rest.at), 1e-9);
  EXPECT_EQ(world.collision_count(), told) << "what lies still is no news";
  EXPECT_EQ(world.touching().size(), 1U);
}

TEST(TurningStep, ATiltedBoxTipsOverAndLies) {
  World world = under_gravity(0.2, 0.5);
  add(world, border(Axis::y, 0));
  const BodyId box = add(world, block(1, 1, {0, 2}, 0.3));
  run_until(world, 6);
  const BodyState& rest = world.body(box)->state;
  EXPECT_NEAR(rest.at.y, 0.5, 2e-4);
  EXPECT_NEAR(std::remainder(rest.angle, k_pi / 2), 0, 1e-4) << "as far as the gap it keeps allows";
  EXPECT_LT(std::abs(rest.spin), 1e-9);
}

TEST(TurningStep, AStackOfTenStandsForAMinute) {
  World world = under_gravity(0, 0.5);
  add(world, border(Axis::y, 0));
  std::vector<BodyId> boxes;
  for (int k = 0; k < 10; ++k) boxes.push_back(add(world, block(1, 1, {0, 0.5 + k * 1.0001})));
  run_until(world, 60);
  for (int k = 0; k < 10; ++k) {
    const Vec2 place = at(world, boxes[static_cast<std::size_t>(k)]);
    EXPECT_NEAR(place.x, 0, 0.005) << k;
    EXPECT_NEAR(place.y, 0.5 + k, 0.005) << k;
  }
}

TEST(TurningStep, APyramidStands) {
  constexpr int rows = 20;
  World world = under_gravity(0, 0.5);
  add(world, border(Axis::y, 0));
  std::vector<std::pair<BodyId, Vec2>> boxes;
  for (int row = 0; row < rows; ++row) {
    for (int k = 0; k < rows - row; ++k) {
      const Vec2 place{(k - 0.5 * (rows - row - 1)) * 1.05, 0.5 + row * 1.0001};
      boxes.emplace_back(add(world, block(1, 1, place)), place);
    }
  }
  run_until(world, std::getenv("CAROM_LONG") != nullptr ? 60 : 3);
  for (const auto& [box, place] : boxes) EXPECT_LT(length(at(world, box) - place), 0.01);
}

/// Down an incline of 30 degrees, whose tangent is 0.5774.
TEST(TurningStep, ABoxOnASlopeSlidesOrStaysAsFrictionSays) {
  for (const double friction : {0.0, 0.1, 0.4, 0.57, 0.585, 0.8}) {
    const double down = k_g * 0.5;
    const double into = k_g * std::sqrt(0.75);
    World world = under_gravity(0, friction, {-down, -into});
    add(world, border(Axis::y, 0));
    const BodyId box = add(world, block(1, 1, {0, 0.5001}));
    run_until(world, 1.9999);
    const double acceleration = std::min(friction * into - down, 0.0);
    const double t = world.time();
    EXPECT_NEAR(velocity(world, box).x, acceleration * t, 1e-5) << friction;
    EXPECT_NEAR(at(world, box).x, 0.5 * acceleration * t * t, 1e-4) << friction;
    EXPECT_NEAR(world.body(box)->state.angle, 0, 1e-4) << friction;
  }
}

/// From sliding to rolling: a disc keeps two thirds of its speed.
TEST(TurningStep, ADiscThatSlidesBeginsToRoll) {
  World world = under_gravity(0, 0.3);
  add(world, border(Axis::y, 0));
  const BodyId ball = add(world, disc(0.5, {0, 0.50001}, {6, 0}));
  run_until(world, 3);
  const BodyState& rolls = world.body(ball)->state;
  EXPECT_NEAR(rolls.velocity.x, 4, 1e-3);
  EXPECT_NEAR(rolls.spin, -rolls.velocity.x / 0.5, 1e-3);
}

TEST(TurningStep, ARodStruckOffCentre) {
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

TEST(TurningStep, ABoxLandsOnItsCorner) {
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

/// A card between two halves of a box: whatever flies there, however fast and however it spins, stays on its side.
TEST(TurningStep, AThinPlateIsNeverCrossed) {
  Random random(7);
  for (int run = 0; run < 20; ++run) {
    World world = make_world(bounded(settings_with(1.0 / 60), {-4, -4}, {4, 4}));
    const double thin = std::pow(10, -random.uniform(2, 7));
    BodyDef plate = block(8, thin, {0, 0});
    plate.fixed = true;
    add(world, plate);
    std::vector<std::pair<BodyId, double>> bullets;
    for (int k = 0; k < 8; ++k) {
      const double side = k % 2 == 0 ? 2.0 : -2.0;
      const double speed = std::pow(10, random.uniform(0, 3.5));
      const double angle = random.uniform(-3, 3);
      const Vec2 way{speed * std::cos(angle), speed * std::sin(angle)};
      const Vec2 place{-3 + 0.8 * k, side};
      BodyDef bullet = k % 3 == 0 ? disc(0.05, place, way)
                                  : turning_polygon(some_polygon(random, 0.2), place, way, random.uniform(-30, 30));
      bullets.emplace_back(add(world, bullet), side);
    }
    for (int step = 0; step < 3; ++step) {
      world.step();
      for (const auto& [bullet, side] : bullets) {
        const Vec2 place = at(world, bullet);
        ASSERT_GT(place.y * side, 0) << run << " thickness " << thin;
        ASSERT_LT(std::abs(place.x), 4);
        ASSERT_LT(std::abs(place.y), 4);
      }
    }
  }
}

TEST(TurningStep, ElasticPolygonsKeepEnergyAndMomentum) {
  Random random(8);
  World world = make_world(bounded(settings_with(1.0 / 60), {0, 0}, {12, 12}, Edges::periodic));
  for (int i = 0; i < 6; ++i) {
    for (int j = 0; j < 6; ++j) {
      add(world, turning_polygon(some_polygon(random, 0.6), {1.0 + 2 * i, 1.0 + 2 * j},
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

TEST(TurningStep, AngularMomentumIsKeptInTheOpen) {
  World world = make_world(settings_with(1.0 / 60));
  Random random(9);
  for (int k = 0; k < 6; ++k) {
    const double angle = k_pi / 3 * k;
    const Vec2 place{4 * std::cos(angle), 4 * std::sin(angle)};
    add(world, turning_polygon(some_polygon(random, 0.8), place, -1 * place, random.uniform(-3, 3)));
  }
  const double before = world.angular_momentum();
  run_until(world, 2);
  EXPECT_GT(world.collision_count(), 5U);
  EXPECT_NEAR(world.angular_momentum(), before, 1e-12);
}

TEST(TurningStep, FrictionTakesWhatItTakesAndNothingElse) {
  World world = under_gravity(0.4, 0.5);
  add(world, border(Axis::y, 0));
  add(world, border(Axis::x, -3));
  add(world, border(Axis::x, 3));
  Random random(10);
  for (int k = 0; k < 12; ++k) {
    add(world,
        turning_polygon(some_polygon(random, 0.4), {-2.0 + 1.3 * (k % 4), 1.0 + k / 4}, {}, random.uniform(-3, 3)));
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

TEST(TurningStep, AFixedBladeThatTurnsThrows) {
  World world = make_world(settings_with(1.0 / 60));
  BodyDef blade = block(2, 0.2, {0, 0});
  blade.fixed = true;
  blade.spin = 3;
  add(world, blade);
  const BodyId ball = add(world, disc(0.1, {0.8, 0.5}));
  run_until(world, 1);
  ASSERT_EQ(world.collision_count(), 1U);
  EXPECT_GT(length(velocity(world, ball)), 2 * 3 * 0.7) << "twice the speed of the place that hit it";
  EXPECT_NEAR(world.energy().kinetic, world.exchanged_energy(), 1e-12);
}

TEST(TurningStep, NothingEscapesFromADrum) {
  World world = under_gravity(0.2, 0.5);
  std::vector<Vec2> wall;
  for (int k = 0; k < 16; ++k) wall.push_back({2 * std::cos(k_pi / 8 * k), 2 * std::sin(k_pi / 8 * k)});
  BodyDef drum = polygon(wall, {0, 0}, true);
  drum.fixed = true;
  drum.spin = 2;
  add(world, drum);
  Random random(11);
  std::vector<BodyId> inside;
  for (int k = 0; k < 12; ++k) {
    inside.push_back(
        add(world, turning_polygon(some_polygon(random, 0.2), {-0.8 + 0.5 * (k % 4), -0.5 + 0.5 * (k / 4)})));
  }
  run_until(world, 4);
  for (const BodyId id : inside) EXPECT_LT(length(at(world, id)), 2);
}

TEST(TurningStep, ASnapshotInTheMiddleOfContactsGoesOnTheSame) {
  World world = under_gravity(0.2, 0.4);
  add(world, border(Axis::y, 0));
  Random random(12);
  for (int k = 0; k < 8; ++k) {
    add(world, turning_polygon(some_polygon(random, 0.5), {0.3 * (k % 2), 0.7 + 1.1 * k}, {}, random.uniform(-1, 1)));
  }
  run_until(world, 1.5);
  const World::Snapshot snapshot = world.snapshot();
  run_until(world, 2.5);
  const std::uint64_t whole = world.hash();
  world.restore(snapshot);
  run_until(world, 2.5);
  EXPECT_EQ(world.hash(), whole);
}

TEST(TurningStep, WhereABodyWasWithinTheStep) {
  World world = make_world(settings_with(1));
  BodyDef def = turning_polygon({{0, 0}, {1, 0}, {0, 1}}, {1, 2}, {3, 0}, 2);
  const BodyId id = add(world, def);
  world.step();
  const auto state = world.state_at(id, 0.25);
  ASSERT_TRUE(state);
  EXPECT_NEAR(state->angle, 0.5, 1e-15);
  // The centre of mass, a third of the way up and along, goes straight.
  const Vec2 middle = state->at + turned({1.0 / 3, 1.0 / 3}, sin_cos(state->angle));
  EXPECT_LT(length(middle - Vec2{1 + 1.0 / 3 + 0.75, 2 + 1.0 / 3}), 1e-14);
  const Vec2 end = at(world, id) + turned({1.0 / 3, 1.0 / 3}, sin_cos(2));
  EXPECT_LT(length(end - Vec2{4 + 1.0 / 3, 2 + 1.0 / 3}), 1e-14);
}

TEST(TurningStep, WhatPassesIsToldWhenItEntersAndLeaves) {
  World world = make_world(settings_with(1.0 / 60));
  BodyDef zone = block(2, 2, {0, 0});
  zone.fixed = true;
  zone.sensor = true;
  add(world, zone);
  add(world, turning_polygon({{-0.5, -0.1}, {0.5, -0.1}, {0.5, 0.1}, {-0.5, 0.1}}, {-3, 0}, {2, 0}, 0.5));
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

TEST(TurningStep, AnImpulseOffTheCentreTurns) {
  World world = make_world(settings_with(0.1));
  const BodyId box = add(world, block(1, 1, {2, 3}));
  ASSERT_TRUE(world.apply_impulse(box, {0, 2}, {2.5, 3}));
  EXPECT_EQ(velocity(world, box), (Vec2{0, 2}));
  EXPECT_NEAR(world.body(box)->state.spin, 6, 1e-14);
  ASSERT_TRUE(world.set_spin(box, 1));
  world.step_to(2);
  EXPECT_NEAR(world.body(box)->state.angle, 2, 1e-15);
  EXPECT_FALSE(world.set_spin(BodyId{}, 1));
  EXPECT_FALSE(world.set_spin(box, std::numeric_limits<double>::quiet_NaN()));
  World without = make_world(event_settings());
  EXPECT_FALSE(without.set_spin(add(without, disc(1, {})), 1));
}

/// From the step of a gas to the one that turns: nobody is where he was a step ago.
TEST(TurningStep, BeginsWhereTheOthersHaveLeftOff) {
  World world = make_world(settings_with(0.1));
  const BodyId ball = add(world, disc(0.5, {0, 0}, {1, 0}));
  add(world, disc(0.5, {5, 0}));
  Recorder recorder;
  recorder.on_after = [&](World& w, const ContactEvent&) { EXPECT_TRUE(w.add(block(1, 1, {0, 9}))); };
  world.set_listener(&recorder);
  run_until(world, 3.95);
  EXPECT_NEAR(at(world, ball).x, world.time(), 1e-12);
  run_until(world, 6);
  EXPECT_EQ(world.body_count(), 3U);
  EXPECT_NEAR(at(world, ball).x, 4, 1e-12);
}

TEST(TurningStep, CallbacksMayRemoveAndAdd) {
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

}  // namespace
}  // namespace carom::swept_test
