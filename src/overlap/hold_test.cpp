#include "overlap/hold.hpp"

#include <gtest/gtest.h>

#include "overlap/rest_laws_test.hpp"

namespace carom::resting {
namespace {

/// `move` brings `a` inside, up to rounding, and no shorter one does.
void expect_least(const Rest& a, const Rest& b, Vec2 move) {
  const auto left = overlap(moved(a, move).shape(), b.shape());
  EXPECT_TRUE(!left || left->depth < 1e-13);
  for (int i = 0; i < 360; ++i) EXPECT_TRUE(overlaps(moved(a, (1 - 1e-6) * length(move) * compass(i, 360)), b));
}

TEST(Hold, IntoAnArena) {
  const Rest arena = box(0, 0, 10, 10, true);
  const Chain walls = chain_of_rest(arena);
  EXPECT_EQ(*detail::move_into_arena(chain_of_rest(box(-1, 4, 3, 8)), walls), (Vec2{1, 0}));
  EXPECT_EQ(*detail::move_into_arena(chain_of_rest(box(-1, -2, 3, 2)), walls), (Vec2{1, 2}));
  EXPECT_EQ(*detail::move_into_arena(chain_of_rest(box(1, 1, 2, 2)), walls), (Vec2{0, 0}));
  EXPECT_EQ(*detail::move_into_arena(chain_of_rest(box(-5, 0, 5, 10)), walls), (Vec2{5, 0}));  // fits exactly
  EXPECT_FALSE(detail::move_into_arena(chain_of_rest(box(0, 0, 10.5, 2)), walls));
  EXPECT_EQ(*detail::move_into_arena(Circle{2, {1, 9.5}, false}, walls), (Vec2{1, -1.5}));
  EXPECT_FALSE(detail::move_into_arena(Circle{5.5, {5, 5}, false}, walls));
}

TEST(Hold, AnAcuteCornerPushesAlongBothWalls) {
  // Off the lower wall the disc would run into the slanted one: it must go where it touches both.
  const Rest arena = polygon({{0, 0}, {20, 0}, {20, 15}}, true);
  const auto move = detail::move_into_arena(Circle{1, {4, 0.75}, false}, chain_of_rest(arena));
  ASSERT_TRUE(move);
  expect_least(disc(1, {4, 0.75}), arena, *move);
}

TEST(Hold, WhatOverlapsByRoundingIsPushedOffItsWall) {
  // The depth is lost in rounding, the direction must not be.
  const Rest arena = polygon({{0, 0}, {1, 5}, {-1, 5}}, true);
  const Vec2 inward{-0.9805806756909201, 0.19611613513818404};
  for (const double deeper : {0.0, 1e-16, 1e-15, 1e-14, 1e-12}) {
    const Vec2 center{0.1 + deeper, 1.519803902718557};
    const auto found = overlap(disc(0.2, center).shape(), arena.shape());
    ASSERT_TRUE(found) << deeper;
    EXPECT_LT(length(found->normal - inward), 1e-12) << deeper;
    EXPECT_LT(found->depth, deeper + 1e-14);
  }
}

TEST(Hold, ARingAround) {
  const Rest room = box(-3, -4, 3, 4);
  EXPECT_EQ(*detail::move_around(Circle{6, {0, 0}, true}, chain_of_rest(room)), (Vec2{0, 0}));
  const auto exact = detail::move_around(Circle{5, {2, 1}, true}, chain_of_rest(room));
  ASSERT_TRUE(exact);
  EXPECT_NEAR(exact->x, -2, 1e-12);
  EXPECT_NEAR(exact->y, -1, 1e-12);
  EXPECT_FALSE(detail::move_around(Circle{4.75, {0, 0}, true}, chain_of_rest(room)));
}

TEST(Hold, TheLeastMoveOfMany) {
  Random random(3);
  int arenas = 0;
  int rings = 0;
  for (int i = 0; i < 400; ++i) {
    const Rest arena = random_polygon(random, {0, 0}, 3, true, true);
    const Rest small = random_polygon(random, {random.uniform(-3, 3), random.uniform(-3, 3)}, 0.8, i % 2 == 0, false);
    const Rest ring = resting::ring(1.2, {random.uniform(-3, 3), random.uniform(-3, 3)});
    const auto inside = detail::move_into_arena(chain_of_rest(small), chain_of_rest(arena));
    if (inside && overlaps(small, arena) && overlap(small.shape(), arena.shape())->depth >= length(*inside)) {
      expect_least(small, arena, *inside);
      ++arenas;
    }
    const auto around = detail::move_around(std::get<Circle>(ring.value), chain_of_rest(small));
    if (around && overlaps(ring, small) && overlap(ring.shape(), small.shape())->depth >= length(*around)) {
      expect_least(ring, small, *around);
      ++rings;
    }
  }
  EXPECT_GT(arenas, 20);
  EXPECT_GT(rings, 10);
}

}  // namespace
}  // namespace carom::resting
