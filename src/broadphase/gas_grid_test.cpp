#include "broadphase/gas_grid.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include "broadphase/gas_crowd_test.hpp"

// Which discs are in the cells, and which are found there.
namespace carom::test {
namespace {

RC_GTEST_PROP(GasGrid, FindsWhatTestingAllPairsFinds, (std::uint64_t seed)) {
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937_64 random(seed);
  Recipe recipe;
  recipe.count = 1 + random() % 200;
  recipe.speed = std::exp2(uniform(random, -6, 1));
  recipe.smallest = std::exp2(uniform(random, -5, -1));
  recipe.largest = recipe.smallest * uniform(random, 1, 4);
  recipe.fast = random() % 3 == 0 ? 5 : 0;
  recipe.clustered = random() % 3 == 0 ? 60 : 0;
  if (random() % 2 == 0) recipe.height = recipe.extent * std::exp2(uniform(random, -7, 7));
  recipe.offset = {uniform(random, -100, 100), uniform(random, -100, 100)};
  Gas gas(make_flights(recipe, random), plan_for(recipe, random() % 2 == 0));
  expect_all(gas);
  hit_some(gas, recipe, random);
  hit_pairs(gas, recipe.speed, gas.grid.everywhere(), random);
  RC_ASSERT(!testing::Test::HasFailure());
}

TEST(GasGrid, PeriodicBoxesOfFewColumnsAndRows) {
  std::mt19937_64 random(1);
  std::size_t pairs = 0;
  for (const Vec2 size : {Vec2{0.5, 0.5}, Vec2{0.7, 4}, Vec2{4, 0.7}, Vec2{1.2, 1.2}, Vec2{1.6, 3}, Vec2{3, 1.6},
                          Vec2{2, 2}, Vec2{0.5, 50}, Vec2{50, 0.5}}) {
    SCOPED_TRACE(std::to_string(size.x) + " by " + std::to_string(size.y));
    Recipe recipe;
    recipe.count = 30;
    recipe.extent = size.x;
    recipe.height = size.y;
    recipe.speed = 0.3;
    Gas gas(make_flights(recipe, random), plan_for(recipe, true));
    expect_all(gas);
    pairs += expect_pairs(gas, gas.grid.everywhere());
    hit_some(gas, recipe, random);
  }
  EXPECT_GT(pairs, 2000U);
}

TEST(GasGrid, ACrowdOnALineOrInOnePoint) {
  for (const Vec2 along : {Vec2{1, 0}, Vec2{0, 1}, Vec2{0, 0}, Vec2{1, 1e-300}, Vec2{1e-12, 1}}) {
    std::vector<Flight> flights;
    for (int k = 0; k < 60; ++k) flights.push_back({Vec2{3, 4} + k * along, {0.3, -0.4}, 0.4});
    GasGrid::Plan plan{{3, 4}, Vec2{3, 4} + 59 * along, 0, 1, std::nullopt};
    const Gas gas(flights, plan);
    expect_all(gas);
    // The prefilter finds that no two discs come nearer to each other.
    plan.diameter = 0.8;
    expect_all(Gas(flights, plan));
    EXPECT_GE(expect_pairs(gas, gas.grid.everywhere()), 59U);
  }
}

/// The grid does not know where discs will be: those outside the region are found as well, however far they are.
TEST(GasGrid, DiscsOutsideTheRegion) {
  std::mt19937_64 random(2);
  Recipe recipe;
  recipe.count = 200;
  recipe.speed = 0.3;
  auto flights = make_flights(recipe, random);
  const Vec2 sides[] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}, {1, 1}, {-1, -1}};
  std::size_t i = 0;
  for (const double far : {1.0, 7.0, 30.0, 3e3, 1e7}) {
    for (const Vec2 side : sides) {
      // They come to touch just when the window ends.
      const Vec2 at = Vec2{5, 5} + (5 + far) * side;
      flights[i++] = {at, {0, 0}, 0.2};
      flights[i++] = {at + Vec2{0.6, 0}, {-0.2, 0}, 0.2};
    }
  }
  const Gas gas(flights, plan_for(recipe, false));
  expect_all(gas);
  // A disc too far out for single precision is in no cell.
  for (std::uint32_t place = 0; place < flights.size(); ++place) {
    const Vec2 out = gas.legs[place].flight.at - Vec2{5, 5};
    EXPECT_EQ(gas.grid.in_cells(place), std::max(std::abs(out.x), std::abs(out.y)) <= 10) << gas.order[place];
  }
}

