#include "carom/broadphase/brute_force.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace carom {
namespace {

double uniform(std::mt19937_64& random, double low, double high) {
  return low + (high - low) * static_cast<double>(random() >> 11U) * 0x1p-53;
}

std::vector<Flight> some_flights(std::mt19937_64& random, std::size_t count) {
  std::vector<Flight> flights(count);
  for (Flight& f : flights) {
    f = {{uniform(random, 0, 10), uniform(random, 0, 10)},
         {uniform(random, -3, 3), uniform(random, -3, 3)},
         uniform(random, 0, 0.8),
         random() % 4 != 0};
  }
  return flights;
}

/// How close the centres come, less the radii: by looking at many moments.
double sampled_gap(const Flight& a, const Flight& b, double now, double window) {
  double least = INFINITY;
  for (int k = 0; k <= 2000; ++k) {
    const double t = now + (window - now) * k / 2000;
    least = std::min(least, length(b.at + t * b.velocity - (a.at + t * a.velocity)) - a.radius - b.radius);
  }
  return least;
}

bool parting(const Flight& a, const Flight& b, double now) {
  const Vec2 v = b.velocity - a.velocity;
  return a.disc && b.disc && dot(b.at - a.at + now * v, v) > 1e-6;
}

TEST(BruteForce, FindsWhomSamplingFindsAndNoOthers) {
  std::mt19937_64 random(1);
  int found = 0;
  for (int round = 0; round < 40; ++round) {
    const auto flights = some_flights(random, 24);
    BruteForce all;
    all.build(flights, 1, std::nullopt, 1);
    const double now = round % 2 == 0 ? 0 : 0.4;
    for (std::uint32_t p = 0; p < flights.size(); ++p) {
      std::vector<Near> near;
      all.near(p, now, Scope::everywhere, near);
      for (std::uint32_t q = 0; q < flights.size(); ++q) {
        if (q == p) continue;
        const Flight& a = flights[all.order()[p]];
        const Flight& b = flights[all.order()[q]];
        const bool said = std::find(near.begin(), near.end(), Near{q}) != near.end();
        // Between two samples they come at most 0.002 closer than at the nearer of them.
        const double gap = sampled_gap(a, b, now, 1);
        if (gap <= 0 && !parting(a, b, now)) {
          EXPECT_TRUE(said);
        }
        if (gap > 0.01 || parting(a, b, now)) {
          EXPECT_FALSE(said);
        }
        found += said ? 1 : 0;
      }
    }
  }
  EXPECT_GT(found, 500);
}

TEST(BruteForce, AMissByLittleIsAMissAndATouchIsNone) {
  const auto pairs_at = [](double height) {
    BruteForce all;
    all.build(std::vector<Flight>{{{0, 0}, {2, 0}, 0.5}, {{3, height}, {-2, 0}, 0.5}}, 1, std::nullopt, 1);
    std::vector<NearPair> pairs;
    all.pairs(0, pairs);
    return pairs.size();
  };
  EXPECT_EQ(pairs_at(1), 1U);
  EXPECT_EQ(pairs_at(1 + 1e-7), 0U);
}

TEST(BruteForce, DiscsThatPartAreLeftOutAndOthersAreNot) {
  for (const bool disc : {true, false}) {
    BruteForce all;
    all.build(std::vector<Flight>{{{0, 0}, {-1, 0}, 0.5, disc}, {{1, 0}, {1, 0}, 0.5}}, 1, std::nullopt, 1);
    std::vector<NearPair> pairs;
    all.pairs(0, pairs);
    EXPECT_EQ(pairs.size(), disc ? 0U : 1U);
  }
}

TEST(BruteForce, EveryImageInAPeriodicBox) {
  BruteForce all;
  const PeriodicBox box{{0, 0}, {2, 2}};
  // Half a box apart, flying straight up: met at both sides, and again above.
  all.build(std::vector<Flight>{{{0.5, 0.5}, {0, 0}, 0.5, false}, {{1.5, 0.5}, {0, 2}, 0.5, false}}, 1, box, 1);
  std::vector<NearPair> pairs;
  all.pairs(0, pairs);
  std::sort(pairs.begin(), pairs.end());
  EXPECT_EQ(pairs, (std::vector<NearPair>{{0, 1, -1, -1}, {0, 1, -1, 0}, {0, 1, 0, -1}, {0, 1, 0, 0}}));
}

TEST(BruteForce, ChangesRemovalsAndNewcomersCount) {
  BruteForce all;
  all.build(std::vector<Flight>{{{0, 0}, {0, 0}, 0.5}, {{5, 0}, {0, 0}, 0.5}}, 1, std::nullopt, 1);
  std::vector<Near> near;
  all.near(0, 0, Scope::everywhere, near);
  EXPECT_TRUE(near.empty());
  EXPECT_FALSE(all.change(1, {{5, 0}, {-9, 0}, 0.5}, 0));
  all.near(0, 0, Scope::everywhere, near);
  EXPECT_EQ(near, std::vector<Near>{{1}});
  all.remove(1);
  const std::uint32_t fresh = all.insert({{0, 2}, {0, -2}, 0.5});
  near.clear();
  all.near(0, 0, Scope::everywhere, near);
  EXPECT_EQ(near, std::vector<Near>{{fresh}});
}

TEST(BruteForce, StripsShareOutThePairs) {
  std::mt19937_64 random(2);
  const auto flights = some_flights(random, 60);
  BruteForce all;
  all.build(flights, 1, std::nullopt, 3);
  std::vector<NearPair> within, across, whole;
  for (unsigned s = 0; s < 3; ++s) all.pairs(s, within);
  all.cross_pairs(across);
  for (const NearPair& pair : within) EXPECT_EQ(all.strip_of(pair.first), all.strip_of(pair.second));
  for (const NearPair& pair : across) EXPECT_NE(all.strip_of(pair.first), all.strip_of(pair.second));
  BruteForce one;
  one.build(flights, 1, std::nullopt, 1);
  one.pairs(0, whole);
  std::vector<NearPair> both = within;
  both.insert(both.end(), across.begin(), across.end());
  std::sort(both.begin(), both.end());
  for (const NearPair& pair : whole) EXPECT_TRUE(std::binary_search(both.begin(), both.end(), pair));
  EXPECT_FALSE(across.empty());
}

}  // namespace
}  // namespace carom
