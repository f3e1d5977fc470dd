#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "carom/world/world.hpp"

// Pairs that pass through each other in the event world, under gravity: a parabola comes back.
namespace carom {
namespace {

constexpr double k_gravity = 10;

World falling_world() {
  WorldSettings settings;
  settings.detection = Detection::event;
  settings.gravity = {0, -k_gravity};
  return World::make(std::move(settings)).value();
}

BodyDef disc(double radius, Vec2 at) {
  BodyDef def;
  def.shape = Circle{.radius = radius, .center = {}, .hollow = false};
  def.at = at;
  return def;
}

BodyDef sensor(double radius, Vec2 at) {
  BodyDef def = disc(radius, at);
  def.sensor = true;
  def.fixed = true;
  return def;
}

/// When a body thrown upward from 0 is at this height, on its way up and on its way down.
std::vector<double> at_height(double speed, double height) {
  const double root = std::sqrt(speed * speed - 2 * k_gravity * height);
  return {(speed - root) / k_gravity, (speed + root) / k_gravity};
}

TEST(EventSensorOverlap, ABallThrownThroughASensorEntersAndLeavesTwice) {
  World world = falling_world();
  world.add(sensor(1, {0, 5}));
  BodyDef ball = disc(0.5, {0, 0});
  ball.velocity = {0, 20};
  world.add(ball);
  world.step_to(4.5);
  const auto low = at_height(20, 3.5);
  const auto high = at_height(20, 6.5);
  const double expected[] = {low[0], high[0], high[1], low[1]};
  ASSERT_EQ(world.touches().size(), 4U);
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_NEAR(world.touches()[k].t, expected[k], 1e-12);
    EXPECT_EQ(world.touches()[k].change, k % 2 == 0 ? TouchChange::begin : TouchChange::end);
  }
  EXPECT_TRUE(world.passing().empty());
}

TEST(EventSensorOverlap, ABodyThatStartsInsideASensorHasEnteredAtOnce) {
  World world = falling_world();
  world.add(sensor(1, {0, 0}));
  world.add(disc(0.5, {0, 0.25}));
  world.step_to(2);
  ASSERT_EQ(world.touches().size(), 2U);
  EXPECT_EQ(world.touches()[0].t, 0);
  EXPECT_NEAR(world.touches()[1].t, std::sqrt(2 * 1.75 / k_gravity), 1e-12);
}

TEST(EventSensorOverlap, OnlyTheImageThatIsPassedIsLeft) {
  WorldSettings settings;
  settings.detection = Detection::event;
  settings.bounds = Bounds{{-4, -4}, {4, 4}, Edges::periodic};
  World world = World::make(std::move(settings)).value();
  BodyDef ghost = disc(1, {-2.5, 0});
  ghost.velocity = {1, 0};
  ghost.sensor = true;
  world.add(ghost);
  world.add(disc(1.5, {1, 0}));
  world.step_to(8);
  ASSERT_EQ(world.touches().size(), 2U);
  EXPECT_NEAR(world.touches()[0].t, 1, 1e-12);
  EXPECT_NEAR(world.touches()[1].t, 6, 1e-12);
}

TEST(EventSensorOverlap, WhereARunIsCutChangesNothing) {
  const auto hash_of = [](const std::vector<double>& cuts) {
    WorldSettings settings;
    settings.detection = Detection::event;
    settings.bounds = Bounds{{-5, -5}, {5, 5}, Edges::rebound};
    World world = World::make(std::move(settings)).value();
    BodyDef wanderer = disc(1, {-2, 0.3});
    wanderer.velocity = {1.3, 0.7};
    wanderer.sensor = true;
    world.add(wanderer);
    BodyDef other = disc(0.7, {2, 0});
    other.velocity = {-0.9, 0.4};
    other.lifetime = 19.0;
    world.add(other);
    BodyDef third = disc(0.5, {0, 3});
    third.velocity = {0.3, -1.1};
    world.add(third);
    for (const double cut : cuts) {
      world.step_to(cut);
      world.restore(world.snapshot());
    }
    world.step_to(30);
    return world.hash();
  };
  EXPECT_EQ(hash_of({}), hash_of({2.5, 3.1, 19.5, 24}));
}

/// A ball flies through a hollow body: its line is crossed inward and outward, and in between it has parted.
std::vector<Touch> crossings(BodyShape hollow, WorldSettings settings, double end) {
  World world = World::make(std::move(settings)).value();
  BodyDef stander;
  stander.shape = std::move(hollow);
  stander.fixed = stander.sensor = true;
  world.add(stander);
  BodyDef ball = disc(0.5, {-4, 0.25});
  ball.velocity = {2, 0};
  world.add(ball);
  std::vector<Touch> all;
  while (world.time() < end) {
    world.step_to(std::min(world.time() + world.settings().dt, end));
    all.insert(all.end(), world.touches().begin(), world.touches().end());
  }
  return all;
}

TEST(EventSensorOverlap, ALineIsCrossedInwardAndOutward) {
  const BodyShape arena = Polygon::make({{-2, -2}, {2, -2}, {2, 2}, {-2, 2}}, true).value();
  const BodyShape circle = Circle{.radius = 2, .center = {}, .hollow = true};
  const double near = std::sqrt(1.5 * 1.5 - 0.0625);
  const double far = std::sqrt(2.5 * 2.5 - 0.0625);
  for (const Detection detection : {Detection::event, Detection::swept}) {
    for (const double dt : {0.125, 10.0}) {
      WorldSettings settings;
      settings.detection = detection;
      settings.dt = dt;
      for (const bool round : {true, false}) {
        const auto seen = crossings(round ? circle : arena, settings, 5);
        ASSERT_EQ(seen.size(), 4U) << dt << round;
        const double outside = round ? far : 2.5;
        const double inside = round ? near : 1.5;
        const double expected[] = {(4 - outside) / 2, (4 - inside) / 2, (4 + inside) / 2, (4 + outside) / 2};
        for (std::size_t k = 0; k < 4; ++k) {
          EXPECT_NEAR(seen[k].t, expected[k], 1e-9) << round;
          EXPECT_EQ(seen[k].change, k % 2 == 0 ? TouchChange::begin : TouchChange::end);
        }
      }
    }
  }
}

TEST(EventSensorOverlap, AndUnderGravity) {
  World world = falling_world();
  BodyDef stander = sensor(2, {0, 5});
  stander.shape = Circle{.radius = 2, .center = {}, .hollow = true};
  world.add(stander);
  BodyDef ball = disc(1.75, {0, 0});  // it hardly fits
  ball.velocity = {0, 20};
  world.add(ball);
  world.step_to(1.9);
  std::vector<double> expected;
  for (const double height : {1.25, 4.75, 5.25, 8.75}) expected.push_back(at_height(20, height)[0]);
  ASSERT_EQ(world.touches().size(), 4U);
  for (std::size_t k = 0; k < 4; ++k) EXPECT_NEAR(world.touches()[k].t, expected[k], 1e-9);
}

}  // namespace
}  // namespace carom
