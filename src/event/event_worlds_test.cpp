#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include "carom/world/world.hpp"

// Worlds in which bodies are added, removed or changed while events are played.
namespace carom {
namespace {

World world_with(WorldSettings settings) {
  settings.detection = Detection::event;
  return World::make(std::move(settings)).value();
}

WorldSettings in_box(double half, Edges edges) {
  WorldSettings settings;
  settings.bounds = Bounds{{-half, -half}, {half, half}, edges};
  return settings;
}

BodyDef disc(double radius, Vec2 at, Vec2 velocity) {
  BodyDef def;
  def.shape = Circle{.radius = radius, .center = {}, .hollow = false};
  def.at = at;
  def.velocity = velocity;
  return def;
}

BodyDef fixed_disc(double radius, Vec2 at, Vec2 velocity = {}) {
  BodyDef def = disc(radius, at, velocity);
  def.fixed = true;
  return def;
}

/// Does something at the first contact, once.
struct AtFirst final : Listener {
  explicit AtFirst(std::function<void(World&)> what) : deed(std::move(what)) {}
  void after(World& world, const ContactEvent&) override {
    if (const auto once = std::exchange(deed, {})) once(world);
  }
  std::function<void(World&)> deed;
};

TEST(EventWorlds, ARunGoesOnPastAnEpochThatBeganAnew) {
  // The first epoch of a lone disc is 8 / speed long: it ends within the run, and in its midst a fixture is moved.
  World world = world_with(in_box(4, Edges::rebound));
  const BodyId ball = world.add(disc(1, {}, {1, 0})).value();
  const BodyId wall = world.add(fixed_disc(0.25, {0, -2})).value();
  AtFirst move([&](World& w) { w.teleport(wall, {0, 2}); });
  world.set_listener(&move);
  world.step_to(8.5);
  world.step_to(9.5);
  // Edges at 3 and 9.
  EXPECT_EQ(world.collision_count(), 2U);
  EXPECT_NEAR(world.body(ball)->state.at.x, -2.5, 1e-12);
  EXPECT_EQ(world.body(ball)->state.velocity, (Vec2{1, 0}));
}

TEST(EventWorlds, ImagesOfAMovingFixtureAreMet) {
  // It leaves the box to the right, and is not sent around; its image comes in from the left.
  World world = world_with(in_box(5, Edges::periodic));
  world.add(fixed_disc(1, {3, 0}, {1, 0}));
  const BodyId ball = world.add(disc(1, {-2, 0}, {0, 0})).value();
  world.step_to(3.5);
  EXPECT_EQ(world.body(ball)->state.velocity, (Vec2{2, 0}));
  EXPECT_NEAR(world.body(ball)->state.at.x, -1, 1e-12);
}

TEST(EventWorlds, AFixtureThatIsSetInMotionIsMet) {
  World world = world_with(in_box(10, Edges::rebound));
  const BodyId wall = world.add(fixed_disc(1, {5, 0})).value();
  const BodyId ball = world.add(disc(1, {-5, 0}, {0, 0})).value();
  world.add(disc(1, {-8, 5}, {-1, 0}));
  AtFirst push([&](World& w) { w.set_velocity(wall, {-1, 0}); });
  world.set_listener(&push);
  world.step_to(10);
  // Set off at 1, at the ball after 8 seconds more: it goes on at twice the wall's speed.
  EXPECT_EQ(world.body(ball)->state.velocity, (Vec2{-2, 0}));
}

TEST(EventWorlds, AFixtureThatIsRemovedOrFilteredIsNotMet) {
  for (const bool removed : {true, false}) {
    World world = world_with(in_box(100, Edges::rebound));
    const BodyId wall = world.add(fixed_disc(1, {5, 0})).value();
    const BodyId ball = world.add(disc(1, {-5, 0}, {1, 0})).value();
    world.add(disc(1, {-98, 50}, {-1, 0}));
    AtFirst deed([&](World& w) { removed ? w.remove(wall) : w.set_filter(wall, 1, 0); });
    world.set_listener(&deed);
    world.step_to(20);
    EXPECT_EQ(world.body(ball)->state.velocity, (Vec2{1, 0})) << removed;
  }
}

TEST(EventWorlds, FixturesHaveLifetimes) {
  World world = world_with(in_box(100, Edges::rebound));
  BodyDef wall = fixed_disc(1, {5, 0});
  wall.lifetime = 3;
  const BodyId id = world.add(wall).value();
  const BodyId ball = world.add(disc(1, {-5, 0}, {1, 0})).value();
  world.step_to(2.5);
  EXPECT_NE(world.body(id), nullptr);
  world.step_to(20);
  EXPECT_EQ(world.body(id), nullptr);
  EXPECT_EQ(world.body(ball)->state.velocity, (Vec2{1, 0}));
}

TEST(EventWorlds, WhatSlidesIntoACornerStaysThere) {
  WorldSettings settings;
  Rule slide;
  slide.response = Response::slide;
  settings.rules.push_back(slide);
  World world = world_with(std::move(settings));
  for (const double side : {-1.0, 1.0}) {
    BodyDef face;
    face.shape = Segment{{Vec2{0, 0}, Vec2{8, 2 * side}}};
    world.add(face);
  }
  const BodyId ball = world.add(disc(0.5, {6, 0.1}, {-1, 0.1})).value();
  world.step_to(100);
  EXPECT_EQ(world.body(ball)->state.velocity, Vec2{});
  EXPECT_GT(world.policies().briefs, 0U);
  EXPECT_LT(world.collision_count(), 100U);
}

TEST(EventWorlds, ARemovedBodyChangesNoBitOfWhatFollows) {
  // Once the only body with a lifetime is gone, a run that begins then sees a plain gas.
  const auto hash_of = [](const std::vector<double>& cuts) {
    World world = world_with(in_box(10, Edges::periodic));
    BodyDef short_lived = disc(0.9, {4, 0}, {0.1, 5.4});
    short_lived.lifetime = 1.4;
    world.add(short_lived);
    for (int k = 0; k < 16; ++k) {
      const double x = -7.5 + 5 * (k % 4);
      world.add(disc(0.9, {x, -8.5 + 5 * (k / 4)}, {0.7 * (k % 3) - 0.4, 5 - 0.3 * k}));
    }
    for (const double cut : cuts) world.step_to(cut);
    world.step_to(10);
    return world.hash();
  };
  EXPECT_EQ(hash_of({}), hash_of({2, 7}));
}

}  // namespace
}  // namespace carom
