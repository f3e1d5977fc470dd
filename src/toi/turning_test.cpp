#include "carom/toi/turning.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "carom/shapes/mass.hpp"
#include "carom/toi/time_of_impact.hpp"
#include "oracle/turning.hpp"
#include "oracle/turning_cases.hpp"

namespace carom {
namespace {

/// Of a time, where the gap closes about as fast as the bodies are large.
constexpr double k_time = 1e-9;

Polygon box(double width, double height) {
  return Polygon::make(
             {{-width / 2, -height / 2}, {width / 2, -height / 2}, {width / 2, height / 2}, {-width / 2, height / 2}})
      .value();
}
Turn turn_at(Vec2 at, double from, double to) { return {{at, from}, {at, to}}; }
Turn slide(Vec2 from, Vec2 to, double angle = 0) { return {{from, angle}, {to, angle}}; }
TurningSegment rod(Vec2 p, Vec2 q, const Turn& turn) { return {{{{p, q}}}, turn}; }
MovingCircle disc(double radius, Vec2 at) { return {radius, at, at}; }

void expect_hit(const TurningShape& a, const TurningShape& b, double t, Vec2 point, Vec2 normal,
                Side side = Side::outer) {
  const Impact impact = turning_impact(a, b);
  ASSERT_EQ(impact.outcome, Outcome::hit);
  EXPECT_NEAR(impact.contact.t, t, k_time);
  EXPECT_LE(impact.contact.t, t) << "not before contact";
  EXPECT_LE(length(impact.contact.point - point), 1e-8) << impact.contact.point.x << ' ' << impact.contact.point.y;
  EXPECT_LE(length(impact.contact.normal - normal), 1e-8) << impact.contact.normal.x << ' ' << impact.contact.normal.y;
  EXPECT_EQ(impact.contact.side, side);
  const Impact mirror = turning_impact(b, a);
  EXPECT_EQ(mirror.outcome, Outcome::hit);
  EXPECT_EQ(mirror.contact.t, impact.contact.t);
  EXPECT_EQ(mirror.contact.point, impact.contact.point);
  EXPECT_EQ(mirror.contact.normal, -impact.contact.normal);
}
void expect_miss(const TurningShape& a, const TurningShape& b) {
  EXPECT_EQ(turning_impact(a, b).outcome, Outcome::miss);
  EXPECT_EQ(turning_impact(b, a).outcome, Outcome::miss);
}

TEST(Turning, ARodSweepsAPoint) {
  const double half = std::sqrt(0.5);
  const auto hand = rod({0, 0}, {2, 0}, turn_at({0, 0}, 0, k_pi / 2));
  expect_hit(hand, disc(0, {half, half}), 0.5, {half, half}, {half, -half});
  expect_miss(hand, disc(0, {1.5, 1.5}));  // the chord of its end would pass behind it
}

TEST(Turning, AWholeTurnEndsWhereItBegan) {
  // Start and end are the same: whoever looks at both sees nothing. The vertices' chords are points.
  const auto hand = rod({0, 0}, {2, 0}, turn_at({0, 0}, 0, 2 * k_pi));
  // The rod stands at 60° then, and touches the disc at √¾ from its pivot.
  const double half = 0.5, high = std::sqrt(0.75);
  expect_hit(hand, disc(0.5, {0, 1}), 1.0 / 6, {half * high, high * high}, {high, -half});
  const auto many = rod({0, 0}, {2, 0}, turn_at({0, 0}, 0, 20 * k_pi));
  EXPECT_NEAR(turning_impact(many, disc(0.5, {0, 1})).contact.t, 1.0 / 60, k_time);
  const auto backwards = rod({0, 0}, {2, 0}, turn_at({0, 0}, 0, -20 * k_pi));
  EXPECT_NEAR(turning_impact(backwards, disc(0.5, {0, 1})).contact.t, 4.0 / 60, k_time);
}

TEST(Turning, ACornerComesRoundToABorder) {
  const Polygon square = box(2, 2);
  const auto spinning = [&](double turns) { return turning(square, turn_at({0, 3}, 0, turns * 2 * k_pi)); };
  const double angle = k_pi / 4 - std::acos(1.2 / std::sqrt(2.0));
  // At the contact the corner that was lower left, or lower right, is straight below by 1.2.
  const double beside = std::sqrt(2 - 1.44);
  expect_hit(spinning(1), Border{Axis::y, 1.8}, angle / (2 * k_pi), {-beside, 1.8}, {0, 1});
  expect_hit(spinning(-1), Border{Axis::y, 1.8}, angle / (2 * k_pi), {beside, 1.8}, {0, 1});
  expect_hit(spinning(1), Border{Axis::y, 4.2}, angle / (2 * k_pi), {beside, 4.2}, {0, -1});
  expect_miss(spinning(10), Border{Axis::y, 1.5});
  EXPECT_EQ(turning_impact(spinning(1), Border{Axis::y, 2.5}).outcome, Outcome::overlap);
}

/// The tip of a notched box has just met a face and parts from it: one of the two edges that end there leans over it.
TEST(Turning, AnAcuteCornerThatPartsIsNoContact) {
  const Polygon triangle = Polygon::make({{-0.46666666666666667, -0.26666666666666666},
                                          {0.53333333333333333, -0.26666666666666666},
                                          {-0.066666666666666652, 0.53333333333333344}})
                               .value();
  const Polygon notched = Polygon::make({{-0.5, -0.34444444444444444},
                                         {0.5, -0.34444444444444444},
                                         {0.5, 0.65555555555555556},
                                         {0, -0.14444444444444443},
                                         {-0.5, 0.65555555555555556}})
                              .value();
  const Turn of_triangle{{{3.4205114716040663, 1.6297780112609668}, 39.517365081723547},
                         {{3.3985627848643816, 1.6436327086293827}, 39.519196292118394}};
  const Turn of_notched{{{3.2184577959737601, 0.54587813981028799}, 25.79216316780699},
                        {{3.2223699182752905, 0.53689212790562391}, 25.840236969936811}};
  EXPECT_EQ(turning_impact(turning(triangle, of_triangle), turning(notched, of_notched)).outcome, Outcome::miss);
}

TEST(Turning, SquaresBesideEachOther) {
  const Polygon square = box(2, 2);
  const auto still = turning(square, turn_at({0, 0}, 0, 0));
  const double angle = k_pi / 4 - std::acos(1.2 / std::sqrt(2.0));
  const auto spinning = turning(square, turn_at({2.2, 0}, 0, k_pi));
  expect_hit(spinning, still, angle / k_pi, {1, std::sqrt(0.56)}, {1, 0});
  expect_miss(turning(square, turn_at({2.45, 0}, 0, 10 * k_pi)), still);  // half a diagonal is 1.414
}

TEST(Turning, AWheelRollsIntoAStep) {
  // Both at once: the centre goes by 4 while a square turns by π; checked against the place of its corners, densely.
  const Polygon square = box(1, 1);
  const auto rolling = turning(square, {{{-3, 0}, 0}, {{1, 0}, -k_pi}});
  const Border wall{Axis::x, 0};
  double first = 2;
  for (int i = 0; i <= 2'000'000 && first > 1; ++i) {
    const double t = i / 2e6;
    const double reach =
        std::sqrt(0.5) * std::max(std::abs(std::cos(k_pi / 4 - k_pi * t)), std::abs(std::sin(k_pi / 4 - k_pi * t)));
    if (-3 + 4 * t + reach >= 0) first = t;
  }
  const Impact impact = turning_impact(rolling, wall);
  ASSERT_EQ(impact.outcome, Outcome::hit);
  EXPECT_LE(impact.contact.t, first);
  EXPECT_GE(impact.contact.t, first - 1 / 2e6 - k_time);
}

TEST(Turning, AnArenaTurnsItsWallOntoADisc) {
  const auto room = Polygon::make({{-2, -2}, {2, -2}, {2, 2}, {-2, 2}}, true).value();
  const double angle = k_pi / 4 - std::acos(1 / 1.2);
  const auto spinning = turning(room, turn_at({0, 0}, k_pi / 4, k_pi / 4 + k_pi));
  // The wall that comes has its normal at -45° + angle, and the disc's centre on it at 1.
  const SinCos wall = sin_cos(angle - k_pi / 4);
  const Vec2 out{wall.cos, wall.sin};
  expect_hit(disc(1, {1.2, 0}), spinning, angle / k_pi, Vec2{1.2, 0} + out, -out, Side::inner);
  expect_miss(disc(1, {0.95, 0}), spinning);
}

TEST(Turning, APolygonInARing) {
  const Polygon square = box(2, 2);
  const MovingCircle ring{2, {0, 0}, {0, 0}, true};
  expect_miss(turning(square, turn_at({0, 0}, 0, 100)), ring);
  expect_miss(turning(square, turn_at({0.5, 0}, 0, 100)), ring);  // 0.5 + 1.414 < 2
  // The corner at angle 45° - θ from the centre at x is on the ring: x² + 2 + 2 √2 x cos = 4.
  const double x = 0.7, cosine = (2 - x * x) / (2 * std::sqrt(2.0) * x);
  const double angle = k_pi / 4 - std::acos(cosine);
  const Vec2 corner = Vec2{x, 0} + std::sqrt(2.0) * Vec2{cosine, std::sqrt(1 - cosine * cosine)};
  expect_hit(turning(square, turn_at({x, 0}, 0, -1)), ring, angle, corner, -unit(corner), Side::inner);
}

TEST(Turning, AnInscribedPolygonTurnsInItsRing) {
  const double half = std::sqrt(0.5);
  const auto square = Polygon::make({{half, -half}, {half, half}, {-half, half}, {-half, -half}}).value();
  expect_miss(turning(square, turn_at({0, 0}, 0, 5)), MovingCircle{1, {0, 0}, {0, 0}, true});
}

TEST(Turning, AFlatLandingTouchesInTheMiddleOfTheSharedFace) {
  const Polygon wide = box(4, 1), narrow = box(2, 1);
  expect_hit(turning(narrow, slide({1.5, 5}, {1.5, -3})), turning(wide, turn_at({0, 0}, 0, 0)), 0.5, {1.25, 0.5},
             {0, 1});
}

TEST(Turning, TouchingAtTheStart) {
  const Polygon square = box(2, 2), floor = box(20, 2);
  const auto ground = turning(floor, turn_at({0, -1}, 0, 0));
  const auto moving = [&](Vec2 way, double spin = 0) {
    return turning(square, {{{0, 1}, 0}, {Vec2{0, 1} + way, spin}});
  };
  expect_miss(moving({0, 0}), ground);
  expect_miss(moving({5, 0}), ground);
  expect_miss(moving({0, 1}), ground);
  expect_miss(moving({0, 0}), Border{Axis::y, 0});
  expect_miss(moving({3, 0}), Border{Axis::y, 0});
  expect_miss(moving({3, 1}), Border{Axis::y, 0});
  expect_hit(moving({0, -1}), ground, 0, {0, 0}, {0, 1});
  expect_hit(moving({1, -1}), Border{Axis::y, 0}, 0, {0, 0}, {0, 1});
  expect_hit(moving({0, 0}, 0.1), ground, 0, {0, 0}, {0, 1});  // a corner goes down at once
  // It jumps and turns so fast that a corner comes down before it is high enough.
  const Impact impact = turning_impact(moving({0, 5}, 5 * k_pi), ground);
  EXPECT_EQ(impact.outcome, Outcome::hit);
}

TEST(Turning, PartingFromATouchIsNoContactUntilTheyComeBack) {
  const Polygon square = box(2, 2);
  const Border floor{Axis::y, 0};
  expect_miss(turning(square, {{{0, 1}, 0}, {{0, 1 + 2}, 0.5}}), floor);
  // It stands on a corner and rocks over to the next one, which is as low at angle -0.4 as the first is at 0.4.
  const double height = std::cos(0.4) + std::sin(0.4);
  const auto rocking = [&](double lift) {
    return turning(square, {{{0, height}, 0.4}, {{0, height + lift}, 0.4 - 1.2}});
  };
  EXPECT_NEAR(turning_impact(rocking(0), floor).contact.t, 2.0 / 3, k_time);
  expect_miss(rocking(0.3), floor);
}

TEST(Turning, SlidingOverASeamAndIntoAWall) {
  const Polygon square = box(2, 2);
  const auto floor = Polygon::make({{-9, -1}, {9, -1}, {9, 0}, {3, 0}, {0, 0}, {-9, 0}}).value();
  const auto corner = Polygon::make({{-9, -1}, {9, -1}, {9, 5}, {6, 5}, {6, 0}, {3, 0}, {0, 0}, {-9, 0}}).value();
  const auto moving = turning(square, slide({-4, 1}, {6, 1}));
  expect_miss(moving, turning(floor, {}));
  expect_hit(moving, turning(corner, {}), 0.9, {6, 1}, {-1, 0});
  // The same pair turned as a whole.
  const SinCos tilt = sin_cos(0.7);
  const auto tilted = turning(square, {{turned({-4, 1}, tilt), 0.7}, {turned({6, 1}, tilt), 0.7}});
  expect_miss(tilted, turning(floor, turn_at({}, 0.7, 0.7)));
  expect_hit(tilted, turning(corner, turn_at({}, 0.7, 0.7)), 0.9, turned({6, 1}, tilt), turned({-1, 0}, tilt));
}

TEST(Turning, CentresThatCoincide) {
  // There is no line of centres to begin with.
  const Polygon square = box(2, 2);
  EXPECT_EQ(turning_impact(turning(square, turn_at({1, 2}, 0, 1)), turning(square, turn_at({1, 2}, 0.5, 0))).outcome,
            Outcome::overlap);
  EXPECT_EQ(turning_impact(rod({-2, 0}, {2, 1}, turn_at({1, 2}, 0, 1)), turning(square, turn_at({1, 2}, 0, 0))).outcome,
            Outcome::overlap);
  const auto room = Polygon::make({{-3, -3}, {3, -3}, {3, 3}, {-3, 3}}, true).value();
  expect_miss(turning(square, turn_at({1, 2}, 0, 1)), turning(room, turn_at({1, 2}, 0.5, 0)));
}

TEST(Turning, WhatLiesOnAnEdgeOfASolidDoesNotLeaveItInward) {
  const auto notched = Polygon::make({{-3, -2}, {3, -2}, {3, 0}, {1, 0}, {0, -1}, {-1, 0}, {-3, 0}}).value();
  const auto block = turning(notched, turn_at({}, 0, 0));
  const Turn down = slide({2, 0}, {2, -1}), up = slide({2, 0}, {2, 1});
  expect_hit(rod({-0.5, 0}, {0.5, 0}, down), block, 0, {2, 0}, {0, 1});
  expect_miss(rod({-0.5, 0}, {0.5, 0}, up), block);
  EXPECT_EQ(turning_impact(MovingCircle{0, {2, 0}, {2, -1}}, block).outcome, Outcome::hit);
  expect_miss(MovingCircle{0, {2, 0}, {2, 1}}, block);
  // A line with two sides may be left both ways.
  const auto line = rod({-5, 0}, {5, 0}, turn_at({}, 0, 0));
  expect_miss(MovingCircle{0, {2, 0}, {2, -1}}, line);
  expect_miss(MovingCircle{0, {2, 0}, {2, 1}}, line);
}

TEST(Turning, WhatTouchesInItsPivotTurnsFreely) {
  // The end in the wall hardly moves, however fast the rest turns; it takes few steps, not millions.
  const auto hinged = rod({0, 0}, {1, 0}, {{{0, 0}, 0.1}, {{3, 0}, 3}});
  expect_miss(hinged, Border{Axis::y, 0});
  const auto over = rod({0, 0}, {1, 0}, {{{0, 0}, 0.1}, {{3, 0}, 0.1 + 4}});
  EXPECT_NEAR(turning_impact(over, Border{Axis::y, 0}).contact.t, (k_pi - 0.1) / 4, k_time);
}

TEST(Turning, EndToEnd) {
  const auto a = rod({-1, 0}, {1, 0}, slide({-3, 0}, {3, 0}));
  const auto b = rod({-1, 0}, {1, 0}, slide({0, 0}, {0, 0}));
  const Impact impact = turning_impact(a, b);
  ASSERT_EQ(impact.outcome, Outcome::hit);
  EXPECT_NEAR(impact.contact.t, 1.0 / 6, k_time);
  EXPECT_NEAR(impact.contact.point.x, -1, 1e-8);
}

TEST(Turning, OverlapsAreToldWithTheirDepth) {
  const Polygon square = box(2, 2);
  const Impact deep = turning_impact(turning(square, slide({1.5, 7}, {9, 9})), turning(square, slide({0, 7}, {0, 0})));
  ASSERT_EQ(deep.outcome, Outcome::overlap);
  EXPECT_EQ(deep.contact.t, 0);
  EXPECT_NEAR(deep.contact.depth, 0.5, 1e-15);
  EXPECT_EQ(deep.contact.normal, (Vec2{1, 0}));
  EXPECT_NEAR(deep.contact.point.y, 7, 1);
  const Impact ring = turning_impact(MovingCircle{2, {3, 0}, {3, 0}, true}, turning(square, turn_at({0.5, 0}, 0, 1)));
  ASSERT_EQ(ring.outcome, Outcome::overlap);
  EXPECT_NEAR(ring.contact.depth, 0.5, 1e-14);
  const Impact border = turning_impact(rod({0, 0}, {0, 2}, turn_at({3, -0.5}, 0, 1)), Border{Axis::y, 0});
  ASSERT_EQ(border.outcome, Outcome::overlap);
  EXPECT_NEAR(border.contact.depth, 0.5, 1e-15);
  EXPECT_EQ(border.contact.point, (Vec2{3, 0}));
  EXPECT_EQ(border.contact.normal, (Vec2{0, 1}));
}

TEST(Turning, CirclesLookTheSameAtEveryAngle) {
  const MovingCircle a{1, {-5, 0}, {3, 0}}, b{1, {0, 0}, {0, 0}};
  EXPECT_EQ(turning_impact(a, b).contact.t, 0.375);
  EXPECT_EQ(turning_impact(Border{Axis::x, 0}, a).contact.t, time_of_impact(a, Border{Axis::x, 0}).contact.t);
  EXPECT_EQ(turning_impact(Border{}, Border{}).outcome, Outcome::unanswerable);
}

/// The kernels of straight vertices are another way to the same answer where nothing turns.
TEST(Turning, WithoutTurningItAgreesWithTheExactKernels) {
  oracle::TurningCases cases(11);
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
    const Impact seen = turning_impact(turning(p, a), turning(q, b));
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

TEST(Turning, ShiftedScaledAndSwappedItIsTheSame) {
  const auto on_grid = [](Vec2 v) { return Vec2{std::round(v.x * 1024) / 1024, std::round(v.y * 1024) / 1024}; };
  oracle::TurningCases cases(12);
  int hits = 0;
  for (int i = 0; i < 2000; ++i) {
    const Polygon& p = cases.shape(1, i % 2 == 0);
    const Polygon& q = cases.shape(1, i % 3 == 0);
    Turn a = cases.turn(2), b = cases.turn(2);
    for (Pose* pose : {&a.from, &a.to, &b.from, &b.to}) pose->at = on_grid(pose->at);
    const Impact seen = turning_impact(turning(p, a), turning(q, b));
    const Impact swapped = turning_impact(turning(q, b), turning(p, a));
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
    const Impact there = turning_impact(turning(p, shifted(a)), turning(q, shifted(b)));
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
    const Impact large = turning_impact(turning(large_p, scaled_turn(a)), turning(large_q, scaled_turn(b)));
    ASSERT_EQ(large.outcome, seen.outcome);
    ASSERT_EQ(large.contact.t, seen.contact.t);
    ASSERT_EQ(large.contact.normal, seen.contact.normal);
    hits += seen.outcome == Outcome::hit ? 1 : 0;
  }
  EXPECT_GT(hits, 100);
}

TEST(Turning, NothingCrossesACardThinPlate) {
  oracle::Random random(13);
  const auto plate = Polygon::make({{-50, -1e-9}, {50, -1e-9}, {50, 1e-9}, {-50, 1e-9}}).value();
  const Polygon shard = Polygon::make({{-0.3, -0.1}, {0.5, 0}, {-0.2, 0.3}}).value();
  for (int i = 0; i < 2000; ++i) {
    const double speed = std::pow(10, random.uniform(0, 7));
    const double x = random.uniform(-10, 10), above = random.uniform(0.7, 0.9) * speed + 2;
    const double spin = random.uniform(-60, 60);
    const auto bullet = turning(shard, {{{x, above}, random.uniform(-3, 3)}, {{x + 5, above - 2 * speed - 6}, spin}});
    const Impact impact = turning_impact(bullet, turning(plate, turn_at({0, 0}, 0, random.uniform(-0.02, 0.02))));
    ASSERT_EQ(impact.outcome, Outcome::hit) << i;
    ASSERT_GT(impact.contact.normal.y, 0.9) << i;
    ASSERT_EQ(turning_impact(bullet, rod({-50, 0}, {50, 0}, turn_at({0, 0}, 0, 0))).outcome, Outcome::hit) << i;
    const MovingCircle point{0, {x, above}, {x, above - 2 * speed - 6}, false};
    ASSERT_EQ(turning_impact(point, turning(plate, turn_at({0, 0}, 0, 0))).outcome, Outcome::hit) << i;
  }
}

TEST(Turning, NoNumberIsTooLargeOrTooSmall) {
  oracle::TurningCases cases(14);
  for (const double scale : {1e-90, 1e-30, 1e20, 1e59}) {
    for (int i = 0; i < 200; ++i) {
      std::vector<Vec2> vertices;
      for (const Vec2 v : cases.shape(1, i % 2 == 0).vertices()) vertices.push_back(scale * v);
      const Polygon p = Polygon::make(vertices).value();
      Turn a = cases.turn(2), b = cases.turn(2);
      for (Pose* pose : {&a.from, &a.to, &b.from, &b.to}) pose->at = scale * pose->at;
      const TurningShape other =
          i % 3 == 0 ? TurningShape(MovingCircle{0.5 * scale, b.from.at, b.to.at, i % 2 == 0}) : turning(p, b);
      const Impact impact = turning_impact(turning(p, a), other);
      const Contact& contact = impact.contact;
      if (impact.outcome == Outcome::miss) continue;
      ASSERT_TRUE(contact.t >= 0 && contact.t <= 1);
      ASSERT_NEAR(length(contact.normal), 1, 1e-14);
      ASSERT_TRUE(std::isfinite(contact.point.x) && std::isfinite(contact.point.y) && contact.depth >= 0);
    }
  }
}

/// Small against its way, and small against the other: the rounding of places is what limits the answer.
TEST(Turning, UnequalSizesAndLongWays) {
  const Polygon speck = box(1e-6, 1e-6), wall = box(1e3, 1e3);
  const auto flying = turning(speck, {{{-1e6, 3}, 0}, {{1e6, 3}, 40}});
  const Impact impact = turning_impact(flying, turning(wall, turn_at({0, 0}, 0, 0)));
  ASSERT_EQ(impact.outcome, Outcome::hit);
  EXPECT_NEAR(impact.contact.t, (1e6 - 500) / 2e6, 1e-12);
  EXPECT_LE(length(impact.contact.normal - Vec2{-1, 0}), 1e-12);
}

}  // namespace
}  // namespace carom
