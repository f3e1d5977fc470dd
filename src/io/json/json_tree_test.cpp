#include "io/json/json_tree.hpp"

#include <gtest/gtest.h>

namespace carom::io {
namespace {

TEST(JsonTree, KeepsValuesInOrderWithTheirPlaces) {
  const auto tree = JsonTree::parse(R"({"a":[1,[true,null]],"b/c":{"":"text"}})");
  ASSERT_TRUE(tree);
  const JsonTree& json = tree.value();
  const JsonNode& a = json.child(json.root(), 0);
  EXPECT_EQ(json.pointer(json.root()), "");
  EXPECT_EQ(a.key, "a");
  EXPECT_EQ(a.kind, JsonKind::array);
  EXPECT_EQ(json.child(a, 0).number, 1);
  EXPECT_EQ(json.pointer(json.child(json.child(a, 1), 1)), "/a/1/1");
  EXPECT_TRUE(json.child(json.child(a, 1), 0).boolean);
  const JsonNode& text = json.child(json.child(json.root(), 1), 0);
  EXPECT_EQ(text.text, "text");
  EXPECT_EQ(json.pointer(text), "/b~1c/");
}

TEST(JsonTree, KeepsBothOfTwoEqualKeys) {
  const auto tree = JsonTree::parse(R"({"a":1,"a":2})");
  ASSERT_TRUE(tree);
  EXPECT_EQ(tree.value().root().children.size(), 2U);
}

double number(std::string_view text) {
  const auto tree = JsonTree::parse(text);
  return tree && tree.value().root().kind == JsonKind::number ? tree.value().root().number : -12345;
}

TEST(JsonTree, IntegersOfAnySizeAreRoundedCorrectly) {
  EXPECT_EQ(number("9007199254740993"), 9007199254740992.0);  // 2^53 + 1, a tie
  EXPECT_EQ(number("9007199254740995"), 9007199254740996.0);
  EXPECT_EQ(number("9223372036854775807"), 9223372036854775808.0);
  EXPECT_EQ(number("18446744073709551615"), 18446744073709551616.0);
  EXPECT_EQ(number("18446744073709551617"), 18446744073709551616.0);
  EXPECT_EQ(number("-9223372036854775809"), -9223372036854775808.0);
  EXPECT_EQ(number("123456789012345678901234567890"), 123456789012345678901234567890.0);
  EXPECT_EQ(number("1e-400"), 0);
  EXPECT_EQ(number("4.9e-324"), 4.9e-324);
}

TEST(JsonTree, DigitsAloneKeepAllBits) {
  const auto whole = [](std::string_view text) { return JsonTree::parse(text).value().root().whole; };
  EXPECT_EQ(whole("9007199254740993"), 9007199254740993U);
  EXPECT_EQ(whole("18446744073709551615"), UINT64_MAX);
  for (const char* text : {"18446744073709551616", "1.0", "1e3", "-1", "NaN", "\"1\""}) {
    EXPECT_EQ(whole(text), std::nullopt) << text;
  }
}

TEST(JsonTree, NonFiniteNumbersAreAKindOfTheirOwn) {
  const auto tree = JsonTree::parse(R"([1,NaN,"NaN",-1e999,2])");
  ASSERT_TRUE(tree);
  const JsonTree& json = tree.value();
  EXPECT_EQ(json.child(json.root(), 0).number, 1);
  EXPECT_EQ(json.child(json.root(), 1).kind, JsonKind::non_finite);
  EXPECT_EQ(json.child(json.root(), 1).text, "NaN");
  EXPECT_EQ(json.child(json.root(), 2).kind, JsonKind::string);
  EXPECT_EQ(json.child(json.root(), 3).kind, JsonKind::non_finite);
  EXPECT_EQ(json.child(json.root(), 3).text, "-1e999");
  EXPECT_EQ(json.child(json.root(), 4).number, 2);
}

TEST(JsonTree, NonFiniteNumbersBelowTheDeepestLevelAreCountedAlongTheWay) {
  const std::string deep = std::string(100, '[') + "NaN,1,1e999" + std::string(100, ']');
  const auto tree = JsonTree::parse("[" + deep + ",Infinity,3]");
  ASSERT_TRUE(tree);
  const JsonTree& json = tree.value();
  EXPECT_EQ(json.child(json.root(), 1).text, "Infinity");
  EXPECT_EQ(json.child(json.root(), 2).number, 3);
}

std::string refusal(std::string_view text) {
  const auto tree = JsonTree::parse(text);
  return tree ? "" : tree.error().place + ": " + tree.error().reason;
}

TEST(JsonTree, SaysWhatIsNotJsonAndWhere) {
  EXPECT_EQ(refusal(""), "column 1: not JSON: unexpected end of input; expected '[', '{', or a literal");
  EXPECT_EQ(refusal("[1,]"), "column 4: not JSON: unexpected ']'; expected '[', '{', or a literal");
  EXPECT_EQ(refusal("{} x"), "column 4: not JSON: invalid literal; expected end of input");
  EXPECT_EQ(refusal("\"a\xff\""), "column 3: not JSON: invalid string: ill-formed UTF-8 byte");
  EXPECT_EQ(refusal("[NaN,}"), "column 6: not JSON: unexpected '}'; expected '[', '{', or a literal");
  EXPECT_EQ(refusal(std::string_view("{}\0", 3)), "column 3: not JSON: a zero byte");
  EXPECT_EQ(refusal("\xEF\xBB\xBF{}"), "column 1: not JSON: a byte order mark inside the file");
  // What was read last is part of the parser's message, and must not be taken for one.
  EXPECT_EQ(refusal("\"; last read: ''; expected - \\x\""),
            "column 31: not JSON: invalid string: forbidden character after backslash");
}

TEST(JsonTree, InAFileOfManyLinesTheLineIsTold) {
  const auto place = [](std::string_view text) { return JsonTree::parse_lines(text).error().place; };
  EXPECT_EQ(place(""), "line 1, column 1");
  EXPECT_EQ(place("[1,]"), "line 1, column 4");
  EXPECT_EQ(place("[1,\n2,\n  x]"), "line 3, column 3");
  EXPECT_EQ(place("[1\n"), "line 2, column 1");
  EXPECT_EQ(place("\n\n"), "line 3, column 1");
  EXPECT_EQ(place(std::string_view("[\n\0]", 4)), "line 2, column 1");
  EXPECT_TRUE(JsonTree::parse_lines("[\n1\n]"));
}

TEST(JsonTree, DepthCostsNoStack) {
  const std::string open(1'000'000, '[');
  const std::string close(1'000'000, ']');
  EXPECT_EQ(refusal(open), "column 1000001: not JSON: unexpected end of input; expected '[', '{', or a literal");
  EXPECT_EQ(refusal(open + close), "");
}

}  // namespace
}  // namespace carom::io
