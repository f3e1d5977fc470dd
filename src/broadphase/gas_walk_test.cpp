#include "broadphase/gas_walk.hpp"

#include <gtest/gtest.h>

#include "broadphase/gas_crowd_test.hpp"

// How neighbours are looked at: at the prefilter, row by row, by the caller's own question.
namespace carom::test {
namespace {

/// Where a crowd is neither too dense nor too spread out for it.
TEST(GasWalk, TwoLookAtAPrefilter) {
  std::mt19937_64 random(10);
  std::size_t hits = 0;
  for (int round = 0; round < 20; ++round) {
    Recipe recipe;
    recipe.count = 250;
    recipe.largest = round % 2 == 0 ? 0.2 : 0.4;
    recipe.speed = 0.2;
    recipe.offset = {1e4 * round, 3};
    Gas gas(make_flights(recipe, random), plan_for(recipe, round % 3 == 0));
    hits += hit_pairs(gas, recipe.speed, gas.grid.everywhere(), random);
    hits += hit_pairs(gas, recipe.speed, {0, gas.grid.rows() / 2}, random);
  }
  EXPECT_GT(hits, 800U);
}

/// Single precision cannot separate discs of a millionth of the region, or ways of a hundred diameters.
TEST(GasWalk, WhereAPrefilterTellsNothingBoxesDo) {
  std::mt19937_64 random(11);
  for (const double radius : {1e-6, 2e-3}) {
    Recipe recipe;
    recipe.count = 200;
    recipe.smallest = recipe.largest = radius;
    recipe.speed = radius < 1e-3 ? 1e-6 : 0.5;
    Gas gas(make_flights(recipe, random), plan_for(recipe, false));
    expect_all(gas);
    EXPECT_EQ(hit_pairs(gas, recipe.speed, gas.grid.everywhere(), random), 0U);
  }
}

/// Rows that are worked on side by side: a search in one scope finds only what is in that scope.
TEST(GasWalk, ScopesAreRows) {
  std::mt19937_64 random(4);
  Recipe recipe;
  recipe.count = 400;
  recipe.speed = 0.2;
  const Gas gas(make_flights(recipe, random), plan_for(recipe, false));
  const int rows = gas.grid.rows();
  ASSERT_GT(rows, 12);
  std::size_t within = 0;
  for (const RowScope scope : {RowScope{0, 5}, RowScope{5, 6}, RowScope{6, rows}}) {
    within += expect_pairs(gas, scope);
    for (std::uint32_t place = 0; place < gas.legs.size(); ++place) expect_near(gas, place, scope);
  }
  const std::size_t all = expect_pairs(gas, gas.grid.everywhere());
  EXPECT_LT(within, all);
  EXPECT_GT(within, all / 2);
}

/// The last rows of a periodic box and the first ones, which follow them.
TEST(GasWalk, AScopeAcrossTheSeam) {
  std::mt19937_64 random(5);
  Recipe recipe;
  recipe.count = 400;
  recipe.speed = 0.2;
  Gas gas(make_flights(recipe, random), plan_for(recipe, true));
  const int rows = gas.grid.rows();
  ASSERT_GT(rows, 12);
  const std::size_t all = expect_pairs(gas, gas.grid.everywhere());
  // The lines between two scopes in turn: with one of them at the seam, and with none.
  const std::size_t split = expect_pairs(gas, {0, rows / 2}) + expect_pairs(gas, {rows / 2, rows});
  const std::size_t across = expect_pairs(gas, {rows - 4, rows + 4}) + expect_pairs(gas, {4, rows - 4});
  EXPECT_LT(split, all);
  EXPECT_LT(across, all);
  hit_some(gas, recipe, random);
  for (std::uint32_t place = 0; place < gas.legs.size(); ++place) {
    expect_near(gas, place, {rows - 4, rows + 4});
    expect_near(gas, place, {0, rows / 2});
  }
}

/// The caller's own test comes before the visit, and is called for no other disc.
TEST(GasWalk, VisitsDiscsThatPassTheTest) {
  std::mt19937_64 random(7);
  Recipe recipe;
  recipe.count = 300;
  const Gas gas(make_flights(recipe, random), plan_for(recipe, true));
  const auto even = [](std::uint32_t other, Image) { return other % 2 == 0; };
  for (std::uint32_t place = 0; place < 300; ++place) {
    std::vector<Near> passed, wanted;
    gas.grid.near(place, gas.way(place), gas.grid.everywhere(), 0, even,
                  [&](std::uint32_t other, Image image) { passed.push_back(near_of(other, image)); });
    gas.grid.near(place, gas.way(place), gas.grid.everywhere(), 0, k_anyone, [&](std::uint32_t other, Image image) {
      if (other % 2 == 0) wanted.push_back(near_of(other, image));
    });
    EXPECT_EQ(passed, wanted);
  }
}

}  // namespace
}  // namespace carom::test
