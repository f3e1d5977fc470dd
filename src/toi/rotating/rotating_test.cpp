#include "carom/toi/rotating.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "carom/shapes/mass.hpp"
#include "carom/toi/time_of_impact.hpp"
#include "oracle/rotating.hpp"
#include "oracle/rotating_cases.hpp"
#include "toi/rotating/rotating_shapes_test.hpp"

namespace carom::rotating_test {
namespace {

TEST(Rotating, ARodSweepsAPoint) {
  const double half = std::sqrt(0.5);
  const auto hand = rod({0, 0}, {2, 0}, turn_at({0, 0}, 0, k_pi / 2));
  expect_hit(hand, disc(0, {half, half}), 0.5, {half, half}, {half, -half});
  expect_miss(hand, disc(0, {1.5, 1.5}));  // the chord of its end would pass behind it
}

TEST(Rotating, AWholeTurnEndsWhereItBegan) {
  // Start and end are the same: a test of both finds nothing. The vertices' chords are points.
  const auto hand = rod({0, 0}, {2, 0}, turn_at({0, 0}, 0, 2 * k_pi));
  // The rod stands at 60° then, and touches the disc at √¾ from its pivot.
  const double half = 0.5, high = std::sqrt(0.75);
  expect_hit(hand, disc(0.5, {0, 1}), 1.0 / 6, {half * high, high * high}, {high, -half});
  const auto many = rod({0, 0}, {2, 0}, turn_at({0, 0}, 0, 20 * k_pi));
  EXPECT_NEAR(rotating_impact(many, disc(0.5, {0, 1})).contact.t, 1.0 / 60, k_time);
  const auto backwards = rod({0, 0}, {2, 0}, turn_at({0, 0}, 0, -20 * k_pi));
  EXPECT_NEAR(rotating_impact(backwards, disc(0.5, {0, 1})).contact.t, 4.0 / 60, k_time);
}

TEST(Rotating, ACornerComesRoundToABorder) {
  const Polygon square = box(2, 2);
  const auto spinning = [&](double turns) { return rotating(square, turn_at({0, 3}, 0, turns * 2 * k_pi)); };
  const double angle = k_pi / 4 - std::acos(1.2 / std::sqrt(2.0));
  // At the contact the corner that was lower left, or lower right, is straight below by 1.2.
  const double beside = std::sqrt(2 - 1.44);
  expect_hit(spinning(1), Border{Axis::y, 1.8}, angle / (2 * k_pi), {-beside, 1.8}, {0, 1});
  expect_hit(spinning(-1), Border{Axis::y, 1.8}, angle / (2 * k_pi), {beside, 1.8}, {0, 1});
  expect_hit(spinning(1), Border{Axis::y, 4.2}, angle / (2 * k_pi), {beside, 4.2}, {0, -1});
  expect_miss(spinning(10), Border{Axis::y, 1.5});
  EXPECT_EQ(rotating_impact(spinning(1), Border{Axis::y, 2.5}).outcome, Outcome::overlap);
}

/// The end of a rod of length 1 comes round to a border and reaches `deep` beyond it: it crosses at an angle of acos(1 - deep)
/// before it stands upright. By how many radians the answer is early.
double early_on_a_graze(double deep) {
  const auto hand = rod({0, 0}, {1, 0}, turn_at({0, 0}, 0, 2));
  const Impact impact = rotating_impact(hand, Border{Axis::y, 1 - deep});
  EXPECT_EQ(impact.outcome, Outcome::hit) << deep;
  return k_pi / 2 - std::acos(1 - deep) - 2 * impact.contact.t;
}

TEST(Rotating, TheTimeOfAGrazeIsAsGoodAsTheRootOfTheTolerance) {
  double worst = 0;
  for (int k = 1; k < 16; ++k) worst = std::max(worst, early_on_a_graze(std::pow(10, -k)));
  std::printf("rotating time: of a graze, early by up to %.1e radians\n", worst);
  // Twice the tolerance under the root: where the end only just reaches the border.
  EXPECT_LE(worst, std::sqrt(2.1 * k_rotating_gap));
  EXPECT_GT(worst, 1e-6);
  EXPECT_LT(early_on_a_graze(0.1), 2e-10);
}

TEST(Rotating, SquaresBesideEachOther) {
  const Polygon square = box(2, 2);
  const auto still = rotating(square, turn_at({0, 0}, 0, 0));
  const double angle = k_pi / 4 - std::acos(1.2 / std::sqrt(2.0));
  const auto spinning = rotating(square, turn_at({2.2, 0}, 0, k_pi));
  expect_hit(spinning, still, angle / k_pi, {1, std::sqrt(0.56)}, {1, 0});
  expect_miss(rotating(square, turn_at({2.45, 0}, 0, 10 * k_pi)), still);  // half a diagonal is 1.414
}

TEST(Rotating, AWheelRollsIntoAStep) {
  // Both at once: the centre goes by 4 while a square turns by π; checked against the place of its corners, densely.
  const Polygon square = box(1, 1);
  const auto rolling = rotating(square, {{{-3, 0}, 0}, {{1, 0}, -k_pi}});
  const Border wall{Axis::x, 0};
  double first = 2;
  for (int i = 0; i <= 2'000'000 && first > 1; ++i) {
    const double t = i / 2e6;
    const double reach =
        std::sqrt(0.5) * std::max(std::abs(std::cos(k_pi / 4 - k_pi * t)), std::abs(std::sin(k_pi / 4 - k_pi * t)));
    if (-3 + 4 * t + reach >= 0) first = t;
  }
  const Impact impact = rotating_impact(rolling, wall);
  ASSERT_EQ(impact.outcome, Outcome::hit);
  EXPECT_LE(impact.contact.t, first);
  EXPECT_GE(impact.contact.t, first - 1 / 2e6 - k_time);
}

TEST(Rotating, AnArenaTurnsItsWallOntoADisc) {
  const auto room = Polygon::make({{-2, -2}, {2, -2}, {2, 2}, {-2, 2}}, true).value();
  const double angle = k_pi / 4 - std::acos(1 / 1.2);
  const auto spinning = rotating(room, turn_at({0, 0}, k_pi / 4, k_pi / 4 + k_pi));
  // The wall that comes has its normal at -45° + angle, and the disc's centre on it at 1.
  const SinCos wall = sin_cos(angle - k_pi / 4);
  const Vec2 out{wall.cos, wall.sin};
  expect_hit(disc(1, {1.2, 0}), spinning, angle / k_pi, Vec2{1.2, 0} + out, -out, Side::inner);
  expect_miss(disc(1, {0.95, 0}), spinning);
}

TEST(Rotating, APolygonInARing) {
  const Polygon square = box(2, 2);
  const MovingCircle ring{2, {0, 0}, {0, 0}, true};
  expect_miss(rotating(square, turn_at({0, 0}, 0, 100)), ring);
  expect_miss(rotating(square, turn_at({0.5, 0}, 0, 100)), ring);  // 0.5 + 1.414 < 2
  // The corner at angle 45° - θ from the centre at x is on the ring: x² + 2 + 2 √2 x cos = 4.
  const double x = 0.7, cosine = (2 - x * x) / (2 * std::sqrt(2.0) * x);
  const double angle = k_pi / 4 - std::acos(cosine);
  const Vec2 corner = Vec2{x, 0} + std::sqrt(2.0) * Vec2{cosine, std::sqrt(1 - cosine * cosine)};
  expect_hit(rotating(square, turn_at({x, 0}, 0, -1)), ring, angle, corner, -unit(corner), Side::inner);
}

TEST(Rotating, AnInscribedPolygonTurnsInItsRing) {
  const double half = std::sqrt(0.5);
  const auto square = Polygon::make({{half, -half}, {half, half}, {-half, half}, {-half, -half}}).value();
  expect_miss(rotating(square, turn_at({0, 0}, 0, 5)), MovingCircle{1, {0, 0}, {0, 0}, true});
}

TEST(Rotating, AFlatLandingTouchesInTheMiddleOfTheSharedFace) {
  const Polygon wide = box(4, 1), narrow = box(2, 1);
  expect_hit(rotating(narrow, slide({1.5, 5}, {1.5, -3})), rotating(wide, turn_at({0, 0}, 0, 0)), 0.5, {1.25, 0.5},
             {0, 1});
}

TEST(Rotating, CirclesLookTheSameAtEveryAngle) {
  const MovingCircle a{1, {-5, 0}, {3, 0}}, b{1, {0, 0}, {0, 0}};
  EXPECT_EQ(rotating_impact(a, b).contact.t, 0.375);
  EXPECT_EQ(rotating_impact(Border{Axis::x, 0}, a).contact.t, time_of_impact(a, Border{Axis::x, 0}).contact.t);
  EXPECT_EQ(rotating_impact(Border{}, Border{}).outcome, Outcome::unanswerable);
}

/// The kernels of straight vertices are another way to the same answer where nothing turns.
TEST(Rotating, WithoutRotatingItAgreesWithTheExactKernels) {
  oracle::RotatingCases cases(11);
  int hits = 0;
  for (int i = 0; i < 3000; ++i) {
    const Polygon& p = cases.shape(1, i % 2 == 0);
    const Polygon& q = cases.shape(1, i % 3 == 0);
    Turn a = cases.turn(3), b = cases.turn(3);
    a.from.angle = a.to.angle = b.from.angle = b.to.angle = 0;
    std::vector<Vec2> a_from, b_from;
    for (const Vec2 v : p.vertices()) a_from.push_back(a.from.at + v);
    for (const Vec2 v : q.vertices()) b_from.push_back(b.from.at + v);
    const auto a_placed = Polygon::make(a_from), b_placed = Polygon::make(b_from);
    const Impact exact =
        time_of_impact(sliding(a_placed.value(), a.to.at - a.from.at), sliding(b_placed.value(), b.to.at - b.from.at));
    const Impact seen = rotating_impact(rotating(p, a), rotating(q, b));
    ASSERT_EQ(seen.outcome, exact.outcome) << i;
    if (seen.outcome == Outcome::overlap) {
      EXPECT_NEAR(seen.contact.depth, exact.contact.depth, 1e-13) << i;
    }
    if (seen.outcome != Outcome::hit) continue;
    ++hits;
    EXPECT_LE(seen.contact.t, exact.contact.t + 1e-13) << i;
    EXPECT_NEAR(seen.contact.t, exact.contact.t, 1e-6) << i;
    if (std::abs(seen.contact.t - exact.contact.t) < 1e-9) {
      EXPECT_LE(length(seen.contact.normal - exact.contact.normal), 1e-6) << i;
    }
  }
  EXPECT_GT(hits, 200);
}

TEST(Rotating, ShiftedScaledAndSwappedItIsTheSame) {
  const auto on_grid = [](Vec2 v) { return Vec2{std::round(v.x * 1024) / 1024, std::round(v.y * 1024) / 1024}; };
  oracle::RotatingCases cases(12);
  int hits = 0;
  for (int i = 0; i < 2000; ++i) {
    const Polygon& p = cases.shape(1, i % 2 == 0);
    const Polygon& q = cases.shape(1, i % 3 == 0);
    Turn a = cases.turn(2), b = cases.turn(2);
    for (Pose* pose : {&a.from, &a.to, &b.from, &b.to}) pose->at = on_grid(pose->at);
    const Impact seen = rotating_impact(rotating(p, a), rotating(q, b));
    const Impact swapped = rotating_impact(rotating(q, b), rotating(p, a));
    ASSERT_EQ(swapped.outcome, seen.outcome);
    ASSERT_EQ(swapped.contact.t, seen.contact.t);
    ASSERT_EQ(swapped.contact.point, seen.contact.point);
    if (seen.outcome == Outcome::hit) {
      ASSERT_EQ(swapped.contact.normal, -seen.contact.normal);
    }

    const Vec2 far{1e6, -2e6};
    const auto shifted = [&](Turn turn) {
      turn.from.at = turn.from.at + far;
      turn.to.at = turn.to.at + far;
      return turn;
    };
    const Impact there = rotating_impact(rotating(p, shifted(a)), rotating(q, shifted(b)));
    ASSERT_EQ(there.outcome, seen.outcome);
    ASSERT_EQ(there.contact.t, seen.contact.t);
    ASSERT_EQ(there.contact.normal, seen.contact.normal);

    const auto scaled_shape = [](const Polygon& polygon) {
      std::vector<Vec2> vertices(polygon.vertices().begin(), polygon.vertices().end());
      for (Vec2& v : vertices) v = 0x1p30 * v;
      return Polygon::make(vertices).value();
    };
    const auto scaled_turn = [](Turn turn) {
      turn.from.at = 0x1p30 * turn.from.at;
      turn.to.at = 0x1p30 * turn.to.at;
      return turn;
    };
    const Polygon large_p = scaled_shape(p), large_q = scaled_shape(q);
    const Impact large = rotating_impact(rotating(large_p, scaled_turn(a)), rotating(large_q, scaled_turn(b)));
    ASSERT_EQ(large.outcome, seen.outcome);
    ASSERT_EQ(large.contact.t, seen.contact.t);
    ASSERT_EQ(large.contact.normal, seen.contact.normal);
    hits += seen.outcome == Outcome::hit ? 1 : 0;
  }
  EXPECT_GT(hits, 100);
}

TEST(Rotating, NothingCrossesACardThinPlate) {
  oracle::Random random(13);
  const auto plate = Polygon::make({{-50, -1e-9}, {50, -1e-9}, {50, 1e-9}, {-50, 1e-9}}).value();
  const Polygon shard = Polygon::make({{-0.3, -0.1}, {0.5, 0}, {-0.2, 0.3}}).value();
  for (int i = 0; i < 2000; ++i) {
    const double speed = std::pow(10, random.uniform(0, 7));
    const double x = random.uniform(-10, 10), above = random.uniform(0.7, 0.9) * speed + 2;
    const double spin = random.uniform(-60, 60);
    const auto bullet = rotating(shard, {{{x, above}, random.uniform(-3, 3)}, {{x + 5, above - 2 * speed - 6}, spin}});
    const Impact impact = rotating_impact(bullet, rotating(plate, turn_at({0, 0}, 0, random.uniform(-0.02, 0.02))));
    ASSERT_EQ(impact.outcome, Outcome::hit) << i;
    ASSERT_GT(impact.contact.normal.y, 0.9) << i;
    ASSERT_EQ(rotating_impact(bullet, rod({-50, 0}, {50, 0}, turn_at({0, 0}, 0, 0))).outcome, Outcome::hit) << i;
    const MovingCircle point{0, {x, above}, {x, above - 2 * speed - 6}, false};
    ASSERT_EQ(rotating_impact(point, rotating(plate, turn_at({0, 0}, 0, 0))).outcome, Outcome::hit) << i;
  }
}

TEST(Rotating, NoNumberIsTooLargeOrTooSmall) {
  oracle::RotatingCases cases(14);
  for (const double scale : {1e-90, 1e-30, 1e20, 1e59}) {
    for (int i = 0; i < 200; ++i) {
      std::vector<Vec2> vertices;
      for (const Vec2 v : cases.shape(1, i % 2 == 0).vertices()) vertices.push_back(scale * v);
      const Polygon p = Polygon::make(vertices).value();
      Turn a = cases.turn(2), b = cases.turn(2);
      for (Pose* pose : {&a.from, &a.to, &b.from, &b.to}) pose->at = scale * pose->at;
      const RotatingShape other =
          i % 3 == 0 ? RotatingShape(MovingCircle{0.5 * scale, b.from.at, b.to.at, i % 2 == 0}) : rotating(p, b);
      const Impact impact = rotating_impact(rotating(p, a), other);
      const Contact& contact = impact.contact;
      if (impact.outcome == Outcome::miss) continue;
      ASSERT_TRUE(contact.t >= 0 && contact.t <= 1);
      ASSERT_NEAR(length(contact.normal), 1, 1e-14);
      ASSERT_TRUE(std::isfinite(contact.point.x) && std::isfinite(contact.point.y) && contact.depth >= 0);
    }
  }
}

/// Small against its way, and small against the other: the rounding of places is what limits the answer.
TEST(Rotating, UnequalSizesAndLongWays) {
  const Polygon speck = box(1e-6, 1e-6), wall = box(1e3, 1e3);
  const auto flying = rotating(speck, {{{-1e6, 3}, 0}, {{1e6, 3}, 40}});
  const Impact impact = rotating_impact(flying, rotating(wall, turn_at({0, 0}, 0, 0)));
  ASSERT_EQ(impact.outcome, Outcome::hit);
  EXPECT_NEAR(impact.contact.t, (1e6 - 500) / 2e6, 1e-12);
  EXPECT_LE(length(impact.contact.normal - Vec2{-1, 0}), 1e-12);
}

}  // namespace
}  // namespace carom::rotating_test
