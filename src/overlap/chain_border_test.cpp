#include <gtest/gtest.h>

#include "overlap/rest_laws_test.hpp"

namespace carom::resting {
namespace {

TEST(OverlapChainBorder, TakesTheNearerSide) {
  const auto right = overlap(box(9, 0, 14, 4).shape(), border(Axis::x, 10).shape());
  ASSERT_TRUE(right);
  EXPECT_EQ(right->depth, 1);
  EXPECT_EQ(right->normal, (Vec2{1, 0}));
  EXPECT_EQ(right->point, (Vec2{10, 2}));
  const auto left = overlap(box(5, 0, 12, 4, true).shape(), border(Axis::x, 10).shape());
  ASSERT_TRUE(left);
  EXPECT_EQ(left->depth, 2);
  EXPECT_EQ(left->normal, (Vec2{-1, 0}));
  EXPECT_EQ(left->point, (Vec2{10, 0}));
  EXPECT_EQ(overlap(box(9, 0, 11, 4).shape(), border(Axis::x, 10).shape())->normal, (Vec2{1, 0}));
}

TEST(OverlapChainBorder, ASegmentCrosses) {
  const auto o = overlap(segment({0, -1}, {4, 3}).shape(), border(Axis::y, 0).shape());
  ASSERT_TRUE(o);
  EXPECT_EQ(o->depth, 1);
  EXPECT_EQ(o->normal, (Vec2{0, 1}));
  EXPECT_EQ(o->point, (Vec2{1, 0}));
}

TEST(OverlapChainBorder, TouchingIsNoOverlap) {
  EXPECT_FALSE(overlap(box(10, 0, 14, 4).shape(), border(Axis::x, 10).shape()));
  EXPECT_FALSE(overlap(segment({10, 0}, {10, 4}).shape(), border(Axis::x, 10).shape()));
  EXPECT_FALSE(overlap(segment({10, 0}, {12, 4}).shape(), border(Axis::x, 10).shape()));
}

TEST(OverlapChainBorder, Laws) {
  for (const Kind kind : {Kind::segment, Kind::convex, Kind::convex_arena, Kind::concave, Kind::concave_arena}) {
    expect_laws(kind, Kind::border, 60);
    expect_laws(Kind::border, kind, 60);
  }
}

}  // namespace
}  // namespace carom::resting
