#include "overlap_world/overlap_push.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "world/testing/overlap_world_test.hpp"

namespace carom::test {
namespace {

constexpr Vec2 k_zero{};

TEST(OverlapPush, PushesApartByInverseMass) {
  World world = overlap_world(stepping(0.01));
  const BodyId light = add(world, disc({0, 0}));
  const BodyId massive = add(world, heavy(disc({0.75, 0}), 3));
  world.step();
  expect_near(at(world, light), {-0.1875, 0}, 1e-15);
  expect_near(at(world, massive), {0.8125, 0}, 1e-15);
  EXPECT_EQ(velocity(world, light), k_zero);
  EXPECT_EQ(velocity(world, massive), k_zero);
}

TEST(OverlapPush, AFixedBodyIsNotPushed) {
  World world = overlap_world(stepping(0.01));
  const BodyId wall = add(world, fixed(disc({0, 0})));
  const BodyId ball = add(world, disc({0.75, 0}));
  world.step();
  EXPECT_EQ(at(world, wall), k_zero);
  EXPECT_EQ(at(world, ball), (Vec2{1, 0}));
}

TEST(OverlapPush, CoincidentCentresPart) {
  World world = overlap_world(stepping(0.01));
  std::vector<BodyId> ids;
  for (int k = 0; k < 3; ++k) ids.push_back(add(world, disc({1, 2})));
  run(world, 30);
  for (const BodyId one : ids) {
    EXPECT_TRUE(std::isfinite(at(world, one).x) && std::isfinite(at(world, one).y));
    for (const BodyId other : ids) {
      if (one == other) continue;
      EXPECT_GT(length(at(world, one) - at(world, other)), 1 - 1e-9);
    }
  }
}

}  // namespace
}  // namespace carom::test
