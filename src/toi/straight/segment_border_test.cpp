#include "carom/toi/segment_border.hpp"

#include <gtest/gtest.h>

#include "toi/hand_made_test.hpp"

namespace carom {
namespace {

using namespace hand_made;

TEST(SegmentBorder, EndFirst) {
  expect_hit(segment({0, 2}, {3, 5}, {0, -4}), floor_at(0), {.t = 0.5, .point = {0, 0}, .normal = {0, 1}});
  expect_hit(segment({0, 5}, {3, 2}, {0, -4}), floor_at(0), {.t = 0.5, .point = {3, 0}, .normal = {0, 1}});
}

TEST(SegmentBorder, FlatOnItsFace) {
  expect_hit(segment({0, 2}, {3, 2}, {0, -4}), floor_at(0), {.t = 0.5, .point = {1.5, 0}, .normal = {0, 1}});
  expect_hit(segment({2, 0}, {2, 8}, {-4, 0}), wall(0), {.t = 0.5, .point = {0, 4}, .normal = {1, 0}});
}

TEST(SegmentBorder, TakesItsShiftAndItsEndsTogether) {
  MovingSegment both = rotating({0, 2}, {3, 5}, {0, 4}, {3, 5});
  both.shift = {0, -6};  // the first end goes from 2 to -2
  expect_hit(both, floor_at(0), {.t = 0.5, .point = {0, 0}, .normal = {0, 1}});
}

}  // namespace
}  // namespace carom
