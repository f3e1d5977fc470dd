#include "io/json/nearest_word.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>

namespace carom::io {
namespace {

using namespace std::string_view_literals;

constexpr std::array k_circle_keys{"radius"sv, "from"sv, "to"sv, "hollow"sv};

TEST(NearestWord, FindsSlipsOfEveryKind) {
  EXPECT_EQ(nearest_word("raduis", k_circle_keys), "radius");   // swapped
  EXPECT_EQ(nearest_word("radus", k_circle_keys), "radius");    // missing
  EXPECT_EQ(nearest_word("raddius", k_circle_keys), "radius");  // too many
  EXPECT_EQ(nearest_word("radios", k_circle_keys), "radius");   // wrong
  EXPECT_EQ(nearest_word("Radius", k_circle_keys), "radius");   // capital
  EXPECT_EQ(nearest_word("form", k_circle_keys), "from");
  EXPECT_EQ(nearest_word("too", k_circle_keys), "to");
}

TEST(NearestWord, PrefersTheNearer) {
  constexpr std::array known{"abcd"sv, "abce"sv};
  EXPECT_EQ(nearest_word("abcf", known), "abcd");
  EXPECT_EQ(nearest_word("abxe", known), "abce");
}

TEST(NearestWord, SuggestsNothingFarFetched) {
  constexpr std::array axes{"x"sv, "y"sv};
  EXPECT_EQ(nearest_word("X", axes), "x");
  EXPECT_EQ(nearest_word("z", axes), std::nullopt);
  EXPECT_EQ(nearest_word("", axes), std::nullopt);
  EXPECT_EQ(nearest_word("velocity", k_circle_keys), std::nullopt);
  EXPECT_EQ(nearest_word("at", k_circle_keys), std::nullopt);
  EXPECT_EQ(nearest_word(std::string(1'000'000, 'r'), k_circle_keys), std::nullopt);
  EXPECT_EQ(nearest_word("radius", {}), std::nullopt);
}

}  // namespace
}  // namespace carom::io
