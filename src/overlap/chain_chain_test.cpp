#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "overlap/rest_laws_test.hpp"

namespace carom::resting {
namespace {

TEST(OverlapChainChain, Boxes) {
  expect_move(box(0, 0, 4, 4), box(3, 1, 9, 9), 1, {-1, 0});
  expect_move(box(3, 1, 9, 9), box(0, 0, 4, 4), 1, {1, 0});
  expect_move(box(3, 1, 4, 2), box(0, 0, 10, 4), 2, {0, -1});  // one in the other
  EXPECT_EQ(overlap(box(0, 0, 4, 4).shape(), box(2, 0, 6, 4).shape())->point, (Vec2{3, 2}));
  EXPECT_FALSE(overlap(box(0, 0, 4, 4).shape(), box(4, 0, 8, 4).shape()));
}

TEST(OverlapChainChain, ABoxWithItself) {
  const auto o = overlap(box(0, 0, 4, 2).shape(), box(0, 0, 4, 2).shape());
  ASSERT_TRUE(o);
  EXPECT_EQ(o->depth, 2);
  EXPECT_EQ(std::abs(o->normal.y), 1);
  EXPECT_EQ(o->point, (Vec2{2, 1}));
}

TEST(OverlapChainChain, Segments) {
  expect_move(segment({-1, 0}, {3, 0}), segment({0, -2}, {0, 2}), 1, {1, 0});
  expect_move(segment({0, -1}, {0, 5}), box(-2, 0, 2, 4), 2,
              overlap(segment({0, -1}, {0, 5}).shape(), box(-2, 0, 2, 4).shape())->normal);
  EXPECT_EQ(overlap(segment({0, -1}, {0, 5}).shape(), box(-2, 0, 2, 4).shape())->point, (Vec2{0, 2}));
  EXPECT_FALSE(overlap(segment({0, 0}, {4, 0}).shape(), segment({2, 0}, {2, 4}).shape()));  // a T only touches
  EXPECT_FALSE(overlap(segment({0, 0}, {4, 0}).shape(), segment({2, 0}, {6, 0}).shape()));  // so does a shared piece
}

TEST(OverlapChainChain, AnArenaHoldsWhatFits) {
  const Rest arena = box(0, 0, 10, 10, true);
  expect_move(box(-1, 4, 3, 8), arena, 1, {1, 0});
  expect_move(box(-3, 4, 1, 8), arena, 1, {-1, 0});
  expect_move(box(-1, -2, 5, 4), arena, std::sqrt(5), unit(Vec2{1, 2}));
  expect_move(arena, box(-1, 4, 3, 8), 1, {-1, 0});
  expect_move(box(1, -3, 4, 12), arena, 4, {-1, 0});  // too long for it
  expect_move(segment({4, 9}, {4, 12}), arena, 1, {0, 1});
  expect_move(box(1, 1, 11, 14, true), box(0, 0, 12.5, 13.5, true), 0.5, {0, -1});
}

TEST(OverlapChainChain, AHookTakesTheShortWay) {
  // The block sits in the mouth of a C and overlaps its lower jaw by 0.25; the way out of the hull is 6.
  const std::vector<Vec2> c{{0, 0}, {10, 0}, {10, 2}, {2, 2}, {2, 8}, {10, 8}, {10, 10}, {0, 10}};
  expect_move(box(4, 1.75, 7, 5), polygon(c), 0.25, {0, 1});
  expect_move(box(1.5, 1.75, 7, 5), polygon(c), std::sqrt(0.25 + 0.0625), unit(Vec2{0.5, 0.25}));  // its niche
  expect_move(box(4, 1.75, 7, 5), polygon({c.rbegin(), c.rend()}), 0.25, {0, 1});
}

TEST(OverlapChainChain, FarFromTheOriginNothingChanges) {
  const double far = 0x1p40;
  const std::vector<Vec2> c{{0, 0}, {10, 0}, {10, 2}, {2, 2}, {2, 8}, {10, 8}, {10, 10}, {0, 10}};
  const Rest hook = moved(polygon(c), {far, -far});
  const Rest block = moved(polygon({{4, 1.75}, {7, 1.5}, {6, 5}}), {far, -far});
  const auto here = overlap(polygon({{4, 1.75}, {7, 1.5}, {6, 5}}).shape(), polygon(c).shape());
  const auto there = overlap(block.shape(), hook.shape());
  ASSERT_TRUE(here && there);
  EXPECT_EQ(here->depth, there->depth);
  EXPECT_EQ(here->normal, there->normal);
}

TEST(OverlapChainChain, Laws) {
  for (const Kind first : {Kind::segment, Kind::convex, Kind::convex_arena, Kind::concave, Kind::concave_arena}) {
    for (const Kind second : {Kind::segment, Kind::convex, Kind::convex_arena, Kind::concave, Kind::concave_arena}) {
      expect_laws(first, second, 25);
    }
  }
}

TEST(OverlapChainChain, NoDirectionOf720IsShorter) {
  Random random(720);
  for (int i = 0; i < 20; ++i) {
    const Rest a = random_rest(random, Kind::convex, 0.7);
    EXPECT_TRUE(is_least(a, random_rest(random, Kind::convex, 0.7), 720)) << i;
    EXPECT_TRUE(is_least(a, random_rest(random, Kind::convex_arena, 0.7), 720)) << i;
    EXPECT_TRUE(is_least(a, random_rest(random, Kind::segment, 0.7), 720)) << i;
  }
}

RC_GTEST_PROP(OverlapChainChain, TinyAndHugeAreSound, (std::uint64_t seed)) {
  Random random(seed);
  const auto kind = [&] { return static_cast<Kind>(random.range(static_cast<int>(Kind::segment), k_kinds - 1)); };
  const int exponent = random.range(-990, 190);
  const Rest a = scaled(random_rest(random, kind(), 1), std::ldexp(1, exponent));
  const Rest b = scaled(random_rest(random, kind(), 1), std::ldexp(1, std::min(190, exponent + random.range(-30, 30))));
  RC_ASSERT(agrees_with_oracle(a, b) && swaps(a, b));
  const auto o = overlap(a.shape(), b.shape());
  RC_ASSERT(!o || is_sound(*o));
}

}  // namespace
}  // namespace carom::resting
