#include "overlap/measure.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "oracle/random.hpp"

namespace carom::detail {
namespace {

using oracle::Random;

TEST(Measure, Distances) {
  EXPECT_EQ(distance_between({1, 2}, {4, 6}).rounded(), 5);
  EXPECT_EQ(distance_between({1, 2}, {1, 2}).rounded(), 0);
  EXPECT_EQ(line_distance({0, 0}, {8, 6}, {0, 5}).rounded(), 4);
  EXPECT_EQ(line_distance({8, 6}, {0, 0}, {0, 5}).rounded(), -4);
  EXPECT_EQ(line_distance({8, 6}, {0, 0}, {-4, -3}).rounded(), 0);
}

TEST(Measure, TinyAndHugeNeitherOverflowNorUnderflow) {
  for (const double unit : {0x1p-1060, 0x1p-600, 0x1p199}) {
    EXPECT_EQ(distance_between({0, 0}, {3 * unit, 4 * unit}).rounded(), 5 * unit);
    EXPECT_EQ(line_distance({0, 0}, {8 * unit, 6 * unit}, {0, 5 * unit}).rounded(), 4 * unit);
    EXPECT_EQ(line_distance({0, 0}, {0x1p-1060, 0}, {0, unit}).rounded(), unit);
    EXPECT_EQ(half_chord(5 * unit, 3 * unit), 4 * unit);
  }
}

TEST(Measure, ADifferenceFarBelowTheLastPlaceIsKept) {
  // |(2, 2^-30)| - 2 = 2^-62 - …
  const DoubleDouble rest = distance_between({0, 0}, {2, 0x1p-30}) - DoubleDouble(2);
  EXPECT_NEAR(rest.rounded(), 0x1p-62, 1e-31);
}

TEST(Measure, NearestOnEdge) {
  const NearestOnEdge body = nearest_on_edge({3, 2}, {0, 0}, {10, 0});
  EXPECT_EQ(body.point, (Vec2{3, 0}));
  EXPECT_EQ(body.direction, (Vec2{0, 1}));
  EXPECT_EQ(body.distance.rounded(), 2);
  const NearestOnEdge end = nearest_on_edge({13, -4}, {0, 0}, {10, 0});
  EXPECT_EQ(end.point, (Vec2{10, 0}));
  EXPECT_EQ(end.direction, (Vec2{0.6, -0.8}));
  EXPECT_EQ(end.distance.rounded(), 5);
  for (const Vec2 on : {Vec2{0, 0}, Vec2{4, 0}, Vec2{10, 0}}) {
    const NearestOnEdge touching = nearest_on_edge(on, {0, 0}, {10, 0});
    EXPECT_EQ(touching.point, on);
    EXPECT_EQ(touching.direction, (Vec2{0, -1}));
    EXPECT_EQ(touching.distance.rounded(), 0);
  }
}

TEST(Measure, TheFootIsExactWhereItCanBe) {
  const double far = 0x1p50;
  const NearestOnEdge near = nearest_on_edge({far + 3, 2}, {far, 0}, {far + 10, 0});
  EXPECT_EQ(near.point, (Vec2{far + 3, 0}));
  EXPECT_EQ(near.distance.rounded(), 2);
}

TEST(Measure, CrossingsOfEdges) {
  EXPECT_EQ(crossing_point({0, 0}, {4, 4}, {0, 4}, {4, 0}), (Vec2{2, 2}));
  EXPECT_EQ(crossing_point({0, 0}, {8, 0}, {1, -1}, {1, 3}), (Vec2{1, 0}));
  // So flat that the crossing is hard to tell: still on the edge, and no NaN.
  const Vec2 flat = crossing_point({0, 0}, {1, 0x1p-1070}, {0, 0x1p-1070}, {1, 0});
  EXPECT_TRUE(flat.x >= 0 && flat.x <= 1);
}

RC_GTEST_PROP(Measure, QuickAndCarefulDistancesAgree, (std::uint64_t seed)) {
  Random random(seed);
  const auto any = [&] { return Vec2{random.uniform(-3, 3), random.uniform(-3, 3)}; };
  const Vec2 a = any(), b = any(), p = any();
  const NearestOnEdge careful = nearest_on_edge(p, a, b);
  RC_ASSERT(std::abs(QuickEdge(a, b).distance(p, 100) - careful.distance.rounded()) < 1e-15 * 8);
  RC_ASSERT(length(careful.point + careful.distance.rounded() * careful.direction - p) < 1e-14);
  RC_ASSERT(QuickEdge(a, b).distance(p, 0.5) >= std::min(0.5, careful.distance.rounded()) - 1e-14);
}

}  // namespace
}  // namespace carom::detail
