#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>

#include "carom/shapes/mass.hpp"
#include "swept/rotating/rotating_step.hpp"
#include "world/testing/rotating_world_test.hpp"

namespace carom::swept_test {
namespace {

/// A card between two halves of a box: whatever flies there, however fast and however it spins, stays on its side.
TEST(RotatingPredict, AThinPlateIsNeverCrossed) {
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
                                  : rotating_polygon(some_polygon(random, 0.2), place, way, random.uniform(-30, 30));
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

TEST(RotatingPredict, AFixedBladeThatTurnsThrows) {
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

TEST(RotatingPredict, NothingEscapesFromADrum) {
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
        add(world, rotating_polygon(some_polygon(random, 0.2), {-0.8 + 0.5 * (k % 4), -0.5 + 0.5 * (k / 4)})));
  }
  run_until(world, 4);
  for (const BodyId id : inside) EXPECT_LT(length(at(world, id)), 2);
}

/// Discs that are let through each other enter once and leave once, however the places are rounded.
TEST(RotatingPredict, APassIsToldTwice) {
  Random random(13);
  for (int k = 0; k < 300; ++k) {
    WorldSettings settings = settings_with(1.0 / 60);
    Rule pass;
    pass.response = Response::none;
    settings.rules = {pass};
    World world = make_world(settings);
    const double angle = random.uniform(0, 2 * k_pi);
    const Vec2 way{std::cos(angle), std::sin(angle)};
    BodyDef spinning = disc(random.uniform(0.1, 0.4), -1.0 * way, random.uniform(1, 9) * way);
    spinning.spin = 1;
    add(world, spinning);
    add(world, disc(random.uniform(0.1, 0.4), {random.uniform(-0.1, 0.1), 0}));
    std::size_t touches = 0;
    for (int step = 0; step < 180; ++step) {
      world.step();
      touches += world.touches().size();
    }
    ASSERT_EQ(touches, 2U) << k;
  }
}

}  // namespace
}  // namespace carom::swept_test
