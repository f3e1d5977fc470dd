#include "broadphase/cross_pairs.hpp"

#include <gtest/gtest.h>

#include "broadphase/flight_cases_test.hpp"

namespace carom::test {
namespace {

/// Pairs of different strips that brute force finds now must be among the cross pairs; each of these once.
void expect_covered(const Both& both, const std::vector<NearPair>& cross) {
  std::vector<NearPair> brute;
  both.brute.pairs(0, brute);
  const auto sorted = by_id(cross, both.grid_id);
  EXPECT_EQ(std::adjacent_find(sorted.begin(), sorted.end()), sorted.end());
  const auto strip = [&](std::uint32_t id) { return both.grid.strip_of(both.grid_place[id]); };
  for (const NearPair& p : sorted) EXPECT_NE(strip(p.first), strip(p.second));
  for (const NearPair& p : by_id(brute, both.brute_id)) {
    const bool crosses = strip(p.first) != strip(p.second);
    EXPECT_TRUE(!crosses || std::binary_search(sorted.begin(), sorted.end(), p));
  }
}

TEST(CrossPairs, HoldWhateverFlightsTheyChangeTo) {
  std::mt19937_64 random(1);
  int crossing = 0;
  for (int round = 0; round < 60; ++round) {
    Recipe recipe;
    recipe.count = 300;
    recipe.smallest = 0.05;
    recipe.largest = round % 2 == 0 ? 0.05 : 1;
    recipe.fast = round % 3 == 0 ? 2 : 0;
    const std::optional<PeriodicBox> box = round % 4 == 3 ? std::optional(PeriodicBox{{0, 0}, {10, 10}}) : std::nullopt;
    auto flights = make_flights(recipe, random);
    Both both(flights, 1, box, 4);
    std::vector<NearPair> before;
    both.grid.cross_pairs(before);
    expect_covered(both, before);
    crossing += static_cast<int>(before.size());
    // Half of them turn somewhere else: those who stay in their region change nothing, the others ask for a new answer.
    bool stayed = true;
    for (std::uint32_t id = 0; id < flights.size(); id += 2) {
      const Vec2 v{uniform(random, -1, 1), uniform(random, -1, 1)};
      const Flight turned{flights[id].at + 0.3 * (flights[id].velocity - v), v, flights[id].radius};
      both.brute.change(both.brute_place[id], turned, 0.3);
      stayed &= both.grid.change(both.grid_place[id], turned, 0.3);
    }
    if (stayed) expect_covered(both, before);
    std::vector<NearPair> after;
    both.grid.cross_pairs(after);
    expect_covered(both, after);
  }
  EXPECT_GT(crossing, 100);
}

TEST(CrossPairs, OneStripHasNone) {
  std::mt19937_64 random(2);
  FlightGrid grid;
  grid.build(make_flights({}, random), 1, std::nullopt, 1);
  std::vector<NearPair> pairs;
  grid.cross_pairs(pairs);
  EXPECT_TRUE(pairs.empty());
}

}  // namespace
}  // namespace carom::test
