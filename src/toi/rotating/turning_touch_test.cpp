#include <gtest/gtest.h>

#include <cmath>

#include "carom/shapes/mass.hpp"
#include "oracle/turning.hpp"
#include "oracle/turning_cases.hpp"
#include "toi/rotating/turning_shapes_test.hpp"

// How two stand to each other when the step begins: in touch, apart by rounding, inside.
namespace carom::turning_test {
namespace {

/// The tip of a notched box has just met a face and parts from it: one of the two edges that end there leans over it.
TEST(TurningTouch, AnAcuteCornerThatPartsIsNoContact) {
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

TEST(TurningTouch, TouchingAtTheStart) {
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

TEST(TurningTouch, PartingFromATouchIsNoContactUntilTheyComeBack) {
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

TEST(TurningTouch, SlidingOverASeamAndIntoAWall) {
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

TEST(TurningTouch, CentresThatCoincide) {
  // There is no line of centres to begin with.
  const Polygon square = box(2, 2);
  EXPECT_EQ(turning_impact(turning(square, turn_at({1, 2}, 0, 1)), turning(square, turn_at({1, 2}, 0.5, 0))).outcome,
            Outcome::overlap);
  EXPECT_EQ(turning_impact(rod({-2, 0}, {2, 1}, turn_at({1, 2}, 0, 1)), turning(square, turn_at({1, 2}, 0, 0))).outcome,
            Outcome::overlap);
  const auto room = Polygon::make({{-3, -3}, {3, -3}, {3, 3}, {-3, 3}}, true).value();
  expect_miss(turning(square, turn_at({1, 2}, 0, 1)), turning(room, turn_at({1, 2}, 0.5, 0)));
}

TEST(TurningTouch, WhatLiesOnAnEdgeOfASolidDoesNotLeaveItInward) {
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

TEST(TurningTouch, WhatTouchesInItsPivotTurnsFreely) {
  // The end in the wall hardly moves, however fast the rest turns; it takes few steps, not millions.
  const auto hinged = rod({0, 0}, {1, 0}, {{{0, 0}, 0.1}, {{3, 0}, 3}});
  expect_miss(hinged, Border{Axis::y, 0});
  const auto over = rod({0, 0}, {1, 0}, {{{0, 0}, 0.1}, {{3, 0}, 0.1 + 4}});
  EXPECT_NEAR(turning_impact(over, Border{Axis::y, 0}).contact.t, (k_pi - 0.1) / 4, k_time);
}

TEST(TurningTouch, EndToEnd) {
  const auto a = rod({-1, 0}, {1, 0}, slide({-3, 0}, {3, 0}));
  const auto b = rod({-1, 0}, {1, 0}, slide({0, 0}, {0, 0}));
  const Impact impact = turning_impact(a, b);
  ASSERT_EQ(impact.outcome, Outcome::hit);
  EXPECT_NEAR(impact.contact.t, 1.0 / 6, k_time);
  EXPECT_NEAR(impact.contact.point.x, -1, 1e-8);
}

TEST(TurningTouch, OverlapsAreToldWithTheirDepth) {
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

}  // namespace
}  // namespace carom::turning_test
