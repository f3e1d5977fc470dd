#include "toi/straight/circle_chain.hpp"

#include <gtest/gtest.h>

#include "toi/hand_made_test.hpp"

namespace carom {
namespace {

using namespace hand_made;

TEST(CircleChain, TheEarliestTouchOfAll) {
  const auto comb = solid({{-9, -9}, {9, -9}, {9, 3}, {6, 3}, {6, 0}, {0, 0}, {0, 2}, {-9, 2}});
  expect_hit(disc(1, {3, 9}, {3, -9}), comb, {.t = 8.0 / 18, .point = {3, 0}, .normal = {0, 1}});
  expect_hit(disc(1, {-5, 9}, {-5, -9}), comb, {.t = 6.0 / 18, .point = {-5, 2}, .normal = {0, 1}});
  expect_hit(disc(1, {8, 9}, {8, -9}), comb, {.t = 5.0 / 18, .point = {8, 3}, .normal = {0, 1}});
}

TEST(CircleChain, IntoACornerTheFacePressedHardestTells) {
  // At rest in a corner, then pushed mostly to the right: the wall answers, not the floor.
  const auto corner = solid({{-9, -1}, {9, -1}, {9, 9}, {8, 9}, {8, 0}, {-9, 0}});
  expect_hit(disc(1, {7, 1}, {12, 0.5}), corner, {.t = 0, .point = {8, 1}, .normal = {-1, 0}});
  expect_hit(disc(1, {7, 1}, {7.5, -4}), corner, {.t = 0, .point = {7, 0}, .normal = {0, 1}});
  expect_miss(disc(1, {7, 1}), corner);
  expect_hit(disc(1, {7, 1}, {9, 1}), corner, {.t = 0, .point = {8, 1}, .normal = {-1, 0}});  // along the floor
  expect_miss(disc(1, {7, 1}, {5, 1}), corner);
}

TEST(CircleChain, TheFirstRootOfAnEdgeMayBeTheWayOutOfItsSlab) {
  // Within the slab of the long edge, beside it: only the end can be met.
  expect_hit(disc(1, {9, 0.5}, {0, 0.5}), segment({-4, 0}, {4, 0}),
             {.t = (9 - 4 - std::sqrt(0.75)) / 9, .point = {4, 0}, .normal = {std::sqrt(0.75), 0.5}});
}

TEST(CircleChain, VertexOfARotatingEdge) {
  const MovingSegment hand = rotating({0, 0}, {10, 0}, {0, 0}, {0, 10});
  EXPECT_EQ(agreed(disc(1, {5.5, 5.5}), hand).outcome, Outcome::hit);  // the tip, which goes straight
  expect_miss(disc(1, {6, 6}), hand);
}

TEST(CircleChain, ARingHoldsByItsFarthestVertex) {
  expect_hit_at(ring(5, {0, 0}), box(-3, -3, 3, 3).moving({2, 0}), 0.5);
  expect_hit_at(ring(5, {0, 0}), box(-3, -3, 3, 3).moving_by_vertices({2, 0}), 0.5);
  expect_miss(ring(5, {0, 0}), box(-3, -3, 3, 3).moving({0.5, 0}));
  expect_hit_at(ring(5, {0, 0}), box(-3, -4, 3, 4).moving({0, 0x1p-60}), 0);  // along and into its wall
  expect_miss(ring(5, {0, 0}), box(-3, -4, 3, 4));
}

TEST(CircleChain, ScrapingPastACornerWhileSliding) {
  // In touch with a face all the way, a second face ahead of it: the entering touch counts, not the graze beside it.
  const auto channel = solid({{-9, -1}, {9, -1}, {9, 0}, {-9, 0}});
  expect_miss(disc(1, {-5, 1}, {20, 1}), channel);
  const auto arch =
      solid({{-9, -1}, {9, -1}, {9, 4}, {3, 4}, {3, 2}, {4, 2}, {4, 0}, {-9, 0}});  // touches the ceiling's corner
  expect_hit_at(disc(1, {-5, 1}, {5, 1}), arch, 0.8);
}

}  // namespace
}  // namespace carom
