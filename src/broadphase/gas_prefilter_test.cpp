#include "broadphase/gas_prefilter.hpp"

#include <gtest/gtest.h>

// What the prefilter finds is compared with a test of every pair in gas_grid_test; here are its parts.
namespace carom::test {
namespace {

using namespace carom::detail;

/// Each disc finds itself.
constexpr FourPrefilterRows k_all{{0, 0, 0, 0}, {4, 0, 0, 0}};

GasPrefilter four_people() {
  GasPrefilter discs;
  discs.open({{100, 100}, 40, 2, 0.5, 3, 4});
  EXPECT_TRUE(discs.write(0, {100, 100}, {4, 0}, 0));
  EXPECT_TRUE(discs.write(1, {103, 100}, {0, 0}, 0));   // is met after a quarter of a second
  EXPECT_TRUE(discs.write(2, {100, 103}, {0, 0}, 0));   // is passed by
  EXPECT_TRUE(discs.write(3, {108, 100}, {-1, 0}, 0));  // is met too late
  return discs;
}

TEST(GasPrefilter, DiscsThatMeetAreFound) {
  const GasPrefilter discs = four_people();
  ASSERT_TRUE(discs.clear());
  EXPECT_EQ(discs.seen(discs.look(0, 0), k_all), 0b0011U);
  EXPECT_EQ(discs.seen(discs.look(1, 0), k_all), 0b0011U);
  const PrefilterQuery look = discs.look(0, 0);
  const TwoSeen two = discs.seen_by_two({look, discs.look(2, 0)}, {k_all, k_all});
  EXPECT_EQ(two.a, 0b0011U);
  EXPECT_EQ(two.b, 0b0100U);
}

TEST(GasPrefilter, AFlightFromTheMiddleOfTheWindowOn) {
  GasPrefilter discs = four_people();
  // From where it is by then it goes up.
  EXPECT_TRUE(discs.write(0, {100.8, 100}, {0, 4}, 0.2));
  EXPECT_EQ(discs.seen(discs.look(0, 0.2), k_all), 0b0101U);
  EXPECT_EQ(discs.seen(discs.look(1, 0.2), k_all), 0b0010U);
}

TEST(GasPrefilter, HiddenDiscsAreNotFound) {
  GasPrefilter discs = four_people();
  discs.hide(1);
  EXPECT_EQ(discs.seen(discs.look(0, 0), k_all), 0b0001U);
}

/// Twice the cap in a window.
TEST(GasPrefilter, DiscsThatAreTooFast) {
  GasPrefilter discs = four_people();
  EXPECT_TRUE(discs.write(0, {100, 100}, {0, -11.9}, 0));
  EXPECT_FALSE(discs.write(0, {100, 100}, {0, -12.1}, 0));
  EXPECT_FALSE(discs.write(0, {100, 100}, {12.1, 0}, 0.4));
}

TEST(GasPrefilter, WhatSinglePrecisionDoesNotTell) {
  const auto clear = [](const GasPrefilter::Plan& plan) {
    GasPrefilter discs;
    discs.open(plan);
    return discs.clear();
  };
  EXPECT_TRUE(clear({{}, 40, 1, 1, 3, 4}));
  EXPECT_FALSE(clear({{}, 40, 0, 1, 3, 4})) << "people without size";
  EXPECT_FALSE(clear({{}, 40, 1, 0, 3, 4})) << "no time";
  EXPECT_FALSE(clear({{}, 1e5, 1, 1, 3, 4})) << "a rough grain";
  EXPECT_FALSE(clear({{}, 40, 1, 1, 17, 4})) << "long ways";
}

}  // namespace
}  // namespace carom::test
