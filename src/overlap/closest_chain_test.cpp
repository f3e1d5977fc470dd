#include <gtest/gtest.h>

#include "overlap/rest_laws_test.hpp"

namespace carom::resting {
namespace {

TEST(ClosestChain, ToABorder) {
  expect_closest(box(2, 3, 5, 9), border(Axis::x, 0), {2, 3}, {0, 3}, 2);
  expect_closest(segment({2, 3}, {5, -1}), border(Axis::y, -3), {5, -1}, {5, -3}, 2);
  EXPECT_EQ(gap(box(0, 3, 5, 9), border(Axis::x, 0)), 0);
  EXPECT_EQ(gap(box(-1, 3, 5, 9), border(Axis::x, 0)), 0);
}

TEST(ClosestChain, ToAChain) {
  expect_closest(polygon({{0, 0}, {4, 2}, {0, 4}}), box(6, 0, 9, 9), {4, 2}, {6, 2}, 2);
  expect_closest(segment({0, 0}, {0, 4}), segment({3, 8}, {9, 8}), {0, 4}, {3, 8}, 5);
  expect_closest(segment({0, 0}, {10, 0}), segment({4, 1}, {4, 5}), {4, 0}, {4, 1}, 1);
  expect_closest(segment({3, 3}, {4, 5}), box(0, 0, 10, 10, true), {3, 3}, {3, 0}, 3);
}

TEST(ClosestChain, WhatMeetsHasOnePoint) {
  expect_closest(box(0, 0, 4, 4), box(4, 0, 8, 4), {4, 2}, {4, 2}, 0);
  expect_closest(segment({0, 0}, {4, 4}), segment({0, 4}, {4, 0}), {2, 2}, {2, 2}, 0);
  expect_closest(segment({0, 0}, {4, 0}), segment({2, 0}, {2, 4}), {2, 0}, {2, 0}, 0);
}

TEST(ClosestChain, InTheMouthOfAHook) {
  const Rest hook = polygon({{0, 0}, {10, 0}, {10, 2}, {2, 2}, {2, 8}, {10, 8}, {10, 10}, {0, 10}});
  expect_closest(box(5, 4, 6, 5), hook, {5, 4}, {5, 2}, 2);
}

TEST(ClosestChain, TinyAndHuge) {
  for (const double unit : {0x1p-1040, 0x1p-600, 0x1p190}) {
    EXPECT_EQ(gap(scaled(box(0, 0, 1, 1), unit), scaled(box(4, 5, 6, 6), unit)), 5 * unit);
    EXPECT_EQ(gap(scaled(box(0, 0, 1, 1), unit), scaled(segment({3, -1}, {3, 1}), unit)), 2 * unit);
  }
  const Rest tiny = scaled(box(0, 0, 1, 1), 0x1p-1000);
  EXPECT_EQ(gap(tiny, box(3, -1, 4, 1)), 3);
}

}  // namespace
}  // namespace carom::resting
