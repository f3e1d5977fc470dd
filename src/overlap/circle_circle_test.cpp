#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "overlap/rest_laws_test.hpp"

namespace carom::resting {
namespace {

void expect_overlap(const Rest& a, const Rest& b, double depth, Vec2 normal, Vec2 where) {
  const auto o = overlap(a.shape(), b.shape());
  ASSERT_TRUE(o);
  EXPECT_EQ(o->depth, depth);
  EXPECT_EQ(o->normal, normal);
  EXPECT_EQ(o->point, where);
  EXPECT_TRUE(swaps(a, b));
}

TEST(OverlapCircleCircle, DiscsPartAlongTheirCenters) {
  expect_overlap(disc(2, {3, 0}), disc(2, {0, 0}), 1, {1, 0}, {1.5, 0});
  expect_overlap(disc(5, {0, 4}), disc(5, {3, 0}), 5, {-0.6, 0.8}, {1.5, 2});
  EXPECT_FALSE(overlap(disc(5, {6, 8}).shape(), disc(1, {0, 8}).shape()));
}

TEST(OverlapCircleCircle, ADiscInADiscTakesTheShortWayOut) {
  expect_overlap(disc(1, {2, 0}), disc(10, {0, 0}), 9, {1, 0}, {2, 0});
  expect_overlap(point({0, 3}), disc(5, {0, 0}), 2, {0, 1}, {0, 3});
}

TEST(OverlapCircleCircle, ARingPushesOutOrIn) {
  expect_overlap(disc(1, {3.5, 0}), ring(4, {0, 0}), 0.5, {-1, 0}, {4, 0});
  expect_overlap(disc(1, {4.5, 0}), ring(4, {0, 0}), 0.5, {1, 0}, {4, 0});
  expect_overlap(disc(4, {1, 0}), ring(1, {0, 0}), 4, {1, 0}, {1, 0});  // too large to go inside
  EXPECT_FALSE(overlap(disc(1, {3, 0}).shape(), ring(4, {0, 0}).shape()));
  EXPECT_FALSE(overlap(disc(4, {0, 0}).shape(), ring(4, {0, 0}).shape()));
}

TEST(OverlapCircleCircle, OfTwoRingsTheLargerHoldsTheSmaller) {
  expect_overlap(ring(5, {0, 0}), ring(5, {6, 0}), 4, {-1, 0}, {3, 4});
  expect_overlap(ring(1, {4.25, 0}), ring(4, {0, 0}), 0.75, {1, 0},
                 overlap(ring(1, {4.25, 0}).shape(), ring(4, {0, 0}).shape())->point);
  expect_overlap(ring(5, {0, 0}), ring(5, {1, 0}), 1, {1, 0},
                 overlap(ring(5, {0, 0}).shape(), ring(5, {1, 0}).shape())->point);
  EXPECT_FALSE(overlap(ring(1, {0, 0}).shape(), ring(4, {0, 0}).shape()));
}

TEST(OverlapCircleCircle, OneCenterHasAFixedNormal) {
  expect_overlap(disc(1, {2, 3}), disc(4, {2, 3}), 5, {1, 0}, {2, 3});
  expect_overlap(disc(4, {2, 3}), disc(1, {2, 3}), 5, {-1, 0}, {2, 3});
  const auto self = overlap(disc(1, {0, 0}).shape(), disc(1, {0, 0}).shape());
  ASSERT_TRUE(self);
  EXPECT_EQ(self->normal, (Vec2{1, 0}));
  EXPECT_EQ(self->depth, 2);
}

TEST(OverlapCircleCircle, ShallowOverlapsKeepTheirDigits) {
  // 1 - 2^-60 apart from 2: the depth is far below the last place of the radii.
  const auto o = overlap(disc(1, {2, 0x1p-30}).shape(), disc(1 + 0x1p-52, {0, 0}).shape());
  ASSERT_TRUE(o);
  EXPECT_NEAR(o->depth, 0x1p-52 - 0x1p-62, 1e-30);
}

TEST(OverlapCircleCircle, Laws) {
  for (const Kind first : {Kind::disc, Kind::ring, Kind::point}) {
    for (const Kind second : {Kind::disc, Kind::ring, Kind::point}) expect_laws(first, second, 60);
  }
}

RC_GTEST_PROP(OverlapCircleCircle, TinyAndHugeAreSound, (std::uint64_t seed)) {
  Random random(seed);
  const Rest a = scaled(random_rest(random, Kind::disc, 1), std::ldexp(1, random.range(-1070, 190)));
  const Rest b = scaled(random_rest(random, Kind::ring, 1), std::ldexp(1, random.range(-1070, 190)));
  RC_ASSERT(agrees_with_oracle(a, b) && swaps(a, b));
  const auto o = overlap(a.shape(), b.shape());
  RC_ASSERT(!o || is_sound(*o));
}

}  // namespace
}  // namespace carom::resting
