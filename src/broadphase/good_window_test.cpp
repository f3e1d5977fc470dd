#include "carom/broadphase/good_window.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace carom {
namespace {

TEST(GoodWindow, IsTheStepWhenNothingMoves) {
  EXPECT_EQ(good_window({}, 0.5), 0.5);
  EXPECT_EQ(good_window(std::vector<Flight>{{{0, 0}, {0, 0}, 1}}, 0.5), 0.5);
  EXPECT_EQ(good_window(std::vector<Flight>{{{0, 0}, {0, 0}, 0}}, 0.5), 0.5);
}

TEST(GoodWindow, CutsTheStepIntoWholeWindowsOfAFractionOfADiameter) {
  const std::vector<Flight> gas{{{0, 0}, {3, 4}, 0.5}, {{9, 0}, {-3, 4}, 0.5}};
  const double window = good_window(gas, 1);
  EXPECT_EQ(std::round(1 / window), 1 / window);
  EXPECT_LE(5 * window, 0.3);
  EXPECT_GT(5 * window, 0.25);
}

TEST(GoodWindow, PointsInFlightDoNotCutItIntoNothing) {
  EXPECT_GT(good_window(std::vector<Flight>{{{0, 0}, {1, 0}, 0}}, 1), 0);
}

}  // namespace
}  // namespace carom
