#include "broadphase/grid_build.hpp"

#include <gtest/gtest.h>

#include "broadphase/flight_cases_test.hpp"

namespace carom::test {
namespace {

using namespace carom::detail;

struct Built {
  std::vector<Flight> flights;
  GridData grid;

  Built(const Recipe& recipe, const std::optional<PeriodicBox>& box, unsigned strips) {
    std::mt19937_64 random(1);
    GridScratch scratch;
    flights = make_flights(recipe, random);
    build_grid(flights, 1, box, strips, scratch, grid);
  }
};

TEST(GridBuild, EveryoneHasOnePlaceAndItsRecordThere) {
  Recipe recipe;
  recipe.count = 1000;
  recipe.smallest = 0.01;
  recipe.largest = 1;
  const Built b(recipe, std::nullopt, 3);
  std::vector<std::uint32_t> sorted(b.grid.order);
  std::sort(sorted.begin(), sorted.end());
  for (std::uint32_t i = 0; i < recipe.count; ++i) {
    EXPECT_EQ(sorted[i], i);
    const FlightRecord& record = b.grid.records[i + b.grid.strip[i] * k_gap];
    EXPECT_EQ(record.home, b.flights[b.grid.order[i]].at);
  }
}

TEST(GridBuild, PlacesGoStripByStripUpwards) {
  Recipe recipe;
  recipe.count = 2000;
  const Built b(recipe, std::nullopt, 4);
  EXPECT_TRUE(std::is_sorted(b.grid.strip.begin(), b.grid.strip.end()));
  std::vector<double> lowest(4, 10), highest(4, 0);
  for (std::size_t p = 0; p < recipe.count; ++p) {
    const double y = b.flights[b.grid.order[p]].at.y;
    lowest[b.grid.strip[p]] = std::min(lowest[b.grid.strip[p]], y);
    highest[b.grid.strip[p]] = std::max(highest[b.grid.strip[p]], y);
  }
  for (std::size_t s = 0; s + 1 < 4; ++s) EXPECT_LE(highest[s], lowest[s + 1]);
}

TEST(GridBuild, CrowdedCellsAreSortedFromLeftToRight) {
  Recipe recipe;
  recipe.count = 3000;
  recipe.clustered = 50;
  recipe.smallest = recipe.largest = 1e-4;
  recipe.speed = 1e-4;
  const Built b(recipe, std::nullopt, 1);
  EXPECT_TRUE(b.grid.crowded);
  std::size_t crowds = 0;
  for (std::size_t c = 0; c + 1 < b.grid.starts.size(); ++c) {
    const auto first = b.grid.records.begin() + b.grid.starts[c];
    const auto last = b.grid.records.begin() + b.grid.starts[c + 1];
    if (last - first <= static_cast<std::ptrdiff_t>(k_crowd)) continue;
    ++crowds;
    EXPECT_TRUE(std::is_sorted(first, last, [](const auto& l, const auto& r) { return l.home.x < r.home.x; }));
  }
  EXPECT_GT(crowds, 0U);
}

TEST(GridBuild, InAPeriodicBoxHomesAreInside) {
  Recipe recipe;
  recipe.extent = 10.2;
  const Built b(recipe, PeriodicBox{{0, 0}, {10, 10}}, 1);
  for (std::size_t p = 0; p < recipe.count; ++p) EXPECT_LE(b.grid.records[p].home.x, 10);
}

}  // namespace
}  // namespace carom::test
