#include "toi/ballistic/ballistic_gap.hpp"

#include <gtest/gtest.h>

namespace carom::detail {
namespace {

Flightpath flight(double horizon, Vec2 velocity = {0, 0}, Vec2 gravity = {0, 0}) {
  return Flightpath({{0, 0}, velocity, gravity, horizon}, 1);
}

TEST(BallisticGap, StagesAtTheStart) {
  const Flightpath way = flight(1, {1, 0}, {0, -1});
  const auto stage = [&](double value, double rate, double bend) { return stage_of({value, rate, bend, 1e-14}, way); };
  EXPECT_EQ(stage(0.1, -1, 0), Stage::apart);
  EXPECT_EQ(stage(-0.1, -1, 0), Stage::behind);
  EXPECT_EQ(stage(-0.1, 1, 0), Stage::behind);
  for (const double value : {0.0, -1e-16, -1e-12}) {
    EXPECT_EQ(stage(value, -1, 1), Stage::now);
    EXPECT_EQ(stage(value, -1e-15, -1), Stage::now);
    EXPECT_EQ(stage(value, -1e-15, 0), Stage::sliding);
    EXPECT_EQ(stage(value, 0, 1), Stage::sliding);
    EXPECT_EQ(stage(value, 1e-18, -1), Stage::parting);
  }
  // Just above, what closes has its moment still before it.
  EXPECT_EQ(stage(1e-16, -1, 0), Stage::apart);
  EXPECT_EQ(stage(1e-16, 0, -1), Stage::now);
}

TEST(BallisticGap, AParabolaFallsThroughZeroOnce) {
  const Flightpath way = flight(10);
  EXPECT_EQ(straight_time({2, -1, 0, 0}, Stage::apart, way), 2);
  EXPECT_EQ(straight_time({2, 0, -1, 0}, Stage::apart, way), 2);
  EXPECT_EQ(straight_time({0, 1, -1, 0}, Stage::parting, way), 2);
  EXPECT_EQ(straight_time({-1.5, 2, -1, 0}, Stage::behind, way), 3);
  EXPECT_EQ(straight_time({2, -2, 1, 0}, Stage::apart, way), 2);  // a graze
  EXPECT_FALSE(straight_time({2.01, -2, 1, 0}, Stage::apart, way));
  EXPECT_FALSE(straight_time({-3, 2, -1, 0}, Stage::behind, way));   // does not rise above zero
  EXPECT_FALSE(straight_time({-3, -2, -1, 0}, Stage::behind, way));  // sinks
  EXPECT_FALSE(straight_time({2, 1, 0, 0}, Stage::apart, way));
  EXPECT_FALSE(straight_time({20, -1, 0, 0}, Stage::apart, way));
}

TEST(BallisticGap, WhatPartsTooLittleComesBackToWhereItWas) {
  EXPECT_EQ(straight_time({-1e-10, 1e-9, -1, 0}, Stage::parting, flight(1)), 2e-9);
}

TEST(BallisticGap, WhatSlidesInIsMetAtLast) {
  const Flightpath way = flight(100);
  const double t = straight_time({0, -1e-14, 0, 0}, Stage::sliding, way).value();
  EXPECT_NEAR(t * 1e-14, way.slack(), 1e-20);
  EXPECT_FALSE(straight_time({0, -1e-14, 1, 0}, Stage::sliding, way));
}

TEST(BallisticGap, ATightHorizonForWhatFliesOff) {
  EXPECT_LT(flight(HUGE_VAL, {1, 0}).horizon, 10);
  EXPECT_LT(flight(HUGE_VAL, {0, 1}, {0, -1}).horizon, 20);
  EXPECT_EQ(flight(HUGE_VAL).horizon, 0);
  EXPECT_EQ(flight(3, {1, 0}, {0, -1}).horizon, 3);
}

TEST(BallisticGap, ABoxHoldsTheWholeArc) {
  const ArcBox box(flight(2, {1, 1}, {0, -1}), 0);
  EXPECT_NEAR(box.high.y, 0.5, 1e-12);
  EXPECT_NEAR(box.low.y, 0, 1e-12);
  EXPECT_NEAR(box.high.x, 2, 1e-12);
  EXPECT_TRUE(box.meets({1, 0.4}, {1, 9}));
  EXPECT_FALSE(box.meets({1, 0.6}, {1, 9}));
}

// A little nearer, up and away, and down again: the second fall of the quartic counts.
TEST(BallisticGap, TwoFallsOfAQuartic) {
  const Flightpath way = Flightpath({{-3, 0}, {1, 10}, {0, -10}, 3}, 3);
  const RoundFace face{way.at, 1.5, false};
  EXPECT_LT(face.gap(way).rate, 0);
  const double t = round_time(face, Stage::apart, way).value();
  EXPECT_GT(t, 1.5);
  const Vec2 w = face.place(way, t);
  EXPECT_NEAR(length(w), 1.5, 1e-15);
  EXPECT_GT(w.y, 0);
}

TEST(BallisticGap, TheGapOfARoundFace) {
  const Flightpath way = Flightpath({{0, 3}, {1, -2}, {0, -10}, 3}, 3);
  const Gap outside = RoundFace{{0, 3}, 1, false}.gap(way);
  EXPECT_EQ(outside.value, 2);
  EXPECT_EQ(outside.rate, -2);
  EXPECT_DOUBLE_EQ(outside.bend, 1.0 / 3 - 10);
  const Gap inside = RoundFace{{0, 3}, 4, true}.gap(way);
  EXPECT_EQ(inside.value, 1);
  EXPECT_EQ(inside.rate, 2);
  EXPECT_DOUBLE_EQ(inside.bend, 10 - 1.0 / 3);
  EXPECT_EQ((RoundFace{{0, 3}, 4, true}.normal(way, 0)), (Vec2{0, -1}));
}

}  // namespace
}  // namespace carom::detail
