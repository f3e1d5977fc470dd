#include "toi/straight/chain_border.hpp"

#include <gtest/gtest.h>

#include "toi/hand_made_test.hpp"

namespace carom {
namespace {

using namespace hand_made;

TEST(ChainBorder, TheFirstVertexToArrive) {
  const auto diamond = solid({{-1, 5}, {0, 4}, {1, 5}, {0, 6}});
  expect_hit(diamond.moving({0, -8}), floor_at(0), {.t = 0.5, .point = {0, 0}, .normal = {0, 1}});
  expect_hit(diamond.moving({8, -8}), floor_at(0), {.t = 0.5, .point = {4, 0}, .normal = {0, 1}});
  expect_hit(diamond.moving({0, 8}), floor_at(10), {.t = 0.5, .point = {0, 10}, .normal = {0, -1}});
  expect_hit(diamond.moving({8, 0}), wall(5), {.t = 0.5, .point = {5, 5}, .normal = {-1, 0}});
  expect_hit(diamond.moving({-8, 0}), wall(-5), {.t = 0.5, .point = {-5, 5}, .normal = {1, 0}});
}

TEST(ChainBorder, InTimeOrNot) {
  const auto diamond = solid({{-1, 5}, {0, 4}, {1, 5}, {0, 6}});
  expect_hit_at(diamond.moving({0, -4}), floor_at(0), 1);
  expect_miss(diamond.moving({0, std::nextafter(-4, 0)}), floor_at(0));
  expect_miss(diamond.moving({0, 4}), floor_at(0));
  expect_miss(diamond.moving({9, 0}), floor_at(0));
}

TEST(ChainBorder, OfAFaceTheMiddle) {
  expect_hit(box(1, 2, 5, 3).moving({0, -4}), floor_at(0), {.t = 0.5, .point = {3, 0}, .normal = {0, 1}});
  const double far = 0x1p45;
  expect_hit(box(far + 1, 2, far + 5, 3).moving({0, -4}), floor_at(0),
             {.t = 0.5, .point = {far + 3, 0}, .normal = {0, 1}});
}

TEST(ChainBorder, OverlapMeansBothSides) {
  expect_overlap(box(1, -2, 5, 3).moving({0, 9}), floor_at(0));
  expect_overlap(room(1, -2, 5, 3).moving({0, 9}), floor_at(0));
  expect_overlap(segment({0, -1}, {0, 1}, {9, 9}), floor_at(0));
  expect_miss(segment({0, 0}, {5, 0}), floor_at(0));  // lying on it
}

TEST(ChainBorder, TouchingAtTheStart) {
  expect_hit(box(1, 0, 5, 3).moving({0, -1}), floor_at(0), {.t = 0, .point = {3, 0}, .normal = {0, 1}});
  expect_hit(box(1, -3, 5, 0).moving({0, 1}), floor_at(0), {.t = 0, .point = {3, 0}, .normal = {0, -1}});
  expect_miss(box(1, 0, 5, 3).moving({0, 1}), floor_at(0));  // parting
  expect_miss(box(1, 0, 5, 3).moving({7, 0}), floor_at(0));  // sliding
  expect_miss(box(1, 0, 5, 3), floor_at(0));                 // resting
  expect_hit_at(box(1, 0, 5, 3).moving({7, -0x1p-1074}), floor_at(0), 0);
}

TEST(ChainBorder, ALineOnTheBorderTurnsThroughIt) {
  expect_hit(rotating({-1, 0}, {1, 0}, {-1, -1}, {1, 1}), floor_at(0), {.t = 0, .point = {0, 0}, .normal = {0, 1}});
  expect_miss(rotating({-1, 0}, {1, 0}, {-1, 1}, {1, 2}), floor_at(0));
  expect_miss(rotating({-1, 0}, {1, 0}, {-1, 0}, {1, 2}), floor_at(0));
  expect_miss(segment({-1, 0}, {1, 0}, {0, -3}), floor_at(0));  // leaves as a whole
}

TEST(ChainBorder, WhileOneVertexStaysOnTheBorder) {
  // It turns about its foot: a hit only once its head is through while something is left above.
  expect_miss(rotating({0, 0}, {0, 4}, {0, 0}, {4, -4}), floor_at(0));
  expect_hit_at(solid({{0, 0}, {4, 4}, {0, 4}}).morphing_to({{0, 0}, {4, -4}, {0, 4}}), floor_at(0), 0.5);
  expect_hit_at(solid({{0, 0}, {4, 4}, {0, 4}}).morphing_to({{0, 0}, {4, 0}, {0, 4}}), floor_at(0),
                1);  // would go through
  // All others pass at one and the same time: never on both sides.
  expect_miss(solid({{0, 0}, {4, 4}, {0, 4}}).morphing_to({{0, 0}, {0, -4}, {4, -4}}), floor_at(0));
  // The first by a hair, decided exactly.
  expect_hit_at(solid({{0, 0}, {4, 4}, {0, 4}}).morphing_to({{0, 0}, {0, -4}, {4, std::nextafter(-4, 0)}}), floor_at(0),
                0.5);
  // What stays above has itself only just left the border.
  expect_hit_at(solid({{0, 0}, {4, 52}, {0, 40}}).morphing_to({{0, -13}, {-112, -192}, {9, 23}}), wall(0), 4.0 / 116);
}

TEST(ChainBorder, TwoAtNearlyTheSameTime) {
  const auto a = rotating({0, 3}, {1, 3}, {0, -4}, {1, std::nextafter(-4, -5)});
  expect_hit(a, floor_at(0), {.t = 3.0 / 7, .point = {0.5, 0}, .normal = {0, 1}});
  // Far behind each other in place, level in time.
  expect_hit_at(rotating({0, 3}, {1, 3e10}, {0, -4}, {1, -4e10}), floor_at(0), 3.0 / 7);
}

TEST(ChainBorder, HugeAndTiny) {
  expect_hit_at(box(1, 2e59, 5, 3e59).moving({0, -4e59}), floor_at(0), 0.5);
  expect_hit_at(box(1e-300, 2e-300, 5e-300, 3e-300).moving({0, -4e-300}), floor_at(0), 0.5);
  expect_hit_at(segment({0, 1e-323}, {1, 1}, {0, -2e-323}), floor_at(0), 0.5);
  // Subnormal ways, where products cannot be split.
  EXPECT_EQ(agreed(rotating({2.0344446234e-314, -3.4523865747e-314}, {2.034442742e-314, -3.4523876833e-314},
                            {-2.03444086e-314, 3.452388792e-314}, {-2.0344427415e-314, 3.4523876833e-314}),
                   wall(0))
                .outcome,
            Outcome::hit);
}

}  // namespace
}  // namespace carom
