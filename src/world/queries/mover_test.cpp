#include "carom/world/mover.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "carom/math/random.hpp"
#include "world/testing/swept_world_test.hpp"

namespace carom::swept_test {
namespace {

constexpr double k_dt = 1.0 / 64;

/// A hero that walks, and falls as long as it is in the air.
struct Walk {
  World& world;
  Mover hero;
  Vec2 velocity;

  Walk(World& in, Vec2 at, MoverSettings settings = {})
      : world(in), hero(Mover::make(std::move(settings), at).value()) {}
  void run(double seconds, double speed) {
    for (double t = 0; t < seconds; t += k_dt) {
      world.step(k_dt);
      velocity.x = speed;
      velocity.y -= 10 * k_dt;
      hero.move(world, k_dt * velocity);
      if (hero.grounded()) velocity.y = 0;
    }
  }
};

/// With a flat bottom, which stands on the edge of a step as on its middle.
MoverSettings upright() {
  MoverSettings settings;
  settings.shape = Polygon::make({{-0.25, -0.5}, {0.25, -0.5}, {0.25, 0.5}, {-0.25, 0.5}}).value();
  return settings;
}

TEST(Mover, FallsToTheGroundAndWalksAsFastAsItIsTold) {
  World world = make_world(settings_with(k_dt));
  const BodyId floor = add(world, border(Axis::y, 0));
  Walk walk(world, {0, 3});
  EXPECT_FALSE(walk.hero.grounded());
  walk.run(1, 0);
  EXPECT_EQ(walk.hero.ground(), floor);
  EXPECT_EQ(walk.hero.ground_normal(), (Vec2{0, 1}));
  EXPECT_NEAR(walk.hero.at().y, 0.5 + 1e-3, 1e-9);
  walk.run(1, 2);
  EXPECT_NEAR(walk.hero.at().x, 2, 1e-9);
  EXPECT_TRUE(walk.hero.grounded());
}

TEST(Mover, PassesThroughNothingHoweverFast) {
  World world = make_world(settings_with(k_dt));
  add(world, segment({5, -9}, {5, 9}));
  Mover hero = Mover::make({}, {0, 0}).value();
  hero.move(world, {1e6, 0});
  EXPECT_NEAR(hero.at().x, 4.5 - 1e-3, 1e-9);
}

TEST(Mover, SlidesAlongAWall) {
  World world = make_world(settings_with(k_dt));
  add(world, segment({5, -9}, {5, 9}));
  Mover hero = Mover::make({}, {0, 0}).value();
  hero.move(world, {8, 4});
  EXPECT_NEAR(hero.at().x, 4.5, 2e-3);
  EXPECT_NEAR(hero.at().y, 4, 1e-2);
}

TEST(Mover, WalksUpStepsThatAreLowAndNotThoseThatAreHigh) {
  for (const double height : {0.25, 0.35}) {
    World world = make_world(settings_with(k_dt));
    add(world, border(Axis::y, 0));
    for (int k = 0; k < 4; ++k) add(world, fixed(box({4, 0.5 * height}, {6.0 + k, (k + 0.5) * height})));
    Walk walk(world, {0, 0.6}, upright());
    walk.run(3, 2);
    if (height < 0.3) {
      EXPECT_NEAR(walk.hero.at().x, 6, 0.1);
      EXPECT_NEAR(walk.hero.at().y, 0.5 + 4 * height, 0.01);
    } else {
      EXPECT_NEAR(walk.hero.at().x, 1.75, 0.01);
      EXPECT_NEAR(walk.hero.at().y, 0.5, 0.01);
    }
    EXPECT_TRUE(walk.hero.grounded());
  }
}

TEST(Mover, GoesDownStepsWithoutLeavingTheGround) {
  World world = make_world(settings_with(k_dt));
  add(world, border(Axis::y, 0));
  for (int k = 0; k < 4; ++k) add(world, fixed(box({4.0 - k, 0.125}, {0, 0.125 + 0.25 * k})));
  Walk walk(world, {0, 1.6}, upright());
  walk.run(0.5, 0);
  ASSERT_TRUE(walk.hero.grounded());
  for (int k = 0; k < 160; ++k) {
    walk.run(k_dt, 2);
    EXPECT_TRUE(walk.hero.grounded()) << k;
  }
  EXPECT_NEAR(walk.hero.at().y, 0.5, 0.01);
}

TEST(Mover, WalksUpSlopesThatAreNotTooSteep) {
  for (const double angle : {0.6, 1.0}) {
    World world = make_world(settings_with(k_dt));
    add(world, border(Axis::y, 0));
    add(world, segment({1, 0}, {1 + 9 * std::cos(angle), 9 * std::sin(angle)}));
    Walk walk(world, {-1, 0.6});
    walk.run(3, 2);
    if (angle < 0.8) {
      EXPECT_TRUE(walk.hero.grounded());
      EXPECT_NEAR(walk.hero.ground_normal()->x, -std::sin(angle), 1e-9);
      EXPECT_NEAR(walk.hero.at().y, 0.5 / std::cos(angle) + (walk.hero.at().x - 1) * std::tan(angle), 0.02);
      EXPECT_GT(walk.hero.at().x, 2.5);
    } else {
      EXPECT_LT(walk.hero.at().y, 0.6) << "a wall";
    }
  }
}

TEST(Mover, StandsStillOnASlope) {
  World world = make_world(settings_with(k_dt));
  add(world, segment({-5, -2}, {5, 2}));
  Walk walk(world, {0, 2});
  walk.run(1, 0);
  ASSERT_TRUE(walk.hero.grounded());
  const Vec2 there = walk.hero.at();
  walk.run(2, 0);
  EXPECT_LT(length(walk.hero.at() - there), 1e-9);
}

TEST(Mover, RidesOnPlatformsThatMoveAndTurn) {
  World world = make_world(settings_with(k_dt));
  BodyDef lift = fixed(box({2, 0.25}, {0, 0}));
  lift.velocity = {1, 0.5};
  const BodyId id = add(world, lift);
  Walk walk(world, {0.5, 1});
  walk.run(0.5, 0);
  ASSERT_EQ(walk.hero.ground(), id);
  const Vec2 own = walk.hero.at() - at(world, id);
  walk.run(2, 0);
  EXPECT_EQ(walk.hero.ground(), id);
  EXPECT_NEAR(length(walk.hero.at() - at(world, id) - own), 0, 1e-3);
  EXPECT_GT(walk.hero.at().x, 2.4);
}

TEST(Mover, APlatformThatGoesDownIsFollowed) {
  World world = make_world(settings_with(k_dt));
  BodyDef lift = fixed(box({2, 0.25}, {0, 0}));
  const BodyId id = add(world, lift);
  Walk walk(world, {0, 1});
  walk.run(0.5, 0);
  world.set_velocity(id, {0, -4});
  for (int k = 0; k < 60; ++k) {
    walk.run(k_dt, 0);
    EXPECT_TRUE(walk.hero.grounded());
  }
}

TEST(Mover, IsPushedOutOfWhatMovesIntoIt) {
  World world = make_world(settings_with(k_dt));
  BodyDef piston = fixed(box({1, 1}, {-3, 0}));
  piston.velocity = {2, 0};
  const BodyId id = add(world, piston);
  Mover hero = Mover::make({}, {0, 0}).value();
  for (int k = 0; k < 128; ++k) {
    world.step(k_dt);
    hero.move(world, {});
    EXPECT_GE(hero.at().x, at(world, id).x + 1.5);
  }
  EXPECT_NEAR(hero.at().x, at(world, id).x + 1.5, 5e-3);
}

TEST(Mover, SensorsAndItsOwnBodyAreNotInTheWay) {
  World world = make_world(settings_with(k_dt));
  BodyDef zone = fixed(disc(1, {2, 0}));
  zone.sensor = true;
  add(world, zone);
  const BodyId own = add(world, fixed(disc(0.5, {0, 0})));
  MoverSettings settings;
  settings.filter.except = own;
  Mover hero = Mover::make(settings, {0, 0}).value();
  hero.move(world, {4, 0});
  EXPECT_EQ(hero.at(), (Vec2{4, 0}));
}

TEST(Mover, NeverOverlapsWhatStands) {
  Random random(11);
  for (int round = 0; round < 20; ++round) {
    World world = make_world(settings_with(k_dt));
    for (int k = 0; k < 25; ++k) {
      BodyDef def =
          fixed(box({random.uniform(0.2, 1), random.uniform(0.2, 1)}, {random.uniform(-8, 8), random.uniform(-8, 8)}));
      def.angle = random.uniform(-3, 3);
      if (length(def.at) > 2.2) add(world, def);
    }
    const BodyShape shape = Circle{0.4, {}, false};
    Mover hero = Mover::make({.shape = shape}, {0, 0}).value();
    for (int k = 0; k < 200; ++k) {
      hero.move(world, {random.uniform(-1, 1), random.uniform(-1, 1)});
      ASSERT_TRUE(world.overlaps(shape, {hero.at()}).value().empty()) << round << " " << k;
    }
  }
}

TEST(Mover, RefusesWithPlaceAndReason) {
  EXPECT_EQ(Mover::make({.shape = Border{Axis::x, 0}}, {}).error().place, "/border");
  EXPECT_EQ(Mover::make({.shape = Circle{-1, {}, false}}, {}).error().place, "/circle/radius");
  EXPECT_EQ(Mover::make({.steepest = 2}, {}).error().place, "/steepest");
  EXPECT_EQ(Mover::make({.up = {0, 2}}, {}).error().place, "/up");
  EXPECT_EQ(Mover::make({.skin = 0}, {}).error().place, "/skin");
}

}  // namespace
}  // namespace carom::swept_test
