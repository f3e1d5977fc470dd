#include "carom/broadphase/brute_force.hpp"

#include <gtest/gtest.h>

#include "broadphase/flight_cases_test.hpp"

namespace carom::test {
namespace {

std::vector<Flight> some_flights(std::mt19937_64& random, std::size_t count) {
  Recipe recipe;
  recipe.count = count;
  recipe.speed = 3;
  recipe.smallest = 0;
  recipe.largest = 0.8;
  return make_flights(recipe, random);
}

constexpr int k_samples = 1000;

/// Whether two are within touching distance at one of many moments, the second moved.
bool seen_touching(const Flight& a, const Flight& b, Vec2 shift, double now, double window) {
  for (int k = 0; k <= k_samples; ++k) {
    const double t = now + (window - now) * k / k_samples;
    const Vec2 apart = b.at + t * b.velocity + shift - (a.at + t * a.velocity);
    const double reach = a.radius + b.radius;
    if (dot(apart, apart) <= reach * reach) return true;
  }
  return false;
}

/// Neighbours of every body at `now`, against sampling; how many touch.
int compare_with_sampling(const std::vector<Flight>& flights, double now, const std::optional<PeriodicBox>& box) {
  const Both both(flights, 1, box);
  int touching = 0;
  for (std::uint32_t id = 0; id < flights.size(); ++id) {
    std::vector<Near> near;
    both.brute.near(both.brute_place[id], flights[id], now, near);
    near = by_id(near, both.brute_id);
    for (std::uint32_t other = 0; other < flights.size(); ++other) {
      for (int image = box ? -2 : 0; image <= (box ? 2 : 0) && other != id; ++image) {
        if (!seen_touching(flights[id], flights[other], both.shift(image, -image), now, 1)) continue;
        const Near wanted{other, static_cast<std::int8_t>(image), static_cast<std::int8_t>(-image)};
        EXPECT_TRUE(std::binary_search(near.begin(), near.end(), wanted)) << id << " and " << text(wanted);
        ++touching;
      }
    }
  }
  return touching;
}

TEST(BruteForce, FindsWhatSamplingSeesTouching) {
  std::mt19937_64 random(1);
  int touching = 0;
  int touching_images = 0;
  for (int round = 0; round < 10; ++round) {
    const double now = round % 2 == 0 ? 0 : 0.4;
    touching += compare_with_sampling(some_flights(random, 24), now, std::nullopt);
    auto flights = some_flights(random, 8);
    for (Flight& f : flights) f.at = 0.2 * f.at;
    touching_images += compare_with_sampling(flights, now, PeriodicBox{{0, 0}, {2, 2}});
  }
  EXPECT_GT(touching, 200);
  EXPECT_GT(touching_images, 300);
}

TEST(BruteForce, FindsBodiesWhoseBoxesOverlapAndNoOthers) {
  std::mt19937_64 random(2);
  int found = 0;
  for (int round = 0; round < 10; ++round) {
    const auto flights = some_flights(random, 30);
    const double now = round % 2 == 0 ? 0 : 0.7;
    const Both both(flights, 1, std::nullopt);
    for (std::uint32_t p = 0; p < flights.size(); ++p) {
      const Flight& own = flights[both.brute_id[p]];
      std::vector<Near> near;
      both.brute.near(p, own, now, near);
      for (std::uint32_t q = 0; q < flights.size(); ++q) {
        const PlainBox a = plain_box({own, now}, 1);
        const PlainBox b = plain_box({flights[both.brute_id[q]]}, 1);
        const bool overlap = a.low.x <= b.high.x && b.low.x <= a.high.x && a.low.y <= b.high.y && b.low.y <= a.high.y;
        EXPECT_EQ(std::binary_search(near.begin(), near.end(), Near{q}), overlap && p != q);
      }
      found += static_cast<int>(near.size());
    }
  }
  EXPECT_GT(found, 500);
}

TEST(BruteForce, AMissByLittleIsAMissAndATouchIsNone) {
  const auto pairs_at = [](double height) {
    BruteForce all;
    all.build(std::vector<Flight>{{{0, 0}, {2, 0}, 0.5}, {{3, height}, {-2, 0}, 0.5}}, 1, std::nullopt);
    std::vector<NearPair> pairs;
    all.pairs(pairs);
    return pairs.size();
  };
  EXPECT_EQ(pairs_at(1), 1U);
  EXPECT_EQ(pairs_at(1 + 1e-7), 0U);
}

TEST(BruteForce, WhatLiesBeforeNowDoesNotCount) {
  const Flight passing{{0, 0}, {10, 0}, 0.5};
  BruteForce all;
  all.build(std::vector<Flight>{passing, {{2, 1}, {0, 0}, 0.5}}, 1, std::nullopt);
  const auto near_at = [&](double now) {
    std::vector<Near> near;
    all.near(0, passing, now, near);
    return near.size();
  };
  EXPECT_EQ(near_at(0), 1U);
  EXPECT_EQ(near_at(0.25), 1U);
  EXPECT_EQ(near_at(0.35), 0U);
}

TEST(BruteForce, EveryImageInAPeriodicBox) {
  BruteForce all;
  const PeriodicBox box{{0, 0}, {2, 2}};
  // Half a box apart, flying straight up: met at both sides, and again above.
  all.build(std::vector<Flight>{{{0.5, 0.5}, {0, 0}, 0.5}, {{1.5, 0.5}, {0, 2}, 0.5}}, 1, box);
  std::vector<NearPair> pairs;
  all.pairs(pairs);
  std::sort(pairs.begin(), pairs.end());
  EXPECT_EQ(pairs, (std::vector<NearPair>{{0, 1, -1, -1}, {0, 1, -1, 0}, {0, 1, 0, -1}, {0, 1, 0, 0}}));
}

TEST(BruteForce, ChangesRemovalsAndNewcomersCount) {
  const Flight resting{{0, 0}, {0, 0}, 0.5};
  BruteForce all;
  all.build(std::vector<Flight>{resting, {{5, 0}, {0, 0}, 0.5}}, 1, std::nullopt);
  std::vector<Near> near;
  all.near(0, resting, 0, near);
  EXPECT_TRUE(near.empty());
  all.change(1, {{5, 0}, {-9, 0}, 0.5});
  all.near(0, resting, 0, near);
  EXPECT_EQ(near, std::vector<Near>{{1}});
  // From 0.9 on it is at -3.1 and further left.
  all.change(1, {{5, 0}, {-9, 0}, 0.5}, 0.9);
  near.clear();
  all.near(0, resting, 0.9, near);
  EXPECT_TRUE(near.empty());
  all.change(1, {{5, 0}, {-9, 0}, 0.5});
  all.remove(1);
  const std::uint32_t fresh = all.insert({{0, 2}, {0, -2}, 0.5});
  all.near(0, resting, 0, near);
  EXPECT_EQ(near, std::vector<Near>{{fresh}});
}

}  // namespace
}  // namespace carom::test
