#include "manifold/manifold_hull.hpp"

#include <gtest/gtest.h>

#include "toi/rotating/placed_outline_test.hpp"

namespace carom::detail {
namespace {

using outline_test::some_hull;
using outline_test::Standing;

constexpr double k_within = 0.01;

/// The same places as those that manifold() finds, in the same order.
TEST(ManifoldHull, AsForAnyShapes) {
  Random random(7);
  HullTouches touches;
  int touching = 0;
  for (int k = 0; k < 20000; ++k) {
    const Polygon p = some_hull(random, 1);
    // As many corners as there may be, too.
    const Polygon q = some_hull(random, random.uniform(0.5, 2), k % 50 == 0 ? 64 : 0);
    Pose a{{}, random.uniform(-3, 3)};
    const Pose b{{}, random.uniform(-3, 3)};
    const Standing standing_a(p, a.angle);
    const Standing standing_b(q, b.angle);
    // Face to face, or corner to face, within reach.
    const bool flat = random.uniform() < 0.5;
    if (flat)
      a.angle += std::atan2(standing_b.normals[0].y, standing_b.normals[0].x) -
                 std::atan2(-standing_a.normals[0].y, -standing_a.normals[0].x) + random.uniform(-0.005, 0.005);
    const Standing again(p, a.angle);
    const Vec2 way = turned(Vec2{1, 0}, sin_cos(random.uniform(-3, 3)));
    double far = 4;
    for (double step = 2; step > 1e-4; step *= 0.5) {
      if (widest_gap(again.view, standing_b.view, (far - step) * way).gap > random.uniform(-0.002, 0.01)) far -= step;
    }
    a.at = far * way;
    find_touches(again.view, standing_b.view, a.at, widest_gap(again.view, standing_b.view, a.at), k_within, touches);
    const auto expected = manifold(rotating(p, {a, a}), rotating(q, {b, b}), 0, k_within);
    ASSERT_EQ(touches.points.size(), expected.size()) << k;
    for (std::size_t i = 0; i < expected.size(); ++i) {
      EXPECT_LT(length(touches.points[i].point - expected[i].point), 1e-12);
      EXPECT_LT(length(touches.points[i].normal - expected[i].normal), 1e-9);
      EXPECT_NEAR(touches.points[i].gap, expected[i].gap, 1e-12);
      EXPECT_EQ(touches.points[i].on_a, expected[i].on_a);
      EXPECT_EQ(touches.points[i].on_b, expected[i].on_b);
    }
    touching += expected.empty() ? 0 : 1;
  }
  EXPECT_GT(touching, 5000);
}

}  // namespace
}  // namespace carom::detail
