#include "carom/broadphase/good_window.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace carom {
namespace {

/// Discs of diameter 1 and speed 5 on a lattice.
std::vector<Flight> lattice(double spacing) {
  std::vector<Flight> flights;
  for (int i = 0; i < 40; ++i) {
    for (int j = 0; j < 40; ++j) flights.push_back({{i * spacing, j * spacing}, {i % 2 == 0 ? 3.0 : -3.0, 4}, 0.5});
  }
  return flights;
}

TEST(GoodWindow, IsTheStepWhenNothingMoves) {
  EXPECT_EQ(good_window(statistics_of({}), 0.5), 0.5);
  EXPECT_EQ(good_window(statistics_of(std::vector<Flight>{{{0, 0}, {0, 0}, 1}}), 0.5), 0.5);
  EXPECT_EQ(good_window(statistics_of(std::vector<Flight>{{{0, 0}, {0, 0}, 0}}), 0.5), 0.5);
}

TEST(GoodWindow, CutsTheStepIntoWholeWindowsThatAreLongerInThinnerGases) {
  const double dense = good_window(statistics_of(lattice(1.6)), 10);  // area fraction 0.3
  const double thin = good_window(statistics_of(lattice(4)), 10);     // 0.05
  const double thinner = good_window(statistics_of(lattice(1000)), 10);
  EXPECT_NEAR(10 / dense, std::round(10 / dense), 1e-9);
  EXPECT_NEAR(5 * dense, 0.5, 0.1);
  EXPECT_NEAR(5 * thin, 1.7, 0.2);
  EXPECT_LE(5 * thinner, 3);
  EXPECT_GT(5 * thinner, 2.5);
}

TEST(GoodWindow, IsLongerWhereFewAreHit) {
  for (const double spacing : {1.6, 4.0, 1000.0}) {
    FlightStatistics statistics = statistics_of(lattice(spacing));
    const double usual = good_window(statistics, 10);
    statistics.peaceful = true;
    EXPECT_GT(good_window(statistics, 10), 1.3 * usual);
    EXPECT_LE(5 * good_window(statistics, 10), 5);
  }
}

TEST(GoodWindow, TwoCrowdsAreOne) {
  const std::vector<Flight> flights = lattice(4);
  const auto half = flights.begin() + 700;
  FlightStatistics statistics = statistics_of({flights.begin(), half});
  statistics.add(statistics_of({half, flights.end()}));
  const FlightStatistics whole = statistics_of(flights);
  EXPECT_EQ(statistics.low, whole.low);
  EXPECT_EQ(statistics.high, whole.high);
  EXPECT_EQ(statistics.speeds, whole.speeds);
  EXPECT_EQ(statistics.sizes, whole.sizes);
  EXPECT_EQ(statistics.count, whole.count);
}

TEST(GoodWindow, StatisticsGrowWithEachFlight) {
  FlightStatistics statistics;
  EXPECT_GT(statistics.low.x, statistics.high.x) << "no body, no box";
  statistics.add(Flight{{1, -2}, {3, 4}, 0.5});
  statistics.add(Flight{{-1, 5}, {0, 1}, 1});
  EXPECT_EQ(statistics.low, (Vec2{-1, -2}));
  EXPECT_EQ(statistics.high, (Vec2{1, 5}));
  EXPECT_EQ(statistics.speeds, 26);
  EXPECT_EQ(statistics.sizes, 3);
  EXPECT_EQ(statistics.count, 2);
}

TEST(GoodWindow, OneGiantAmongManyDoesNotMatter) {
  std::vector<Flight> flights = lattice(4);
  const double alone = good_window(statistics_of(flights), 10);
  flights.push_back({{80, 80}, {0, 0}, 20});
  EXPECT_NEAR(good_window(statistics_of(flights), 10), alone, 0.1 * alone);
}

TEST(GoodWindow, IsNeverLongerThanTheStep) { EXPECT_EQ(good_window(statistics_of(lattice(4)), 0.001), 0.001); }

TEST(GoodWindow, PointsInFlightDoNotCutItIntoNothing) {
  EXPECT_EQ(good_window(statistics_of(std::vector<Flight>{{{0, 0}, {1, 0}, 0}}), 1), 1e-6);
}

}  // namespace
}  // namespace carom
