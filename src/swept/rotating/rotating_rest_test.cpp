#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>

#include "carom/shapes/mass.hpp"
#include "swept/rotating/rotating_step.hpp"
#include "swept/swing_test.hpp"
#include "world/testing/rotating_world_test.hpp"

namespace carom::swept_test {
namespace {

TEST(RotatingRest, ABoxDroppedFlatComesToRestAndStays) {
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

TEST(RotatingRest, ABoxLaidDownStaysHoweverItRebounds) {
  for (const double friction : {0.0, 0.5}) {
    for (const double gap : {0.0, 1e-5, 5e-5}) {
      World world = under_gravity(1, friction);
      add(world, border(Axis::y, 0));
      const BodyId box = add(world, block(1, 1, {0, 0.5 + gap}));
      run_until(world, 10);
      EXPECT_EQ(world.collision_count(), 0U) << friction << ' ' << gap;
      EXPECT_NEAR(at(world, box).y, 0.5 + gap, 1e-6) << friction << ' ' << gap;
      EXPECT_LT(length(velocity(world, box)), 1e-12) << friction << ' ' << gap;
      EXPECT_EQ(world.touching().size(), 1U);
    }
  }
}

/// Nothing but the symmetry of what presses it keeps it upright.
TEST(RotatingRest, AStackStandsWithoutFriction) {
  for (const double restitution : {0.0, 0.5, 1.0}) {
    World world = under_gravity(restitution, 0);
    add(world, border(Axis::y, 0));
    std::vector<BodyId> boxes;
    for (int k = 0; k < 10; ++k) boxes.push_back(add(world, block(1, 1, {0.37, 0.5 + k * 1.0001})));
    run_until(world, 60);
    for (int k = 0; k < 10; ++k) {
      const BodyState& box = world.body(boxes[static_cast<std::size_t>(k)])->state;
      EXPECT_NEAR(box.at.x, 0.37, 1e-9) << restitution << ' ' << k;
      EXPECT_NEAR(box.at.y, 0.5 + k, 0.005) << restitution << ' ' << k;
      EXPECT_NEAR(box.angle, 0, 1e-9) << restitution << ' ' << k;
    }
  }
}

TEST(RotatingRest, ATiltedBoxTipsOverAndLies) {
  World world = under_gravity(0.2, 0.5);
  add(world, border(Axis::y, 0));
  const BodyId box = add(world, block(1, 1, {0, 2}, 0.3));
  run_until(world, 6);
  const BodyState& rest = world.body(box)->state;
  EXPECT_NEAR(rest.at.y, 0.5, 2e-4);
  EXPECT_NEAR(std::remainder(rest.angle, k_pi / 2), 0, 1e-4) << "as far as the gap it keeps allows";
  EXPECT_LT(std::abs(rest.spin), 1e-9);
}

TEST(RotatingRest, AStackOfTenStandsForAMinute) {
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

TEST(RotatingRest, APyramidStands) {
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

/// No number of boxes is too many: nothing changes from 23 to 24.
TEST(RotatingRest, StacksOfAnyHeightStand) {
  struct Case {
    int count;
    double width;
    double dt;
  };
  for (const Case& stack :
       {Case{23, 1, 1.0 / 60}, Case{24, 1, 1.0 / 60}, Case{100, 1, 1.0 / 60}, Case{30, 2, 1.0 / 240}}) {
    WorldSettings settings = settings_with(stack.dt, 0, {0, -10});
    settings.friction = 0.6;
    World world = make_world(settings);
    add(world, border(Axis::y, 0));
    std::vector<BodyId> boxes;
    for (int k = 0; k < stack.count; ++k) boxes.push_back(add(world, block(stack.width, 0.5, {0, 0.25 + 0.5 * k})));
    const double start = world.energy().potential;
    run_until(world, 5);
    for (int k = 0; k < stack.count; ++k) {
      const Vec2 off = at(world, boxes[static_cast<std::size_t>(k)]) - Vec2{0, 0.25 + 0.5 * k};
      EXPECT_LT(length(off), 2e-4) << k << " of " << stack.count;
    }
    EXPECT_LT(world.energy().kinetic + world.energy().potential, start * (1 + 1e-5)) << stack.count;
    EXPECT_EQ(world.policies().clumps, 0U) << stack.count;
  }
}

/// A heavy box on a light one, for any ratio of their masses.
TEST(RotatingRest, TheHeavyStandsOnTheLight) {
  for (const double ratio : {1e2, 1e3, 1e4, 1e5, 1e7}) {
    World world = under_gravity(0, 0.5, {0, -10});
    add(world, border(Axis::y, 0));
    BodyDef light = block(1, 1, {0, 0.5});
    light.mass = 1;
    BodyDef heavy = block(1, 1, {0, 1.5});
    heavy.mass = ratio;
    const BodyId below = add(world, light);
    const BodyId above = add(world, heavy);
    run_until(world, 10);
    EXPECT_LT(length(at(world, below) - Vec2{0, 0.5}), 1e-3) << ratio;
    EXPECT_LT(length(at(world, above) - Vec2{0, 1.5}), 1e-3) << ratio;
  }
}

/// A disc that rolls in a ring swings as far as it did, whatever the step: its normal turns on the way.
TEST(RotatingRest, ADiscThatRollsInARingKeepsItsSwing) {
  for (const double dt : {1.0 / 60, 1.0 / 240}) {
    WorldSettings settings = settings_with(dt, 0, {0, -k_g});
    settings.friction = 0.5;
    EXPECT_NEAR(swing_after_a_minute(settings, 0.1, 1e-4), 0.1, 0.0003) << dt;
  }
}

/// Down an incline of 30 degrees, whose tangent is 0.5774.
TEST(RotatingRest, ABoxOnASlopeSlidesOrStaysAsFrictionSays) {
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
TEST(RotatingRest, ADiscThatSlidesBeginsToRoll) {
  World world = under_gravity(0, 0.3);
  add(world, border(Axis::y, 0));
  const BodyId ball = add(world, disc(0.5, {0, 0.50001}, {6, 0}));
  run_until(world, 3);
  const BodyState& rolls = world.body(ball)->state;
  EXPECT_NEAR(rolls.velocity.x, 4, 1e-3);
  EXPECT_NEAR(rolls.spin, -rolls.velocity.x / 0.5, 1e-3);
}

}  // namespace
}  // namespace carom::swept_test
