#include <gtest/gtest.h>

#include "overlap/rest_laws_test.hpp"

namespace carom::resting {
namespace {

TEST(OverlapCircleChain, ASegmentHasTwoSidesAndTwoEnds) {
  const Rest wall = segment({0, 0}, {10, 0});
  expect_move(disc(2, {5, 1}), wall, 1, {0, 1});
  expect_move(disc(2, {5, -1}), wall, 1, {0, -1});
  expect_move(disc(2, {11, 0}), wall, 1, {1, 0});
  expect_move(disc(5, {-3, 2.25}), wall, 1.25, {-0.8, 0.6});
  expect_move(disc(2, {5, 0}), wall, 2, {0, -1});   // on it: to its right
  expect_move(disc(2, {10, 0}), wall, 2, {0, -1});  // on its end: the same
}

TEST(OverlapCircleChain, AConvexPolygonFromInsideAndOutside) {
  const Rest room = box(0, 0, 10, 4);
  expect_move(disc(1, {5, 4.5}), room, 0.5, {0, 1});
  expect_move(disc(1, {5, 3}), room, 2, {0, 1});
  expect_move(disc(1, {5, 1}), room, 2, {0, -1});
  expect_move(disc(6, {13, 8}), room, 1, {0.6, 0.8});
  expect_move(disc(1, {10, 4}), room, 1, {1, 0});  // on a corner: through one of its edges
  expect_move(point({9, 2}), room, 1, {1, 0});
}

TEST(OverlapCircleChain, AnArenaAlsoFromInside) {
  const Rest arena = box(0, 0, 10, 10, true);
  expect_move(disc(2, {1.5, 5}), arena, 0.5, {1, 0});
  expect_move(disc(2, {-1.5, 5}), arena, 0.5, {-1, 0});
  expect_move(disc(2, {1, 0.5}), arena, std::sqrt(1 + 2.25), unit(Vec2{1, 1.5}));  // out of a corner
  expect_move(disc(6, {5, 5}), arena, 11, {0, -1});                                // does not fit
}

TEST(OverlapCircleChain, ARingAlsoAround) {
  const Rest room = box(-3, -4, 3, 4);
  expect_move(ring(5, {0, 0.5}), room, overlap(ring(5, {0, 0.5}).shape(), room.shape())->depth, {0, -1});
  expect_move(ring(10, {0, 12}), room, 2, {0, 1});
  expect_move(ring(1, {1, 0}), room, 3, {1, 0});  // within: out again
  EXPECT_FALSE(overlap(ring(5, {0, 0}).shape(), room.shape()));
}

TEST(OverlapCircleChain, ABallInANiche) {
  // An L: the ball overlaps both walls of its inner corner.
  const Rest angle = polygon({{0, 0}, {10, 0}, {10, 1}, {1, 1}, {1, 10}, {0, 10}});
  expect_move(disc(2, {2.5, 2}), angle, std::sqrt(0.25 + 1), unit(Vec2{0.5, 1}));
  const Rest mirror_image = polygon({{0, 10}, {1, 10}, {1, 1}, {10, 1}, {10, 0}, {0, 0}});
  expect_move(disc(2, {2.5, 2}), mirror_image, std::sqrt(0.25 + 1), unit(Vec2{0.5, 1}));
}

TEST(OverlapCircleChain, Laws) {
  for (const Kind circle : {Kind::disc, Kind::ring, Kind::point}) {
    for (const Kind chain : {Kind::segment, Kind::convex, Kind::convex_arena, Kind::concave, Kind::concave_arena}) {
      expect_laws(circle, chain, 40);
    }
  }
}

}  // namespace
}  // namespace carom::resting
