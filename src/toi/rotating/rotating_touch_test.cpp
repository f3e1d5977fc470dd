#include <gtest/gtest.h>

#include <cmath>

#include "carom/shapes/mass.hpp"
#include "oracle/rotating.hpp"
#include "oracle/rotating_cases.hpp"
#include "toi/rotating/rotating_shapes_test.hpp"

// How two stand to each other when the step begins: in touch, apart by rounding, inside.
namespace carom::rotating_test {
namespace {

/// The tip of a notched box has just met a face and parts from it: one of the two edges that end there leans over it.
TEST(RotatingTouch, AnAcuteCornerThatPartsIsNoContact) {
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
  EXPECT_EQ(rotating_impact(rotating(triangle, of_triangle), rotating(notched, of_notched)).outcome, Outcome::miss);
}

TEST(RotatingTouch, TouchingAtTheStart) {
  const Polygon square = box(2, 2), floor = box(20, 2);
  const auto ground = rotating(floor, turn_at({0, -1}, 0, 0));
  const auto moving = [&](Vec2 way, double spin = 0) {
    return rotating(square, {{{0, 1}, 0}, {Vec2{0, 1} + way, spin}});
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
  const Impact impact = rotating_impact(moving({0, 5}, 5 * k_pi), ground);
  EXPECT_EQ(impact.outcome, Outcome::hit);
}

TEST(RotatingTouch, PartingFromATouchIsNoContactUntilTheyComeBack) {
  const Polygon square = box(2, 2);
  const Border floor{Axis::y, 0};
  expect_miss(rotating(square, {{{0, 1}, 0}, {{0, 1 + 2}, 0.5}}), floor);
  // It stands on a corner and rocks over to the next one, which is as low at angle -0.4 as the first is at 0.4.
  const double height = std::cos(0.4) + std::sin(0.4);
  const auto rocking = [&](double lift) {
    return rotating(square, {{{0, height}, 0.4}, {{0, height + lift}, 0.4 - 1.2}});
  };
  EXPECT_NEAR(rotating_impact(rocking(0), floor).contact.t, 2.0 / 3, k_time);
  expect_miss(rocking(0.3), floor);
}

TEST(RotatingTouch, SlidingOverASeamAndIntoAWall) {
  const Polygon square = box(2, 2);
  const auto floor = Polygon::make({{-9, -1}, {9, -1}, {9, 0}, {3, 0}, {0, 0}, {-9, 0}}).value();
  const auto corner = Polygon::make({{-9, -1}, {9, -1}, {9, 5}, {6, 5}, {6, 0}, {3, 0}, {0, 0}, {-9, 0}}).value();
  const auto moving = rotating(square, slide({-4, 1}, {6, 1}));
  expect_miss(moving, rotating(floor, {}));
  expect_hit(moving, rotating(corner, {}), 0.9, {6, 1}, {-1, 0});
  // The same pair turned as a whole.
  const SinCos tilt = sin_cos(0.7);
  const auto tilted = rotating(square, {{turned({-4, 1}, tilt), 0.7}, {turned({6, 1}, tilt), 0.7}});
  expect_miss(tilted, rotating(floor, turn_at({}, 0.7, 0.7)));
  expect_hit(tilted, rotating(corner, turn_at({}, 0.7, 0.7)), 0.9, turned({6, 1}, tilt), turned({-1, 0}, tilt));
}

TEST(RotatingTouch, CentresThatCoincide) {
  // There is no line of centres to begin with.
  const Polygon square = box(2, 2);
  EXPECT_EQ(rotating_impact(rotating(square, turn_at({1, 2}, 0, 1)), rotating(square, turn_at({1, 2}, 0.5, 0))).outcome,
            Outcome::overlap);
  EXPECT_EQ(
      rotating_impact(rod({-2, 0}, {2, 1}, turn_at({1, 2}, 0, 1)), rotating(square, turn_at({1, 2}, 0, 0))).outcome,
      Outcome::overlap);
  const auto room = Polygon::make({{-3, -3}, {3, -3}, {3, 3}, {-3, 3}}, true).value();
  expect_miss(rotating(square, turn_at({1, 2}, 0, 1)), rotating(room, turn_at({1, 2}, 0.5, 0)));
}

TEST(RotatingTouch, WhatLiesOnAnEdgeOfASolidDoesNotLeaveItInward) {
  const auto notched = Polygon::make({{-3, -2}, {3, -2}, {3, 0}, {1, 0}, {0, -1}, {-1, 0}, {-3, 0}}).value();
  const auto block = rotating(notched, turn_at({}, 0, 0));
  const Turn down = slide({2, 0}, {2, -1}), up = slide({2, 0}, {2, 1});
  expect_hit(rod({-0.5, 0}, {0.5, 0}, down), block, 0, {2, 0}, {0, 1});
  expect_miss(rod({-0.5, 0}, {0.5, 0}, up), block);
  EXPECT_EQ(rotating_impact(MovingCircle{0, {2, 0}, {2, -1}}, block).outcome, Outcome::hit);
  expect_miss(MovingCircle{0, {2, 0}, {2, 1}}, block);
  // A line with two sides may be left both ways.
  const auto line = rod({-5, 0}, {5, 0}, turn_at({}, 0, 0));
  expect_miss(MovingCircle{0, {2, 0}, {2, -1}}, line);
  expect_miss(MovingCircle{0, {2, 0}, {2, 1}}, line);
}

TEST(RotatingTouch, WhatTouchesInItsPivotTurnsFreely) {
  // The end in the wall hardly moves, however fast the rest turns; it takes few steps, not millions.
  const auto hinged = rod({0, 0}, {1, 0}, {{{0, 0}, 0.1}, {{3, 0}, 3}});
  expect_miss(hinged, Border{Axis::y, 0});
  const auto over = rod({0, 0}, {1, 0}, {{{0, 0}, 0.1}, {{3, 0}, 0.1 + 4}});
  EXPECT_NEAR(rotating_impact(over, Border{Axis::y, 0}).contact.t, (k_pi - 0.1) / 4, k_time);
}

TEST(RotatingTouch, EndToEnd) {
  const auto a = rod({-1, 0}, {1, 0}, slide({-3, 0}, {3, 0}));
  const auto b = rod({-1, 0}, {1, 0}, slide({0, 0}, {0, 0}));
  const Impact impact = rotating_impact(a, b);
  ASSERT_EQ(impact.outcome, Outcome::hit);
  EXPECT_NEAR(impact.contact.t, 1.0 / 6, k_time);
  EXPECT_NEAR(impact.contact.point.x, -1, 1e-8);
}

TEST(RotatingTouch, OverlapsAreToldWithTheirDepth) {
  const Polygon square = box(2, 2);
  const Impact deep =
      rotating_impact(rotating(square, slide({1.5, 7}, {9, 9})), rotating(square, slide({0, 7}, {0, 0})));
  ASSERT_EQ(deep.outcome, Outcome::overlap);
  EXPECT_EQ(deep.contact.t, 0);
  EXPECT_NEAR(deep.contact.depth, 0.5, 1e-15);
  EXPECT_EQ(deep.contact.normal, (Vec2{1, 0}));
  EXPECT_NEAR(deep.contact.point.y, 7, 1);
  const Impact ring = rotating_impact(MovingCircle{2, {3, 0}, {3, 0}, true}, rotating(square, turn_at({0.5, 0}, 0, 1)));
  ASSERT_EQ(ring.outcome, Outcome::overlap);
  EXPECT_NEAR(ring.contact.depth, 0.5, 1e-14);
  const Impact border = rotating_impact(rod({0, 0}, {0, 2}, turn_at({3, -0.5}, 0, 1)), Border{Axis::y, 0});
  ASSERT_EQ(border.outcome, Outcome::overlap);
  EXPECT_NEAR(border.contact.depth, 0.5, 1e-15);
  EXPECT_EQ(border.contact.point, (Vec2{3, 0}));
  EXPECT_EQ(border.contact.normal, (Vec2{0, 1}));
}

}  // namespace
}  // namespace carom::rotating_test
