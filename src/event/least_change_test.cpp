#include "event/least_change.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "carom/math/random.hpp"

namespace carom::detail {
namespace {

constexpr std::uint32_t k_fixed = AskingContact::k_fixed;

double energy(const std::vector<Vec2>& velocities, const std::vector<double>& inverse_masses) {
  double sum = 0;
  for (std::size_t k = 0; k < velocities.size(); ++k) {
    sum += 0.5 * dot(velocities[k], velocities[k]) / inverse_masses[k];
  }
  return sum;
}

TEST(LeastChange, OnTheFloor) {
  std::vector<Vec2> v{{1, -2}};
  std::vector<AskingContact> contacts{{.a = 0, .b = k_fixed, .normal = {0, 1}}};
  ASSERT_TRUE(change_least(v, std::vector{0.5}, contacts));
  EXPECT_NEAR(length(v[0] - Vec2{1, 0}), 0, 1e-15);
  EXPECT_NEAR(contacts[0].impulse, 4, 1e-14);
  v = {{1, 3}};
  ASSERT_TRUE(change_least(v, std::vector{0.5}, contacts));
  EXPECT_EQ(v[0], (Vec2{1, 3})) << "it leaves: nothing pulls";
  EXPECT_EQ(contacts[0].impulse, 0);
}

/// Any ratio of masses: all of a stack stops at once.
TEST(LeastChange, AStackOfLightAndHeavyStops) {
  for (const double ratio : {1.0, 1e2, 1e4, 1e7, 1e9}) {
    for (const bool heavy_first : {false, true}) {
      std::vector<Vec2> v;
      std::vector<double> inverse_masses;
      std::vector<AskingContact> contacts;
      for (std::uint32_t k = 0; k < 10; ++k) {
        v.push_back({0, k == 0 ? 5.0 : -1.0 - 0.1 * k});
        inverse_masses.push_back((k % 2 == 0) == heavy_first ? 1 / ratio : 1);
        contacts.push_back({.a = k, .b = k == 0 ? k_fixed : k - 1, .normal = {0, 1}, .least = k == 0 ? 0.25 : 0});
      }
      ASSERT_TRUE(change_least(v, inverse_masses, contacts)) << ratio;
      for (std::size_t k = 0; k < v.size(); ++k) {
        const double above = k == 0 ? 0.25 : v[k - 1].y;
        EXPECT_GE(v[k].y, above - 1e-13) << "ratio " << ratio << ", " << k;
        EXPECT_GE(contacts[k].impulse, 0);
      }
    }
  }
}

TEST(LeastChange, BetweenWallsOfItsWidth) {
  std::vector<Vec2> v{{2, -3}};
  std::vector<AskingContact> contacts{{.a = 0, .b = k_fixed, .normal = {1, 0}},
                                      {.a = 0, .b = k_fixed, .normal = {-1, 0}},
                                      {.a = 0, .b = k_fixed, .normal = {0, 1}, .least = 0.5}};
  ASSERT_TRUE(change_least(v, std::vector{1.0}, contacts));
  EXPECT_NEAR(length(v[0] - Vec2{0, 0.5}), 0, 1e-15);
}

TEST(LeastChange, WhatCannotBeHadChangesNothing) {
  std::vector<Vec2> v{{0, -3}};
  std::vector<AskingContact> contacts{{.a = 0, .b = k_fixed, .normal = {0, 1}, .least = 0.5},
                                      {.a = 0, .b = k_fixed, .normal = {0, -1}}};
  EXPECT_FALSE(change_least(v, std::vector{1.0}, contacts)) << "a floor that it has to leave, and a lid";
  EXPECT_EQ(v[0], (Vec2{0, -3}));
}

/// Heaps of any contacts: no pair closes, none is pulled, only contacts that are just kept push, and energy is not made.
TEST(LeastChange, KeepsToTheLawsInAnyHeap) {
  Random random(7);
  for (int k = 0; k < 500; ++k) {
    const auto bodies = static_cast<std::uint32_t>(1 + random.below(12));
    std::vector<Vec2> v;
    std::vector<double> inverse_masses;
    std::vector<AskingContact> contacts;
    for (std::uint32_t b = 0; b < bodies; ++b) {
      v.push_back(random.normal_pair());
      inverse_masses.push_back(random.below(2) == 0 ? 1e-6 : 1);
      for (std::uint32_t other = 0; other < b; ++other) {
        if (random.below(3) > 0) continue;
        contacts.push_back({.a = b, .b = other, .normal = unit(random.normal_pair())});
      }
      if (random.below(2) == 0) contacts.push_back({.a = b, .b = k_fixed, .normal = unit(random.normal_pair())});
    }
    const double before = energy(v, inverse_masses);
    ASSERT_TRUE(change_least(v, inverse_masses, contacts)) << k;
    EXPECT_LE(energy(v, inverse_masses), before * (1 + 1e-12)) << k;
    for (const AskingContact& c : contacts) {
      const double speed = dot(v[c.a] - (c.b == k_fixed ? Vec2{} : v[c.b]), c.normal);
      EXPECT_GE(speed, -1e-11) << k;
      EXPECT_GE(c.impulse, 0) << k;
      if (c.impulse > 0) {
        EXPECT_NEAR(speed, 0, 1e-11) << k;
      }
    }
  }
}

}  // namespace
}  // namespace carom::detail
