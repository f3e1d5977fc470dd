#include "carom/toi/polygon_border.hpp"

#include <gtest/gtest.h>

#include "toi/hand_made_test.hpp"

namespace carom {
namespace {

using namespace hand_made;

TEST(PolygonBorder, SolidAndHollowAlike) {
  for (const auto& shape : {box(1, 2, 5, 3), room(1, 2, 5, 3)}) {
    expect_hit(shape.moving({0, -4}), floor_at(0), {.t = 0.5, .point = {3, 0}, .normal = {0, 1}});
    expect_hit(shape.moving_by_vertices({0, -4}), floor_at(0), {.t = 0.5, .point = {3, 0}, .normal = {0, 1}});
  }
}

TEST(PolygonBorder, OnlyTheTipsOfAConcaveOneArrive) {
  const auto u = solid({{0, 2}, {1, 2}, {1, 4}, {3, 4}, {3, 2.5}, {4, 2.5}, {4, 5}, {0, 5}});
  expect_hit(u.moving({0, -4}), floor_at(0), {.t = 0.5, .point = {0.5, 0}, .normal = {0, 1}});
}

}  // namespace
}  // namespace carom
