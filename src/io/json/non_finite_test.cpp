#include "io/json/non_finite.hpp"

#include <gtest/gtest.h>

namespace carom::io {
namespace {

TEST(NonFinite, FiniteTextStaysAsItIs) {
  for (const std::string text : {"", "{}", R"({"a":[1,-2.5e3,true,null]})", R"(["NaN","1e999","\"NaN",1])",
                                 "\"open NaN", "1e308 4.9e-324 1e-999", "\"\\", "-", "nano infinite banana"}) {
    const FiniteText result = without_non_finite(text);
    EXPECT_EQ(result.text, text);
    EXPECT_TRUE(result.replaced.empty()) << text;
  }
}

TEST(NonFinite, EachGivesWayToZeroInItsPlace) {
  const FiniteText result = without_non_finite(R"({"x":[NaN,1,-Infinity],"y":"NaN","z":1e999,"w":-1e400})");
  EXPECT_EQ(result.text, R"({"x":[0  ,1,0        ],"y":"NaN","z":0    ,"w":0     })");
  ASSERT_EQ(result.replaced.size(), 4U);
  EXPECT_EQ(result.replaced[0].ordinal, 0U);
  EXPECT_EQ(result.replaced[0].token, "NaN");
  EXPECT_EQ(result.replaced[1].ordinal, 2U);
  EXPECT_EQ(result.replaced[1].token, "-Infinity");
  EXPECT_EQ(result.replaced[2].ordinal, 3U);
  EXPECT_EQ(result.replaced[2].token, "1e999");
  EXPECT_EQ(result.replaced[3].ordinal, 4U);
  EXPECT_EQ(result.replaced[3].token, "-1e400");
}

TEST(NonFinite, KnowsHowOtherLanguagesPrintThem) {
  for (const std::string text : {"nan", "-nan", "inf", "-inf", "+inf", "Infinity", "INF", "NAN"}) {
    EXPECT_EQ(without_non_finite(text).replaced.size(), 1U) << text;
  }
}

TEST(NonFinite, HugeIntegersOverflowToo) {
  EXPECT_TRUE(without_non_finite("1" + std::string(308, '0')).replaced.empty());
  EXPECT_EQ(without_non_finite("1" + std::string(309, '0')).replaced.size(), 1U);
}

TEST(NonFinite, WhatIsNoJsonNumberIsLeftForTheParserToRefuse) {
  for (const std::string text : {"1e999x", "0x1p9999", "01e999", "1.e999", ".1e999", "1e", "1e+", "-e999", "1e999.5"}) {
    EXPECT_EQ(without_non_finite(text).text, text);
  }
}

}  // namespace
}  // namespace carom::io
