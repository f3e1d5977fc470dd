#include "toi/straight/sliding_edge.hpp"

#include <gtest/gtest.h>

#include "toi/hand_made_test.hpp"

namespace carom::detail {
namespace {

using hand_made::disc;
using hand_made::segment;

std::optional<EdgeHit> first_hit(double radius, Vec2 from, Vec2 to, Vec2 a = {-4, 0}, Vec2 b = {4, 0},
                                 Vec2 shift = {}) {
  return sliding_edge_hit({from, to, {}}, radius, {a, a, shift}, {b, b, shift});
}

TEST(SlidingEdge, BothSides) {
  const auto above = first_hit(1, {0, 5}, {0, -5});
  ASSERT_TRUE(above);
  EXPECT_EQ(above->t, 0.4);
  EXPECT_EQ(above->side, Sign::positive);
  const auto below = first_hit(1, {0, -5}, {0, 5});
  ASSERT_TRUE(below);
  EXPECT_EQ(below->t, 0.4);
  EXPECT_EQ(below->side, Sign::negative);
}

TEST(SlidingEdge, InTimeOrNot) {
  EXPECT_TRUE(first_hit(1, {0, 5}, {0, 1}));
  EXPECT_FALSE(first_hit(1, {0, 5}, {0, std::nextafter(1, 2)}));
  EXPECT_FALSE(first_hit(1, {0, 5}, {0, 9}));
}

TEST(SlidingEdge, FootOnTheEdge) {
  EXPECT_TRUE(first_hit(1, {4, 5}, {4, -5}));  // straight over the end
  EXPECT_FALSE(first_hit(1, {std::nextafter(4, 5), 5}, {std::nextafter(4, 5), -5}));
  EXPECT_TRUE(first_hit(1, {-4, 5}, {-4, -5}));
  EXPECT_FALSE(first_hit(1, {std::nextafter(-4, -5), 5}, {std::nextafter(-4, -5), -5}));
  EXPECT_TRUE(first_hit(1, {-7, 5}, {3, -5}));   // comes over the end before it is low enough
  EXPECT_FALSE(first_hit(1, {-9, 5}, {1, -5}));  // is low enough before
}

// With k = r |e| irrational the sign at the contact is one of P + Q sqrt(D).
TEST(SlidingEdge, FootOnTheEdgeOfASlantedEdge) {
  for (int i = -3; i <= 3; ++i) {
    Vec2 from{-3, 4};
    for (int k = 0; k < std::abs(i); ++k) from.x = std::nextafter(from.x, i < 0 ? -9 : 9);
    const MovingShape circle = disc(std::sqrt(2), from, from + Vec2{7, -2});
    const MovingShape edge = segment({-1, 2}, {5, 3});
    EXPECT_EQ(judged::judged(circle, edge).wrong, "") << i;
  }
}

TEST(SlidingEdge, WithinTheSlabOnlyTheEndsMatter) {
  EXPECT_FALSE(first_hit(1, {9, 0.5}, {0, 0.5}));
  EXPECT_FALSE(first_hit(1, {9, 1}, {0, 0}));  // on the rim of the slab counts as within
  EXPECT_TRUE(first_hit(1, {3, std::nextafter(1, 2)}, {0, 0}));
}

TEST(SlidingEdge, MovesWithItsShift) {
  const auto moved = first_hit(1, {0, 5}, {0, 5}, {-4, 0}, {4, 0}, {0, 10});
  ASSERT_TRUE(moved);
  EXPECT_EQ(moved->t, 0.4);
  EXPECT_FALSE(first_hit(1, {0, 5}, {0, 15}, {-4, 0}, {4, 0}, {0, 10}));
}

TEST(SlidingEdge, SlidesMeansToTheLastBit) {
  const auto track = [](Vec2 from, Vec2 to) { return Track{from, to, {}}; };
  EXPECT_TRUE(slides(track({0, 0}, {5, 5}), track({1, 0}, {6, 5})));
  EXPECT_FALSE(slides(track({0, 0}, {5, 5}), track({1, 0}, {std::nextafter(6, 7), 5})));
  EXPECT_FALSE(slides(track({0, 0}, {5, 5}), track({1, 0}, {6, std::nextafter(5, 6)})));
  // 0.1 + 1e17 is rounded: the edge has changed its length, if not its rounded difference.
  EXPECT_FALSE(slides(track({0, 0}, {1e17, 0}), track({0.1, 0}, {1e17, 0})));
  EXPECT_FALSE(slides(track({1e17, 0}, {1e17, 0}), track({0, 0}, {1e-5, 0})));
}

// Gap and way of very different size: scaled by the way alone, the gap would be 0/0.
TEST(SlidingEdge, GapAndWayMayBeHundredsOfPowersApart) {
  hand_made::expect_hit_at(disc(5e-324, {5e-201, 1.5e-323}, {5e-201, -1e60}), segment({0, 0}, {1e-200, 0}), 0);
}

TEST(SlidingEdge, NearlyParallelFlight) {
  // It sinks by one unit in the last place over the whole step.
  const double low = 1;
  const double high = std::nextafter(1, 2);
  hand_made::expect_hit_at(disc(1, {-3, high}, {3, low}), segment({-4, 0}, {4, 0}), 1);
  hand_made::expect_hit_at(disc(1, {-3, std::nextafter(high, 2)}, {3, std::nextafter(low, 0)}),
                           segment({-4, 0}, {4, 0}), 4.0 / 5);
}

// The squared length of the edge underflows; the circle comes to touch it all the same.
TEST(SlidingEdge, AnEdgeTooShortToSquareIsMet) {
  const auto circle = hand_made::disc(1, {0, 5}, {0, 1});
  hand_made::expect_hit_at(circle, hand_made::segment({-1e-170, 0}, {1e-170, 0}), 1);
  hand_made::expect_hit_at(circle, hand_made::rotating({-1e-170, 0}, {1e-170, 0}, {-2e-170, 0}, {2e-170, 0}), 1);
}

}  // namespace
}  // namespace carom::detail
