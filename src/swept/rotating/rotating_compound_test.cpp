#include <gtest/gtest.h>

#include <cmath>

#include "carom/shapes/mass.hpp"
#include "world/testing/rotating_world_test.hpp"

// Bodies that are made of several shapes.
namespace carom::swept_test {
namespace {

Polygon box_at(double width, double height, Vec2 place) {
  return Polygon::make({place + Vec2{-width / 2, -height / 2}, place + Vec2{width / 2, -height / 2},
                        place + Vec2{width / 2, height / 2}, place + Vec2{-width / 2, height / 2}})
      .value();
}

BodyDef made_of(std::vector<Part> parts, Vec2 place, Vec2 motion = {}, double spin = 0) {
  BodyDef def = moving(disc(1, place), motion);
  def.shape = Compound{std::move(parts)};
  def.mass.reset();
  def.spin = spin;
  return def;
}

BodyDef dumbbell(Vec2 place, Vec2 motion = {}, double spin = 0) {
  return made_of({Circle{0.5, {-1, 0}}, Circle{0.5, {1, 0}}}, place, motion, spin);
}

TEST(RotatingCompound, ADumbbellStruckOffCentre) {
  World world = make_world(settings_with(1.0 / 60));
  BodyDef def = dumbbell({0, 0});
  def.mass = 2;
  const BodyId struck = add(world, def);
  add(world, disc(0.1, {1, 2}, {0, -3}, 0.5));
  world.step_to(1);
  ASSERT_EQ(world.collision_count(), 1U);
  const double inertia = 2 * (0.5 * 0.25 + 1);
  const double impulse = 2 * 3.0 / (1 / 0.5 + 1 / 2.0 + 1 / inertia);
  EXPECT_NEAR(world.events()[0].t, 1.4 / 3, 1e-9);
  EXPECT_NEAR(world.events()[0].impulse, impulse, 1e-9);
  EXPECT_NEAR(velocity(world, struck).y, -impulse / 2, 1e-9);
  EXPECT_NEAR(world.body(struck)->state.spin, -impulse / inertia, 1e-9);
}

/// While it turns, its far disc comes around and meets what stands there.
TEST(RotatingCompound, ACarriedDiscMeetsOnItsArc) {
  World world = make_world(settings_with(1.0 / 60));
  add(world, dumbbell({0, 0}, {}, 1));
  add(world, fixed(disc(0.1, {0, 1.2})));
  world.step_to(2);
  // The distance of the middles, 1 and 1.2 from the pivot, is 0.6: the law of cosines.
  const double angle = std::acos((1 + 1.44 - 0.36) / (2 * 1.2));
  ASSERT_GE(world.collision_count(), 1U);
  World again = make_world(settings_with(2));
  add(again, dumbbell({0, 0}, {}, 1));
  add(again, fixed(disc(0.1, {0, 1.2})));
  again.step();
  EXPECT_NEAR(again.events()[0].t, k_pi / 2 - angle, 1e-9);
}

/// A box cut in two and joined again does what the box does.
TEST(RotatingCompound, HalvesDoAsTheWhole) {
  const auto run = [](bool cut) {
    World world = make_world(bounded(settings_with(1.0 / 60), {-3, -3}, {3, 3}, Edges::rebound));
    const Vec2 motion{1.3, 0.7};
    BodyDef whole = rotating_polygon({{-1, -0.5}, {1, -0.5}, {1, 0.5}, {-1, 0.5}}, {0, 0}, motion, 2);
    if (cut) whole = made_of({box_at(1, 1, {-0.5, 0}), box_at(1, 1, {0.5, 0})}, {0, 0}, motion, 2);
    add(world, whole);
    add(world, disc(0.4, {2, 2}, {-1, 0.2}));
    run_until(world, 5);
    EXPECT_GT(world.collision_count(), 5U);
    return world.body(world.bodies()[0])->state;
  };
  const BodyState whole = run(false), halves = run(true);
  EXPECT_NEAR(length(whole.at - halves.at), 0, 1e-6);
  EXPECT_NEAR(whole.angle, halves.angle, 1e-6);
}

TEST(RotatingCompound, ElasticOnesKeepEnergyAndMomentum) {
  World world = make_world(bounded(settings_with(1.0 / 60), {0, 0}, {20, 20}, Edges::periodic));
  Random random(11);
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) {
      const Vec2 place{2.5 + 5 * i, 2.5 + 5 * j};
      const Vec2 motion{random.uniform(-2, 2), random.uniform(-2, 2)};
      const double spin = random.uniform(-3, 3);
      add(world, (i + j) % 2 == 0 ? dumbbell(place, motion, spin)
                                  : made_of({box_at(2.5, 0.5, {0, 0}), box_at(0.5, 2.5, {0, 0.4}), Circle{0.6, {1, 0}}},
                                            place, motion, spin));
    }
  }
  const double energy = world.energy().kinetic;
  const Vec2 momentum = world.momentum();
  while (world.collision_count() < 500) world.step();
  EXPECT_NEAR(world.energy().kinetic / energy, 1, 1e-12);
  EXPECT_LT(length(world.momentum() - momentum), 1e-10);
  EXPECT_EQ(policy_count(world), 0U);
}

