#include <gtest/gtest.h>

#include "overlap/rest_laws_test.hpp"

namespace carom::resting {
namespace {

TEST(OverlapCircleBorder, PartsOnTheSideOfTheCenter) {
  const auto right = overlap(disc(3, {11, 5}).shape(), border(Axis::x, 10).shape());
  ASSERT_TRUE(right);
  EXPECT_EQ(right->depth, 2);
  EXPECT_EQ(right->normal, (Vec2{1, 0}));
  EXPECT_EQ(right->point, (Vec2{10, 5}));
  const auto below = overlap(border(Axis::y, 10).shape(), disc(3, {5, 9}).shape());
  ASSERT_TRUE(below);
  EXPECT_EQ(below->depth, 2);
  EXPECT_EQ(below->normal, (Vec2{0, 1}));
}

TEST(OverlapCircleBorder, TheCenterOnTheBorderGoesForward) {
  const auto o = overlap(disc(3, {10, 5}).shape(), border(Axis::x, 10).shape());
  ASSERT_TRUE(o);
  EXPECT_EQ(o->depth, 3);
  EXPECT_EQ(o->normal, (Vec2{1, 0}));
}

TEST(OverlapCircleBorder, ARingMeetsItWhereItCrosses) {
  const auto o = overlap(ring(5, {13, 0}).shape(), border(Axis::x, 10).shape());
  ASSERT_TRUE(o);
  EXPECT_EQ(o->point, (Vec2{10, 4}));
  EXPECT_EQ(o->depth, 2);
}

TEST(OverlapCircleBorder, TouchingIsNoOverlap) {
  EXPECT_FALSE(overlap(disc(3, {13, 5}).shape(), border(Axis::x, 10).shape()));
  EXPECT_FALSE(overlap(point({10, 5}).shape(), border(Axis::x, 10).shape()));
  EXPECT_TRUE(overlap(disc(3, {13 - 0x1p-49, 5}).shape(), border(Axis::x, 10).shape()));
}

TEST(OverlapCircleBorder, Laws) {
  for (const Kind kind : {Kind::disc, Kind::ring, Kind::point}) expect_laws(kind, Kind::border, 100);
}

}  // namespace
}  // namespace carom::resting
