#include "carom/manifold/manifold.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace carom {
namespace {

constexpr double k_near = 1e-3;

MovingCircle disc(double radius, Vec2 at, bool hollow = false) { return {radius, at, at, hollow}; }
Polygon square(double half, bool hollow = false) {
  return Polygon::make({{-half, -half}, {half, -half}, {half, half}, {-half, half}}, hollow).value();
}

struct Expected {
  Vec2 point;
  Vec2 normal;
  double gap = 0;
};

/// Exactly these places, and the mirrored ones for the other order.
void expect_places(const RotatingShape& a, const RotatingShape& b, const std::vector<Expected>& expected) {
  for (const bool swapped : {false, true}) {
    const auto points = swapped ? manifold(b, a, 0, k_near) : manifold(a, b, 0, k_near);
    ASSERT_EQ(points.size(), expected.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
      const Vec2 normal = swapped ? -expected[i].normal : expected[i].normal;
      EXPECT_NEAR(length(points[i].point - expected[i].point), 0, 1e-12)
          << points[i].point.x << ' ' << points[i].point.y;
      EXPECT_NEAR(length(points[i].normal - normal), 0, 1e-12) << points[i].normal.x << ' ' << points[i].normal.y;
      EXPECT_NEAR(points[i].gap, expected[i].gap, 1e-12);
    }
  }
}

TEST(Manifold, OfTwoDiscs) {
  expect_places(disc(1, {3, 0}), disc(2, {0, 0}), {{{2, 0}, {1, 0}, 0}});
  expect_places(disc(1, {3.0005, 0}), disc(2, {0, 0}), {{{2.00025, 0}, {1, 0}, 5e-4}});
  expect_places(disc(1, {3.1, 0}), disc(2, {0, 0}), {});
}

TEST(Manifold, OfADiscInARing) {
  expect_places(disc(1, {1, 0}), disc(2, {0, 0}, true), {{{2, 0}, {-1, 0}, 0}});
  expect_places(disc(0, {1.9995, 0}), disc(2, {0, 0}, true), {{{1.99975, 0}, {-1, 0}, 5e-4}});
  expect_places(disc(0, {2.0005, 0}), disc(2, {0, 0}, true), {{{2.00025, 0}, {1, 0}, 5e-4}});
}

TEST(Manifold, OfADiscOnABorder) {
  expect_places(disc(1, {4, -3}), Border{Axis::y, -2}, {{{4, -2}, {0, -1}, 0}});
  expect_places(disc(1, {4, -3}), Border{Axis::x, 4}, {});
}

TEST(Manifold, OfADiscOnAFaceACornerAndInACorner) {
  const Polygon solid = square(1), arena = square(5, true);
  expect_places(disc(0.5, {0.25, 1.5}), rotating(solid, {}), {{{0.25, 1}, {0, 1}, 0}});
  const Vec2 out = unit(Vec2{1, 1});
  expect_places(disc(0.5, Vec2{1, 1} + 0.5 * out), rotating(solid, {}), {{{1, 1}, out, 0}});
  expect_places(disc(0.5, {-4.5, -4.5}), rotating(arena, {}), {{{-4.5, -5}, {0, 1}, 0}, {{-5, -4.5}, {1, 0}, 0}});
  expect_places(disc(0.5, {-4.5, -5.5}), rotating(arena, {}), {{{-4.5, -5}, {0, -1}, 0}});
}

TEST(Manifold, OfADiscOnTheEndOfASegment) {
  const RotatingSegment segment{{{Vec2{0, 0}, Vec2{2, 0}}}, {}};
  expect_places(disc(0.5, {2.5, 0}), segment, {{{2, 0}, {1, 0}, 0}});
  expect_places(disc(0.5, {1, -0.5}), segment, {{{1, 0}, {0, -1}, 0}});
}

TEST(Manifold, OfABoxInARing) {
  const Polygon solid = square(1);
  const double down = std::sqrt(25.0 - 1) - 1;
  const RotatingPolygon resting = rotating(solid, {{{0, -down}, 0}, {{0, -down}, 0}});
  const Vec2 left = 0.2 * Vec2{-1, -down - 1}, right = 0.2 * Vec2{1, -down - 1};
  expect_places(disc(5, {0, 0}, true), resting, {{5 * left, left, 0}, {5 * right, right, 0}});
}

TEST(Manifold, OfTwoBordersIsNothing) {
  EXPECT_TRUE(manifold(Border{Axis::x, 0}, Border{Axis::y, 0}, 0, k_near).empty());
}

}  // namespace
}  // namespace carom
