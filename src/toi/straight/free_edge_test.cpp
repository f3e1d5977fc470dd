#include "toi/straight/free_edge.hpp"

#include <gtest/gtest.h>

#include "toi/hand_made_test.hpp"

namespace carom::detail {
namespace {

using namespace hand_made;

std::optional<EdgeHit> hit(double radius, Vec2 center, const MovingSegment& s) {
  return free_edge_hit({center, center, {}}, radius, {s.from.ends[0], s.to.ends[0], s.shift},
                       {s.from.ends[1], s.to.ends[1], s.shift});
}

// A clock's hand of length 10 from the origin, from 3 o'clock straight to 12.
const MovingSegment k_hand = rotating({0, 0}, {10, 0}, {0, 0}, {0, 10});

TEST(FreeEdge, AHandSweepsIntoACircle) {
  // The tip is at (10 - 10 t, 10 t): on the ray through (3, 3) in the middle of the step.
  const auto found = hit(1, {3, 3}, k_hand);
  ASSERT_TRUE(found);
  EXPECT_LT(found->t, 0.5);
  EXPECT_EQ(found->side, Sign::positive);
  EXPECT_NEAR(found->t, oracle::truth(disc(1, {3, 3}), k_hand).t, 1e-15);
}

TEST(FreeEdge, FromTheOtherSide) {
  const MovingSegment back = rotating({0, 0}, {0, 10}, {0, 0}, {10, 0});
  const auto found = hit(1, {3, 3}, back);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->side, Sign::negative);
}

TEST(FreeEdge, OutOfReach) {
  EXPECT_FALSE(hit(1, {9, 9}, k_hand));    // beyond the tip
  EXPECT_FALSE(hit(1, {-3, -3}, k_hand));  // behind the pivot
  EXPECT_FALSE(hit(1, {-3, 3}, k_hand));   // not reached in time
  EXPECT_FALSE(hit(1, {5, -9}, k_hand));
}

TEST(FreeEdge, ArrivingAtTheVeryEnd) {
  EXPECT_TRUE(hit(1, {-1, 5}, k_hand));
  EXPECT_EQ(hit(1, {-1, 5}, k_hand)->t, 1);
  EXPECT_FALSE(hit(1, {std::nextafter(-1, -2), 5}, k_hand));
}

TEST(FreeEdge, AnExactGrazeCounts) {
  // A bow: both ends rise by different amounts and the circle passes over it. The edge's line at t is y = (1 - 2t) x + ...
  const MovingSegment rocking = rotating({-10, -10}, {10, 10}, {-10, 10}, {10, -10});  // turns about the origin
  EXPECT_EQ(judged::judged(disc(1, {0, 1}, {0, 1}), rocking).wrong, "");
  EXPECT_EQ(judged::judged(disc(1, {0, 2}, {0, 2}), rocking).wrong, "");
  // Level at t = 1/2, when the circle over it is lowest: touches with equal velocities.
  const MovingSegment level = rotating({-10, -1}, {10, 1}, {-10, 1}, {10, -1});
  const MovingCircle over = disc(1, {-5, 1.5}, {5, 1.5});
  EXPECT_EQ(judged::judged(over, level).wrong, "");
}

TEST(FreeEdge, TouchingAtTheStartIsNoRoot) {
  EXPECT_FALSE(hit(1, {5, -1}, k_hand));  // touches at t = 0 and the hand turns away
  EXPECT_FALSE(hit(1, {5, 1}, k_hand));   // touches and turns in: circle_rest answers
}

// Exactly apart at the start, by less than any tolerance: the contact that follows must not be lost.
TEST(FreeEdge, ApartByAHairAtTheStart) {
  expect_hit_at(disc(162.5, {-694, -819.5}),
                rotating({-693.9999999999998, -982}, {-763.375, -1005.75}, {-694, -982}, {-812.375, -967.75}),
                oracle::truth(disc(162.5, {-694, -819.5}), rotating({-693.9999999999998, -982}, {-763.375, -1005.75},
                                                                    {-694, -982}, {-812.375, -967.75}))
                    .t);
  const MovingSegment tiny_turn = rotating({0, 2.0679515313825692e-25}, {3.3527612686157227e-08, -2.60770320892334e-08},
                                           {-196, 209.99999999999997}, {-195.9999999664724, 209.99999997392297});
  EXPECT_EQ(agreed(disc(4.93275e-319, {0, 4.93275e-319}, {-195.99999993294477, 210}), tiny_turn).outcome, Outcome::hit);
}

TEST(FreeEdge, FurtherRootsAtTheEndsOfAnIntervalAreNotTakenForIt) {
  // In touch at t = 0 (a root there), apart, then met again.
  const MovingSegment s = rotating({-435, 232}, {-934.9999999999998, -968}, {0, 0}, {-500, -1200});
  EXPECT_EQ(judged::judged(disc(97.5, {-90, 37.50000000000001}, {-90, 37.5}), s).wrong, "");
}

TEST(FreeEdge, AnEdgeThatShrinksToAPointSpeaksThroughItsEnds) {
  const MovingSegment flips = rotating({-4, 0}, {4, 0}, {4, 0}, {-4, 0});  // a point at t = 1/2, at the origin
  expect_miss(disc(1, {0, 5}), flips);
  expect_miss(disc(1, {3, 3}), flips);
  EXPECT_EQ(judged::judged(disc(1, {0, 1}), flips).wrong, "");  // rests on its middle, where the ends meet
  // At t = 1/3 no dyadic number is the moment.
  expect_miss(disc(1, {0, 5}), rotating({-1, 0}, {1, 0}, {2, 0}, {-2, 0}));
  expect_miss(disc(1, {5, 5}, {5, 4}), rotating({-1, -1}, {1, 1}, {2, 2}, {-2, -2}));
  const MovingSegment gathers = rotating({-4, 0}, {4, 0}, {0, 8}, {0.5, 8});
  EXPECT_EQ(judged::judged(disc(1, {0, 5}), gathers).wrong, "");
}

TEST(FreeEdge, OnlyATurnOfOneBit) {
  for (const double x : {4.0, std::nextafter(4, 5), std::nextafter(4, 3)}) {
    const MovingSegment s = rotating({-4, 0}, {4, 0}, {-4, 8}, {x, 8});
    const Impact found = agreed(disc(1, {0, 5}), s);
    EXPECT_EQ(found.outcome, Outcome::hit);
    EXPECT_NEAR(found.contact.t, 0.5, 1e-15);
  }
}

}  // namespace
}  // namespace carom::detail
