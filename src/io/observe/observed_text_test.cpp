#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "carom/io/observe.hpp"

namespace carom {
namespace {

Observed some() {
  Observed observed{7, 0.25, {}};
  observed.quantities.push_back(
      {"psi6", {{"local", {0.5, 0.125}}, {"global", {0.25, std::nullopt}}}, std::nullopt, ""});
  observed.quantities.push_back({"radial", {}, ObservedCurve{"r", "g", {1, 2}, {{0.5, 0.1}, {1.5, std::nullopt}}}, ""});
  observed.quantities.push_back(
      {"coordination", {{"mean", {}}}, ObservedCurve{"neighbours", "share", {}, {}}, "too few \"bodies\""});
  return observed;
}

TEST(ObservedText, Json) {
  const auto json = nlohmann::json::parse(observed_json(some()));
  EXPECT_EQ(json["samples"], 7);
  EXPECT_EQ(json["every"], 0.25);
  EXPECT_EQ(json["psi6"]["local"]["error"], 0.125);
  EXPECT_TRUE(json["psi6"]["global"]["error"].is_null());
  EXPECT_EQ(json["radial"], nlohmann::json::parse(R"({"r": [1, 2], "g": [0.5, 1.5], "error": [0.1, null]})"));
  EXPECT_EQ(json["coordination"]["note"], "too few \"bodies\"");
  EXPECT_TRUE(json["coordination"]["curve"]["share"].empty());
}

TEST(ObservedText, Lines) {
  const auto lines = observed_lines(some());
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[0], (std::pair<std::string, std::string>("psi6", "local 0.5 ± 0.12, global 0.25")));
  EXPECT_EQ(lines[1].second, "g at most 1.5 at r = 2, 2 values");
  EXPECT_EQ(lines[2], (std::pair<std::string, std::string>("neighbours", "mean unknown; too few \"bodies\"")));
}

}  // namespace
}  // namespace carom
