#include "overlap_world/overlap_motion.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "world/testing/overlap_world_test.hpp"

namespace carom::test {
namespace {

TEST(OverlapMotion, WithoutContactsTheStepIsLeapfrog) {
  WorldSettings settings = stepping(0.125);
  settings.gravity = {0, -8};
  World world = overlap_world(settings);
  const BodyId ball = add(world, disc({0, 0}, {1, 2}));
  run(world, 8);
  // A parabola is what leapfrog does exactly; the numbers are all binary.
  EXPECT_EQ(at(world, ball), (Vec2{1, -2}));
  EXPECT_EQ(velocity(world, ball), (Vec2{1, -6}));
}

TEST(OverlapMotion, AnOrbitClosesToSecondOrder) {
  const auto gap = [](int steps) {
    WorldSettings settings = stepping(6.283185307179586 / steps);
    settings.sources = {{{1, 1}, 1}};
    World world = overlap_world(settings);
    const BodyId moon = add(world, disc({2, 1}, {0, 1}, 0.01));
    run(world, steps);
    return length(at(world, moon) - Vec2{2, 1});
  };
  const double coarse = gap(1000);
  EXPECT_LT(coarse, 1e-4);
  EXPECT_NEAR(coarse / gap(2000), 4, 0.05);
}

TEST(OverlapMotion, AForceLastsForOneStep) {
  World world = overlap_world(stepping(0.25));
  const BodyId ball = add(world, heavy(disc({0, 0}), 2));
  world.apply_force(ball, {8, 0});
  world.step();
  EXPECT_EQ(velocity(world, ball), (Vec2{1, 0}));
  EXPECT_EQ(at(world, ball), (Vec2{0.125, 0}));
  world.step();
  EXPECT_EQ(velocity(world, ball), (Vec2{1, 0}));
}

TEST(OverlapMotion, DampingDividesOnceAStep) {
  World world = overlap_world(stepping(0.25));
  BodyDef def = disc({0, 0}, {6, 0});
  def.damping = 2;
  const BodyId ball = add(world, def);
  world.step();
  expect_near(velocity(world, ball), {4, 0}, 1e-15);
}

TEST(OverlapMotion, PeriodicEdgesWrap) {
  World world = overlap_world(in_bounds(0.125, Edges::periodic, {0, 0}, {4, 4}));
  const BodyId ball = add(world, disc({3.5, 0.25}, {8, -4}));
  world.step();
  EXPECT_EQ(at(world, ball), (Vec2{0.5, 3.75}));
  EXPECT_EQ(velocity(world, ball), (Vec2{8, -4}));
  EXPECT_TRUE(world.events().empty());
  world.teleport(ball, {std::nextafter(0.0, 1.0), 2});
  world.set_velocity(ball, {-1e-300, 0});
  world.step();
  EXPECT_LT(at(world, ball).x, 4) << "the sum rounds to the edge, which belongs to the other side";
  EXPECT_GE(at(world, ball).x, 0);
}

}  // namespace
}  // namespace carom::test
