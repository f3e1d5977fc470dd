#include "manifold/manifold_chain.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

namespace carom {
namespace {

constexpr double k_within = 1e-3;

Polygon polygon(std::vector<Vec2> vertices, bool hollow = false) {
  return Polygon::make(std::move(vertices), hollow).value();
}
Polygon box(double half_width, double half_height, bool hollow = false) {
  return polygon(
      {{-half_width, -half_height}, {half_width, -half_height}, {half_width, half_height}, {-half_width, half_height}},
      hollow);
}

std::vector<ManifoldPoint> touching(const Polygon& a, Pose pose_a, const Polygon& b, Pose pose_b = {}) {
  return manifold(rotating(a, {pose_a, pose_a}), rotating(b, {pose_b, pose_b}), 0, k_within);
}

void expect_near(Vec2 p, Vec2 q) { EXPECT_NEAR(length(p - q), 0, 1e-12) << p.x << ' ' << p.y; }

bool has(const std::vector<ManifoldPoint>& points, Vec2 point, Vec2 normal, double gap = 0) {
  for (const ManifoldPoint& p : points) {
    if (length(p.point - point) < 1e-9 && length(p.normal - normal) < 1e-9 && std::abs(p.gap - gap) < 1e-12)
      return true;
  }
  return false;
}

TEST(ManifoldChain, ABoxOnABoxHasTheEndsOfTheSharedPiece) {
  const Polygon small = box(1, 1), large = box(3, 1);
  const auto points = touching(small, {{0.5, 2 + 1e-4}, 0}, large);
  ASSERT_EQ(points.size(), 2U);
  EXPECT_TRUE(has(points, {-0.5, 1 + 0.5e-4}, {0, 1}, 1e-4));
  EXPECT_TRUE(has(points, {1.5, 1 + 0.5e-4}, {0, 1}, 1e-4));
  EXPECT_EQ(points[0].on_a, (Feature{FeatureKind::corner, 0}));
  EXPECT_EQ(points[0].on_b, (Feature{FeatureKind::face, 2}));
  const auto staggered = touching(small, {{1.5, 2}, 0}, small);
  ASSERT_EQ(staggered.size(), 2U);
  EXPECT_TRUE(has(staggered, {0.5, 1}, {0, 1}));
  EXPECT_TRUE(has(staggered, {1, 1}, {0, 1}));
}

TEST(ManifoldChain, AStackOfEqualBoxesHasTwoPlacesWhateverTheRounding) {
  const Polygon square = box(0.3, 0.3);
  for (const double shift : {0.0, 1e-17, -1e-17, 1e-16, -1e-16, 1e-9, -1e-9}) {
    for (const double lean : {0.0, 1e-10, -1e-10}) {
      const auto points = touching(square, {{shift, 0.6}, lean}, square);
      ASSERT_EQ(points.size(), 2U) << shift << ' ' << lean;
      for (const ManifoldPoint& p : points) EXPECT_NEAR(p.normal.y, 1, 1e-9) << shift;
      EXPECT_NEAR(std::abs(points[0].point.x - points[1].point.x), 0.6, 1e-8);
    }
  }
}

TEST(ManifoldChain, ALeaningBoxHasOnePlace) {
  const Polygon square = box(1, 1), floor = box(9, 1);
  const double lean = 0.2;
  const Vec2 corner = turned(Vec2{1, -1}, sin_cos(-lean));
  const auto points = touching(square, {{0, 1 - corner.y}, -lean}, floor);
  ASSERT_EQ(points.size(), 1U);
  expect_near(points[0].point, {corner.x, 1});
  expect_near(points[0].normal, {0, 1});
}

TEST(ManifoldChain, ACornerOnAFaceOfTheFirst) {
  const Polygon square = box(1, 1), floor = box(9, 1);
  const Vec2 corner = turned(Vec2{1, -1}, sin_cos(-0.2));
  const auto points = touching(floor, {}, square, {{0, 1 - corner.y}, -0.2});
  ASSERT_EQ(points.size(), 1U);
  expect_near(points[0].normal, {0, -1});
  EXPECT_EQ(points[0].on_a, (Feature{FeatureKind::face, 2}));
  EXPECT_EQ(points[0].on_b, (Feature{FeatureKind::corner, 1}));
}

TEST(ManifoldChain, ABoxInACornerOfAnArenaTouchesBothWalls) {
  const Polygon square = box(1, 1), arena = box(5, 5, true);
  const auto points = touching(square, {{-4, -4}, 0}, arena);
  ASSERT_EQ(points.size(), 4U);
  for (const Vec2 p : {Vec2{-5, -5}, Vec2{-3, -5}}) EXPECT_TRUE(has(points, p, {0, 1}));
  for (const Vec2 p : {Vec2{-5, -5}, Vec2{-5, -3}}) EXPECT_TRUE(has(points, p, {1, 0}));
}

TEST(ManifoldChain, AWedgeInANotchTouchesBothFaces) {
  const Polygon notched = polygon({{-3, 0}, {3, 0}, {3, 4}, {2, 4}, {0, 2}, {-2, 4}, {-3, 4}});
  const Polygon wedge = polygon({{0, 0}, {1, 3}, {-1, 3}});
  const Vec2 left = unit(Vec2{1, 1}), right = unit(Vec2{-1, 1});
  const auto at_the_bottom = touching(wedge, {{0, 2}, 0}, notched);
  ASSERT_EQ(at_the_bottom.size(), 2U);
  EXPECT_TRUE(has(at_the_bottom, {0, 2}, left));
  EXPECT_TRUE(has(at_the_bottom, {0, 2}, right));
  // A diamond as wide as the notch fills it: each of the lower faces lies on one of the notch's.
  const Polygon diamond = polygon({{0, -1}, {1, 0}, {0, 1}, {-1, 0}});
  const auto filling = touching(diamond, {{0, 3}, 0}, notched);
  ASSERT_EQ(filling.size(), 4U);
  EXPECT_TRUE(has(filling, {1, 3}, right));
  EXPECT_TRUE(has(filling, {-1, 3}, left));
  EXPECT_TRUE(has(filling, {0, 2}, right));
}

TEST(ManifoldChain, AConcaveShapeTouchesAtAllItsFeet) {
  const Polygon table = polygon(
      {{-3, 0}, {-2, 0}, {-2, 2}, {-0.5, 2}, {-0.5, 0}, {0.5, 0}, {0.5, 2}, {2, 2}, {2, 0}, {3, 0}, {3, 3}, {-3, 3}});
  const Polygon floor = box(9, 1);
  const auto points = touching(table, {{0, 1}, 0}, floor);
  ASSERT_EQ(points.size(), 6U);
  for (const double x : {-3.0, -2.0, -0.5, 0.5, 2.0, 3.0}) EXPECT_TRUE(has(points, {x, 1}, {0, 1}));
}

TEST(ManifoldChain, CornersInLineAreNoPlaces) {
  const Polygon seamed = polygon({{-9, -1}, {9, -1}, {9, 0}, {1, 0}, {0.25, 0}, {-1, 0}, {-9, 0}});
  const Polygon box_with_seam = polygon({{-1, 0}, {0, 0}, {1, 0}, {1, 1}, {-1, 1}});
  const auto points = touching(box_with_seam, {}, seamed);
  ASSERT_EQ(points.size(), 2U);
  EXPECT_TRUE(has(points, {-1, 0}, {0, 1}));
  EXPECT_TRUE(has(points, {1, 0}, {0, 1}));
}

TEST(ManifoldChain, AManyCorneredWheelHasAtMostTwoPlaces) {
  std::vector<Vec2> wheel;
  for (int i = 0; i < 1000; ++i) {
    const SinCos angle = sin_cos(2 * 3.14159265358979 * i / 1000);
    wheel.push_back({angle.cos, angle.sin});
  }
  const Polygon round = polygon(wheel), floor = box(9, 1);
  const auto points = touching(round, {{0, 2}, 0.7}, floor);
  ASSERT_GE(points.size(), 1U);
  EXPECT_LE(points.size(), 2U);
  EXPECT_LT(std::min(points.front().gap, points.back().gap), 1e-5);
}

TEST(ManifoldChain, TwoCornersMeet) {
  const Polygon diamond = polygon({{0, -1}, {1, 0}, {0, 1}, {-1, 0}});
  const auto points = touching(diamond, {{2 + 5e-4, 0}, 0}, diamond);
  ASSERT_EQ(points.size(), 1U);
  expect_near(points[0].normal, {1, 0});
  EXPECT_NEAR(points[0].gap, 5e-4, 1e-12);
  EXPECT_EQ(points[0].on_a.kind, FeatureKind::corner);
  EXPECT_EQ(points[0].on_b.kind, FeatureKind::corner);
}

TEST(ManifoldChain, AThinPlateIsTouchedOnOneSide) {
  const Polygon plate = box(5, 1e-4), square = box(1, 1);
  const auto points = touching(square, {{0, 1 + 1e-4}, 0}, plate);
  ASSERT_EQ(points.size(), 2U);
  for (const ManifoldPoint& p : points) expect_near(p.normal, {0, 1});
}

TEST(ManifoldChain, OnABorderAndOnASegment) {
  const Polygon square = box(1, 1);
  const Pose pose{{3, -1 - 1e-5}, 0};
  const auto on_border = manifold(rotating(square, {pose, pose}), Border{Axis::y, 0}, 0, k_within);
  ASSERT_EQ(on_border.size(), 2U);
  EXPECT_TRUE(has(on_border, {2, -0.5e-5}, {0, -1}, 1e-5));
  EXPECT_TRUE(has(on_border, {4, -0.5e-5}, {0, -1}, 1e-5));
  const RotatingSegment line{{{Vec2{2.5, 0}, Vec2{9, 0}}}, {}};
  const auto on_segment = manifold(rotating(square, {pose, pose}), line, 0, k_within);
  ASSERT_EQ(on_segment.size(), 2U);
  EXPECT_TRUE(has(on_segment, {2.5, -0.5e-5}, {0, -1}, 1e-5));
  EXPECT_TRUE(has(on_segment, {4, -0.5e-5}, {0, -1}, 1e-5));
}

double real(int low, int high) { return *rc::gen::inRange(low * 1024, high * 1024 + 1) / 1024.0; }

// Boxes that lie on each other, turned and moved together.
RC_GTEST_PROP(ManifoldChain, TurnsAndMovesWithTheShapesAndMirrorsWithTheirOrder, ()) {
  const Polygon small = box(real(1, 2), 1), large = box(real(3, 5), 1);
  const double angle = real(-9, 9), x = real(-3, 3), gap = real(-1, 1) * 0.9e-3;
  const SinCos turn = sin_cos(angle);
  const Vec2 at{real(-50, 50), real(-50, 50)};
  const Pose above{at + turned(Vec2{x, 2 + gap}, turn), angle}, below{at, angle};
  const auto plain = touching(small, {{x, 2 + gap}, 0}, large);
  const auto moved = touching(small, above, large, below);
  const auto swapped = touching(large, below, small, above);
  RC_ASSERT(plain.size() == moved.size());
  RC_ASSERT(plain.size() == swapped.size());
  for (const ManifoldPoint& p : plain) {
    const Vec2 point = at + turned(p.point, turn), normal = turned(p.normal, turn);
    RC_ASSERT(std::abs(p.gap - gap) < 1e-12);
    RC_ASSERT(has(moved, point, normal, gap));
    RC_ASSERT(has(swapped, point, -normal, gap));
  }
}

}  // namespace
}  // namespace carom
