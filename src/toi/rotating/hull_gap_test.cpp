#include "toi/rotating/hull_gap.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "carom/toi/rotating.hpp"
#include "toi/rotating/placed_outline_test.hpp"
#include "toi/rotating/rotating_shapes_test.hpp"

namespace carom::detail {
namespace {

using outline_test::some_hull;
using outline_test::Standing;

/// How many of the misses are decided here.
struct Tally {
  int told = 0;
  int missed = 0;

  void see(bool is_told, bool is_miss) {
    told += is_told ? 1 : 0;
    missed += is_miss ? 1 : 0;
  }
};

TEST(HullGap, OfTwoBoxes) {
  const Polygon box = rotating_test::box(2, 2);
  const Standing upright(box, 0);
  const Standing tilted(box, k_pi / 4);
  const PlacedGap beside = widest_gap(upright.view, upright.view, {2.5, 1});
  EXPECT_NEAR(beside.gap, 0.5, 1e-15);
  EXPECT_NEAR(beside.normal.x, 1, 1e-15);
  const PlacedGap above = widest_gap(tilted.view, upright.view, {0, 3});
  EXPECT_NEAR(above.gap, 2 - std::sqrt(2.0), 1e-15);
  EXPECT_EQ(above.frame, Frame::b);
  EXPECT_LT(widest_gap(upright.view, upright.view, {1.5, 1}).gap, 0);
}

/// Along one face after the other, without leaving any out.
PlacedGap along_every_face(const PlacedOutline& a, const PlacedOutline& b, Vec2 between) {
  PlacedGap widest{{}, Frame::plane, -std::numeric_limits<double>::infinity()};
  const auto see = [&](const PlacedOutline& wall, const PlacedOutline& other, Vec2 at, Frame frame, double sign) {
    for (int j = 0; j < wall.count; ++j) {
      const Vec2 n = wall.normals[j];
      double lowest = std::numeric_limits<double>::infinity();
      for (int i = 0; i < other.count; ++i) lowest = std::min(lowest, dot(n, other.places[i]));
      const double gap = dot(n, at - wall.places[j]) + lowest;
      if (gap > widest.gap) widest = {sign * n, frame, gap};
    }
  };
  see(b, a, between, Frame::b, 1);
  see(a, b, -between, Frame::a, -1);
  return widest;
}

/// Faces are left out only where they tell nothing, whether the centre lies inside or not.
TEST(HullGap, NoFaceIsMissed) {
  Random random(11);
  for (int k = 0; k < 20000; ++k) {
    const bool far = random.uniform() < 0.2;
    const auto make = [&](double size) {
      std::vector<Vec2> vertices;
      const Polygon hull = some_hull(random, size);
      for (const Vec2 p : hull.vertices()) vertices.push_back(p + Vec2{far ? 3.0 : 0.0, 0});
      return Polygon::make(std::move(vertices)).value();
    };
    const Polygon p = make(1);
    const Polygon q = make(random.uniform(0.2, 2));
    const Standing a(p, random.uniform(-3, 3));
    const Standing b(q, k % 3 == 0 ? 0 : random.uniform(-3, 3));
    const Vec2 between{random.uniform(-3, 3), random.uniform(-3, 3)};
    const PlacedGap expected = along_every_face(a.view, b.view, between);
    const PlacedGap gap = widest_gap(a.view, b.view, between);
    ASSERT_EQ(gap.gap, expected.gap) << k;
    ASSERT_EQ(gap.normal, expected.normal) << k;
    ASSERT_EQ(gap.frame, expected.frame) << k;
    const PlacedGap known{{1, 0}, Frame::plane, random.uniform(-1, 1)};
    PlacedGap widened = known;
    widen(widened, a.view, b.view, between);
    EXPECT_EQ(widened.gap, std::max(known.gap, expected.gap));
    EXPECT_EQ(widened.normal, known.gap >= expected.gap ? known.normal : expected.normal);
  }
}

/// A pair said to last has no contact for the search either; and most misses are decided here.
TEST(HullGap, WhatLastsIsAMiss) {
  Random random(5);
  Tally tally;
  for (int k = 0; k < 20000; ++k) {
    const Polygon p = some_hull(random, 1);
    const Polygon q = some_hull(random, random.uniform(0.5, 2));
    const double spread = random.uniform() < 0.5 ? 0.1 : 1.5;
    const Turn a{{{random.uniform(-3, 3), random.uniform(-3, 3)}, random.uniform(-3, 3)}, {}};
    const Turn b{{{}, random.uniform(-3, 3)}, {}};
    const auto moved = [&](const Pose& from) {
      return Pose{from.at + Vec2{random.uniform(-spread, spread), random.uniform(-spread, spread)},
                  from.angle + random.uniform(-spread, spread)};
    };
    const Turn way_a{a.from, moved(a.from)};
    const Turn way_b{b.from, moved(b.from)};
    const Standing standing_a(p, a.from.angle);
    const Standing standing_b(q, b.from.angle);
    const RelativeStep step{a.from.at - b.from.at, (way_a.to.at - a.from.at) - (way_b.to.at - b.from.at), way_a.spin(),
                            way_b.spin()};
    const PlacedGap gap = widest_gap(standing_a.view, standing_b.view, step.between);
    const bool is_told = lasts(gap, standing_a.view, &standing_b.view, step, 1e-9);
    const bool is_miss = rotating_impact(rotating(p, way_a), rotating(q, way_b)).outcome == Outcome::miss;
    ASSERT_TRUE(!is_told || is_miss) << k;
    tally.see(is_told, is_miss);
  }
  EXPECT_GT(tally.told, 0.8 * tally.missed);
}

/// The same before a line, and along a direction that does not turn.
TEST(HullGap, WhatLastsBeforeALineIsAMiss) {
  Random random(11);
  Tally tally;
  for (int k = 0; k < 20000; ++k) {
    const Polygon p = some_hull(random, 1);
    const Pose from{{random.uniform(-3, 3), random.uniform(0.5, 2)}, random.uniform(-3, 3)};
    const double spread = random.uniform() < 0.5 ? 0.1 : 1.5;
    const Vec2 way{random.uniform(-spread, spread), random.uniform(-spread, spread)};
    const Turn turn{from, {from.at + way, from.angle + random.uniform(-spread, spread)}};
    const Standing standing(p, from.angle);
    double lowest = from.at.y;
    for (const Vec2 vertex : standing.places) lowest = std::min(lowest, from.at.y + vertex.y);
    const PlacedGap gap{{0, 1}, Frame::plane, lowest};
    const bool is_told = lasts(gap, standing.view, nullptr, {{0, from.at.y}, way, turn.spin(), 0}, 1e-9);
    const bool is_miss = rotating_impact(rotating(p, turn), Border{Axis::y, 0}).outcome == Outcome::miss;
    ASSERT_TRUE(!is_told || is_miss) << k;
    // A large box that lies below tells the same.
    const Standing below(rotating_test::box(40, 2), 0);
    const RelativeStep step{from.at - Vec2{0, -1}, way, turn.spin(), 0};
    ASSERT_EQ(lasts(gap, standing.view, &below.view, step, 1e-9), is_told) << k;
    tally.see(is_told, is_miss);
  }
  EXPECT_GT(tally.told, 0.95 * tally.missed);
}

/// A box that hops off another while it turns comes no nearer, but what its turning may take is far more than the gap.
TEST(HullGap, WhatTurnsOffAFaceIsToldToLast) {
  const Polygon box = rotating_test::box(1, 1);
  const Standing standing(box, 0);
  const auto is_told = [&](double gap, double rise) {
    const RelativeStep step{{0, 1 + gap}, {0.02, rise}, 0.08, 0.01};
    return lasts(widest_gap(standing.view, standing.view, step.between), standing.view, &standing.view, step, 1e-9);
  };
  EXPECT_TRUE(is_told(2e-3, 0.034));
  EXPECT_FALSE(is_told(2e-3, 0.03)) << "its corner comes down";
  EXPECT_FALSE(is_told(-1e-6, 0.034));
}

TEST(HullGap, InsideOfADrumThatTurns) {
  Random random(6);
  std::vector<Vec2> wall;
  for (int k = 0; k < 12; ++k) wall.push_back(turned(Vec2{4, 0}, sin_cos(k_pi / 6 * k)));
  const Polygon drum = Polygon::make(wall, true).value();
  Tally tally;
  for (int k = 0; k < 5000; ++k) {
    const Polygon p = some_hull(random, 0.7);
    const double spread = 0.2;
    const auto some = [&](double size) { return random.uniform(-size, size); };
    const Turn a{{{some(3), some(3)}, some(3)}, {}};
    const Turn way_a{a.from, {a.from.at + Vec2{some(spread), some(spread)}, a.from.angle + some(spread)}};
    const Turn way_b{{{}, some(3)}, {}};
    const Turn rotating_wall{way_b.from, {{}, way_b.from.angle + some(spread)}};
    const Standing standing(p, a.from.angle);
    const Standing around(drum, way_b.from.angle);
    const RelativeStep step{a.from.at, way_a.to.at - a.from.at, way_a.spin(), rotating_wall.spin()};
    const bool is_told = stays_inside(standing.view, around.view, step, 1e-9);
    const bool is_miss = rotating_impact(rotating(p, way_a), rotating(drum, rotating_wall)).outcome == Outcome::miss;
    ASSERT_TRUE(!is_told || is_miss) << k;
    tally.see(is_told, is_miss);
  }
  EXPECT_GT(tally.told, 0.8 * tally.missed);
}

/// A box that lies on the wall and is carried along by it hardly moves as the drum sees it, however near it is.
TEST(HullGap, WhatADrumCarriesAlongIsToldToStayInside) {
  std::vector<Vec2> wall;
  for (int k = 0; k < 32; ++k) wall.push_back(turned(Vec2{12, 0}, sin_cos(k_pi / 16 * (k + 0.5))));
  const Polygon drum = Polygon::make(wall, true).value();
  const Polygon box = Polygon::make({{-0.2, -0.2}, {0.2, -0.2}, {0.2, 0.2}, {-0.2, 0.2}}).value();
  const double spin = 0.5 / 60;
  const double inner = 12 * std::cos(k_pi / 32);
  const auto stays = [&](double gap) {
    const Vec2 at{inner - 0.2 - gap, 0};
    const RelativeStep step{at, turned(at, sin_cos(spin)) - at, spin, spin};
    const Standing standing(box, 0);
    const Standing around(drum, 0);
    return stays_inside(standing.view, around.view, step, 1e-9);
  };
  EXPECT_TRUE(stays(3e-4));
  EXPECT_FALSE(stays(-1e-6)) << "it is in the wall";
}

}  // namespace
}  // namespace carom::detail
