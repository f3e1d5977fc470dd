#include "carom/io/picture_paths.hpp"

#include <gtest/gtest.h>

#include "io/record/trajectory_test_world.hpp"

namespace carom {
namespace {

TEST(PicturePaths, AStraightFlightTakesOnePoint) {
  World world = open_world();
  ASSERT_TRUE(world.add(ball({0, 0}, {1, 0})));
  Paths paths = begin_paths(world);
  for (int k = 1; k <= 100; ++k) {
    world.step_to(0.1 * k);
    follow(paths, world);
  }
  ASSERT_EQ(paths.bodies.size(), 1U);
  EXPECT_EQ(paths.bodies[0].strokes, (std::vector<std::vector<Vec2>>{{{0, 0}}}));
  EXPECT_NEAR(paths.bodies[0].last.x, 10, 1e-12);
  EXPECT_EQ(paths.time, world.time());
}

TEST(PicturePaths, AContactIsACorner) {
  World world = bounded_world({-2, -2}, {2, 2}, Edges::rebound);
  ASSERT_TRUE(world.add(ball({0, 0}, {1, 0})));
  Paths paths = begin_paths(world);
  for (int k = 1; k <= 4; ++k) {
    world.step_to(k);
    follow(paths, world);
  }
  ASSERT_EQ(paths.bodies[0].strokes.size(), 1U);
  EXPECT_EQ(paths.bodies[0].strokes[0], (std::vector<Vec2>{{0, 0}, {1.5, 0}}));
  EXPECT_EQ(paths.bodies[0].last, (Vec2{-1, 0}));
  ASSERT_EQ(paths.hits.size(), 1U);
  EXPECT_EQ(paths.hits[0].point, (Vec2{2, 0}));
  EXPECT_GT(paths.hits[0].impulse, 0);
  EXPECT_EQ(paths.hit_total, 1U);
}

TEST(PicturePaths, AFieldBendsThePath) {
  World world = falling_world();
  ASSERT_TRUE(world.add(ball({0, 0}, {1, 1})));
  Paths paths = begin_paths(world);
  for (int k = 1; k <= 200; ++k) {
    world.step_to(0.01 * k);
    follow(paths, world);
  }
  // From 45 degrees up to 45 degrees down, a point each degree.
  EXPECT_GT(paths.bodies[0].strokes[0].size(), 60U);
  EXPECT_LT(paths.bodies[0].strokes[0].size(), 100U);
}

TEST(PicturePaths, ABodyThatTurnsEndsTurned) {
  World world = open_world();
  BodyDef plank = ball({0, 0}, {1, 0});
  plank.shape = Polygon::make({{-2, -0.1}, {2, -0.1}, {2, 0.1}, {-2, 0.1}}).value();
  plank.spin = k_pi / 2;
  ASSERT_TRUE(world.add(plank));
  Paths paths = begin_paths(world);
  world.step_to(1);
  follow(paths, world);
  EXPECT_NEAR(std::get<Polygon>(paths.bodies[0].shape).vertices()[1].x, 2, 1e-12);
  EXPECT_NEAR(std::get<Polygon>(paths.bodies[0].last_shape).vertices()[1].y, 2, 1e-12);
}

TEST(PicturePaths, AWrappedBodyBeginsANewStroke) {
  World world = bounded_world({0, 0}, {10, 10}, Edges::periodic);
  ASSERT_TRUE(world.add(ball({9, 5}, {1, 0})));
  Paths paths = begin_paths(world);
  world.step_to(2);
  follow(paths, world);
  EXPECT_EQ(paths.bodies[0].strokes, (std::vector<std::vector<Vec2>>{{{9, 5}, {11, 5}}, {{-1, 5}}}));
  EXPECT_EQ(paths.bodies[0].last, (Vec2{1, 5}));
}

TEST(PicturePaths, OfManyBodiesASampleIsTraced) {
  World world = open_world();
  for (int k = 0; k < 1000; ++k) ASSERT_TRUE(world.add(ball({1.0 * k, 0}, {}, 0.1)));
  BodyDef post = ball({0, 5});
  post.fixed = true;
  ASSERT_TRUE(world.add(std::move(post)));
  const Paths paths = begin_paths(world);
  EXPECT_EQ(paths.body_total, 1001U);
  EXPECT_EQ(paths.stride, 3U);
  EXPECT_EQ(paths.bodies.size(), 335U);  // 0, 3, … 999, and what is fixed
}

TEST(PicturePaths, BodiesComeAndGo) {
  World world = open_world();
  BodyDef spark = ball({0, 0});
  spark.lifetime = 0.5;
  ASSERT_TRUE(world.add(std::move(spark)));
  Paths paths = begin_paths(world);
  world.step_to(1);
  ASSERT_TRUE(world.add(ball({0, 0})));
  world.step_to(2);
  follow(paths, world);
  ASSERT_EQ(paths.bodies.size(), 2U);
  EXPECT_TRUE(paths.bodies[0].gone);
  EXPECT_FALSE(paths.bodies[1].gone);
  EXPECT_EQ(paths.body_total, 2U);
}

}  // namespace
}  // namespace carom
