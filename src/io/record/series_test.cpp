#include "carom/io/series.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "carom/io/summary.hpp"
#include "io/record/trajectory_test_world.hpp"

namespace carom {
namespace {

World gas() {
  WorldSettings settings;
  settings.detection = Detection::event;
  settings.bounds = Bounds{{0, 0}, {10, 10}, Edges::periodic};
  World world = World::make(std::move(settings)).value();
  for (int k = 0; k < 25; ++k) {
    const Vec2 at{2.0 * (k % 5) + 0.7, 2.0 * static_cast<double>(k / 5) + 0.7};
    EXPECT_TRUE(world.add(ball(at, {1 + 0.1 * k, 2 - 0.3 * k})));
  }
  return world;
}

/// A row takes its sums from one look at the bodies: they have the bits of the world's own.
TEST(Series, SumsAreTheWorldsOwn) {
  World free = gas();
  World falling = falling_world();
  ASSERT_TRUE(falling.add(ball({3, 2}, {1, 0.3})));
  for (World* world : {&free, &falling}) {
    world->step_to(0.7);
    const SeriesRow row = series_row(*world, {});
    EXPECT_EQ(row.energy.kinetic, world->energy().kinetic);
    EXPECT_EQ(row.energy.potential, world->energy().potential);
    EXPECT_EQ(row.momentum, world->momentum());
    EXPECT_EQ(row.angular, world->angular_momentum());
  }
}

TEST(Series, AllNumbersOfTheWorld) {
  World world = falling_world();
  BodyDef def = ball({3, 2}, {1, 0});
  def.mass = 2;
  ASSERT_TRUE(world.add(def));
  world.step(0.5);
  const SeriesRow row = series_row(world, {});
  EXPECT_EQ(row.t, 0.5);
  EXPECT_EQ(row.steps, 1U);
  EXPECT_EQ(row.bodies, 1U);
  EXPECT_EQ(row.collisions, 0U);
  EXPECT_EQ(row.energy.kinetic, world.energy().kinetic);
  EXPECT_EQ(row.momentum.x, 2);
  EXPECT_EQ(row.angular, world.angular_momentum());
  EXPECT_FALSE(row.pressure);
}

TEST(Series, LinesHaveTheColumnsOfTheHeader) {
  const auto commas = [](const std::string& text) { return std::ranges::count(text, ','); };
  SeriesRow row;
  EXPECT_EQ(commas(series_line(row)), commas(series_header()));
  row = {0.1, 3, 4, 5, {1, 2}, -1, {6, 7}, 8, 9};
  EXPECT_EQ(series_line(row), "0.1,3,4,5,1,2,3,-1,6,7,8,9\n");
}

TEST(Series, PressureIsThatSinceTheRowBefore) {
  World world = gas();
  world.step_to(5);
  const GasSums early = world.gas();
  const double first = series_row(world, {}).pressure.value();
  EXPECT_DOUBLE_EQ(first, gas_summary(early, world.settings().bounds)->pressure);
  world.step_to(20);
  const double later = series_row(world, early).pressure.value();
  const double all = series_row(world, {}).pressure.value();
  // Means over 5 and 15 of 20 seconds make the mean over all.
  EXPECT_NEAR((5 * first + 15 * later) / 20, all, 1e-12 * all);
  // Before anything has met, it is that of points.
  World early_world = gas();
  early_world.step_to(1e-6);
  EXPECT_EQ(early_world.collision_count(), 0U);
  EXPECT_NEAR(series_row(early_world, {}).pressure.value(), early_world.energy().kinetic / 100, 1e-9);
}

}  // namespace
}  // namespace carom
