#include "carom/toi/circle_segment.hpp"

#include <gtest/gtest.h>

#include "toi/hand_made_test.hpp"

namespace carom {
namespace {

using namespace hand_made;

const MovingSegment k_floor = segment({-4, 0}, {4, 0});

TEST(CircleSegment, BodyAndEnds) {
  expect_hit(disc(1, {0, 5}, {0, -5}), k_floor, {.t = 0.4, .point = {0, 0}, .normal = {0, 1}});
  expect_hit(disc(1, {0, -5}, {0, 5}), k_floor, {.t = 0.4, .point = {0, 0}, .normal = {0, -1}});
  expect_hit(disc(1, {9, 0}, {1, 0}), k_floor, {.t = 0.5, .point = {4, 0}, .normal = {1, 0}});
  expect_hit(disc(1, {-9, 0}, {-1, 0}), k_floor, {.t = 0.5, .point = {-4, 0}, .normal = {-1, 0}});
  expect_hit(disc(5, {7, 12}, {7, -4}), k_floor, {.t = 0.5, .point = {4, 0}, .normal = {0.6, 0.8}});
}

TEST(CircleSegment, AGrazeOfAnEndCounts) {
  expect_hit(disc(1, {5, 5}, {5, -5}), k_floor, {.t = 0.5, .point = {4, 0}, .normal = {1, 0}});
  expect_miss(disc(1, {std::nextafter(5, 6), 5}, {std::nextafter(5, 6), -5}), k_floor);
}

TEST(CircleSegment, TouchingAtTheStart) {
  expect_hit(disc(1, {0, 1}, {3, 0.5}), k_floor, {.t = 0, .point = {0, 0}, .normal = {0, 1}});
  expect_miss(disc(1, {0, 1}, {3, 1}), k_floor);   // rolling along
  expect_miss(disc(1, {0, 1}, {30, 1}), k_floor);  // and off its end
  expect_miss(disc(1, {0, 1}, {3, 2}), k_floor);
  expect_miss(disc(1, {0, 1}), k_floor);
  expect_hit_at(disc(1, {5, 0}, {4, 0}), k_floor, 0);  // at the end, closing
  expect_miss(disc(1, {5, 0}, {5, 3}), k_floor);       // at the end, along it: curved, it parts
  expect_miss(disc(1, {5, 0}, {6, 0}), k_floor);
}

TEST(CircleSegment, Overlap) {
  expect_overlap(disc(1, {0, 0.5}, {9, 9}), k_floor);
  expect_overlap(disc(1, {4.5, 0}, {9, 9}), k_floor);
  expect_overlap(disc(9, {0, 0}, {9, 9}), k_floor);  // within the disc
  expect_overlap(disc(1, {0, std::nextafter(1, 0)}, {9, 9}), k_floor);
}

TEST(CircleSegment, InARing) {
  expect_hit(ring(9, {0, 0}, {10, 0}), k_floor, {.t = 0.5, .point = {-4, 0}, .normal = {-1, 0}, .side = Side::inner});
  expect_miss(ring(9, {0, 0}, {4, 0}), k_floor);
  expect_hit_at(ring(4, {0, 0}, {0, 1}), k_floor, 0);  // both ends on it: every way is into one of them
  expect_miss(ring(4, {0, 0}), k_floor);
  expect_overlap(ring(3, {0, 0}), k_floor);               // its line cuts it
  expect_hit_at(ring(1, {0, 5}, {0, -5}), k_floor, 0.4);  // from outside
}

TEST(CircleSegment, APointIsACircleOfNoRadius) {
  expect_hit(point({0, 5}, {0, -5}), k_floor, {.t = 0.5, .point = {0, 0}, .normal = {0, 1}});
  expect_hit_at(point({4, 5}, {4, -5}), k_floor, 0.5);
  expect_miss(point({std::nextafter(4, 5), 5}, {std::nextafter(4, 5), -5}), k_floor);
  expect_miss(point({0, 0}, {0, -5}), k_floor);  // a point on a line is on neither side: it leaves
  expect_miss(point({0, 0}, {9, 0}), k_floor);
  expect_hit(point({9, 0}, {-1, 0}), k_floor, {.t = 0.5, .point = {4, 0}, .normal = {1, 0}});  // along its line
  expect_hit_at(point({0, 5}, {0, 5}), segment({-4, 0}, {4, 0}, {0, 10}), 0.5);
}

TEST(CircleSegment, FarHugeAndTiny) {
  const double far = 0x1p48;
  expect_hit(disc(1, {far, far + 5}, {far, far - 5}), segment({far - 4, far}, {far + 4, far}),
             {.t = 0.4, .point = {far, far}, .normal = {0, 1}});
  expect_hit_at(disc(1e59, {0, 5e59}, {0, -5e59}), segment({-4e59, 0}, {4e59, 0}), 0.4);
  expect_hit_at(disc(1e-300, {0, 5e-300}, {0, -5e-300}), segment({-4e-300, 0}, {4e-300, 0}), 0.4);
  expect_hit_at(disc(1, {0, 5}, {0, -5}), segment({-1e-300, 0}, {1e-300, 0}), 0.4);
  expect_hit_at(disc(1e-300, {0, 5}, {0, -5}), segment({-1e59, 0}, {1e59, 0}), 0.5);
  // The digits of gap and motion are far below those of the radius.
  const auto still_disc = disc(4.0625, {3.5, 2.0625});
  const auto tiny = rotating({9.7327e-318, -1.6892776e-317}, {-3.623675e-318, 5.772584e-318},
                             {1.0491583e-317, -1.7176093e-317}, {-2.86479e-318, 5.489267e-318});
  EXPECT_EQ(agreed(still_disc, tiny).outcome, Outcome::hit);
}

// Taking |e| as it is at the start is exact for edges that slide, and close for those that hardly turn.
TEST(CircleSegment, TheApproximateFormByName) {
  const auto exact = approximate_edge_time(disc(1, {0, 5}, {0, -5}), k_floor);
  ASSERT_TRUE(exact);
  EXPECT_NEAR(*exact, 0.4, 1e-15);
  EXPECT_NEAR(*approximate_edge_time(disc(1, {0, -5}, {0, 5}), k_floor), 0.4, 1e-15);
  EXPECT_NEAR(*approximate_edge_time(disc(1, {0, 5}), segment({-4, 0}, {4, 0}, {0, 10})), 0.4, 1e-15);
  EXPECT_FALSE(approximate_edge_time(disc(1, {9, 5}, {9, -5}), k_floor));
  EXPECT_FALSE(approximate_edge_time(disc(1, {0, 5}, {0, 3}), k_floor));
  EXPECT_FALSE(approximate_edge_time(disc(1, {0, 5}, {0, 9}), k_floor));
  const MovingSegment hand = rotating({0, 0}, {10, 0}, {0, 0}, {0, 10});
  const auto near = approximate_edge_time(disc(1, {3, 3}), hand);
  ASSERT_TRUE(near);
  const double true_time = time_of_impact(disc(1, {3, 3}), hand).contact.t;
  EXPECT_NEAR(*near, true_time, 0.1);
  EXPECT_GT(std::abs(*near - true_time), 0.01);  // the edge is shorter in the middle of its way
}

}  // namespace
}  // namespace carom
