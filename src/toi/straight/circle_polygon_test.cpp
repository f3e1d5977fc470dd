#include "carom/toi/circle_polygon.hpp"

#include <gtest/gtest.h>

#include "toi/hand_made_test.hpp"

namespace carom {
namespace {

using namespace hand_made;

TEST(CirclePolygon, FaceAndCorner) {
  expect_hit(disc(1, {0, 5}, {0, -5}), box(-3, -2, 3, 0), {.t = 0.4, .point = {0, 0}, .normal = {0, 1}});
  expect_hit(disc(5, {6, 12}, {6, -4}), box(-3, -2, 3, 0), {.t = 0.5, .point = {3, 0}, .normal = {0.6, 0.8}});
  expect_hit(disc(1, {0, 5}), box(-3, -2, 3, 0).moving({0, 10}), {.t = 0.4, .point = {0, 4}, .normal = {0, 1}});
}

TEST(CirclePolygon, InsideASolidIsOverlapInAnArenaItIsNot) {
  expect_overlap(disc(1, {0, 0}, {9, 9}), box(-3, -3, 3, 3));
  expect_overlap(disc(1, {3.5, 0}, {9, 9}), box(-3, -3, 3, 3));
  expect_overlap(disc(9, {0, 0}, {9, 9}), box(-3, -3, 3, 3));
  expect_overlap(ring(1, {0, 0}, {9, 9}), box(-3, -3, 3, 3));
  expect_hit(disc(1, {0, 0}, {4, 0}), room(-3, -3, 3, 3),
             {.t = 0.5, .point = {3, 0}, .normal = {-1, 0}, .side = Side::inner});
  expect_miss(disc(1, {0, 0}, {1, 0}), room(-3, -3, 3, 3));
  expect_overlap(disc(1, {2.5, 0}, {0, 0}), room(-3, -3, 3, 3));
  expect_hit(disc(1, {-9, 0}, {1, 0}), room(-3, -3, 3, 3), {.t = 0.5, .point = {-3, 0}, .normal = {-1, 0}});
}

TEST(CirclePolygon, InARing) {
  expect_hit(ring(10, {0, 0}, {5, 0}), box(-8, 0, -3, 6),
             {.t = 0, .point = {-8, 6}, .normal = {-0.8, 0.6}, .side = Side::inner});
  expect_hit(ring(5, {-1, 0}, {3, 0}), box(-3, -3, 3, 3).moving({0, 0}),
             {.t = 0.5,
              .point = agreed(ring(5, {-1, 0}, {3, 0}), box(-3, -3, 3, 3)).contact.point,
              .normal = agreed(ring(5, {-1, 0}, {3, 0}), box(-3, -3, 3, 3)).contact.normal,
              .side = Side::inner});
  expect_hit_at(ring(1, {0, 0}, {0, 8}), room(-3, -3, 3, 3), 0.25);  // a ring in an arena
  expect_hit_at(ring(9, {0, 0}, {9, 0}), room(-3, -3, 3, 3),
                agreed(ring(9, {0, 0}, {9, 0}), room(-3, -3, 3, 3)).contact.t);
}

TEST(CirclePolygon, AlongAFloorIntoAWall) {
  const auto ground = solid({{-9, -1}, {9, -1}, {9, 5}, {8, 5}, {8, 0}, {-9, 0}});
  expect_hit(disc(1, {1, 1}, {13, 1}), ground, {.t = 0.5, .point = {8, 1}, .normal = {-1, 0}});
  expect_miss(disc(1, {1, 1}, {5, 1}), ground);
  expect_miss(disc(1, {1, 1}, {-30, 1}), ground);
}

TEST(CirclePolygon, OverASeam) {
  const auto seamed = solid({{-9, 0}, {-9, -1}, {9, -1}, {9, 0}, {3, 0}, {0, 0}});
  expect_miss(disc(1, {-5, 1}, {5, 1}), seamed);
  expect_miss(disc(1, {-5, 1}, {50, 1}), seamed);
  expect_miss(disc(1, {-5, 1}), seamed.moving({-10, 0}));
  const auto stepped = solid({{-9, 0}, {-9, -1}, {9, -1}, {9, 0x1p-40}, {0, 0x1p-40}, {0, 0}});
  EXPECT_EQ(agreed(disc(1, {-5, 1}, {5, 1}), stepped).outcome, Outcome::hit);
}

TEST(CirclePolygon, OffATableAndPastTheNextCorner) {
  // Apart over the gap, then the corner of the next table at exactly the radius: a graze from apart, so a contact.
  const auto level = solid({{-9, 0}, {-9, -9}, {9, -9}, {9, 0}, {5, 0}, {5, -2}, {0, -2}, {0, 0}});
  expect_hit_at(disc(1, {-2, 1}, {12, 1}), level, 0.5);
  // A third table in line, behind it all the way, does not carry it.
  const auto three = solid(
      {{-30, 0}, {-30, -9}, {9, -9}, {9, 0}, {5, 0}, {5, -2}, {0, -2}, {0, 0}, {-9, 0}, {-9, -2}, {-20, -2}, {-20, 0}});
  expect_hit_at(disc(1, {-2, 1}, {12, 1}), three, 0.5);
  const auto lower = solid({{-9, 0}, {-9, -9}, {9, -9}, {9, -0.5}, {5, -0.5}, {5, -2}, {0, -2}, {0, 0}});
  expect_miss(disc(1, {-2, 1}, {12, 1}), lower);
}

TEST(CirclePolygon, PointsGoTheWayOfChains) {
  expect_hit(point({0, 5}, {0, -5}), box(-3, -2, 3, 0), {.t = 0.5, .point = {0, 0}, .normal = {0, 1}});
  expect_overlap(point({0, -1}, {0, -5}), box(-3, -2, 3, 0));
  expect_hit_at(point({0, 0}, {0, -5}), box(-3, -2, 3, 0), 0);
  expect_miss(point({0, 0}, {9, 0}), box(-3, -2, 3, 0));
  expect_hit(point({0, 0}, {6, 0}), room(-3, -3, 3, 3),
             {.t = 0.5, .point = {3, 0}, .normal = {-1, 0}, .side = Side::inner});
}

}  // namespace
}  // namespace carom
