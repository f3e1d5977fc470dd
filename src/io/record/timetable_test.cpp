#include "carom/io/timetable.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <vector>

namespace carom {
namespace {

std::vector<double> ends(double start, double until, double dt) {
  const TimeGrid grid(start, dt);
  std::vector<double> times;
  for (double now = start; now < until; times.push_back(now)) now = step_end(grid, now, until);
  return times;
}

TEST(Timetable, FiveSecondsOfHundredthsAreFiveHundredSteps) {
  EXPECT_EQ(ends(0, 5, 0.01).size(), 500U);
  EXPECT_EQ(ends(0, 10, 1.0 / 60).size(), 600U);
  EXPECT_EQ(ends(0, 0.3, 0.1).size(), 3U);  // 3 * 0.1 is more than 0.3
  EXPECT_EQ(ends(1e6, 1e6 + 1, 0.01).size(), 100U);
}

TEST(Timetable, TheLastStepEndsExactlyThere) {
  EXPECT_EQ(ends(0, 0.3, 0.1).back(), 0.3);
  EXPECT_EQ(ends(0, 0.25, 0.1), (std::vector<double>{0.1, 0.2, 0.25}));
  EXPECT_TRUE(ends(2, 2, 0.1).empty());
}

TEST(Timetable, TimesAreWhatPeopleWrite) {
  EXPECT_NE(70 * 0.01, 0.7);
  EXPECT_EQ(ends(0, 1, 0.01)[69], 0.7);
  EXPECT_EQ(ends(0, 1000, 0.1)[9998], 999.9);
  EXPECT_EQ(ends(0, 10, 1.0 / 60)[59], 1);
  EXPECT_EQ(ends(0, 10, 0.007)[298], 2.093);
  EXPECT_EQ(ends(0, 100, 2.5)[2], 7.5);
}

TEST(Timetable, AnIntervalThatIsNoFractionIsMultiplied) {
  const double dt = std::sqrt(2.0);
  EXPECT_EQ(ends(0, 100, dt)[6], 7 * dt);
}

TEST(Timetable, CountsFromAStartThatIsNoMultiple) {
  EXPECT_EQ(ends(0.05, 0.4, 0.1), (std::vector<double>{0.05 + 0.1, 0.05 + 0.2, 0.05 + 0.3, 0.4}));
  EXPECT_EQ(ends(-0.25, 0.1, 0.1).size(), 4U);
}

TEST(Timetable, StepsTooSmallForTheClockAreKnown) {
  EXPECT_FALSE(TimeGrid(0, 1e-12).resolves(1e6));
  EXPECT_TRUE(TimeGrid(0, 1e-6).resolves(1e6));
}

RC_GTEST_PROP(Timetable, ARunThatGoesOnTakesTheTimesOfOneThatNeverStopped, ()) {
  const double dt = *rc::gen::element(0.1, 0.01, 1.0 / 60, 0.25, 0.007, 1e-3, 0.1234567);
  const auto steps = *rc::gen::inRange(2, 3000);
  const auto whole = ends(0, steps * dt, dt);
  RC_ASSERT(whole.size() == static_cast<std::size_t>(steps));
  const auto stop = *rc::gen::inRange(1, steps);
  const auto rest = ends(whole[static_cast<std::size_t>(stop) - 1], steps * dt, dt);
  RC_ASSERT(rest == std::vector<double>(whole.begin() + stop, whole.end()));
}

}  // namespace
}  // namespace carom
