#include "math/number_text.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>

namespace carom::detail {
namespace {

std::string of_the_library(double value) {
  std::array<char, 64> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
}

TEST(NumberText, AsTheStandardLibraryWritesIt) {
  for (const double value : {0.0,
                             1.0,
                             0.1,
                             0.1 + 0.2,
                             9.5,
                             100.0,
                             123456.0,
                             1e5,
                             1e6,
                             1e15,
                             1e16,
                             1e22,
                             1e60,
                             1e61,
                             1e300,
                             0.001,
                             1e-4,
                             1e-5,
                             1.5e-7,
                             5e-324,
                             2.2250738585072014e-308,
                             1.7976931348623157e308,
                             123456789012345678901.0,
                             9007199254740993.0,
                             4503599627370497.5,
                             0.3,
                             2.0 / 3,
                             1e23,
                             9.5367431640625e-07,
                             2e-323}) {
    EXPECT_EQ(number_text(value), of_the_library(value));
    EXPECT_EQ(number_text(-value), of_the_library(-value));
  }
  const double infinite = std::numeric_limits<double>::infinity();
  EXPECT_EQ(number_text(infinite), "inf");
  EXPECT_EQ(number_text(-infinite), "-inf");
  EXPECT_EQ(number_text(std::nan("")), "nan");
  EXPECT_EQ(number_text(-std::nan("")), "nan");
}

TEST(NumberText, PowersOfTwoWhoseNeighboursLieAtTwoDistances) {
  for (int power = -1074; power < 1024; ++power) {
    const double value = std::ldexp(1.0, power);
    for (const double near : {value, std::nextafter(value, 0), std::nextafter(value, 1e308)}) {
      ASSERT_EQ(number_text(near), of_the_library(near));
    }
  }
}

RC_GTEST_PROP(NumberText, OfAnyDouble, (std::uint64_t bits)) {
  // rapidcheck's numbers are small; these have all exponents.
  const auto value = std::bit_cast<double>(bits * 0x9E3779B97F4A7C15U);
  RC_PRE(std::isfinite(value));
  RC_ASSERT(number_text(value) == of_the_library(value));
}

RC_GTEST_PROP(NumberText, OfFewDigits, (std::int32_t digits, std::uint8_t power)) {
  const double value = digits * std::pow(10.0, power % 40 - 20);
  RC_ASSERT(number_text(value) == of_the_library(value));
}

}  // namespace
}  // namespace carom::detail
