#include "toi/ballistic/ballistic_chain.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace carom::detail {
namespace {

Polygon polygon(std::vector<Vec2> vertices, bool hollow = false) {
  return Polygon::make(std::move(vertices), hollow).value();
}
const Polygon k_box = polygon({{-1, -1}, {1, -1}, {1, 1}, {-1, 1}});
const Segment k_floor{{Vec2{-4, 0}, Vec2{4, 0}}};

Flightpath flight(Vec2 at, Vec2 velocity, Vec2 gravity = {}, double horizon = 10) {
  return Flightpath({at, velocity, gravity, horizon}, 4);
}

TEST(BallisticChain, ACircleMeetsFacesAndCorners) {
  const auto face = ballistic_circle_chain(0.5, false, flight({0.25, 6.5}, {}, {0, -10}), chain_of(k_box));
  ASSERT_TRUE(face);
  EXPECT_DOUBLE_EQ(face->t, 1);
  EXPECT_EQ(face->normal, (Vec2{0, 1}));
  EXPECT_NEAR(length(face->point - Vec2{0.25, 1}), 0, 1e-15);
  // Beside the box, down past its face: only the corner is in the way.
  const auto corner = ballistic_circle_chain(0.5, false, flight({1.3, 5}, {}, {0, -10}), chain_of(k_box));
  ASSERT_TRUE(corner);
  EXPECT_EQ(corner->point, (Vec2{1, 1}));
  EXPECT_NEAR(corner->normal.x, 0.6, 1e-14);
  EXPECT_FALSE(ballistic_circle_chain(0.5, false, flight({1.5001, 5}, {}, {0, -10}), chain_of(k_box)));
}

// The line is crossed beside the segment, which is then met from below.
TEST(BallisticChain, RoundTheEndToTheOtherSide) {
  const auto found = ballistic_circle_chain(0.1, false, flight({-6, 1}, {3, -4}, {0, 4}), chain_of(k_floor));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->normal, (Vec2{0, -1}));
  EXPECT_NEAR(found->point.y, 0, 1e-15);
}

TEST(BallisticChain, ARingHoldsABox) {
  const auto found = ballistic_circle_chain(3, true, flight({}, {1, 0}), chain_of(k_box));
  ASSERT_TRUE(found);
  EXPECT_DOUBLE_EQ(found->t, std::sqrt(8) - 1);  // corners at (-1, ±1)
  EXPECT_EQ(found->side, Side::inner);
  EXPECT_GT(dot(found->normal, {-1, 0}), 0);
}

TEST(BallisticChain, InAnArena) {
  const Polygon room = polygon({{-2, -2}, {2, -2}, {2, 2}, {-2, 2}}, true);
  const auto found = ballistic_circle_chain(0.5, false, flight({0, 1}, {}, {0, -10}), chain_of(room));
  ASSERT_TRUE(found);
  EXPECT_EQ(found->side, Side::inner);
  EXPECT_EQ(found->normal, (Vec2{0, 1}));
  EXPECT_DOUBLE_EQ(found->t, std::sqrt(0.5));
}

TEST(BallisticChain, FaceOnFaceInTheMiddleOfWhatTheyShare) {
  const auto found = ballistic_chain_chain(chain_of(k_box), flight({3.5, 6}, {}, {0, -10}), chain_of(k_floor));
  ASSERT_TRUE(found);
  EXPECT_DOUBLE_EQ(found->t, 1);
  EXPECT_EQ(found->normal, (Vec2{0, 1}));
  EXPECT_NEAR(length(found->point - Vec2{3.25, 0}), 0, 1e-14);  // from 2.5 to the floor's end
}

TEST(BallisticChain, ACornerOnAFaceAndAFaceOnACorner) {
  const Polygon kite = polygon({{0, -1}, {1, 0}, {0, 1}, {-1, 0}});
  const auto down = ballistic_chain_chain(chain_of(kite), flight({2, 6}, {}, {0, -10}), chain_of(k_floor));
  ASSERT_TRUE(down);
  EXPECT_EQ(down->point, (Vec2{2, 0}));
  EXPECT_EQ(down->normal, (Vec2{0, 1}));
  const auto up = ballistic_chain_chain(chain_of(k_floor), flight({2, 6}, {}, {0, -10}), chain_of(kite));
  ASSERT_TRUE(up);
  EXPECT_EQ(up->point, (Vec2{0, 1}));
  EXPECT_EQ(up->normal, (Vec2{0, 1}));
}

// In touch with the wall's side.
TEST(BallisticChain, AlongAWall) {
  const Polygon wall = polygon({{1, -9}, {3, -9}, {3, 0}, {1, 0}});
  EXPECT_FALSE(ballistic_chain_chain(chain_of(k_box), flight({0, -3}, {0, -2}, {}, 1.2), chain_of(wall)));
}

TEST(BallisticChain, MayOverlap) {
  EXPECT_TRUE(may_overlap(0, flight({0.5, 0.5}, {}), chain_of(k_box)));
  EXPECT_TRUE(may_overlap(0.5, flight({0, 0.4}, {}), chain_of(k_floor)));
  EXPECT_FALSE(may_overlap(0.5, flight({0, 0.5 - 1e-12}, {}), chain_of(k_floor)));
  EXPECT_FALSE(may_overlap(0.5, flight({4.5, 0.1}, {}), chain_of(k_floor)));
}

}  // namespace
}  // namespace carom::detail
