#include "world/rules/faults.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace carom::detail {
namespace {

constexpr double k_endless = std::numeric_limits<double>::infinity();
constexpr double k_no_number = std::numeric_limits<double>::quiet_NaN();

/// What one look says, "" for nothing.
template <class Look>
std::string said(Look look) {
  Faults faults("/here");
  look(faults);
  return faults.first() ? faults.first()->place + ": " + faults.first()->reason : "";
}

TEST(Faults, Numbers) {
  const auto number = [](double value) { return said([&](Faults& f) { f.number("/x", value); }); };
  EXPECT_EQ(number(-1e60), "");
  EXPECT_EQ(number(1.5e60), "/here/x: expected a number of at most 1e60 in size, found 1.5e+60");
  EXPECT_EQ(number(-k_endless), "/here/x: expected a finite number, found -inf");
  EXPECT_EQ(number(-k_no_number), "/here/x: expected a finite number, found nan");
}

TEST(Faults, PositiveNumbers) {
  const auto positive = [](double value) { return said([&](Faults& f) { f.positive("/x", value); }); };
  EXPECT_EQ(positive(5e-324), "");
  EXPECT_EQ(positive(0), "/here/x: expected a positive number, found 0");
  EXPECT_EQ(positive(-1), "/here/x: expected a positive number, found -1");
  EXPECT_EQ(positive(k_endless), "/here/x: expected a finite number, found inf");
}

TEST(Faults, NumbersThatAreNotNegative) {
  const auto not_negative = [](double value) { return said([&](Faults& f) { f.not_negative("/x", value); }); };
  EXPECT_EQ(not_negative(0), "");
  EXPECT_EQ(not_negative(-0.1), "/here/x: expected a number that is not negative, found -0.1");
  EXPECT_EQ(not_negative(k_no_number), "/here/x: expected a finite number, found nan");
}

TEST(Faults, Fractions) {
  const auto fraction = [](double value) { return said([&](Faults& f) { f.fraction("/x", value); }); };
  EXPECT_EQ(fraction(0), "");
  EXPECT_EQ(fraction(1), "");
  EXPECT_EQ(fraction(1.5), "/here/x: expected a number from 0 to 1, found 1.5");
  EXPECT_EQ(fraction(k_no_number), "/here/x: expected a number from 0 to 1, found nan");
}

TEST(Faults, Points) {
  const auto point = [](Vec2 value) { return said([&](Faults& f) { f.point("/at", value); }); };
  EXPECT_EQ(point({1, 2}), "");
  EXPECT_EQ(point({1, k_no_number}), "/here/at/1: expected a finite number, found nan");
}

TEST(Faults, WhatIsNotThereYet) {
  const auto spin = [](double value) {
    return said([&](Faults& f) { f.zero("/spin", value, "a border is not turned"); });
  };
  EXPECT_EQ(spin(0), "");
  EXPECT_EQ(spin(0.5), "/here/spin: a border is not turned: expected 0, found 0.5");
  EXPECT_EQ(spin(k_no_number), "/here/spin: a border is not turned: expected 0, found nan");
}

TEST(Faults, Labels) {
  const auto label = [](const char* text) { return said([&](Faults& f) { f.label("/name", text); }); };
  EXPECT_EQ(label("ball"), "");
  EXPECT_EQ(label("#3"), "");
  EXPECT_EQ(label(""), "/here/name: expected a text that is not empty");
  for (const char* const word : {"*", "bounds", "first", "second"}) {
    EXPECT_EQ(label(word),
              "/here/name: \"" + std::string(word) + "\" has a meaning of its own in rules: expected another name");
  }
}

TEST(Faults, TheFirstIsKept) {
  Faults faults;
  EXPECT_FALSE(faults.first());
  faults.fault("/a", "one");
  faults.fault("/b", "two");
  EXPECT_EQ(faults.first()->place, "/a");
  EXPECT_EQ(faults.first()->reason, "one");
}

}  // namespace
}  // namespace carom::detail
