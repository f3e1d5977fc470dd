#include <gtest/gtest.h>

#include "carom/math/tolerances.hpp"
#include "world/turning_world_test.hpp"

// What has come too close is taken off each other.
namespace carom::swept_test {
namespace {

/// Half the diagonal of a unit box.
constexpr double k_reach = 0.7071;

/// Whatever is lifted costs energy: what stands is lifted by as little as keeps it apart.
TEST(TurningPush, WhatStandsTooCloseIsHardlyLifted) {
  World world = under_gravity(0, 0.5);
  add(world, border(Axis::y, 0));
  const BodyId box = add(world, block(1, 1, {0, 0.5}));
  run_until(world, 1);
  const double gap = at(world, box).y - 0.5;
  EXPECT_GT(gap, 0.001 * k_hold_gap * k_reach);
  EXPECT_LT(gap, 0.01 * k_hold_gap * k_reach);
  EXPECT_LT(length(world.body(box)->state.velocity), 1e-9);
}

TEST(TurningPush, WhatSlidesTooCloseIsTakenOffWithoutGainingSpeed) {
  World world = under_gravity(0, 0);
  add(world, border(Axis::y, 0));
  const BodyId box = add(world, block(1, 1, {0, 0.5 + 1e-7}));
  ASSERT_TRUE(world.set_velocity(box, {2, 0}));
  run_until(world, 1);
  const double gap = at(world, box).y - 0.5;
  EXPECT_GT(gap, 0.3 * k_hold_gap * k_reach);
  EXPECT_LT(gap, 1.1 * k_hold_gap * k_reach);
  EXPECT_LT(length(world.body(box)->state.velocity - Vec2{2, 0}), 1e-4);
}

/// The gaps of a heap add up: one that stands is lifted by as little as keeps its bodies apart.
TEST(TurningPush, AHeapThatStandsIsHardlyLifted) {
  constexpr int rows = 8;
  World world = under_gravity(0, 0.6);
  add(world, border(Axis::y, 0));
  BodyId top;
  for (int row = 0; row < rows; ++row) {
    for (int k = 0; k < rows - row; ++k)
      top = add(world, block(1, 1, {(k - 0.5 * (rows - row - 1)) * 1.02, 0.5 + row}));
  }
  run_until(world, 2);
  EXPECT_EQ(world.events().size(), 0U);
  EXPECT_GT(at(world, top).y, rows - 0.5) << "nothing overlaps";
  EXPECT_LT(at(world, top).y, rows - 0.5 + 0.2 * rows * k_hold_gap * k_reach);
}

}  // namespace
}  // namespace carom::swept_test