TEST(GasGrid, FastDiscsAreNotFoundAndFindAllOnTheirWay) {
  std::mt19937_64 random(3);
  for (const bool periodic : {false, true}) {
    Recipe recipe;
    recipe.count = 1500;
    recipe.extent = recipe.height = 40;
    recipe.speed = 0.1;
    auto flights = make_flights(recipe, random);
    flights[0] = {{1, 1}, {38, 37}, 0.2};
    flights[1] = {{39, 2}, {-37, 1}, 0.2};
    flights[2] = {{20, 39}, {0.01, -38}, 0.2};
    // Several times through a periodic box.
    flights[3] = {{20, 20}, {500, 3}, 0.2};
    flights[4] = {{20, 20}, {-3, -500}, 0.2};
    flights[5] = {{20, 20}, {311, -222}, 0.2};
    const Gas gas(flights, plan_for(recipe, periodic));
    for (std::uint32_t place = 0; place < flights.size(); ++place) {
      if (gas.order[place] > 5) continue;
      EXPECT_FALSE(gas.grid.in_cells(place));
      const std::size_t found = expect_near(gas, place, gas.grid.everywhere());
      EXPECT_GT(found, 10U);
      // Its box covers all discs, many times.
      EXPECT_LT(found, gas.order[place] < 3 || !periodic ? 500U : 5000U);
    }
  }
}

TEST(GasGrid, PiecesGiveOneOrder) {
  std::mt19937_64 random(6);
  Recipe recipe;
  recipe.count = 500;
  const auto flights = make_flights(recipe, random);
  const Gas one(flights, plan_for(recipe, false));
  for (const std::size_t pieces : {2U, 3U, 8U}) {
    EXPECT_EQ(Gas(flights, plan_for(recipe, false), pieces).order, one.order) << pieces;
  }
  // One after the other in a cell, in a row, in the grid.
  for (std::size_t place = 1; place < flights.size(); ++place) EXPECT_GE(one.rows[place], one.rows[place - 1]);
  EXPECT_EQ(one.rows.size(), flights.size());
}

/// A disc that goes too far leaves the cells, and comes back when it goes less far.
TEST(GasGrid, DiscsThatGoTooFarAreInNoCell) {
  std::mt19937_64 random(8);
  Recipe recipe;
  recipe.count = 100;
  recipe.speed = 0.2;
  Gas gas(make_flights(recipe, random), plan_for(recipe, false));
  EXPECT_TRUE(gas.grid.in_cells(7));
  gas.change(7, 0.1, {3, 0});
  EXPECT_FALSE(gas.grid.in_cells(7));
  expect_all(gas);
  gas.change(7, 0.1, {0.1, 0});
  EXPECT_TRUE(gas.grid.in_cells(7));
  for (std::uint32_t place = 0; place < gas.legs.size(); ++place) expect_near(gas, place, gas.grid.everywhere());
}

/// The memory of a larger crowd must not be looked at by a smaller one.
TEST(GasGrid, OneGridForOneCrowdAfterTheOther) {
  std::mt19937_64 random(9);
  Recipe recipe;
  recipe.count = 300;
  Gas gas(make_flights(recipe, random), plan_for(recipe, false));
  recipe.count = 40;
  gas.fill(make_flights(recipe, random), plan_for(recipe, true));
  expect_all(gas);
  recipe.count = 500;
  gas.fill(make_flights(recipe, random), plan_for(recipe, false), 3);
  expect_all(gas);
}

}  // namespace
}  // namespace carom::test
