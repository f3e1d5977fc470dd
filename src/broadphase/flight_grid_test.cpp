#include "carom/broadphase/flight_grid.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "broadphase/flight_cases_test.hpp"
#include "carom/math/random.hpp"

namespace carom::test {
namespace {

const PeriodicBox k_box{{0, 0}, {10, 10}};

/// A flight through the same point at `now`, as after a hit.
Flight deflected(const Flight& f, double now, Vec2 velocity) {
  return {f.at + now * (f.velocity - velocity), velocity, f.radius};
}

/// A change, a removal, a newcomer, at a time; then a few look around.
void one_event(Both& both, const Recipe& recipe, double now, std::mt19937_64& random) {
  std::vector<std::uint32_t> present;
  for (std::uint32_t id = 0; id < both.legs.size(); ++id) {
    if (both.legs[id].present) present.push_back(id);
  }
  if (present.empty()) return;
  const std::uint32_t id = present[random() % present.size()];
  if (random() % 8 == 0) {
    both.remove(id);
    return;
  }
  if (random() % 8 == 0) {
    present.push_back(static_cast<std::uint32_t>(both.legs.size()));
    both.insert(make_flight(recipe, random));
  }
  const double speed = recipe.speed * (random() % 6 == 0 ? 30 : 1);
  const Vec2 velocity{uniform(random, -speed, speed), uniform(random, -speed, speed)};
  both.change(id, deflected(both.legs[id].flight, now, velocity), random() % 2 == 0 ? now : 0);
  for (int k = 0; k < 4; ++k) expect_near(both, present[random() % present.size()], now);
  expect_near(both, id, now);
}

/// Everything at once: pairs, neighbours, changes, newcomers, removals, neighbours again.
void compare(const Recipe& recipe, double window, const std::optional<PeriodicBox>& box, std::mt19937_64& random) {
  Both both(make_flights(recipe, random), window, box);
  expect_pairs(both);
  for (std::uint32_t id = 0; id < both.legs.size(); id += 3) expect_near(both, id, 0);
  for (int event = 1; event <= 20; ++event) one_event(both, recipe, window * event / 20, random);
}

RC_GTEST_PROP(FlightGrid, FindsWhatBruteForceFinds, (std::uint64_t seed)) {
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937_64 random(seed);
  Recipe recipe;
  recipe.count = random() % 4 == 0 ? random() % 8 : random() % 400;
  recipe.speed = std::exp2(uniform(random, -6, 3));
  recipe.largest = std::exp2(uniform(random, -4, 0));
  recipe.smallest = random() % 5 == 0 ? 0 : recipe.largest * std::exp2(random() % 2 == 0 ? 0 : uniform(random, -10, 0));
  recipe.fast = random() % 3 == 0 ? 3 : 0;
  recipe.clustered = random() % 3 == 0 ? 60 : 0;
  const bool periodic = random() % 3 == 0;
  if (!periodic && random() % 4 == 0) recipe.height = std::exp2(uniform(random, -10, 10));
  if (!periodic && random() % 4 == 0) recipe.offset = {uniform(random, -1e6, 1e6), uniform(random, -1e6, 1e6)};
  compare(recipe, random() % 16 == 0 ? 0 : 1, periodic ? std::optional(k_box) : std::nullopt, random);
  RC_ASSERT(!testing::Test::HasFailure());
}

TEST(FlightGrid, SizesFromOneToAThousand) {
  std::mt19937_64 random(2);
  Recipe recipe;
  recipe.count = 1500;
  recipe.smallest = 0.002;
  recipe.largest = 2;
  compare(recipe, 1, std::nullopt, random);
  compare(recipe, 1, k_box, random);
}

TEST(FlightGrid, ATenthOfThemAHundredTimesAsLarge) {
  std::mt19937_64 random(9);
  Recipe recipe;
  recipe.count = 1000;
  recipe.extent = recipe.height = 100;
  recipe.smallest = recipe.largest = 0.05;
  recipe.speed = 0.1;
  auto flights = make_flights(recipe, random);
  for (std::size_t i = 0; i < 100; ++i) flights[i].radius = 5;
  for (const bool periodic : {false, true}) {
    const Both both(flights, 1, periodic ? std::optional(PeriodicBox{{0, 0}, {100, 100}}) : std::nullopt);
    EXPECT_LT(both.grid.ungridded_count(), 20U);
    expect_pairs(both);
    for (std::uint32_t id = 0; id < 200; ++id) expect_near(both, id, 0.5);
  }
}

TEST(FlightGrid, OneThatCrossesTheWorldIsUngriddedAndFound) {
  std::mt19937_64 random(10);
  Recipe recipe;
  recipe.count = 2000;
  recipe.extent = recipe.height = 40;
  auto flights = make_flights(recipe, random);
  flights[11] = {{0, 0}, {40, 40}, 0.2};
  for (const bool periodic : {false, true}) {
    const Both both(flights, 1, periodic ? std::optional(PeriodicBox{{0, 0}, {40, 40}}) : std::nullopt);
    EXPECT_GE(both.grid.ungridded_count(), 1U);
    EXPECT_LT(both.grid.ungridded_count(), 40U);
    expect_pairs(both);
    for (std::uint32_t id = 0; id < 60; ++id) expect_near(both, id, 0.5);
  }
}

TEST(FlightGrid, OutliersAndCrowds) {
  std::mt19937_64 random(3);
  Recipe recipe;
  recipe.count = 1000;
  recipe.smallest = recipe.largest = 0.001;
  recipe.speed = 0.002;
  recipe.clustered = 90;
  std::vector<Flight> flights = make_flights(recipe, random);
  flights[7].at = {1e60, -1e60};
  flights[8].at = {-1e9, 3};
  flights[9].velocity = {1e60, 1e60};
  const Both both(flights, 1, std::nullopt);
  expect_pairs(both);
  for (std::uint32_t id = 0; id < 20; ++id) expect_near(both, id, 0.5);
  EXPECT_LE(both.grid.ungridded_count(), 8U);
}

TEST(FlightGrid, HugeAndTinyCoordinates) {
  for (const double scale : {1e60, 1e30, 1e-30, 1e-60}) {
    std::mt19937_64 random(4);
    Recipe recipe;
    recipe.count = 300;
    recipe.largest = recipe.smallest = 0.3;
    std::vector<Flight> flights = make_flights(recipe, random);
    for (Flight& f : flights) f = {scale * 0.1 * f.at, scale * 0.1 * f.velocity, scale * 0.1 * f.radius};
    const Both both(flights, 1, std::nullopt);
    expect_pairs(both);
    for (std::uint32_t id = 0; id < 30; ++id) expect_near(both, id, 0.25);
  }
}

/// Single precision cannot hold what they cover.
TEST(FlightGrid, StrangersOfAnySizeAndSpeed) {
  std::mt19937_64 random(11);
  for (const std::size_t count : {1U, 5U, 400U}) {
    Recipe recipe;
    recipe.count = count;
    Both both(make_flights(recipe, random), 1, std::nullopt);
    both.change(0, {both.legs[0].flight.at, {1e60, 0}, 0.2}, 0);
    if (count > 1) both.remove(1);
    const std::size_t present = count - (count > 1 ? 1 : 0);
    EXPECT_EQ(expect_near(both, {{5, 5}, {0, 0}, 1e60}, 0), present);
    for (const Vec2 velocity : {Vec2{1e60, 0}, Vec2{0, 1e60}, Vec2{-1e60, 1e60}, Vec2{1e50, -1e60}}) {
      expect_near(both, {{5, 5}, velocity, 1}, 0);
      expect_near(both, {Vec2{5, 5} - velocity, velocity, 1}, 0.5);
    }
  }
}

TEST(FlightGrid, AllInOnePoint) {
  for (const Vec2 at : {Vec2{0, 0}, Vec2{1, 2}, Vec2{-1e60, 1e60}}) {
    for (const double radius : {0.0, 0.5}) {
      const Both both(std::vector<Flight>(40, Flight{at, {0, 0}, radius}), 1, std::nullopt);
      expect_pairs(both);
      for (std::uint32_t id = 0; id < 40; ++id) expect_near(both, id, 0);
      EXPECT_EQ(expect_near(both, {at + Vec2{0.25, 0}, {0, 0}, 1}, 0), 40U);
    }
  }
}

TEST(FlightGrid, PointsAndWindowsOfNoLength) {
  std::mt19937_64 random(12);
  Recipe recipe;
  recipe.count = 400;
  recipe.smallest = recipe.largest = 0;
  compare(recipe, 1, std::nullopt, random);
  compare(recipe, 0, std::nullopt, random);
  compare(recipe, 1, k_box, random);
  recipe.smallest = recipe.largest = 0.3;
  compare(recipe, 0, std::nullopt, random);
  compare(recipe, 0, k_box, random);
}

TEST(FlightGrid, NoneAtAllAndOne) {
  FlightGrid none;
  none.build({}, 1, std::nullopt);
  std::vector<NearPair> pairs;
  none.pairs(pairs);
  EXPECT_TRUE(pairs.empty());
  std::vector<Near> near;
  none.near(Flight{{0, 0}, {1, 1}, 5}, 0, near);
  EXPECT_TRUE(near.empty());
  const std::uint32_t first = none.insert({{1, 1}, {0, 0}, 1});
  none.near(Flight{{0, 0}, {1, 1}, 5}, 0, near);
  EXPECT_EQ(near, std::vector<Near>{{first}});
  const Both one({Flight{{3, 4}, {1, 0}, 0.5}}, 1, std::nullopt);
  expect_pairs(one);
  expect_near(one, 0, 0);
  EXPECT_EQ(expect_near(one, {{5, 4}, {0, 0}, 0.55}, 0), 1U);
  EXPECT_EQ(expect_near(one, {{5.1, 4}, {0, 0}, 0.55}, 0), 0U);
}

/// A body that becomes too fast for its cell is on the list that all search, and leaves it when it is removed.
TEST(FlightGrid, ChangesNewcomersAndRemovalsOfTheUngridded) {
  std::mt19937_64 random(13);
  Recipe recipe;
  recipe.count = 200;
  recipe.speed = 0.02;
  Both both(make_flights(recipe, random), 1, std::nullopt);
  EXPECT_EQ(both.grid.ungridded_count(), 0U);
  both.change(3, deflected(both.legs[3].flight, 0.2, {0.01, -0.01}), 0.2);
  EXPECT_EQ(both.grid.ungridded_count(), 0U);
  both.change(3, deflected(both.legs[3].flight, 0.3, {40, -40}), 0.3);
  EXPECT_EQ(both.grid.ungridded_count(), 1U);
  both.change(3, deflected(both.legs[3].flight, 0.4, {1, 1}), 0.4);
  both.insert({{5, 5}, {0, 0}, 0.4});
  EXPECT_EQ(both.grid.ungridded_count(), 2U);
  for (std::uint32_t id = 0; id <= 200; ++id) expect_near(both, id, 0.4);
  both.change(200, {{5, 5}, {-3, 0}, 0.4}, 0.4);
  both.remove(3);
  both.remove(8);
  EXPECT_EQ(both.grid.ungridded_count(), 1U);
  for (std::uint32_t id = 0; id <= 200; ++id) {
    if (both.legs[id].present) expect_near(both, id, 0.4);
  }
  both.remove(200);
  EXPECT_EQ(both.grid.ungridded_count(), 0U);
  expect_near(both, Flight{{5, 5}, {0, 0}, 20}, 0.4);
}

TEST(FlightGrid, AStrangerFindsWhatBruteForceFinds) {
  std::mt19937_64 random(5);
  Recipe recipe;
  recipe.count = 500;
  recipe.smallest = 0.02;
  recipe.largest = 0.6;
  for (const bool periodic : {false, true}) {
    const Both both(make_flights(recipe, random), 1, periodic ? std::optional(k_box) : std::nullopt);
    Recipe strange = recipe;
    strange.fast = 30;
    for (int k = 0; k < 200; ++k) expect_near(both, make_flight(strange, random), 0.3);
  }
}

/// All that a grid says about some flights and events, in its own order.
std::vector<Near> everything_said(FlightGrid& grid, std::vector<Flight> flights) {
  grid.build(flights, 1, std::nullopt);
  std::mt19937_64 random(14);
  std::vector<NearPair> pairs;
  grid.pairs(pairs);
  std::vector<Near> said;
  for (const NearPair& p : pairs) said.insert(said.end(), {Near{p.first}, Near{p.second, p.image_x, p.image_y}});
  for (std::uint32_t place = 0; place < flights.size(); place += 7) {
    Flight& f = flights[grid.order()[place]];
    f = deflected(f, 0.5, {uniform(random, -9, 9), uniform(random, -9, 9)});
    grid.change(place, f, 0.5);
    grid.near(place, f, 0.5, said);
    said.push_back({grid.order()[place]});
  }
  return said;
}

TEST(FlightGrid, TheSameCallsGiveTheSameOrder) {
  std::mt19937_64 random(6);
  Recipe recipe;
  recipe.count = 3000;
  recipe.extent = recipe.height = 40;
  const auto flights = make_flights(recipe, random);
  FlightGrid fresh, used;
  used.build(make_flights(recipe, random), 2, k_box);
  const auto said = everything_said(fresh, flights);
  EXPECT_EQ(said, everything_said(used, flights));
  EXPECT_GT(said.size(), 3000U);
  EXPECT_TRUE(std::equal(fresh.order().begin(), fresh.order().end(), used.order().begin(), used.order().end()));
}

TEST(FlightGrid, ItsCellsHoldEveryBodyThatIsInOne) {
  Random random(3);
  std::vector<Flight> flights;
  for (int k = 0; k < 500; ++k) {
    flights.push_back(
        {{random.uniform(-5, 5), random.uniform(-3, 3)}, {random.uniform(-1, 1), 0}, k < 400 ? 0.05 : 0.5});
  }
  FlightGrid grid;
  EXPECT_TRUE(grid.cells().empty());
  grid.build(flights, 0.1, {});
  std::size_t count = 0;
  for (const FlightGrid::Cell& cell : grid.cells()) {
    EXPECT_LE(cell.min.x, cell.max.x);
    EXPECT_LE(cell.min.y, cell.max.y);
    const auto inside = [&](const Flight& f) {
      return f.at.x >= cell.min.x && f.at.x <= cell.max.x && f.at.y >= cell.min.y && f.at.y <= cell.max.y;
    };
    EXPECT_GE(static_cast<std::size_t>(std::ranges::count_if(flights, inside)), cell.bodies);
    EXPECT_GT(cell.bodies, 0U);
    count += cell.bodies;
  }
  EXPECT_EQ(count + grid.ungridded_count(), flights.size());
  EXPECT_GT(grid.cells().size(), 20U);
}

}  // namespace
}  // namespace carom::test
