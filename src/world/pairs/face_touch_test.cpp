#include "world/pairs/face_touch.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "carom/math/random.hpp"
#include "carom/toi/time_of_impact.hpp"

namespace carom::detail {
namespace {

constexpr double k_slack = 1e-13;

Polygon polygon(std::vector<Vec2> vertices, bool hollow = false) {
  return Polygon::make(std::move(vertices), hollow).value();
}

Polygon box(double half_width, double half_height) {
  return polygon(
      {{-half_width, -half_height}, {half_width, -half_height}, {half_width, half_height}, {-half_width, half_height}});
}

TEST(FaceTouch, ABoxOnABox) {
  for (const double gap : {0.0, 1e-14, -1e-14}) {
    const auto touch = face_touch(box(0.5, 0.5), box(1, 0.5), {0.75, 1 + gap}, k_slack);
    ASSERT_TRUE(touch) << gap;
    EXPECT_EQ(touch->normal, (Vec2{0, 1}));
    EXPECT_NEAR(touch->gap, gap, 1e-15);
    EXPECT_NEAR(touch->point.x, 0.625, 1e-12) << "the middle of 0.25 to 1";
    EXPECT_NEAR(touch->point.y, 0.5, 1e-12);
    EXPECT_GT(touch->room, 0.3);
    EXPECT_LE(touch->room, 0.75);
  }
}

TEST(FaceTouch, ACornerOnAFace) {
  const auto touch = face_touch(polygon({{0, -1}, {1, 0}, {0, 1}, {-1, 0}}), box(2, 0.5), {0.5, 1.5}, k_slack);
  ASSERT_TRUE(touch);
  EXPECT_EQ(touch->normal, (Vec2{0, 1}));
  EXPECT_NEAR(length(touch->point - Vec2{0.5, 0.5}), 0, 1e-12);
}

TEST(FaceTouch, EitherWindingAndEitherSide) {
  const Polygon clockwise = polygon({{-0.5, 0.5}, {0.5, 0.5}, {0.5, -0.5}, {-0.5, -0.5}});
  EXPECT_EQ(face_touch(clockwise, box(0.5, 0.5), {0, 1}, k_slack)->normal, (Vec2{0, 1}));
  EXPECT_EQ(face_touch(box(0.5, 0.5), clockwise, {0, -1}, k_slack)->normal, (Vec2{0, -1}));
  EXPECT_EQ(face_touch(box(0.5, 0.5), clockwise, {-1, 0.25}, k_slack)->normal, (Vec2{-1, 0}));
}

TEST(FaceTouch, WhatIsNotClearIsLeftToTheKernels) {
  const Polygon unit_box = box(0.5, 0.5);
  EXPECT_FALSE(face_touch(unit_box, unit_box, {0, 1 + 1e-12}, k_slack)) << "apart";
  EXPECT_FALSE(face_touch(unit_box, unit_box, {0, 1 - 1e-12}, k_slack)) << "an overlap that is not rounding";
  EXPECT_FALSE(face_touch(unit_box, unit_box, {1, 1}, k_slack)) << "corner on corner: two normals";
  EXPECT_FALSE(face_touch(unit_box, unit_box, {1 - 1e-4, 1}, k_slack)) << "nearly so";
  EXPECT_FALSE(face_touch(unit_box, polygon({{-2, -2}, {2, -2}, {2, 2}, {-2, 2}}, true), {0, 1.5}, k_slack))
      << "inside";
}

/// The kernel decides exactly; where both decide, they agree on which pairs meet now.
TEST(FaceTouch, AgreesWithTheKernel) {
  Random random(5);
  int answered = 0;
  for (int k = 0; k < 2000; ++k) {
    const auto some_box = [&] {
      const double width = random.uniform(0.2, 2);
      const double height = random.uniform(0.2, 2);
      return box(width, height);
    };
    const Polygon a = some_box();
    const Polygon b = some_box();
    const double sum = a.vertices()[2].y + b.vertices()[2].y;
    const double reach = a.vertices()[2].x + b.vertices()[2].x;
    const double data = random.uniform(-reach, reach);
    const double rounding = random.uniform(-1e-15, 1e-15);
    const auto touch = face_touch(a, b, {data, sum + rounding}, k_slack);
    if (!touch) continue;
    ++answered;
    const double across = random.uniform(-1, 1);
    const double along = random.uniform(-0.1, 0.1);
    std::vector<Vec2> places(a.vertices().begin(), a.vertices().end());
    for (Vec2& p : places) p = p + Vec2{data, sum + rounding};
    const MovingPolygon moving{places, places, {along, across}, false, true, a.winding()};
    const Impact impact = time_of_impact(moving, still(b));
    if (impact.outcome == Outcome::miss) {
      EXPECT_GT(across, 0) << k;
      continue;
    }
    EXPECT_LT(impact.contact.t * std::abs(across), 1e-14) << k;
    EXPECT_NEAR(length(impact.contact.normal - touch->normal), 0, 1e-12) << k;
    if (impact.outcome == Outcome::hit) {
      EXPECT_LT(across, 0) << k;
    }
  }
  EXPECT_GT(answered, 1500);
}

}  // namespace
}  // namespace carom::detail