/// A disc that is the only part with an area turns about its middle, and is held by a ring as any other disc.
TEST(RotatingCompound, ADiscWithALineInItStaysInARing) {
  World world = make_world(settings_with(0.5));
  add(world, fixed(ring(3, {0, 0})));
  const BodyId body =
      add(world, made_of({Circle{0.5, {}}, Segment{{Vec2{-0.4, 0}, Vec2{0.4, 0}}}}, {0.3, 0.1}, {37, 11}, 5));
  for (int k = 0; k < 200; ++k) {
    world.step();
    ASSERT_LE(length(at(world, body)), 2.5 + 1e-9) << k;
  }
  EXPECT_GT(world.collision_count(), 500U);
  EXPECT_NEAR(length(velocity(world, body)), length(Vec2{37, 11}), 1e-9);
}

/// A table on two legs and a dumbbell on it: they come to rest and stay.
TEST(RotatingCompound, TheyComeToRestOnEachOther) {
  World world = under_gravity(0.2, 0.5);
  add(world, border(Axis::y, 0));
  const BodyId table =
      add(world, made_of({box_at(4, 0.4, {0, 1}), box_at(0.4, 1, {-1.6, 0.3}), box_at(0.4, 1, {1.6, 0.3})}, {0, 0.5}));
  const BodyId bell = add(world, dumbbell({0.3, 3}));
  run_until(world, 4);
  const BodyState table_rests = world.body(table)->state, bell_rests = world.body(bell)->state;
  EXPECT_NEAR(table_rests.at.y, 0.2, 1e-3);
  EXPECT_NEAR(bell_rests.at.y, 1.4 + 0.5, 3e-3);
  EXPECT_LT(length(bell_rests.velocity), 1e-3);
  run_until(world, 8);
  EXPECT_NEAR(length(world.body(table)->state.at - table_rests.at), 0, 1e-3);
  EXPECT_NEAR(length(world.body(bell)->state.at - bell_rests.at), 0, 1e-3);
}

/// A cross of two thin bars, as high as the room, shot at: nothing comes to its other side.
TEST(RotatingCompound, NothingPassesThrough) {
  World world = make_world(bounded(settings_with(1.0 / 60), {-20, -4}, {20, 4}, Edges::rebound));
  BodyDef cross = made_of({box_at(7.9, 0.001, {0, 0}), box_at(0.001, 7.9, {0, 0})}, {0, 0});
  cross.fixed = true;
  add(world, cross);
  std::vector<BodyId> shots;
  for (int k = 0; k < 10; ++k) {
    shots.push_back(add(world, disc(0.06, {-8.0 - 0.5 * k, 0.3 * k - 1.4}, {500.0 + 10 * k, 3})));
  }
  run_until(world, 0.5);
  EXPECT_GT(world.collision_count(), 50U);
  for (const BodyId id : shots) EXPECT_LT(at(world, id).x, 0);
}

