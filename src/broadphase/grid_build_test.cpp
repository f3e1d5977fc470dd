#include "broadphase/grid_build.hpp"

#include <gtest/gtest.h>

#include "broadphase/flight_cases_test.hpp"
#include "broadphase/grid_walk.hpp"

namespace carom::test {
namespace {

using namespace carom::detail;

struct Built {
  std::vector<Flight> flights;
  GridData grid;

  Built(std::vector<Flight> the_flights, const std::optional<PeriodicBox>& box) : flights(std::move(the_flights)) {
    GridScratch scratch;
    build_grid(flights, 1, box, scratch, grid);
  }

  Built(const Recipe& recipe, const std::optional<PeriodicBox>& box)
      : Built(
            [&] {
              std::mt19937_64 random(1);
              return make_flights(recipe, random);
            }(),
            box) {}
};

Recipe many_sizes() {
  Recipe recipe;
  recipe.count = 1000;
  recipe.smallest = 0.01;
  recipe.largest = 1;
  recipe.speed = 0.01;
  recipe.fast = 2;
  return recipe;
}

TEST(GridBuild, EveryBodyHasOnePlaceAndItsBoxThere) {
  const Built b(many_sizes(), std::nullopt);
  std::vector<std::uint32_t> sorted(b.grid.order);
  std::sort(sorted.begin(), sorted.end());
  std::size_t ungridded = 0;
  for (std::uint32_t i = 0; i < sorted.size(); ++i) {
    EXPECT_EQ(sorted[i], i);
    const Flight& f = b.flights[b.grid.order[i]];
    EXPECT_EQ(b.grid.homes[i], f.at);
    const UngriddedList& list = b.grid.ungridded;
    const std::size_t at = list.find(i);
    EXPECT_EQ(at < list.place.size(), b.grid.parked(i));
    if (b.grid.parked(i)) {
      ++ungridded;
      EXPECT_EQ(list.ways[at].from, f.at);
      continue;
    }
    const PlainBox wanted = plain_box({f}, 1);
    const SweptBox& box = b.grid.boxes[i];
    const auto x = [&](double v) { return v / b.grid.units.scale + b.grid.units.origin.x; };
    EXPECT_LE(x(box.low_x), wanted.low.x);
    EXPECT_GE(x(-double{box.minus_high_x}), wanted.high.x);
    EXPECT_NEAR(x(box.low_x), wanted.low.x, 1e-4);
    EXPECT_NEAR(x(-double{box.minus_high_x}), wanted.high.x, 1e-4);
  }
  EXPECT_GT(ungridded, 0U);
  EXPECT_LT(ungridded, 60U);
}

/// What makes the cells enough: no body in a cell gets further from its home than its level's cap.
TEST(GridBuild, NoBodyInACellGetsBeyondTheCap) {
  const Built b(many_sizes(), std::nullopt);
  EXPECT_GT(b.grid.levels.size(), 1U);
  std::size_t seen = 0;
  for (const GridLevel& level : b.grid.levels) {
    for (std::uint32_t row = 0; row < level.rows; ++row) {
      const CellSpan columns{0, static_cast<int>(level.columns) - 1};
      const Places places = row_places(b.grid, level, static_cast<int>(row), columns);
      for (std::uint32_t place = places.begin; place < places.end; ++place, ++seen) {
        if (b.grid.parked(place)) continue;
        const PlainBox box = plain_box({b.flights[b.grid.order[place]]}, 1);
        const Vec2 home = b.grid.homes[place];
        EXPECT_LE(home.x - box.low.x, level.cap);
        EXPECT_LE(home.y - box.low.y, level.cap);
        EXPECT_LE(box.high.x - home.x, level.cap);
        EXPECT_LE(box.high.y - home.y, level.cap);
        EXPECT_EQ(static_cast<std::uint32_t>(cell_index(home.y, level.min.y, level.per_cell.y, level.rows)), row);
      }
    }
  }
  EXPECT_EQ(seen + b.grid.ungridded.place.size(), b.flights.size());
}

TEST(GridBuild, InAPeriodicBoxHomesAreInside) {
  Recipe recipe;
  recipe.extent = 10.2;
  const Built b(recipe, PeriodicBox{{0, 0}, {10, 10}});
  std::size_t outside = 0;
  for (std::size_t p = 0; p < recipe.count; ++p) {
    EXPECT_LE(b.grid.homes[p].x, 10);
    outside += b.flights[b.grid.order[p]].at.x > 10 ? 1U : 0U;
  }
  EXPECT_GT(outside, 0U);
}

TEST(GridBuild, NoBodyIsNoLevelAndOneIsOneCell) {
  const Built none(std::vector<Flight>{}, std::nullopt);
  EXPECT_TRUE(none.grid.levels.empty());
  EXPECT_TRUE(none.grid.ungridded.place.empty());
  const Built one(std::vector<Flight>{{{3, 4}, {1, 0}, 0.5}}, std::nullopt);
  ASSERT_EQ(one.grid.levels.size(), 1U);
  EXPECT_EQ(one.grid.levels[0].rows * one.grid.levels[0].columns, 1U);
  EXPECT_FALSE(one.grid.parked(0));
}

}  // namespace
}  // namespace carom::test
