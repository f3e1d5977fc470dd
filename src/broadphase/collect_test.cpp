#include "broadphase/collect.hpp"

#include <gtest/gtest.h>

#include "broadphase/flight_cases_test.hpp"

namespace carom::test {
namespace {

Recipe many_small() {
  Recipe recipe;
  recipe.count = 3000;
  recipe.extent = recipe.height = 30;
  recipe.smallest = recipe.largest = 0.05;
  recipe.speed = 0.1;
  return recipe;
}

TEST(Collect, LongRowsAndLongWays) {
  std::mt19937_64 random(1);
  auto flights = make_flights(many_small(), random);
  flights[0] = {{1, 1}, {28, 27}, 0.05};
  flights[1] = {{29, 2}, {-28, 0}, 0.05};
  flights[2] = {{15, 29}, {0, -28}, 1};
  flights[3] = {{29, 29}, {-40, -20}, 0.05};
  flights[4] = {{-500, 40}, {1000, -40}, 0.05};
  Both both(flights, 1, std::nullopt);
  expect_pairs(both);
  for (std::uint32_t id = 0; id < 40; ++id) {
    expect_near(both, id, 0);
    expect_near(both, id, 0.9);
  }
}

/// Its box covers all bodies, but it finds only those that it passes near.
TEST(Collect, ALongWayIsFollowedRowByRow) {
  std::mt19937_64 random(2);
  const Both both(make_flights(many_small(), random), 1, std::nullopt);
  for (const Vec2 way : {Vec2{30, 30}, Vec2{-30, 30}, Vec2{30, -30}, Vec2{-30, -30}}) {
    const Flight crossing{{way.x > 0 ? 0.0 : 30.0, way.y > 0 ? 0.0 : 30.0}, way, 0.05};
    const std::size_t found = expect_near(both, crossing, 0);
    EXPECT_GT(found, 10U);
    EXPECT_LT(found, 600U);
  }
}

TEST(Collect, NeverOneWithItself) {
  const std::vector<Flight> one{{{0.1, 0.1}, {3, 3}, 0.2}};
  FlightGrid grid;
  grid.build(one, 1, PeriodicBox{{0, 0}, {1, 1}});
  std::vector<Near> near;
  std::vector<NearPair> pairs;
  grid.near(0, one[0], 0, near);
  grid.pairs(pairs);
  EXPECT_TRUE(near.empty());
  EXPECT_TRUE(pairs.empty());
}

TEST(Collect, ImagesOnAllSidesOfASmallBox) {
  std::mt19937_64 random(3);
  Recipe recipe;
  recipe.count = 6;
  recipe.extent = recipe.height = 1;
  const Both both(make_flights(recipe, random), 1, PeriodicBox{{0, 0}, {1, 1}});
  expect_pairs(both);
  for (std::uint32_t id = 0; id < 6; ++id) expect_near(both, id, 0);
}

}  // namespace
}  // namespace carom::test
