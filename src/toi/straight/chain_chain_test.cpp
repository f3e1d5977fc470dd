#include "toi/straight/chain_chain.hpp"

#include <gtest/gtest.h>

#include "toi/hand_made_test.hpp"

namespace carom {
namespace {

using namespace hand_made;

TEST(ChainChain, VerticesOfBothAgainstEdgesOfBoth) {
  const auto spike = solid({{0, 2}, {1, 4}, {-1, 4}});
  expect_hit(spike.moving({0, -4}), box(-9, -1, 9, 0), {.t = 0.5, .point = {0, 0}, .normal = {0, 1}});
  expect_hit(box(-9, -1, 9, 0).moving({0, 4}), spike, {.t = 0.5, .point = {0, 2}, .normal = {0, -1}});
}

TEST(ChainChain, PartingThenMeetingAgain) {
  // Leaves the left jaw of a trap and meets the right one.
  const auto trap = solid({{-5, -1}, {5, -1}, {5, 5}, {4, 5}, {4, 0}, {-4, 0}, {-4, 5}, {-5, 5}});
  expect_hit(box(-4, 1, -2, 3).moving({12, 0}), trap, {.t = 0.5, .point = {4, 2}, .normal = {-1, 0}});
}

TEST(ChainChain, InTouchOnTwoSides) {
  const auto slot = solid({{-5, -1}, {5, -1}, {5, 5}, {2, 5}, {2, 0}, {-2, 0}, {-2, 5}, {-5, 5}});
  expect_miss(box(-2, 1, 2, 2), slot);
  expect_miss(box(-2, 1, 2, 2).moving({0, 9}), slot);  // pulled out
  expect_hit_at(box(-2, 1, 2, 2).moving({0, -2}), slot, 0.5);
  expect_hit_at(box(-2, 1, 2, 2).moving({0x1p-1074, 3}), slot, 0);
}

TEST(ChainChain, RotatingAwayFromAFace) {
  // One end of the face stays, the other lifts: in touch by a vertex all the way.
  const auto lifts = box(0, 0, 4, 2).morphing_to({{0, 0}, {4, 1}, {4, 3}, {0, 2}});
  expect_miss(lifts, box(-9, -1, 9, 0));
  const auto digs = box(0, 0, 4, 2).morphing_to({{0, 0}, {4, -1}, {4, 2}, {0, 2}});
  expect_hit_at(digs, box(-9, -1, 9, 0), 0);
}

TEST(ChainChain, RestingOnAVertexWhileAnotherComesDown) {
  const auto rocks = solid({{0, 0}, {6, 3}, {6, 5}, {0, 5}}).morphing_to({{0, 0}, {6, -3}, {6, 5}, {0, 5}});
  expect_hit_at(rocks, box(-9, -1, 9, 0), 0.5);
  const auto stops = solid({{0, 0}, {6, 3}, {6, 5}, {0, 5}}).morphing_to({{0, 0}, {6, 1}, {6, 5}, {0, 5}});
  expect_miss(stops, box(-9, -1, 9, 0));
}

TEST(ChainChain, AGrazeOfCorners) {
  expect_hit_at(box(0, 0, 1, 1).moving({-4, 4}), box(-4, 1, -1, 3), 0.25);  // past its corner, touching one face
  const auto a = solid({{0, 0}, {1, -1}, {2, 0}, {1, 1}});
  expect_hit(a.moving({0, 8}), solid({{-2, 4}, {-1, 3}, {0, 4}, {-1, 5}}),
             {.t = 0.5,
              .point = {0, 4},
              .normal = agreed(a.moving({0, 8}), solid({{-2, 4}, {-1, 3}, {0, 4}, {-1, 5}})).contact.normal});
  expect_miss(a.moving({0x1p-1074, 8}), solid({{-2, 4}, {-1, 3}, {0, 4}, {-1, 5}}));
}

TEST(ChainChain, ShiftsAreNeverRounded) {
  // Far from the origin a shift of 2^-60 is lost in every sum, but not in the decision.
  const double far = 0x1p40;
  expect_hit_at(box(far, 0, far + 1, 1).moving({-0x1p-60, 0}), box(far - 1, 0, far, 1), 0);
  expect_miss(box(far, 0, far + 1, 1).moving({0x1p-60, 0}), box(far - 1, 0, far, 1));
  expect_miss(box(far, 0, far + 1, 1).moving({-0x1p-60, 0}), box(far - 1, 0, far, 1).moving({-0x1p-60, 0}));
}

// The order in which two equal chains are looked at must not show.
TEST(ChainChain, SwappingTwins) {
  const auto twin = box(0, 0, 2, 2);
  expect_hit(twin.moving({8, 0}), box(6, 0, 8, 2), {.t = 0.5, .point = {6, 1}, .normal = {-1, 0}});
  expect_overlap(twin.moving({1, 0}), box(0, 0, 2, 2).moving({-1, 0}));
  expect_miss(room(0, 0, 2, 2), room(0, 0, 2, 2));
  expect_hit_at(room(0, 0, 2, 2).moving({1, 0}), room(0, 0, 2, 2), 0);
}

TEST(ChainChain, ACoverOfManyEventsAtOnce) {
  // Two combs whose 12 teeth meet at one time: more events than are kept.
  std::vector<Vec2> comb{{0, 9}, {0, 2}};
  for (int i = 0; i < 12; ++i) {
    const double x = i;
    comb.insert(comb.end(), {{x + 0.25, 1}, {x + 0.5, 1}, {x + 0.75, 2}});
  }
  comb.insert(comb.end(), {{12, 2}, {12, 9}});
  expect_hit_at(solid(comb).moving({0, -2}), box(-1, -1, 13, 0), 0.5);
  const Impact impact = agreed(solid(comb).moving({0, -2}), box(-1, -1, 13, 0));
  expect_near(impact.contact.normal, {0, 1}, "normal");
}

}  // namespace
}  // namespace carom
