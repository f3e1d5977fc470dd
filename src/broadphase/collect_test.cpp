#include "broadphase/collect.hpp"

#include <gtest/gtest.h>

#include "broadphase/flight_cases_test.hpp"

namespace carom::test {
namespace {

/// Rows with far more than one batch of slots, and a path that crosses many rows.
TEST(Collect, LongRowsAndLongPaths) {
  std::mt19937_64 random(1);
  Recipe recipe;
  recipe.count = 3000;
  recipe.extent = 30;
  recipe.height = 30;
  recipe.smallest = recipe.largest = 0.05;
  recipe.speed = 0.1;
  auto flights = make_flights(recipe, random);
  flights[0] = {{1, 1}, {28, 27}, 0.05};
  flights[1] = {{29, 2}, {-28, 0}, 0.05};
  flights[2] = {{15, 29}, {0, -28}, 1};
  flights[3] = {{29, 29}, {-40, -20}, 0};
  Both both(flights, 1, std::nullopt, 1);
  expect_same_pairs(both, 1);
  for (std::uint32_t id = 0; id < 40; ++id) {
    expect_same_near(both, id, 0);
    expect_same_near(both, id, 0.9);
  }
}

TEST(Collect, NeverOneWithItself) {
  const std::vector<Flight> one{{{0.1, 0.1}, {3, 3}, 0.2}};
  FlightGrid grid;
  grid.build(one, 1, PeriodicBox{{0, 0}, {1, 1}}, 1);
  std::vector<Near> near;
  std::vector<NearPair> pairs;
  grid.near(0, 0, Scope::everywhere, near);
  grid.pairs(0, pairs);
  EXPECT_TRUE(near.empty());
  EXPECT_TRUE(pairs.empty());
}

TEST(Collect, ImagesOnAllSidesOfASmallBox) {
  std::mt19937_64 random(2);
  Recipe recipe;
  recipe.count = 6;
  recipe.extent = recipe.height = 1;
  recipe.all_discs = false;
  Both both(make_flights(recipe, random), 1, PeriodicBox{{0, 0}, {1, 1}}, 1);
  expect_same_pairs(both, 1);
  for (std::uint32_t id = 0; id < 6; ++id) expect_same_near(both, id, 0);
}

}  // namespace
}  // namespace carom::test
