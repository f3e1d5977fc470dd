#include <gtest/gtest.h>

#include "world/testing/rotating_world_test.hpp"

// Where two touch: what is held comes to rest on all of its places.
namespace carom::swept_test {
namespace {

/// A box on a step of two heights leans on two corners of different boxes, and stays.
TEST(RotatingPlaces, OnTwoNeighbours) {
  World world = under_gravity(0, 0.8);
  add(world, border(Axis::y, 0));
  add(world, fixed(block(1, 1, {-1, 0.5})));
  add(world, fixed(block(1, 1, {1, 0.5})));
  const BodyId plank = add(world, block(3, 0.2, {0, 1.1}));
  run_until(world, 3);
  EXPECT_NEAR(at(world, plank).y, 1.1, 1e-3);
  EXPECT_NEAR(world.body(plank)->state.angle, 0, 1e-3);
  EXPECT_EQ(world.touching().size(), 2U);
}

/// A body of two shapes touches with a piece of each.
TEST(RotatingPlaces, OfEveryPiece) {
  World world = under_gravity(0, 0.8);
  add(world, border(Axis::y, 0));
  BodyDef table = block(1, 1, {0, 1});
  table.shape = Compound{{Polygon::make({{-1, -0.5}, {-0.8, -0.5}, {-0.8, 0.5}, {-1, 0.5}}).value(),
                          Polygon::make({{0.8, -0.5}, {1, -0.5}, {1, 0.5}, {0.8, 0.5}}).value()}};
  const BodyId legs = add(world, std::move(table));
  run_until(world, 3);
  EXPECT_NEAR(at(world, legs).y, 0.5, 1e-3);
  EXPECT_NEAR(world.body(legs)->state.angle, 0, 1e-3);
  EXPECT_LT(length(world.body(legs)->state.velocity), 1e-6);
}

}  // namespace
}  // namespace carom::swept_test
