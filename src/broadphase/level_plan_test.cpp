#include "broadphase/level_plan.hpp"

#include <gtest/gtest.h>

#include "broadphase/flight_cases_test.hpp"

namespace carom::test {
namespace {

using namespace carom::detail;

std::vector<GridLevel> planned(const std::vector<Flight>& flights, Extent extent) {
  GridScratch scratch;
  Measure all{extent, flights[0].radius, flights[0].radius};
  for (const Flight& f : flights) {
    scratch.reach.push_back(f.radius + length(f.velocity));
    all.smallest = std::min(all.smallest, f.radius);
    all.largest = std::max(all.largest, f.radius);
  }
  std::vector<GridLevel> levels;
  plan_levels(flights, all, std::nullopt, scratch, levels);
  return levels;
}

TEST(LevelPlan, CellsAreMadeForTheirCapOrForHalfABody) {
  EXPECT_EQ(cell_size({100, 100}, 1e6, 2), (Vec2{1, 2}));
  const Vec2 thin = cell_size({100, 100}, 50, 2);
  EXPECT_DOUBLE_EQ(thin.x * thin.y, 0.5 * 100 * 100 / 50);
  EXPECT_DOUBLE_EQ(thin.y, 2 * thin.x);
}

TEST(LevelPlan, ThereIsAtLeastOneCellAndAtMostTheMost) {
  EXPECT_EQ(cell_count(10, 3, 100), 3U);
  EXPECT_EQ(cell_count(10, 1000, 100), 1U);
  EXPECT_EQ(cell_count(10, 0.01, 100), 100U);
  EXPECT_EQ(cell_count(0, 0, 100), 1U) << "all bodies at one place";
}

TEST(LevelPlan, OneSizeIsOneLevelWithCellsOfItsReach) {
  std::mt19937_64 random(1);
  Recipe recipe;
  recipe.count = 5000;
  recipe.extent = recipe.height = 100;
  const auto levels = planned(make_flights(recipe, random), {{0, 0}, {100, 100}});
  ASSERT_EQ(levels.size(), 1U);
  EXPECT_GT(levels[0].cap, 0.2 + 0.9 * std::sqrt(2));
  EXPECT_LT(levels[0].cap, 2);
  EXPECT_LE(levels[0].columns * levels[0].rows, 2 * recipe.count + 16);
  EXPECT_GT(levels[0].columns * levels[0].rows, recipe.count / 8);
}

TEST(LevelPlan, VeryDifferentSizesHaveLevelsOfTheirOwn) {
  std::mt19937_64 random(2);
  Recipe recipe;
  recipe.count = 2000;
  recipe.extent = recipe.height = 100;
  recipe.smallest = recipe.largest = 0.01;
  recipe.speed = 0.01;
  auto flights = make_flights(recipe, random);
  for (std::size_t i = 0; i < 100; ++i) flights[i].radius = 1;
  const auto levels = planned(flights, {{0, 0}, {100, 100}});
  ASSERT_EQ(levels.size(), 2U);
  EXPECT_EQ(levels[0].radius, 0.01);
  EXPECT_EQ(levels[1].radius, 1);
  EXPECT_EQ(level_for(levels, 0.01, 0.011), 0U);
  EXPECT_EQ(level_for(levels, 0.01, 0.5), 1U);
  EXPECT_EQ(level_for(levels, 1, 1.01), 1U);
  EXPECT_EQ(level_for(levels, 0.01, 50), 2U);
}

TEST(LevelPlan, AFewThatCrossEverythingDoNotWidenTheCells) {
  std::mt19937_64 random(3);
  Recipe recipe;
  recipe.count = 5000;
  recipe.extent = recipe.height = 100;
  auto flights = make_flights(recipe, random);
  for (std::size_t i = 0; i < 5; ++i) flights[i].velocity = {1e5, 1e5};
  const auto levels = planned(flights, {{0, 0}, {100, 100}});
  ASSERT_EQ(levels.size(), 1U);
  EXPECT_LT(levels[0].cap, 2);
}

TEST(LevelPlan, AFewFarAwayDoNotWidenTheCells) {
  std::mt19937_64 random(4);
  Recipe recipe;
  recipe.count = 5000;
  recipe.extent = recipe.height = 100;
  auto flights = make_flights(recipe, random);
  flights[3].at = {1e60, -1e60};
  const auto levels = planned(flights, {{0, -1e60}, {1e60, 100}});
  ASSERT_EQ(levels.size(), 1U);
  EXPECT_GT(levels[0].columns * levels[0].rows, recipe.count / 16);
}

TEST(LevelPlan, AThinRegionHasCellsAlongIt) {
  std::mt19937_64 random(5);
  Recipe recipe;
  recipe.count = 1000;
  recipe.extent = 1e4;
  recipe.height = 0;
  const auto levels = planned(make_flights(recipe, random), {{0, 0}, {1e4, 0}});
  ASSERT_EQ(levels.size(), 1U);
  EXPECT_EQ(levels[0].rows, 1U);
  EXPECT_GT(levels[0].columns, 500U);
  EXPECT_LE(levels[0].columns, 2016U);
}

}  // namespace
}  // namespace carom::test
