#include "carom/broadphase/flight_grid.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <thread>

#include "broadphase/flight_cases_test.hpp"

namespace carom::test {
namespace {

const PeriodicBox k_box{{0, 0}, {10, 10}};

/// A flight through the same point at `now`, as after a hit.
Flight deflected(const Flight& f, double now, Vec2 velocity) {
  return {f.at + now * (f.velocity - velocity), velocity, f.radius, f.disc};
}

/// Everything at once: pairs, neighbours, changes, newcomers, removals, neighbours again.
void compare(const Recipe& recipe, double window, const std::optional<PeriodicBox>& box, unsigned strips,
             std::mt19937_64& random) {
  std::vector<Flight> flights = make_flights(recipe, random);
  Both both(flights, window, box, strips);
  expect_same_pairs(both, strips);
  for (std::uint32_t id = 0; id < flights.size(); id += 3) expect_same_near(both, id, 0);
  std::vector<std::uint32_t> present(flights.size());
  for (std::uint32_t id = 0; id < flights.size(); ++id) present[id] = id;
  for (int event = 1; event <= 20 && !present.empty(); ++event) {
    const double now = window * event / 20;
    const std::size_t i = random() % present.size();
    const std::uint32_t id = present[i];
    if (random() % 8 == 0) {
      both.remove(id);
      present.erase(present.begin() + static_cast<std::ptrdiff_t>(i));
      continue;
    }
    if (random() % 8 == 0) {
      flights.push_back(make_flight(recipe, random));
      both.insert(flights.back());
      present.push_back(static_cast<std::uint32_t>(flights.size() - 1));
    }
    const double speed = recipe.speed * (random() % 6 == 0 ? 30 : 1);
    flights[id] = deflected(flights[id], now, {uniform(random, -speed, speed), uniform(random, -speed, speed)});
    both.change(id, flights[id], random() % 2 == 0 ? now : 0);
    for (int k = 0; k < 4; ++k) expect_same_near(both, present[random() % present.size()], now);
    if (random() % 8 != 0) expect_same_near(both, id, now);
  }
}

RC_GTEST_PROP(FlightGrid, FindsWhomBruteForceFinds, (std::uint64_t seed)) {
  std::mt19937_64 random(seed);
  Recipe recipe;
  recipe.count = random() % 4 == 0 ? random() % 8 : random() % 400;
  recipe.speed = std::exp2(uniform(random, -6, 3));
  recipe.largest = std::exp2(uniform(random, -4, 0));
  recipe.smallest = random() % 5 == 0 ? 0 : recipe.largest * std::exp2(random() % 2 == 0 ? 0 : uniform(random, -10, 0));
  recipe.fast = random() % 3 == 0 ? 3 : 0;
  recipe.clustered = random() % 3 == 0 ? 60 : 0;
  recipe.all_discs = random() % 2 == 0;
  const bool periodic = random() % 3 == 0;
  if (!periodic && random() % 4 == 0) recipe.height = std::exp2(uniform(random, -10, 10));
  if (!periodic && random() % 4 == 0) recipe.offset = {uniform(random, -1e6, 1e6), uniform(random, -1e6, 1e6)};
  const auto strips = static_cast<unsigned>(1 + (random() % 2) * (random() % 6));
  compare(recipe, random() % 16 == 0 ? 0 : 1, periodic ? std::optional(k_box) : std::nullopt, strips, random);
  RC_ASSERT(!testing::Test::HasFailure());
}

TEST(FlightGrid, SizesFromOneToAThousand) {
  std::mt19937_64 random(2);
  Recipe recipe;
  recipe.count = 1500;
  recipe.smallest = 0.002;
  recipe.largest = 2;
  compare(recipe, 1, std::nullopt, 1, random);
  compare(recipe, 1, k_box, 3, random);
}

TEST(FlightGrid, OutliersAndCrowdsDoNotSpoilTheCells) {
  std::mt19937_64 random(3);
  Recipe recipe;
  recipe.count = 2000;
  recipe.smallest = recipe.largest = 0.001;
  recipe.speed = 0.002;
  recipe.clustered = 90;
  std::vector<Flight> flights = make_flights(recipe, random);
  flights[7].at = {1e60, -1e60};
  flights[8].at = {-1e9, 3};
  flights[9].velocity = {1e60, 1e60};
  Both both(flights, 1, std::nullopt, 1);
  expect_same_pairs(both, 1);
  for (std::uint32_t id = 0; id < 60; ++id) expect_same_near(both, id, 0.5);
  EXPECT_LE(both.grid.loose_count(), 8U);
}

TEST(FlightGrid, HugeAndTinyCoordinates) {
  for (const double scale : {1e60, 1e30, 1e-30, 1e-60}) {
    std::mt19937_64 random(4);
    Recipe recipe;
    recipe.count = 300;
    recipe.largest = recipe.smallest = 0.3;
    std::vector<Flight> flights = make_flights(recipe, random);
    for (Flight& f : flights) f = {scale * 0.1 * f.at, scale * 0.1 * f.velocity, scale * 0.1 * f.radius, f.disc};
    Both both(flights, 1, std::nullopt, 2);
    expect_same_pairs(both, 2);
    for (std::uint32_t id = 0; id < 30; ++id) expect_same_near(both, id, 0.25);
  }
}

TEST(FlightGrid, AllInOnePointAndNoneAtAll) {
  const std::vector<Flight> same(40, Flight{{1, 2}, {0, 0}, 0});
  Both both(same, 1, std::nullopt, 2);
  expect_same_pairs(both, 2);
  FlightGrid none;
  none.build({}, 1, std::nullopt, 3);
  std::vector<NearPair> pairs;
  for (unsigned s = 0; s < 3; ++s) none.pairs(s, pairs);
  none.cross_pairs(pairs);
  EXPECT_TRUE(pairs.empty());
  std::vector<Near> near;
  none.near(Flight{{0, 0}, {1, 1}, 5}, 0, near);
  EXPECT_TRUE(near.empty());
  const std::uint32_t first = none.insert({{1, 1}, {0, 0}, 1});
  none.near(Flight{{0, 0}, {1, 1}, 5}, 0, near);
  EXPECT_EQ(near, std::vector<Near>{{first}});
}

TEST(FlightGrid, ADiscThatIsNoneAnyMoreIsFoundThoughItParts) {
  std::mt19937_64 random(8);
  Recipe recipe;
  recipe.count = 200;
  const auto flights = make_flights(recipe, random);
  Both both(flights, 1, std::nullopt, 1);
  for (std::uint32_t id = 0; id < 100; id += 2) {
    both.change(id, {flights[id].at, flights[id].velocity, flights[id].radius, false}, 0);
  }
  for (std::uint32_t id = 0; id < 200; ++id) expect_same_near(both, id, 0);
}

TEST(FlightGrid, AStrangerFindsWhomBruteForceFinds) {
  std::mt19937_64 random(5);
  Recipe recipe;
  recipe.count = 500;
  recipe.smallest = 0.02;
  recipe.largest = 0.6;
  for (const bool periodic : {false, true}) {
    Both both(make_flights(recipe, random), 1, periodic ? std::optional(k_box) : std::nullopt, 2);
    recipe.fast = 30;
    for (int k = 0; k < 200; ++k) {
      const Flight stranger = make_flight(recipe, random);
      std::vector<Near> grid, brute;
      both.grid.near(stranger, 0.3, grid);
      both.brute.near(stranger, 0.3, brute);
      expect_same(by_id(grid, both.grid_id), by_id(brute, both.brute_id));
    }
  }
}

TEST(FlightGrid, TheSameCallsGiveTheSameOrder) {
  std::mt19937_64 random(6);
  Recipe recipe;
  recipe.count = 3000;
  recipe.extent = recipe.height = 40;
  const auto flights = make_flights(recipe, random);
  FlightGrid fresh, used;
  used.build(make_flights(recipe, random), 2, k_box, 5);
  fresh.build(flights, 1, std::nullopt, 2);
  used.build(flights, 1, std::nullopt, 2);
  std::vector<NearPair> a, b;
  for (unsigned s = 0; s < 2; ++s) {
    fresh.pairs(s, a);
    used.pairs(s, b);
  }
  EXPECT_EQ(a, b);
  EXPECT_FALSE(a.empty());
  EXPECT_TRUE(std::equal(fresh.order().begin(), fresh.order().end(), used.order().begin(), used.order().end()));
}

TEST(FlightGrid, StripsAreBalancedAndCanBeWorkedOnSideBySide) {
  std::mt19937_64 random(7);
  Recipe recipe;
  recipe.count = 4000;
  recipe.extent = recipe.height = 60;
  constexpr unsigned k_strips = 4;
  auto flights = make_flights(recipe, random);
  FlightGrid grid, alone;
  grid.build(flights, 1, std::nullopt, k_strips);
  alone.build(flights, 1, std::nullopt, k_strips);
  std::vector<std::vector<std::uint32_t>> members(k_strips);
  for (std::uint32_t p = 0; p < recipe.count; ++p) members[grid.strip_of(p)].push_back(p);
  std::vector<std::vector<Near>> side_by_side(k_strips), one_by_one(k_strips);
  const auto work = [&](FlightGrid& g, unsigned strip, std::vector<Near>& out) {
    std::mt19937_64 own(strip);
    std::vector<NearPair> pairs;
    g.pairs(strip, pairs);
    for (std::size_t k = 0; k < 500; ++k) {
      const std::uint32_t p = members[strip][own() % members[strip].size()];
      if (own() % 50 == 0) {
        g.change(p, deflected(flights[g.order()[p]], 0.5, {uniform(own, -9, 9), uniform(own, -9, 9)}), 0.5);
      }
      g.near(p, 0.5, Scope::strip, out);
    }
  };
  std::vector<std::thread> threads;
  for (unsigned s = 0; s < k_strips; ++s) {
    EXPECT_NEAR(static_cast<double>(members[s].size()), 1000, 250);
    threads.emplace_back([&, s] { work(grid, s, side_by_side[s]); });
  }
  for (std::thread& t : threads) t.join();
  for (unsigned s = 0; s < k_strips; ++s) {
    work(alone, s, one_by_one[s]);
    EXPECT_EQ(side_by_side[s], one_by_one[s]);
  }
}

}  // namespace
}  // namespace carom::test
