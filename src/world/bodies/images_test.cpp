#include "world/bodies/images.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "carom/math/random.hpp"

namespace carom::detail {
namespace {

constexpr Vec2 k_period{8, 6};

TEST(Images, OnlyAPeriodicBoxHasAPeriod) {
  EXPECT_EQ(period(std::nullopt), std::nullopt);
  for (const Edges edges : {Edges::rebound, Edges::remove}) {
    EXPECT_EQ(period(Bounds{{-1, -2}, {7, 4}, edges}), std::nullopt);
  }
  EXPECT_EQ(period(Bounds{{-1, -2}, {7, 4}, Edges::periodic}), k_period);
}

TEST(Images, TheNearestShiftIsAMultipleOfThePeriod) {
  EXPECT_EQ(nearest_shift({3, -2}, k_period), (Vec2{0, 0}));
  EXPECT_EQ(nearest_shift({5, -4}, k_period), (Vec2{8, -6}));
  EXPECT_EQ(nearest_shift({-21, 100}, k_period), (Vec2{-24, 102}));
}

TEST(Images, HalfwayTheUpperOneIsNearest) {
  EXPECT_EQ(nearest_shift({4, 3}, k_period), (Vec2{8, 6}));
  EXPECT_EQ(nearest_shift({-4, -3}, k_period), (Vec2{0, 0}));
}

TEST(Images, WithoutAPeriodThereIsOneImage) {
  EXPECT_EQ(nearest_shift({5e9, -7}, std::nullopt), (Vec2{0, 0}));
  EXPECT_EQ(nearest_image({5e9, -7}, std::nullopt), (Vec2{5e9, -7}));
}

TEST(Images, NoImageIsNearerThanTheNearest) {
  Random random(1);
  for (int k = 0; k < 1000; ++k) {
    const Vec2 way{random.uniform(-50, 50), random.uniform(-50, 50)};
    const Vec2 nearest = nearest_image(way, k_period);
    EXPECT_EQ(nearest, way - nearest_shift(way, k_period));
    EXPECT_LE(std::abs(nearest.x), k_period.x / 2);
    EXPECT_LE(std::abs(nearest.y), k_period.y / 2);
  }
}

/// Where any_image() looks for a body, if its predicate is never true.
std::vector<Vec2> visited(const std::optional<Vec2>& period, Whereabouts body, Vec2 low, Vec2 high) {
  std::vector<Vec2> places;
  const bool found = any_image(period, body, low, high, [&](Vec2 at) {
    places.push_back(at);
    return false;
  });
  EXPECT_FALSE(found);
  return places;
}

TEST(Images, AllThatMayReachTheBoxAreVisited) {
  EXPECT_EQ(visited(k_period, {{1, 1}, 0.5}, {0, 0}, {2, 2}), (std::vector<Vec2>{{1, 1}}));
  EXPECT_EQ(visited(k_period, {{1, 1}, 0.5}, {0, 0}, {9, 2}), (std::vector<Vec2>{{1, 1}, {9, 1}}));
  EXPECT_EQ(visited(k_period, {{1, 1}, 0.5}, {8.7, -5.2}, {8.9, -4.8}), (std::vector<Vec2>{{9, -5}}));
  EXPECT_EQ(visited(k_period, {{1, 1}, 0.5}, {3, 3}, {4, 4}), std::vector<Vec2>{});
}

TEST(Images, WithoutAPeriodTheBodyItselfIsVisitedIfItMayReach) {
  EXPECT_EQ(visited(std::nullopt, {{1, 1}, 0.5}, {1.4, 0}, {9, 9}), (std::vector<Vec2>{{1, 1}}));
  EXPECT_EQ(visited(std::nullopt, {{1, 1}, 0.5}, {1.6, 0}, {9, 9}), std::vector<Vec2>{});
}

TEST(Images, ASearchThatHasSucceededEnds) {
  int visits = 0;
  EXPECT_TRUE(any_image(k_period, {{1, 1}, 0.5}, {-50, -50}, {50, 50}, [&](Vec2) { return ++visits == 3; }));
  EXPECT_EQ(visits, 3);
}

}  // namespace
}  // namespace carom::detail
