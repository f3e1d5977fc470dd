#include <gtest/gtest.h>

#include "overlap/rest_laws_test.hpp"

namespace carom::resting {
namespace {

TEST(ClosestCircle, ToACircle) {
  expect_closest(disc(1, {0, 0}), disc(2, {10, 0}), {1, 0}, {8, 0}, 7);
  expect_closest(disc(1, {2, 0}), ring(10, {0, 0}), {3, 0}, {10, 0}, 7);
  expect_closest(ring(10, {0, 0}), disc(1, {0, 0}), {10, 0}, {1, 0}, 9);
  expect_closest(disc(1, {0, 0}), disc(2, {3, 0}), {1, 0}, {1, 0}, 0);
  expect_closest(disc(2, {8, 0}), ring(10, {0, 0}), {10, 0}, {10, 0}, 0);
  expect_closest(ring(3, {0, 0}), ring(3, {0, 0}), {3, 0}, {3, 0}, 0);
  expect_closest(point({1, 1}), point({4, 5}), {1, 1}, {4, 5}, 5);
  expect_closest(point({1, 1}), point({1, 1}), {1, 1}, {1, 1}, 0);
}

TEST(ClosestCircle, ToABorder) {
  expect_closest(disc(1, {5, 3}), border(Axis::x, 0), {4, 3}, {0, 3}, 4);
  expect_closest(disc(1, {5, -3}), border(Axis::y, 0), {5, -2}, {5, 0}, 2);
  expect_closest(disc(1, {1, 3}), border(Axis::x, 0), {0, 3}, {0, 3}, 0);
  expect_closest(disc(2, {1, 3}), border(Axis::x, 0), {0, 3}, {0, 3}, 0);
}

TEST(ClosestCircle, ToAChain) {
  const Rest room = box(0, 0, 10, 10);
  const Rest arena = box(0, 0, 10, 10, true);
  expect_closest(disc(1, {5, 13}), room, {5, 12}, {5, 10}, 2);
  expect_closest(disc(5, {16, 18}), room, {13, 14}, {10, 10}, 5);
  expect_closest(disc(1, {5, 2}), arena, {5, 1}, {5, 0}, 1);
  expect_closest(disc(2, {5, 2}), arena, {5, 0}, {5, 0}, 0);
  expect_closest(ring(15, {0, 0}), segment({3, 4}, {6, 8}), {9, 12}, {6, 8}, 5);
  expect_closest(disc(1, {5, 5}), room, {5, 5}, {5, 5}, 0);
  expect_closest(point({5, 12}), room, {5, 12}, {5, 10}, 2);
}

TEST(ClosestCircle, ATinyGapKeepsItsDigits) {
  EXPECT_NEAR(gap(disc(1, {0, 0}), disc(1, {2, 0x1p-30})), 0x1p-62, 1e-31);
  EXPECT_EQ(gap(disc(1, {0, 1 + 0x1p-52}), segment({-1, 0}, {1, 0})), 0x1p-52);
}

TEST(ClosestCircle, TinyAndHuge) {
  for (const double unit : {0x1p-1040, 0x1p-600, 0x1p190}) {
    EXPECT_EQ(gap(scaled(disc(1, {0, 0}), unit), scaled(disc(1, {3, 4}), unit)), 3 * unit);
    EXPECT_EQ(gap(scaled(disc(1, {0, 0}), unit), scaled(segment({3, -1}, {3, 1}), unit)), 2 * unit);
  }
}

}  // namespace
}  // namespace carom::resting
