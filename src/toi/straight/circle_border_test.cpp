#include "carom/toi/circle_border.hpp"

#include <gtest/gtest.h>

#include "toi/hand_made_test.hpp"

namespace carom {
namespace {

using namespace hand_made;

TEST(CircleBorder, FromBothSidesOfBothAxes) {
  expect_hit(disc(1, {-5, 2}, {5, 4}), wall(0), {.t = 0.4, .point = {0, 2.8}, .normal = {-1, 0}});
  expect_hit(disc(1, {5, 2}, {-5, 4}), wall(0), {.t = 0.4, .point = {0, 2.8}, .normal = {1, 0}});
  expect_hit(disc(1, {2, -5}, {4, 5}), floor_at(0), {.t = 0.4, .point = {2.8, 0}, .normal = {0, -1}});
  expect_hit(disc(1, {2, 5}, {4, -5}), floor_at(0), {.t = 0.4, .point = {2.8, 0}, .normal = {0, 1}});
}

TEST(CircleBorder, InTimeOrNot) {
  expect_hit(disc(1, {0, 5}, {3, 1}), floor_at(0), {.t = 1, .point = {3, 0}, .normal = {0, 1}});
  expect_miss(disc(1, {0, 5}, {3, std::nextafter(1, 2)}), floor_at(0));
  expect_miss(disc(1, {0, 5}, {3, 9}), floor_at(0));
}

TEST(CircleBorder, TouchingAtTheStart) {
  expect_hit(disc(1, {0, 1}, {3, 0.5}), floor_at(0), {.t = 0, .point = {0, 0}, .normal = {0, 1}});
  expect_hit(disc(1, {0, -1}, {3, -0.5}), floor_at(0), {.t = 0, .point = {0, 0}, .normal = {0, -1}});
  expect_miss(disc(1, {0, 1}, {3, 1}), floor_at(0));  // rolling along
  expect_miss(disc(1, {0, 1}, {3, 2}), floor_at(0));
  expect_miss(disc(1, {0, 1}), floor_at(0));
}

TEST(CircleBorder, Overlap) {
  expect_overlap(disc(1, {0, 0.5}, {0, 9}), floor_at(0));
  expect_overlap(disc(1, {0, std::nextafter(1, 0)}, {0, 9}), floor_at(0));
  expect_overlap(ring(1, {0, 0}, {0, 9}), floor_at(0));  // a border cuts a ring, and is never inside
}

TEST(CircleBorder, PointsPartWhicheverWayTheyGo) {
  expect_hit(point({0, 2}, {1, -2}), floor_at(0), {.t = 0.5, .point = {0.5, 0}, .normal = {0, 1}});
  expect_miss(point({0, 0}, {1, -2}), floor_at(0));
  expect_miss(point({0, 0}, {1, 2}), floor_at(0));
  expect_miss(point({0, 0}), floor_at(0));
}

TEST(CircleBorder, HugeTinyAndFarAway) {
  expect_hit(disc(1e59, {0, 5e59}, {0, -5e59}), floor_at(0), {.t = 0.4, .point = {0, 0}, .normal = {0, 1}});
  expect_hit_at(disc(1e-310, {0, 5e-310}, {0, -5e-310}), floor_at(0), 0.4);
  expect_hit_at(disc(1, {0, 0x1p52 + 5}, {0, 0x1p52 - 5}), floor_at(0x1p52), 0.4);
  // A way of subnormal numbers, where products cannot be split.
  EXPECT_EQ(agreed(disc(1.103437811302e-311, {1.1246577692116e-311, 0}, {1.082217853392e-311, 0}), wall(0)).outcome,
            Outcome::hit);
  // Nearly still, beside a huge coordinate: only the wide time is good enough.
  expect_hit_at(disc(1, {1e16, 0}, {1e16 - 2, 0}), wall(1e16 - 2), 0.5);
}

TEST(CircleBorder, TheShortAnswerIsTheSame) {
  for (int i = 0; i < 2000; ++i) {
    const auto q = adversarial_case(oracle::PairKind::circle_border, static_cast<oracle::Flavour>(i % 10),
                                    static_cast<std::uint64_t>(i));
    const bool circle_first = std::holds_alternative<MovingCircle>(q.a);
    const auto& circle = std::get<MovingCircle>(circle_first ? q.a : q.b);
    const auto& border = std::get<Border>(circle_first ? q.b : q.a);
    const Impact impact = time_of_impact(circle, border);
    EXPECT_EQ(impact_time(circle, border), (ImpactTime{impact.outcome, impact.contact.t})) << q.flavour;
  }
}

}  // namespace
}  // namespace carom
