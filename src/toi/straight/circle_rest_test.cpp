#include "toi/straight/circle_rest.hpp"

#include <gtest/gtest.h>

#include "toi/hand_made_test.hpp"

namespace carom::detail {
namespace {

using namespace hand_made;

Sign gap_after(Vec2 from, Vec2 to, const MovingSegment& s, NearPart nearest) {
  const AfterTouch after = edge_after_start({from, to, {}}, 1, chain_of(s), 0);
  EXPECT_EQ(after.nearest, nearest);
  return after.gap;
}

const MovingSegment k_floor = segment({-4, 0}, {4, 0});

TEST(CircleRest, JustAfterOverTheBody) {
  EXPECT_EQ(gap_after({0, 1}, {0, 0}, k_floor, NearPart::body), Sign::negative);
  EXPECT_EQ(gap_after({0, 1}, {0, 2}, k_floor, NearPart::body), Sign::positive);
  EXPECT_EQ(gap_after({0, 1}, {3, 1}, k_floor, NearPart::body), Sign::zero);
  EXPECT_EQ(gap_after({0, 2}, {0, 0}, k_floor, NearPart::body), Sign::positive);  // not in touch yet
}

TEST(CircleRest, JustAfterBesideAnEnd) {
  EXPECT_EQ(gap_after({5, 0}, {4, 0}, k_floor, NearPart::end), Sign::negative);
  EXPECT_EQ(gap_after({5, 0}, {5, 1}, k_floor, NearPart::end), Sign::positive);
  EXPECT_EQ(gap_after({5, 0}, {5, 0}, k_floor, NearPart::end), Sign::zero);
  EXPECT_EQ(gap_after({-5, 0}, {-4, 0}, k_floor, NearPart::start), Sign::negative);
}

TEST(CircleRest, OverAnEndTheMotionTellsThePart) {
  EXPECT_EQ(gap_after({4, 1}, {3, 1}, k_floor, NearPart::body), Sign::zero);
  EXPECT_EQ(gap_after({4, 1}, {5, 1}, k_floor, NearPart::end), Sign::positive);
  EXPECT_EQ(gap_after({-4, 1}, {-5, 1}, k_floor, NearPart::start), Sign::positive);
}

// The first derivative that is not zero tells: the second where the edge turns about the point of contact.
TEST(CircleRest, HigherDerivatives) {
  EXPECT_EQ(gap_after({0, 1}, {0, 1}, rotating({-4, 0}, {4, 0}, {-4, 1}, {4, -1}), NearPart::body), Sign::negative);
  EXPECT_EQ(gap_after({0, 1}, {0, 1}, rotating({-4, 0}, {4, 0}, {-4, 1}, {4, 1}), NearPart::body), Sign::negative);
  EXPECT_EQ(gap_after({0, 1}, {0, 1}, rotating({-4, 0}, {4, 0}, {-5, 0}, {9, 0}), NearPart::body), Sign::zero);
}

TEST(CircleRest, AVertexRestsWhileItsEdgeTurnsIn) {
  // The pivot stays in touch; the hand comes round from below and begins to press at the level of the floor: t = 1/2.
  const MovingSegment hand = rotating({0, 0}, {4, -4}, {0, 0}, {4, 4});
  expect_hit_at(disc(1, {0, 1}), hand, 0.5);
  expect_miss(disc(1, {0, 1}), rotating({0, 0}, {4, -4}, {0, 0}, {4, -1}));
  expect_hit_at(
      disc(1, {0, 1}, {7, 8}),
      [] {
        MovingSegment moved = rotating({0, 0}, {4, -4}, {7, 7}, {11, 11});
        return moved;
      }(),
      0.5);
  // The same from the other end of the edge.
  expect_hit_at(disc(1, {0, 1}), rotating({4, -4}, {0, 0}, {4, 4}, {0, 0}), 0.5);
  // Already level and turning in: at once; turning away: never.
  expect_hit_at(disc(1, {0, 1}), rotating({0, 0}, {4, 0}, {0, 0}, {4, 4}), 0);
  expect_miss(disc(1, {0, 1}), rotating({0, 0}, {4, 0}, {0, 0}, {4, -4}));
}

TEST(CircleRest, SlidingToAVertexWhoseNextEdgeTurnsIn) {
  // It runs along one edge; when its foot reaches the vertex the next edge is just in line and goes on turning.
  const auto bends =
      solid({{233.125, -127.25}, {121, -242.5}, {300.875, -360.25}, {377, -234.5}, {313, -186.5}})
          .morphing_to({{238.125, -129.25}, {169, -278.5}, {295.875, -402.25}, {425, -270.5}, {361, -222.5}});
  expect_hit(disc(260, {487, 8}), bends, {.t = 0.375, .point = {331, -200}, .normal = {0.6, 0.8}});
  // The same with the step ending at that moment: it would go on to turn in.
  const auto ends = solid({{233.125, -127.25}, {121, -242.5}, {300.875, -360.25}, {377, -234.5}, {313, -186.5}})
                        .morphing_to({{235, -128}, {139, -256}, {299, -376}, {395, -248}, {331, -200}});
  expect_hit_at(disc(260, {487, 8}), ends, 1);
}

TEST(CircleRest, HowLongItSlides) {
  const Track center{{-2, 1}, {12, 1}, {}};
  const auto level = solid({{-9, 0}, {-9, -9}, {9, -9}, {9, 0}, {5, 0}, {5, -2}, {0, -2}, {0, 0}});
  const MovingPolygon moving_level = level;
  const Graze graze = first_graze_after_sliding(center, 1, chain_of(moving_level));
  EXPECT_TRUE(graze.found);
  EXPECT_EQ(graze.t, 0.5);
  EXPECT_EQ(graze.vertex, 4);
  const auto seamed = solid({{-9, 0}, {-9, -1}, {19, -1}, {19, 0}, {3, 0}, {0, 0}});
  const MovingPolygon moving_seamed = seamed;
  EXPECT_FALSE(
      first_graze_after_sliding(center, 1, chain_of(moving_seamed)).found);  // over seams to the end of the step
}

TEST(CircleRest, AFloorThatStretchesAlongItself) {
  expect_miss(disc(1, {0, 1}), rotating({-4, 0}, {4, 0}, {-9, 0}, {2, 0}));
  expect_miss(disc(1, {0, 1}), rotating({-4, 0}, {4, 0}, {-9, 0}, {-2, 0}));  // its end runs out from below
  expect_miss(disc(1, {0, 1}, {3, 1}), rotating({-4, 0}, {4, 0}, {-9, 0}, {2, 0}));
}

}  // namespace
}  // namespace carom::detail
