#include "swept/swept_step.hpp"

#include <gtest/gtest.h>

#include "world/testing/swept_world_test.hpp"

namespace carom::swept_test {
namespace {

// Pi by collisions (Galperin 2003): a block of mass 100^k runs into one of mass 1 that rests before a wall. Without loss,
// the number of collisions is the first k + 1 digits of pi.
enum class Wall { border, segment, polygon, bounds };

std::uint64_t collisions_with_mass(double mass, double dt, Wall wall) {
  WorldSettings settings = settings_with(dt);
  if (wall == Wall::bounds) settings = bounded(settings, {0, -1e6}, {1e6, 1e6});
  World world = make_world(settings);
  if (wall == Wall::border) add(world, border(Axis::x, 0));
  if (wall == Wall::segment) add(world, segment({0, -1}, {0, 1}));
  if (wall == Wall::polygon) add(world, fixed(box({0.5, 1}, {-0.5, 0})));
  add(world, disc(0.25, {1, 0}));
  add(world, disc(0.5, {3, 0}, {-1, 0}, mass));
  std::uint64_t told = 0;
  double last = 0;
  run_until(world, 20, [&](const ContactEvent& event) {
    ++told;
    EXPECT_GE(event.t, last);
    last = event.t;
  });
  EXPECT_EQ(told, world.collision_count());
  EXPECT_EQ(policy_count(world), 0U);
  // At most one rounding of the whole energy a contact.
  EXPECT_NEAR(world.energy().kinetic / (0.5 * mass), 1, 0x1p-53 * static_cast<double>(told + 100));
  return told;
}

TEST(SweptStep, PiByCollisions) {
  for (const Wall wall : {Wall::border, Wall::segment, Wall::polygon, Wall::bounds}) {
    EXPECT_EQ(collisions_with_mass(1, 0.25, wall), 3U);
    EXPECT_EQ(collisions_with_mass(1e2, 0.25, wall), 31U);
    EXPECT_EQ(collisions_with_mass(1e4, 0.25, wall), 314U);
  }
}

TEST(SweptStep, PiByCollisionsInStepsOfAnyLength) {
  for (const double dt : {1.0 / 60, 0.1, 1.0, 20.0}) {
    EXPECT_EQ(collisions_with_mass(1, dt, Wall::border), 3U) << dt;
    EXPECT_EQ(collisions_with_mass(1e2, dt, Wall::border), 31U) << dt;
    EXPECT_EQ(collisions_with_mass(1e4, dt, Wall::border), 314U) << dt;
    EXPECT_EQ(collisions_with_mass(1e6, dt, Wall::border), 3141U) << dt;
    EXPECT_EQ(collisions_with_mass(1e8, dt, Wall::border), 31415U) << dt;
  }
}

// Newton's cradle without strings: `lifted` balls hit a row of five in contact; as many leave at the other end.
void cradle(double gap, int lifted) {
  World world = make_world(settings_with(1.0 / 60));
  std::vector<BodyId> balls;
  for (int k = 0; k < 5; ++k) {
    const bool flies = k < lifted;
    const double x = (1 + gap) * k - (flies ? 2 : 0);
    balls.push_back(add(world, disc(0.5, {x, 0}, {flies ? 3.0 : 0.0, 0})));
  }
  run_until(world, 2);
  for (int k = 0; k < 5; ++k) {
    EXPECT_NEAR(velocity(world, balls[static_cast<std::size_t>(k)]).x, k >= 5 - lifted ? 3 : 0, 1e-14)
        << "gap " << gap << ", lifted " << lifted << ", ball " << k;
  }
  EXPECT_NEAR(world.energy().kinetic, 4.5 * lifted, 1e-13);
  EXPECT_NEAR(world.momentum().x, 3 * lifted, 1e-14);
  EXPECT_EQ(world.momentum().y, 0);
  EXPECT_EQ(policy_count(world), 0U);
}

TEST(SweptStep, NewtonsCradle) {
  for (const double gap : {0.0, 1e-15, 1e-9, 1e-3}) {
    for (const int lifted : {1, 2, 3}) cradle(gap, lifted);
  }
}

TEST(SweptStep, StepsOfAnyLengthGiveTheSamePaths) {
  const auto ends = [](double dt) {
    World world = make_world(bounded(settings_with(dt), {0, 0}, {4, 3}));
    std::vector<BodyId> balls;
    for (int k = 0; k < 6; ++k) {
      const double x = 0.5 + 0.55 * k;
      balls.push_back(add(world, disc(0.2, {x, 0.5 + 0.3 * (k % 3)}, {1.5 - 0.3 * k, 0.7 * k - 1})));
    }
    while (world.time() < 2) world.step_to(std::min(world.time() + dt, 2.0));
    std::vector<Vec2> places;
    for (const BodyId id : balls) places.push_back(at(world, id));
    return std::pair(places, world.collision_count());
  };
  const auto [expected, count] = ends(2);
  EXPECT_GT(count, 5U);
  for (const double dt : {1.0, 0.1, 0.01}) {
    const auto [found, same_count] = ends(dt);
    EXPECT_EQ(same_count, count);
    for (std::size_t k = 0; k < found.size(); ++k) EXPECT_LT(length(found[k] - expected[k]), 1e-12);
  }
}

TEST(SweptStep, FreeFlightIsStraight) {
  World world = make_world(settings_with(0.5));
  const BodyId ball = add(world, disc(1, {1, 2}, {3, -4}));
  world.step();
  EXPECT_EQ(at(world, ball), (Vec2{2.5, 0}));
  EXPECT_EQ(world.time(), 0.5);
  EXPECT_EQ(world.step_count(), 1U);
}

TEST(SweptStep, LeapfrogFollowsAParabolaExactly) {
  World world = make_world(settings_with(0.125, 1, {0, -8}));
  const BodyId ball = add(world, disc(1, {0, 0}, {1, 16}));
  run_until(world, 2);
  EXPECT_EQ(at(world, ball), (Vec2{2, 16}));
  EXPECT_EQ(velocity(world, ball), (Vec2{1, 0}));
}

TEST(SweptStep, AWellKeepsAnOrbit) {
  WorldSettings settings = settings_with(1e-3);
  settings.sources.push_back({{0, 0}, 1});
  World world = make_world(settings);
  const BodyId moon = add(world, disc(0.01, {1, 0}, {0, 1}));
  const double before = world.energy().total();
  run_until(world, 2 * 3.14159265358979);
  EXPECT_LT(length(at(world, moon) - Vec2{1, 0}), 2e-3);
  EXPECT_NEAR(world.energy().total(), before, 1e-6);
}

}  // namespace
}  // namespace carom::swept_test
