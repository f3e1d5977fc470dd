#include <gtest/gtest.h>

#include "carom/io/scene.hpp"

namespace carom {
namespace {

std::string warnings_of(std::string_view more, std::string_view rules) {
  const auto scene = read_scene(R"({"carom": 1, "bodies": [
    {"name": "cue", "circle": {"radius": 0.1}, "tags": ["ball"]}, {"circle": {"radius": 0.1}, "at": [1, 0]}], )" +
                                std::string(more) + R"("rules": [)" + std::string(rules) + "]}");
  EXPECT_TRUE(scene) << scene.error().place << scene.error().reason;
  std::string all;
  for (const Error& one : scene_warnings(scene.value()))
    all += (all.empty() ? "" : "\n") + one.place + ": " + one.reason;
  return all;
}

TEST(SceneWarnings, NamesTagsAndNumbersAreKnown) {
  EXPECT_EQ(warnings_of("", R"({"between": ["cue", "ball"]}, {"between": ["#1", "*"]})"), "");
  EXPECT_EQ(warnings_of("", R"({"between": ["ceu", "ball"]})"),
            "/rules/0/between/0: no body has the name or tag \"ceu\", did you mean \"cue\"?");
  EXPECT_EQ(warnings_of("", R"({"between": ["*", "rocket"]})"),
            "/rules/0/between/1: no body has the name or tag \"rocket\"");
  EXPECT_EQ(warnings_of("", R"({"between": ["*", "#2"]})"), "/rules/0/between/1: no body has the name or tag \"#2\"");
}

TEST(SceneWarnings, CentersThatCanBeReached) {
  const auto of = [](std::string_view world, std::string_view bodies, std::string_view rules = "") {
    const auto scene = read_scene(R"({"carom": 1, "world": {)" + std::string(world) + R"(}, "bodies": [)" +
                                  std::string(bodies) + R"(], "rules": [)" + std::string(rules) + "]}");
    EXPECT_TRUE(scene) << scene.error().place << scene.error().reason;
    std::string places;
    for (const Error& one : scene_warnings(scene.value())) {
      EXPECT_NE(one.reason.find("with \"softening\" 0 the pull has no bound there"), std::string::npos);
      places += one.place + " ";
    }
    return places;
  };
  constexpr auto pull = R"("attraction": {"G": 1})";
  constexpr auto two = R"({"circle": {"radius": 1}}, {"circle": {"radius": 1}, "at": [3, 0]})";
  EXPECT_EQ(of(pull, two), "");
  EXPECT_EQ(of(R"("attraction": {"G": 1}, "detection": "overlap")", two), "/world/detection ");
  EXPECT_EQ(of(R"("attraction": {"G": 1, "softening": 0.1}, "detection": "overlap")", two), "");
  EXPECT_EQ(of(pull, two, R"({"between": ["*", "*"], "response": "none"})"), "/rules/0/response ");
  EXPECT_EQ(of(pull, R"({"circle": {"radius": 1}}, {"circle": {"radius": 1}, "at": [3, 0], "sensor": true})"),
            "/bodies/1/sensor ");
  EXPECT_EQ(of(pull, R"({"circle": {"radius": 1}, "at": [9, 0]},
                        {"polygon": {"vertices": [[0,0],[4,0],[4,0.2],[0.2,0.2],[0.2,3.8],[4,3.8],[4,4],[0,4]]}})"),
            "/bodies/1/polygon ");
}

TEST(SceneWarnings, FillsHaveTagsAndNumbers) {
  EXPECT_EQ(warnings_of(R"("fill": [{"count": 3, "circle": {"radius": 0.1}, "region": {"min": [5, 5], "max": [6, 6]},
                                     "tags": ["gas"]}], )",
                        R"({"between": ["gas", "#4"]}, {"between": ["gas", "#5"]})"),
            "/rules/1/between/1: no body has the name or tag \"#5\"");
}

TEST(SceneWarnings, EffectsMakeNamesAndTags) {
  EXPECT_EQ(warnings_of("", R"({"between": ["cue", "*"], "after": [{"mark": {"who": "first", "as": "charred"}},
      {"spawn": {"circle": {"radius": 1}, "name": "spark", "tags": ["hot"]}}]},
      {"between": ["charred", "spark"]}, {"between": ["spark#2", "hot"]}, {"between": ["#17", "*"]})"),
            "");
}

TEST(SceneWarnings, TargetsOfEffectsAreLookedFor) {
  EXPECT_EQ(warnings_of("", R"({"between": ["cue", "*"], "before": [{"destroy": "ceu"}, {"sound": "x"}],
      "after": [{"destroy": "second"}, {"mark": {"who": "bal", "as": "x"}},
                {"damage": {"amount": 1, "radius": 1, "to": "wizard"}}]})"),
            "/rules/0/before/0/destroy: no body has the name or tag \"ceu\", did you mean \"cue\"?\n"
            "/rules/0/after/1/mark/who: no body has the name or tag \"bal\", did you mean \"ball\"?\n"
            "/rules/0/after/2/damage/to: no body has the name or tag \"wizard\"");
}

TEST(SceneWarnings, EdgesMustBeThereToBeMet) {
  constexpr auto rule = R"({"between": ["cue", "bounds"]})";
  constexpr auto none = "/rules/0/between/1: the world has no edges to meet: its bounds do not rebound";
  EXPECT_EQ(warnings_of("", rule), none);
  EXPECT_EQ(warnings_of(R"("world": {"bounds": {"min": [-9, -9], "max": [9, 9], "edges": "remove"}}, )", rule), none);
  EXPECT_EQ(warnings_of(R"("world": {"bounds": {"min": [-9, -9], "max": [9, 9]}}, )", rule), "");
}

TEST(SceneWarnings, InAStateThoseNamedMayBeGone) {
  EXPECT_EQ(warnings_of(R"("created": 5, )", R"({"between": ["rocket", "bounds"]})"), "");
}

}  // namespace
}  // namespace carom
