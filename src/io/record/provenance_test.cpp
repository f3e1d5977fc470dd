#include "carom/io/provenance.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace carom {
namespace {

TEST(Provenance, IsOneLineOfJson) {
  const Provenance p{"0.1.0", "abc", "gcc 12", 7, scene_sha256("{}"), "carom run 'a \"b\".json'"};
  const std::string text = provenance_json(p);
  EXPECT_EQ(text.find('\n'), std::string::npos);
  const auto json = nlohmann::json::parse(text);
  EXPECT_EQ(json["program"], "carom");
  EXPECT_EQ(json["version"], "0.1.0");
  EXPECT_EQ(json["commit"], "abc");
  EXPECT_EQ(json["compiler"], "gcc 12");
  EXPECT_EQ(json["seed"], 7);
  EXPECT_EQ(json["command"], "carom run 'a \"b\".json'");
  EXPECT_EQ(json["scene_sha256"], "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a");
}

TEST(Provenance, OfWhatWasMadeOfATrajectoryHoldsThatOfTheTrajectory) {
  Provenance run;
  run.command = "carom run x.json --out x.h5";
  const auto json = nlohmann::json::parse(provenance_file({}, "{}", provenance_json(run)));
  EXPECT_EQ(json["from"]["command"], run.command);
  EXPECT_EQ(json["scene"], "{}");
  EXPECT_FALSE(nlohmann::json::parse(provenance_json(run)).contains("from"));
}

TEST(Provenance, TheFileHoldsTheSceneToo) {
  const auto json = nlohmann::json::parse(provenance_file({}, "{\"carom\": 1}\n"));
  EXPECT_EQ(json["scene"], "{\"carom\": 1}\n");
  EXPECT_EQ(json["seed"], 1);
}

TEST(Provenance, WordsOfAShell) {
  EXPECT_EQ(shell_word("gas.json"), "gas.json");
  EXPECT_EQ(shell_word(""), "''");
  EXPECT_EQ(shell_word("my gas"), "'my gas'");
  EXPECT_EQ(shell_word("it's $HOME"), "'it'\\''s $HOME'");
}

}  // namespace
}  // namespace carom
