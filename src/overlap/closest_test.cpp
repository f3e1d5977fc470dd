#include "overlap/closest.hpp"

#include <gtest/gtest.h>

#include "overlap/rest_laws_test.hpp"

namespace carom::resting {
namespace {

TEST(Closest, TwoBordersAreNoQuestion) { EXPECT_FALSE(closest_points(Border{Axis::x, 0}, Border{Axis::y, 0})); }

/// Points all along the line of the shape; of what is solid that line is enough while the two are apart.
std::vector<Vec2> samples(const Rest& rest, int count) {
  std::vector<Vec2> points;
  const auto along = [&](Vec2 a, Vec2 b) {
    for (int i = 0; i <= count; ++i) points.push_back(lerp(a, b, static_cast<double>(i) / count));
  };
  if (const auto* c = std::get_if<Circle>(&rest.value)) {
    for (int i = 0; i < 8 * count; ++i) points.push_back(c->center + c->radius * compass(i, 8 * count));
  } else if (const auto* s = std::get_if<Segment>(&rest.value)) {
    along(s->ends[0], s->ends[1]);
  } else if (const auto* b = std::get_if<Border>(&rest.value)) {
    const Vec2 origin = b->at * direction(b->axis);
    const Vec2 way = 8 * perpendicular(direction(b->axis));
    for (int k = -4; k < 4; ++k) along(origin + 0.25 * k * way, origin + 0.25 * (k + 1) * way);
  } else {
    const auto vertices = std::get<Polygon>(rest.value).vertices();
    for (std::size_t i = 0; i < vertices.size(); ++i) along(vertices[i], vertices[(i + 1) % vertices.size()]);
  }
  return points;
}

TEST(Closest, IsTheLeastOfManySamplesSlow) {
  Random random(41);
  int apart = 0;
  for (int i = 0; i < 600; ++i) {
    const auto first = static_cast<Kind>(random.below(k_kinds));
    const auto second = static_cast<Kind>(random.below(k_kinds));
    if (first == Kind::border && second == Kind::border) continue;
    const Rest a = random_rest(random, first, 3);
    const Rest b = random_rest(random, second, 3);
    const double distance = gap(a, b);
    if (distance == 0) continue;
    ++apart;
    double least = 1e9;
    for (const Vec2 p : samples(a, 50)) {
      for (const Vec2 q : samples(b, 50)) least = std::min(least, length(p - q));
    }
    EXPECT_LE(distance, least + 1e-14) << i;
    EXPECT_GE(distance, least - 0.1) << i;  // twice half the distance between samples
  }
  EXPECT_GT(apart, 200);
}

TEST(Closest, IsZeroWhenSolidsContain) {
  EXPECT_EQ(gap(disc(1, {0, 0}), disc(5, {0, 0})), 0);
  EXPECT_EQ(gap(box(1, 1, 2, 2), box(0, 0, 5, 5)), 0);
  EXPECT_EQ(gap(ring(1, {2, 2}), box(0, 0, 5, 5)), 0);
  EXPECT_EQ(gap(segment({1, 1}, {2, 2}), box(0, 0, 5, 5)), 0);
}

TEST(Closest, OfRingsAndArenasIsToTheirLines) {
  EXPECT_EQ(gap(disc(1, {0, 0}), ring(5, {0, 0})), 4);
  EXPECT_EQ(gap(box(1, 1, 2, 2), box(0, 0, 5, 5, true)), 1);
  EXPECT_EQ(gap(box(1, 1, 2, 2, true), box(0, 0, 5, 5, true)), 1);
  EXPECT_EQ(gap(point({1, 2}), box(0, 0, 5, 5, true)), 1);
}

TEST(Closest, FarFromTheOriginNothingIsLost) {
  const Vec2 far{0x1p50, -0x1p49};
  EXPECT_EQ(gap(moved(disc(1, {0, 0}), far), moved(disc(1, {3, 4}), far)), 3);
  EXPECT_EQ(gap(moved(box(0, 0, 2, 2), far), moved(box(5, 6, 7, 7), far)), 5);
  EXPECT_EQ(gap(moved(disc(1, {0, 0}), far), moved(segment({5, -4}, {5, 4}), far)), 4);
}

TEST(Closest, ApartIsNeverZero) {
  EXPECT_GT(gap(disc(1, {0, 0}), disc(1, {2, 0x1p-400})), 0);
  EXPECT_GT(gap(point({1, 0x1p-1074}), segment({0, 0}, {3, 0})), 0);
  EXPECT_GT(gap(point({0x1p-537, 0x1p-537}), point({0, 0})), 0);
}

}  // namespace
}  // namespace carom::resting
