#include "io/scene/scene_values.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "io/scene/scene_words.hpp"

namespace carom::io {
namespace {

/// The faults in reading `text`, each with its place.
std::string faults_of(std::string_view text, const std::function<void(Reading&, const JsonNode*)>& read) {
  const auto tree = JsonTree::parse(text);
  if (!tree) return "not JSON";
  Reading in(tree.value(), 9);
  read(in, &tree.value().root());
  std::string all;
  for (const Error& fault : in.faults()) all += fault.place + ": " + fault.reason + "\n";
  if (!all.empty()) all.pop_back();
  return all;
}

std::string number_fault(std::string_view text, Takes takes) {
  return faults_of(text, [&](Reading& in, const JsonNode* node) { (void)read_number(in, node, takes, 7); });
}

TEST(SceneValues, NumbersHaveTheirRanges) {
  EXPECT_EQ(number_fault("-1e60", Takes::any), "");
  EXPECT_EQ(number_fault("-1.1e60", Takes::any), ": expected a number from -1e60 to 1e60, found -1.1e+60");
  EXPECT_EQ(number_fault("5e-324", Takes::positive), "");
  EXPECT_EQ(number_fault("0", Takes::positive), ": expected a number above 0, up to 1e60, found 0");
  EXPECT_EQ(number_fault("2e60", Takes::positive), ": expected a number above 0, up to 1e60, found 2e+60");
  EXPECT_EQ(number_fault("0", Takes::not_negative), "");
  EXPECT_EQ(number_fault("-1", Takes::not_negative), ": expected a number from 0 to 1e60, found -1");
  EXPECT_EQ(number_fault("1e61", Takes::not_negative), ": expected a number from 0 to 1e60, found 1e+61");
  EXPECT_EQ(number_fault("1", Takes::fraction), "");
  EXPECT_EQ(number_fault("1.5", Takes::fraction), ": expected a number from 0 to 1, found 1.5");
  EXPECT_EQ(number_fault("-0.5", Takes::fraction), ": expected a number from 0 to 1, found -0.5");
  EXPECT_EQ(number_fault("NaN", Takes::any), ": expected a finite number, found NaN");
  EXPECT_EQ(number_fault("\"1\"", Takes::any), ": expected a number, found the string \"1\"");
}

TEST(SceneValues, WhatIsNotThereIsTheDefault) {
  const auto tree = JsonTree::parse("{}");
  Reading in(tree.value());
  EXPECT_EQ(read_number(in, nullptr, Takes::positive, 7), 7);
  EXPECT_EQ(read_optional(in, nullptr, Takes::positive), std::nullopt);
  EXPECT_EQ(read_whole(in, nullptr, {1, 9}, 5), 5U);
  EXPECT_EQ(read_text(in, nullptr), "");
  EXPECT_EQ(read_label(in, nullptr), "");
  EXPECT_TRUE(read_labels(in, nullptr).empty());
  EXPECT_EQ(read_word(in, nullptr, k_edges), std::nullopt);
  EXPECT_TRUE(read_elements(in, nullptr, "").empty());
  EXPECT_EQ(in.first_fault(), nullptr);
}

std::uint64_t whole(std::string_view text) {
  const auto tree = JsonTree::parse(text);
  Reading in(tree.value());
  return read_whole(in, &tree.value().root(), {}, 123);
}

TEST(SceneValues, WholeNumbersKeepAllTheirBits) {
  EXPECT_EQ(whole("0"), 0U);
  EXPECT_EQ(whole("18446744073709551615"), UINT64_MAX);
  EXPECT_EQ(whole("9007199254740993"), 9007199254740993U);
  EXPECT_EQ(whole("1e3"), 1000U);
  EXPECT_EQ(whole("3.0"), 3U);
  for (const char* text : {"18446744073709551616", "-1", "2.5", "1e30", "NaN", "\"1\"", "true"}) {
    EXPECT_EQ(whole(text), 123U) << text;
  }
  const auto read_count = [](Reading& in, const JsonNode* node) { (void)read_whole(in, node, {1, 10}, 1); };
  EXPECT_EQ(faults_of("10", read_count), "");
  EXPECT_EQ(faults_of("11", read_count), ": expected a whole number from 1 to 10, found 11");
  EXPECT_EQ(faults_of("0", read_count), ": expected a whole number from 1 to 10, found 0");
}

TEST(SceneValues, LabelsMeanNothingElse) {
  const auto read = [](Reading& in, const JsonNode* node) { (void)read_labels(in, node); };
  EXPECT_EQ(faults_of(R"(["ball", "#x", "a b"])", read), "");
  EXPECT_EQ(faults_of(R"(["bounds", "*"])", read),
            "/0: \"bounds\" has a meaning of its own in rules: expected another name\n"
            "/1: \"*\" has a meaning of its own in rules: expected another name");
  EXPECT_EQ(faults_of(R"([""])", read), "/0: expected a string that is not empty, found the string \"\"");
  EXPECT_EQ(faults_of("[1]", read), "/0: expected a string, found 1");
  EXPECT_EQ(faults_of(R"("ball")", read), ": expected an array of strings, found the string \"ball\"");
}

TEST(SceneValues, WordsAreSuggested) {
  const auto read = [](Reading& in, const JsonNode* node) { (void)read_word(in, node, k_edges); };
  EXPECT_EQ(faults_of(R"("remove")", read), "");
  EXPECT_EQ(faults_of(R"("Rebound")", read),
            R"(: expected "rebound", "periodic" or "remove", found the string "Rebound", did you mean "rebound"?)");
  EXPECT_EQ(faults_of(R"("open")", read), R"(: expected "rebound", "periodic" or "remove", found the string "open")");
  EXPECT_EQ(faults_of("1", read), R"(: expected "rebound", "periodic" or "remove", found 1)");
}

TEST(SceneValues, ABoxHasItsCornersInOrder) {
  const auto read = [](Reading& in, const JsonNode* node) {
    const Fields fields(in, *node, {"min", "max"});
    (void)read_box(in, fields);
  };
  EXPECT_EQ(faults_of(R"({"min": [0, 0], "max": [1, 1]})", read), "");
  EXPECT_EQ(faults_of(R"({"min": [0, 2], "max": [0, 1]})", read),
            "/max: expected an x above that of \"min\", 0, found 0\n"
            "/max: expected a y above that of \"min\", 2, found 1");
  EXPECT_EQ(faults_of(R"({"min": [0, 2]})", read), "/max: missing key \"max\"");
  EXPECT_EQ(faults_of(R"({"min": [0, null], "max": [0, 1]})", read), "/min/1: expected a number, found null");
}

}  // namespace
}  // namespace carom::io
