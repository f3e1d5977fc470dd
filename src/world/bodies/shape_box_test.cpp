#include "world/bodies/shape_box.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace carom::detail {
namespace {

constexpr double k_endless = std::numeric_limits<double>::infinity();

TEST(ShapeBox, ACircleAndARing) {
  for (const bool hollow : {false, true}) {
    const ShapeBox box = shape_box(Circle{.radius = 2, .center = {}, .hollow = hollow});
    EXPECT_EQ(box.low, (Vec2{-2, -2}));
    EXPECT_EQ(box.high, (Vec2{2, 2}));
  }
}

TEST(ShapeBox, ASegmentAndAPolygon) {
  const ShapeBox line = shape_box(Segment{{Vec2{3, -1}, Vec2{-2, 5}}});
  EXPECT_EQ(line.low, (Vec2{-2, -1}));
  EXPECT_EQ(line.high, (Vec2{3, 5}));
  const ShapeBox kite = shape_box(Polygon::make({{0, -4}, {1, 0}, {0, 2}, {-3, 0}}).value());
  EXPECT_EQ(kite.low, (Vec2{-3, -4}));
  EXPECT_EQ(kite.high, (Vec2{1, 2}));
}

TEST(ShapeBox, ABorderIsEndless) {
  const ShapeBox box = shape_box(Border{Axis::x, 3});
  EXPECT_EQ(box.low.y, -k_endless);
  EXPECT_EQ(box.high.y, k_endless);
}

TEST(ShapeBox, SeveralShapesHaveOneAroundAll) {
  const ShapeBox box = shape_box(Compound{{Circle{1, {3, 0}}, Segment{{Vec2{0, -1}, Vec2{-2, 5}}}}});
  EXPECT_EQ(box.low, (Vec2{-2, -1}));
  EXPECT_EQ(box.high, (Vec2{4, 5}));
}

TEST(ShapeBox, OutsideIsWithoutAPointInside) {
  const Bounds bounds{{0, 0}, {10, 10}, Edges::remove};
  const ShapeBox box{{-1, -1}, {1, 2}};
  EXPECT_FALSE(is_outside(box, {5, 5}, bounds));
  EXPECT_FALSE(is_outside(box, {-1, 5}, bounds)) << "it touches";
  EXPECT_TRUE(is_outside(box, {-1.5, 5}, bounds));
  EXPECT_TRUE(is_outside(box, {5, 11.5}, bounds));
  EXPECT_FALSE(is_outside(box, {5, -1.5}, bounds));
}

}  // namespace
}  // namespace carom::detail
