#include "overlap/separation.hpp"

#include <gtest/gtest.h>

#include "overlap/rest_laws_test.hpp"

namespace carom::resting {
namespace {

TEST(Separation, PartsHullsAlongTheBestNormal) {
  const Rest left = box(0, 0, 4, 4);
  const Rest right = box(3, -1, 9, 9);
  const detail::Move move = detail::separating_move(chain_of_rest(left), chain_of_rest(right));
  EXPECT_EQ(move.depth, 1);
  EXPECT_EQ(move.normal, (Vec2{-1, 0}));
}

TEST(Separation, OfADiscAndAHull) {
  // The centre is in the niche of an L: outside of it, inside its hull. The hull's slanted edge runs from (6, 2) to (2, 6).
  const Rest angle = polygon({{0, 0}, {6, 0}, {6, 2}, {2, 2}, {2, 6}, {0, 6}});
  const detail::Move move = detail::separating_move(Circle{1, {3.5, 3.5}, false}, chain_of_rest(angle));
  EXPECT_NEAR(move.depth, 1 + std::sqrt(0.5), 1e-15);
  EXPECT_NEAR(move.normal.x, std::sqrt(0.5), 1e-15);
  EXPECT_NEAR(move.normal.y, std::sqrt(0.5), 1e-15);
}

TEST(Separation, AlwaysSuffices) {
  Random random(5);
  for (int i = 0; i < 300; ++i) {
    const Rest a = random_rest(random, Kind::concave, 1);
    const Rest b = random_rest(random, Kind::concave, 1);
    const Rest c = random_rest(random, Kind::disc, 1);
    if (overlaps(a, b)) {
      const detail::Move move = detail::separating_move(chain_of_rest(a), chain_of_rest(b));
      EXPECT_FALSE(overlaps(moved(a, (move.depth + 1e-13) * move.normal), b)) << i;
    }
    if (overlaps(c, a)) {
      const detail::Move move = detail::separating_move(std::get<Circle>(c.value), chain_of_rest(a));
      EXPECT_FALSE(overlaps(moved(c, (move.depth + 1e-13) * move.normal), a)) << i;
    }
  }
}

TEST(Separation, ADisplacementOfZeroStillHasANormal) {
  EXPECT_EQ(detail::move_along({0, 0}).normal, (Vec2{1, 0}));
  EXPECT_EQ(detail::move_along({0, 0}).depth, 0);
  EXPECT_EQ(detail::move_along({0, -3}).normal, (Vec2{0, -1}));
  EXPECT_EQ(detail::move_along({0, -3}).depth, 3);
}

}  // namespace
}  // namespace carom::resting
