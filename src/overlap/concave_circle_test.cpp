#include <gtest/gtest.h>

#include "overlap/concave.hpp"
#include "overlap/rest_laws_test.hpp"

namespace carom::resting {
namespace {

/// A C that opens to the right, with a mouth from (2, 2) to (10, 8).
const Rest k_hook = polygon({{0, 0}, {10, 0}, {10, 2}, {2, 2}, {2, 8}, {10, 8}, {10, 10}, {0, 10}});

detail::Move move_of(const Circle& circle, const Rest& rest) {
  const Chain chain = chain_of(std::get<Polygon>(rest.value));
  return detail::concave_move(circle, chain, detail::separating_move(circle, chain));
}

TEST(ConcaveCircle, RestsOnAFaceACornerOrInANiche) {
  const detail::Move face = move_of({1, {6, 2.5}, false}, k_hook);
  EXPECT_EQ(face.depth, 0.5);
  EXPECT_EQ(face.normal, (Vec2{0, 1}));
  const detail::Move corner = move_of({5, {13, 5.5}, false}, k_hook);
  EXPECT_LT(corner.depth, 5);
  const detail::Move niche = move_of({1, {2.5, 2.25}, false}, k_hook);
  EXPECT_NEAR(niche.depth, std::sqrt(0.25 + 0.5625), 1e-15);
}

TEST(ConcaveCircle, WhatDoesNotFitGoesOutOfTheHull) {
  const detail::Move out = move_of({3.5, {5, 5}, false}, k_hook);
  const detail::Move hull =
      detail::separating_move(Circle{3.5, {5, 5}, false}, chain_of(std::get<Polygon>(k_hook.value)));
  EXPECT_LE(out.depth, hull.depth);
  EXPECT_FALSE(overlaps(moved(disc(3.5, {5, 5}), (out.depth + 1e-13) * out.normal), k_hook));
}

TEST(ConcaveCircle, InAConcaveArena) {
  const Rest arena = polygon({{0, 0}, {6, 0}, {6, 2}, {2, 2}, {2, 6}, {0, 6}}, true);
  const detail::Move floor = move_of({0.5, {4, 0.25}, false}, arena);
  EXPECT_EQ(floor.depth, 0.25);
  EXPECT_EQ(floor.normal, (Vec2{0, 1}));
  const detail::Move corner = move_of({0.5, {1.75, 1.75}, false}, arena);  // off the corner that sticks in
  EXPECT_NEAR(corner.depth, 0.5 - std::sqrt(0.125), 1e-15);
  EXPECT_NEAR(corner.normal.x, -std::sqrt(0.5), 1e-15);
}

TEST(ConcaveCircle, IsNeverLongerThanOutOfTheHull) {
  Random random(17);
  int shorter = 0;
  for (int i = 0; i < 300; ++i) {
    const Rest star = random_rest(random, i % 2 == 0 ? Kind::concave : Kind::concave_arena, 1);
    const Rest ball = random_rest(random, Kind::disc, 1);
    const Chain chain = chain_of(std::get<Polygon>(star.value));
    const Circle& circle = std::get<Circle>(ball.value);
    if (!overlaps(ball, star)) continue;
    const detail::Move hull = detail::separating_move(circle, chain);
    const detail::Move best = detail::concave_move(circle, chain, hull);
    EXPECT_LE(best.depth, hull.depth);
    EXPECT_FALSE(overlaps(moved(ball, (best.depth + 1e-13) * best.normal), star)) << i;
    shorter += best.depth < hull.depth ? 1 : 0;
  }
  EXPECT_GT(shorter, 30);
}

}  // namespace
}  // namespace carom::resting
