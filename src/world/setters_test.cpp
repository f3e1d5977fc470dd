#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "world/testing/swept_world_test.hpp"

// What a body is made from, changed while it is there.
namespace carom::swept_test {
namespace {

TEST(Setters, AnAngleTurnsTheShapeAboutItsOrigin) {
  World world = make_world(settings_with(0.1));
  const BodyId plank = add(world, fixed(box({2, 0.5}, {1, 0})));
  EXPECT_TRUE(world.set_angle(plank, std::numbers::pi / 2));
  EXPECT_EQ(world.body(plank)->state.angle, std::numbers::pi / 2);
  EXPECT_EQ(at(world, plank), (Vec2{1, 0}));
  EXPECT_EQ(world.at_point({1, 1.9}).size(), 1U);
  EXPECT_TRUE(world.at_point({2.9, 0}).empty());
  EXPECT_FALSE(world.set_angle(plank, std::nan("")));
  EXPECT_EQ(world.body(plank)->state.angle, std::numbers::pi / 2) << "nothing has changed";
  const BodyId line = add(world, border(Axis::y, -5));
  EXPECT_FALSE(world.set_angle(line, 1)) << "a border is not turned";
}

TEST(Setters, AreWhatAddWouldHaveMade) {
  for (const Detection detection : {Detection::swept, Detection::event}) {
    WorldSettings settings = settings_with(0.01);
    settings.detection = detection;
    World changed = make_world(settings);
    World made = make_world(settings);
    BodyDef def = disc(0.5, {0, 0}, {3, 1});
    def.lifetime = 9.1;
    const BodyId ball = add(changed, def);
    EXPECT_TRUE(changed.set_restitution(ball, 0.5));
    EXPECT_TRUE(changed.set_friction(ball, 0.25));
    EXPECT_TRUE(changed.set_mass(ball, 2));
    def.restitution = 0.5;
    def.friction = 0.25;
    def.mass = 2;
    add(made, def);
    for (World* const world : {&changed, &made}) {
      add(*world, border(Axis::x, 2));
      add(*world, border(Axis::y, 1));
      while (world->time() < 5) world->step_to(world->time() + 0.125);
    }
    EXPECT_GT(changed.collision_count(), 1U);
    EXPECT_EQ(changed.hash(), made.hash());
    EXPECT_EQ(changed.body(ball)->inverse_inertia, made.body(ball)->inverse_inertia);
    EXPECT_EQ(changed.body(ball)->expires, made.body(ball)->expires);
    EXPECT_TRUE(changed.set_restitution(ball, std::nullopt));
    EXPECT_FALSE(changed.body(ball)->restitution);
  }
}

TEST(Setters, AChangeLeavesTheLifetimeAsItIs) {
  World world = make_world(settings_with(0.1));
  BodyDef def = disc(1, {0, 0});
  def.lifetime = 0.7;
  const BodyId ball = add(world, def);
  world.step();
  const auto expires = world.body(ball)->expires;
  EXPECT_TRUE(world.set_mass(ball, 3));
  EXPECT_EQ(world.body(ball)->expires, expires);
  EXPECT_EQ(world.body(ball)->name, "");
}

TEST(Setters, WhatIsFixedStaysAndWhatIsFreedFalls) {
  World world = make_world(settings_with(1.0 / 64, 1, {0, -10}));
  const BodyId crate = add(world, box({0.5, 0.5}, {0, 10}));
  EXPECT_TRUE(world.set_fixed(crate, true));
  run_until(world, 0.5);
  EXPECT_EQ(at(world, crate), (Vec2{0, 10}));
  EXPECT_TRUE(world.set_velocity(crate, {1, 0})) << "kinematic";
  run_until(world, 1);
  EXPECT_EQ(at(world, crate), (Vec2{0.5, 10}));
  EXPECT_TRUE(world.set_fixed(crate, false));
  EXPECT_EQ(world.body(crate)->mass, 1) << "its density's";
  EXPECT_GT(world.body(crate)->inverse_inertia, 0);
  run_until(world, 2);
  EXPECT_NEAR(at(world, crate).x, 1.5, 1e-12);
  EXPECT_NEAR(at(world, crate).y, 5, 1e-12);
  const BodyId wall = add(world, segment({0, 0}, {1, 0}));
  EXPECT_FALSE(world.set_fixed(wall, false)) << "a line has no mass";
  EXPECT_TRUE(world.set_mass(wall, 2));
  EXPECT_TRUE(world.set_fixed(wall, false));
}

TEST(Setters, RefuseWhatAddWouldRefuse) {
  World world = make_world(settings_with(0.1));
  const BodyId ball = add(world, disc(1, {0, 0}));
  EXPECT_FALSE(world.set_restitution(ball, 1.5));
  EXPECT_FALSE(world.set_friction(ball, -1));
  EXPECT_FALSE(world.set_mass(ball, 0));
  WorldSettings overlap = settings_with(0.1);
  overlap.detection = Detection::overlap;
  World other = make_world(overlap);
  const BodyId one = add(other, disc(1, {0, 0}));
  EXPECT_FALSE(other.set_friction(one, 0.5)) << "there is none in this world";
  EXPECT_TRUE(world.remove(ball));
  EXPECT_FALSE(world.set_angle(ball, 1));
  EXPECT_FALSE(world.set_fixed(ball, true));
}

TEST(Setters, AreForBetweenSteps) {
  class Meddler : public Listener {
   public:
    bool before(World& world, const PendingContact& contact) override {
      refused = !world.set_mass(contact.a.id, 7) && !world.set_angle(contact.a.id, 1);
      return true;
    }
    bool refused = false;
  };
  World world = make_world(settings_with(1));
  add(world, disc(1, {0, 0}, {4, 0}));
  add(world, border(Axis::x, 3));
  Meddler meddler;
  world.set_listener(&meddler);
  world.step();
  EXPECT_TRUE(meddler.refused);
}

class Inside : public testing::TestWithParam<Detection> {};

TEST_P(Inside, ASensorListsWhoIsIn) {
  WorldSettings settings = settings_with(0.25);
  settings.detection = GetParam();
  World world = make_world(settings);
  BodyDef zone = fixed(disc(2, {0, 0}));
  zone.sensor = true;
  const BodyId late = add(world, disc(0.5, {-4, 0.5}, {1, 0}));
  const BodyId sensor = add(world, zone);
  const BodyId early = add(world, disc(0.5, {-3, -0.6}, {1, 0}));
  add(world, disc(0.5, {-3, 9}, {1, 0}));
  EXPECT_TRUE(world.inside(sensor).empty());
  run_until(world, 1);
  EXPECT_EQ(world.inside(sensor), (std::vector<BodyId>{early}));
  EXPECT_EQ(world.inside(early), (std::vector<BodyId>{sensor}));
  run_until(world, 3);
  EXPECT_EQ(world.inside(sensor), (std::vector<BodyId>{late, early})) << "in order of creation";
  EXPECT_TRUE(world.remove(late));
  EXPECT_EQ(world.inside(sensor), (std::vector<BodyId>{early}));
  run_until(world, 6);
  EXPECT_TRUE(world.inside(sensor).empty());
  EXPECT_TRUE(world.remove(sensor));
  EXPECT_TRUE(world.inside(sensor).empty());
}

INSTANTIATE_TEST_SUITE_P(Loops, Inside, testing::Values(Detection::swept, Detection::overlap, Detection::event));

}  // namespace
}  // namespace carom::swept_test
