#include "toi/rotating/rotating_ring.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "oracle/rotating_cases.hpp"

namespace carom::detail {
namespace {

constexpr std::array<Vec2, 2> k_stick = {{{-1, 0}, {1, 0}}};
const RotatingPart k_stick_part{k_stick.data(), 2, 1};

std::optional<RingArrival> in_ring(const Turn& chain, double radius, bool resting = false) {
  const RotatingPair pair(chain, 1, {}, 0, radius);
  return first_arrival_in_ring(pair, k_stick_part, radius, {1, resting});
}

TEST(RotatingRing, AnEndArrives) {
  const auto arrival = in_ring({{{0, 0}, 0}, {{4, 0}, 0}}, 3);
  ASSERT_TRUE(arrival);
  EXPECT_NEAR(arrival->t, 0.5, 1e-10);
  EXPECT_LT(arrival->t, 0.5);
  EXPECT_NEAR(arrival->point.x, 3, 1e-9);
  EXPECT_EQ(arrival->normal, (Vec2{-1, 0}));
}

TEST(RotatingRing, ItTurnsFreelyAboutTheCentre) {
  EXPECT_FALSE(in_ring({{{0, 0}, 0}, {{0, 0}, 1e6}}, 1.0001));
  EXPECT_FALSE(in_ring({{{0, 0}, 0}, {{0, 0}, 1e6}}, 1, true));
}

TEST(RotatingRing, WhatTouchesAndPartsArrivesOnTheOtherSide) {
  const auto arrival = in_ring({{{2, 0}, 0}, {{-6, 0}, 0}}, 3, true);
  ASSERT_TRUE(arrival);
  EXPECT_NEAR(arrival->t, 0.5, 1e-10);
  const auto closing = in_ring({{{2, 0}, 0}, {{3, 0}, 0}}, 3, true);
  ASSERT_TRUE(closing);
  EXPECT_EQ(closing->t, 0);
  EXPECT_FALSE(in_ring({{{2, 0}, 0}, {{2, 0}, 0}}, 3, true));
}

TEST(RotatingRing, UpToTheArrivalAllVerticesAreInside) {
  oracle::RotatingCases cases(5);
  int arrivals = 0;
  for (int i = 0; i < 2000; ++i) {
    const Turn turn = cases.turn(1);
    const double radius = cases.random().uniform(2.5, 5);
    const auto arrival = in_ring(turn, radius);
    const double until = arrival ? arrival->t : 1;
    arrivals += arrival ? 1 : 0;
    for (int k = 0; k <= 200; ++k) {
      const Pose pose = turn.at(until * k / 200);
      const Vec2 arm{std::cos(pose.angle), std::sin(pose.angle)};
      ASSERT_LT(length(pose.at + arm), radius) << i;
      ASSERT_LT(length(pose.at - arm), radius) << i;
    }
    if (!arrival) continue;
    const Pose pose = turn.at(until);
    const Vec2 arm{std::cos(pose.angle), std::sin(pose.angle)};
    ASSERT_NEAR(std::max(length(pose.at + arm), length(pose.at - arm)), radius, 1e-9);
  }
  EXPECT_GT(arrivals, 500);
}

}  // namespace
}  // namespace carom::detail
