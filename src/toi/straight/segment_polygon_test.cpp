#include "carom/toi/segment_polygon.hpp"

#include <gtest/gtest.h>

#include "toi/hand_made_test.hpp"

namespace carom {
namespace {

using namespace hand_made;

TEST(SegmentPolygon, EndOnFaceAndCornerOnBody) {
  expect_hit(segment({0, 4}, {0, 2}, {0, -4}), box(-3, -1, 3, 0), {.t = 0.5, .point = {0, 0}, .normal = {0, 1}});
  expect_hit(segment({-9, 2}, {9, 2}, {0, -4}), solid({{0, 0}, {1, -2}, {-1, -2}}),
             {.t = 0.5, .point = {0, 0}, .normal = {0, 1}});
}

TEST(SegmentPolygon, InsideASolidIsOverlap) {
  expect_overlap(segment({0, 0}, {1, 1}, {99, 0}), box(-3, -3, 3, 3));
  expect_overlap(segment({-9, 0}, {9, 0}, {0, 99}), box(-3, -3, 3, 3));   // through it
  expect_overlap(segment({-3, -3}, {3, 3}, {0, 99}), box(-3, -3, 3, 3));  // from corner to corner
}

TEST(SegmentPolygon, AlongAFaceAndOffIt) {
  expect_miss(segment({-2, 3}, {2, 3}, {1, 0}), box(-3, -3, 3, 3));
  expect_miss(segment({-2, 3}, {2, 3}, {9, 0}), box(-3, -3, 3, 3));
  expect_miss(segment({-2, 3}, {2, 3}, {0, 1}), box(-3, -3, 3, 3));
  expect_hit_at(segment({-2, 3}, {2, 3}, {0, -1}), box(-3, -3, 3, 3), 0);
  expect_hit_at(rotating({-2, 3}, {2, 3}, {-2, 4}, {2, 2}), box(-3, -3, 3, 3), 0);
}

TEST(SegmentPolygon, InAnArena) {
  expect_hit(segment({0, 0}, {1, 0}, {4, 0}), room(-3, -3, 3, 3),
             {.t = 0.5, .point = {3, 0}, .normal = {-1, 0}, .side = Side::inner});
  expect_miss(segment({0, 0}, {1, 0}, {1, 0}), room(-3, -3, 3, 3));
  expect_overlap(segment({0, 0}, {9, 0}, {1, 0}), room(-3, -3, 3, 3));
  expect_miss(segment({-3, -3}, {3, 3}), room(-3, -3, 3, 3));  // stuck between two corners, at rest
  expect_hit_at(segment({-3, -3}, {3, 3}, {1, 0}), room(-3, -3, 3, 3), 0);
}

// Lying along the wall it has no point outside: inside, even if the next moment cuts it.
TEST(SegmentPolygon, AlongTheWallOfAnArenaCountsAsInside) {
  const auto moving = arena({{0, 1920}, {-9216, 1920}, {-9216, -7296}, {0, -7296}}).moving({0x1p-43, -1920});
  const Impact impact = agreed(segment({0, 1920}, {0, -5760}), moving);
  EXPECT_EQ(impact.outcome, Outcome::hit);
  EXPECT_EQ(impact.contact.side, Side::inner);
}

}  // namespace
}  // namespace carom
