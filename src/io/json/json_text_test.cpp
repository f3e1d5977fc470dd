#include "io/json/json_text.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <nlohmann/json.hpp>

namespace carom::io {
namespace {

std::uint64_t bits(double value) { return std::bit_cast<std::uint64_t>(value); }

TEST(JsonText, NumbersAreShortAndStayDoubles) {
  EXPECT_EQ(json_number(0), "0.0");
  EXPECT_EQ(json_number(-0.0), "-0.0");
  EXPECT_EQ(json_number(1), "1.0");
  EXPECT_EQ(json_number(-17), "-17.0");
  EXPECT_EQ(json_number(0.1), "0.1");
  EXPECT_EQ(json_number(0.1 + 0.2), "0.30000000000000004");
  EXPECT_EQ(json_number(0.0001), "0.0001");
  EXPECT_EQ(json_number(123456), "123456.0");
  EXPECT_EQ(json_number(1e60), "1e+60");
  EXPECT_EQ(json_number(1e-320), "1e-320");
  EXPECT_EQ(json_number(5e-324), "5e-324");
  EXPECT_EQ(json_number(1e22), "1e+22");
  EXPECT_EQ(json_number(123456789012345678901.0), "1.2345678901234568e+20");
  EXPECT_EQ(json_number(std::numeric_limits<double>::max()), "1.7976931348623157e+308");
  EXPECT_EQ(json_number(-2.2250738585072014e-308), "-2.2250738585072014e-308");
}

RC_GTEST_PROP(JsonText, NumbersReadBackAsTheSameDouble, (std::uint64_t pattern)) {
  const auto value = std::bit_cast<double>(pattern);
  RC_PRE(std::isfinite(value));
  const std::string text = json_number(value);
  RC_ASSERT(bits(std::strtod(text.c_str(), nullptr)) == pattern);
  const auto json = nlohmann::json::parse(text, nullptr, false);
  RC_ASSERT(json.is_number_float());
  RC_ASSERT(bits(json.get<double>()) == pattern);
}

TEST(JsonText, StringsAreEscaped) {
  EXPECT_EQ(json_string("plain"), R"("plain")");
  EXPECT_EQ(json_string("a\"b\\c\n\x01"), R"("a\"b\\c\n\u0001")");
  EXPECT_EQ(json_string("Größe"), "\"Größe\"");
  EXPECT_EQ(json_string("\xff"), "\"\xEF\xBF\xBD\"");
  EXPECT_EQ(json_string(std::string_view("\0", 1)), R"("\u0000")");
}

RC_GTEST_PROP(JsonText, StringsAreThoseOfAnotherWriter, (const std::vector<std::uint8_t>& bytes)) {
  // Mostly bytes of UTF-8 that begin, go on with or break a character.
  constexpr std::uint8_t often[] = {'"',  '\\', '\n', 0x01, 0x1F, 0x7F, 'a',  0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF,
                                    0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEF, 0xF0, 0xF1, 0xF4, 0xF5, 0xFF};
  std::string text;
  for (const std::uint8_t byte : bytes) text += static_cast<char>(byte < 20 ? byte : often[byte % std::size(often)]);
  RC_ASSERT(json_string(text) == nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

TEST(JsonText, MembersOfAnObject) {
  EXPECT_TRUE(member_texts("{ }").empty());
  const std::vector<std::string_view> expected = {R"("a": [1, {"b": 2}])", R"( "c,}\"": "x\\")", R"("d":null )"};
  EXPECT_EQ(member_texts(R"( {"a": [1, {"b": 2}], "c,}\"": "x\\","d":null } )"), expected);
}

TEST(JsonText, LongTextIsClippedBetweenCharacters) {
  const std::string forty(40, 'x');
  EXPECT_EQ(clipped(forty), forty);
  EXPECT_EQ(clipped(forty + "y"), forty + "…");
  EXPECT_EQ(clipped(forty.substr(1) + "éé"), forty.substr(1) + "…");
  EXPECT_EQ(clipped(std::string(100, '\x80')), "…");  // no UTF-8 at all
}

TEST(JsonText, PointerStepsAreEscaped) {
  EXPECT_EQ(pointer_step("radius"), "/radius");
  EXPECT_EQ(pointer_step("a/b~c"), "/a~1b~0c");
  EXPECT_EQ(pointer_step(""), "/");
}

}  // namespace
}  // namespace carom::io