TEST(RotatingCompound, QuestionsSeeEveryPart) {
  World world = make_world(settings_with(1.0 / 60));
  BodyDef def = dumbbell({10, 0});
  def.angle = k_pi / 2;
  const BodyId body = add(world, def);
  EXPECT_TRUE(world.at_point({10, 0}).empty());
  ASSERT_EQ(world.at_point({10, 1}).size(), 1U);
  EXPECT_EQ(world.in_region({9.9, -5}, {10.1, -1.2}).size(), 1U);
  const auto hit = world.ray_cast({0, 1}, {20, 1});
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->id, body);
  EXPECT_NEAR(hit->point.x, 9.5, 1e-12);
  EXPECT_FALSE(world.ray_cast({0, 0}, {20, 0}));
  EXPECT_NEAR(world.nearest({10, 0})->distance, 0.5, 1e-12);
}

/// A body that lets others through is entered once and left once, whatever it is made of.
TEST(RotatingCompound, WhatPassesEntersOnceAndLeavesOnce) {
  World world = make_world(settings_with(1.0 / 60));
  BodyDef zone = made_of({box_at(1, 1, {-0.45, 0}), box_at(1, 1, {0.45, 0})}, {0, 0});
  zone.fixed = zone.sensor = true;
  add(world, zone);
  add(world, disc(0.1, {-3, 0.1}, {2, 0}));
  std::vector<Touch> touches;
  while (world.time() < 3) {
    world.step();
    touches.insert(touches.end(), world.touches().begin(), world.touches().end());
  }
  ASSERT_EQ(touches.size(), 2U);
  EXPECT_EQ(touches[0].change, TouchChange::begin);
  EXPECT_NEAR(touches[0].t, (3 - 0.95 - 0.1) / 2, 1e-9);
  EXPECT_NEAR(touches[1].t, (3 + 0.95 + 0.1) / 2, 1e-9);
}

TEST(RotatingCompound, OnlyWhereBodiesTurn) {
  for (const Detection detection : {Detection::event, Detection::overlap}) {
    WorldSettings settings = settings_with(1.0 / 60);
    settings.detection = detection;
    World world = make_world(settings);
    const auto refused = world.add(dumbbell({0, 0}));
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().place, "/shapes");
  }
}

TEST(RotatingCompound, BadOnesAreRefused) {
  World world = make_world(settings_with(1.0 / 60));
  const auto fault = [&](std::vector<Part> parts) {
    const auto refused = world.add(made_of(std::move(parts), {0, 0}));
    return refused ? "" : refused.error().place;
  };
  EXPECT_EQ(fault({}), "/shapes");
  EXPECT_EQ(fault({Circle{1, {}}, Circle{1, {}, true}}), "/shapes/1/circle/hollow");
  const Polygon arena = Polygon::make({{0, 0}, {1, 0}, {0, 1}}, true).value();
  EXPECT_EQ(fault({arena}), "/shapes/0/polygon/hollow");
  EXPECT_EQ(fault({Segment{{{{0, 0}, {1, 0}}}}}), "/mass");
  EXPECT_EQ(fault({Circle{-1, {}}}), "/shapes/0/circle/radius");
}

TEST(RotatingCompound, SnapshotsGoOnTheSame) {
  World world = under_gravity(0.3, 0.4);
  add(world, border(Axis::y, 0));
  for (int k = 0; k < 4; ++k) add(world, dumbbell({0.3 * k, 1.5 + 1.5 * k}));
  run_until(world, 0.8);
  const World::Snapshot kept = world.snapshot();
  run_until(world, 2);
  const auto hash = world.hash();
  world.restore(kept);
  run_until(world, 2);
  EXPECT_EQ(world.hash(), hash);
}

}  // namespace
}  // namespace carom::swept_test
