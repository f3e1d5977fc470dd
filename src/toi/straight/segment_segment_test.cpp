#include "carom/toi/segment_segment.hpp"

#include <gtest/gtest.h>

#include "toi/hand_made_test.hpp"

namespace carom {
namespace {

using namespace hand_made;

TEST(SegmentSegment, EndOnBody) {
  expect_hit(segment({0, 4}, {0, 2}, {0, -4}), segment({-3, 0}, {3, 0}), {.t = 0.5, .point = {0, 0}, .normal = {0, 1}});
  expect_hit(segment({-3, 0}, {3, 0}, {0, 4}), segment({0, 4}, {0, 2}), {.t = 0.5, .point = {0, 2}, .normal = {0, -1}});
}

TEST(SegmentSegment, FaceOnTheMiddleOfTheSharedPiece) {
  expect_hit(segment({0, 2}, {4, 2}, {0, -4}), segment({1, 0}, {9, 0}),
             {.t = 0.5, .point = {2.5, 0}, .normal = {0, 1}});
  expect_hit(segment({0, 2}, {4, 2}, {0, -4}), segment({9, 0}, {1, 0}),
             {.t = 0.5, .point = {2.5, 0}, .normal = {0, 1}});
  expect_hit(segment({0, 2}, {4, 2}, {0, -4}), segment({-1, 0}, {9, 0}), {.t = 0.5, .point = {2, 0}, .normal = {0, 1}});
}

TEST(SegmentSegment, EndOnEnd) {
  expect_hit_at(segment({0, 2}, {-4, 4}, {0, -4}), segment({0, 0}, {4, 1}), 0.5);
  expect_hit(segment({-6, 0}, {-2, 0}, {4, 0}), segment({0, 0}, {4, 0}),
             {.t = 0.5, .point = {0, 0}, .normal = {-1, 0}});
  expect_miss(segment({std::nextafter(0, -1), 2}, {-4, 4}, {0, -4}), segment({0, 0}, {4, 1}));
}

TEST(SegmentSegment, EverythingOnOneLine) {
  expect_hit(segment({2, 2}, {4, 4}, {-8, -8}), segment({0, 0}, {-1, -1}),
             {.t = 0.25, .point = {0, 0}, .normal = {std::sqrt(0.5), std::sqrt(0.5)}});
  expect_miss(segment({2, 2}, {4, 4}, {8, 8}), segment({0, 0}, {-1, -1}));
  expect_miss(segment({0, 0}, {4, 4}, {1, 1}), segment({1, 1}, {2, 2}));                     // one along the other
  expect_miss(segment({0, 0}, {4, 4}, {-9, -9}), segment({1, 1}, {2, 2}));                   // and off it
  expect_hit_at(rotating({2, 0}, {6, 0}, {-4, 0}, {6, 0}), segment({-1, 0}, {-5, 0}), 0.5);  // stretching
}

TEST(SegmentSegment, CrossingIsOverlapTouchingIsNot) {
  expect_overlap(segment({-1, -1}, {1, 1}, {9, 0}), segment({-1, 1}, {1, -1}));
  expect_hit_at(segment({0, 0}, {0, 4}, {0, -1}), segment({-3, 0}, {3, 0}), 0);  // a T, pushed through
  expect_miss(segment({0, 0}, {0, 4}, {0, 1}), segment({-3, 0}, {3, 0}));        // lifted
  expect_miss(segment({0, 0}, {0, 4}, {1, 0}), segment({-3, 0}, {3, 0}));        // dragged along
  expect_miss(segment({0, 0}, {0, 4}, {9, 0}), segment({-3, 0}, {3, 0}));        // over its end
  expect_miss(segment({0, 0}, {4, 0}, {1, 0}), segment({-3, 0}, {3, 0}));
}

// The end of an edge is the start of none: it must be found by itself.
TEST(SegmentSegment, LastEndOnLastEnd) {
  expect_hit_at(segment({4, 4}, {4, 0}, {-1, -1}), segment({-3, 0}, {4, 0}), 0);
  expect_miss(segment({4, 4}, {4, 0}, {1, -1}), segment({-3, 0}, {4, 0}));
  expect_miss(segment({4, 4}, {4, 0}), segment({-3, 0}, {4, 0}));
}

TEST(SegmentSegment, Rotating) {
  const MovingSegment hand = rotating({0, 0}, {10, 0}, {0, 0}, {0, 10});
  expect_hit_at(hand, segment({5, 5}, {9, 9}), 0.5);  // the tip passes exactly over its end
  expect_miss(hand, segment({5.000001, 5.000001}, {9, 9}));
  expect_hit(hand, segment({2, 2}, {2, 9}), {.t = 0.5, .point = {2, 2}, .normal = {std::sqrt(0.5), -std::sqrt(0.5)}});
  expect_miss(hand, segment({-1, -1}, {-1, 9}));
}

TEST(SegmentSegment, AnEdgeThatShrinksToAPoint) {
  const MovingSegment gathers = rotating({-4, 8}, {4, 8}, {0, 0}, {0, 1e-300});
  expect_hit_at(gathers, segment({-1, 4}, {1, 4}), 0.5);
  const MovingSegment flips = rotating({-4, 1}, {4, 1}, {4, -1}, {-4, -1});  // a point at t = 1/2, on the other's line
  expect_hit_at(flips, segment({-1, 0}, {1, 0}), 0.5);
  expect_miss(flips, segment({1, 0}, {2, 0}));
  expect_hit_at(flips, segment({0, 0}, {2, 0}), 0.5);
}

TEST(SegmentSegment, NearlyParallelByOneBit) {
  const double up = std::nextafter(2, 3);
  expect_hit(segment({0, up}, {4, 2}, {0, -4}), segment({1, 0}, {9, 0}),
             {.t = 0.5, .point = {2.5, 0}, .normal = {0, 1}});
  expect_hit_at(segment({0, 2}, {4, up}, {0, -4}), segment({1, 0}, {9, 0}), 0.5);
}

TEST(SegmentSegment, HugeAndTiny) {
  expect_hit_at(segment({0, 4e59}, {0, 2e59}, {0, -4e59}), segment({-3e59, 0}, {3e59, 0}), 0.5);
  expect_hit_at(segment({0, 4e-300}, {0, 2e-300}, {0, -4e-300}), segment({-3e-300, 0}, {3e-300, 0}), 0.5);
  expect_hit_at(segment({0, 4e-323}, {0, 2e-323}, {0, -4e-323}), segment({-3e-323, 0}, {3e-323, 0}), 0.5);
  const double far = 0x1p50;
  expect_hit(segment({far, far + 4}, {far, far + 2}, {0, -4}), segment({far - 3, far}, {far + 3, far}),
             {.t = 0.5, .point = {far, far}, .normal = {0, 1}});
}

}  // namespace
}  // namespace carom
