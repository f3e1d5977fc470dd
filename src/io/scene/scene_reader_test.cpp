#include <gtest/gtest.h>

#include "io/scene/scene_faults_test.hpp"

namespace carom {
namespace {

Scene scene_of(std::string_view text) {
  auto scene = read_scene(text);
  EXPECT_TRUE(scene) << scene.error().place << ": " << scene.error().reason;
  return scene ? std::move(scene).value() : Scene();
}

TEST(SceneReader, TheLeastSceneHasTheDefaults) {
  const Scene scene = scene_of(R"({"carom": 1})");
  EXPECT_EQ(scene.name, "");
  EXPECT_EQ(scene.seed, std::nullopt);
  EXPECT_EQ(scene.duration, 10);
  EXPECT_EQ(scene.world.detection, Detection::swept);
  EXPECT_EQ(scene.world.dt, 1.0 / 60);
  EXPECT_EQ(scene.world.restitution, 1);
  EXPECT_EQ(scene.world.friction, 0);
  EXPECT_EQ(scene.world.gravity, Vec2{});
  EXPECT_FALSE(scene.world.bounds);
  EXPECT_FALSE(scene.world.contact_duration);
  EXPECT_EQ(scene.world.time, 0);
  EXPECT_TRUE(scene.bodies.empty() && scene.fills.empty() && scene.world.rules.empty());
  EXPECT_EQ(scene.created, std::nullopt);
}

TEST(SceneReader, TakesEveryKey) {
  const Scene scene = scene_of(R"({"carom": 1.0, "name": "n", "about": "why", "seed": 18446744073709551615,
    "world": {"detection": "overlap", "dt": 0.01, "duration": 0, "time": -3, "restitution": 0.5,
              "gravity": [0, -9.81], "sources": [{"at": [1, 2], "strength": -3}],
              "bounds": {"min": [-9, -8], "max": [7, 6], "edges": "remove"}},
    "bodies": [{"name": "a", "circle": {"radius": 1}}, {"name": "#1", "circle": {"radius": 1}}],
    "fill": [], "rules": [], "passing": [["a", "#1"]], "touching": [["a", "bounds"]]})");
  EXPECT_EQ(scene.name, "n");
  EXPECT_EQ(scene.about, "why");
  EXPECT_EQ(scene.seed, UINT64_MAX);
  EXPECT_EQ(scene.world.detection, Detection::overlap);
  EXPECT_EQ(scene.world.dt, 0.01);
  EXPECT_EQ(scene.duration, 0);
  EXPECT_EQ(scene.world.time, -3);
  EXPECT_EQ(scene.world.restitution, 0.5);
  EXPECT_EQ(scene_of(R"({"carom": 1, "world": {"friction": 0.25}})").world.friction, 0.25);
  EXPECT_EQ(scene.world.gravity.y, -9.81);
  ASSERT_EQ(scene.world.sources.size(), 1U);
  EXPECT_EQ(scene.world.sources[0].at, (Vec2{1, 2}));
  EXPECT_EQ(scene.world.sources[0].strength, -3);
  EXPECT_EQ(scene.world.bounds->min, (Vec2{-9, -8}));
  EXPECT_EQ(scene.world.bounds->max, (Vec2{7, 6}));
  EXPECT_EQ(scene.world.bounds->edges, Edges::remove);
  EXPECT_EQ(scene.bodies[1].name, "");  // in its place "#1" is no name of its own
  EXPECT_EQ(scene.passing, (std::vector<NamePair>{{"a", "#1"}}));
  EXPECT_EQ(scene.touching, (std::vector<NamePair>{{"a", "bounds"}}));
}

TEST(SceneReader, AStateKeepsTheNumbers) {
  const Scene scene = scene_of(R"({"carom": 1, "created": 8, "bodies": [{"name": "#7", "circle": {"radius": 1}}]})");
  EXPECT_EQ(scene.created, 8U);
  EXPECT_EQ(scene.bodies[0].name, "#7");
}

TEST(SceneReader, VersionOneIsAllThereIs) {
  EXPECT_EQ(all_faults("{}"), "/carom: missing key \"carom\"");
  EXPECT_EQ(all_faults(R"({"carom": 2})"), "/carom: expected 1, the version of the format, found 2");
  EXPECT_EQ(all_faults(R"({"carom": "1"})"), "/carom: expected a number, found the string \"1\"");
  EXPECT_EQ(all_faults("[]"), ": expected an object, found an empty array");
}

TEST(SceneReader, TextThatIsNoJsonHasLineAndColumn) {
  EXPECT_EQ(all_faults(""), "line 1, column 1: not JSON: unexpected end of input; expected '[', '{', or a literal");
  EXPECT_EQ(all_faults("{\n  \"carom\": 1,\n}"), "line 3, column 1: not JSON: unexpected '}'; expected string literal");
  EXPECT_EQ(all_faults("\xFF\xFE{"), "line 1, column 1: not JSON: the text is UTF-16, expected UTF-8");
  EXPECT_EQ(all_faults("\xEF\xBB\xBF{\"carom\": 1}"), "");
  EXPECT_EQ(all_faults("\xEF\xBB\xBF\xEF\xBB\xBF{}"), "line 1, column 1: not JSON: a byte order mark inside the file");
}

TEST(SceneReader, TheWorldIsChecked) {
  EXPECT_EQ(world_faults(R"({"dt": 0})"), "/world/dt: expected a number above 0, up to 1e60, found 0");
  EXPECT_EQ(world_faults(R"({"duration": -1})"), "/world/duration: expected a number from 0 to 1e60, found -1");
  EXPECT_EQ(world_faults(R"({"time": 1e999})"), "/world/time: expected a finite number, found 1e999");
  EXPECT_EQ(world_faults(R"({"restitution": 1.1})"), "/world/restitution: expected a number from 0 to 1, found 1.1");
  EXPECT_EQ(world_faults(R"({"friction": -0.1})"), "/world/friction: expected a number from 0 to 1e60, found -0.1");
  EXPECT_EQ(world_faults(R"({"attraction": {"G": -1}})"),
            "/world/attraction/G: expected a number from 0 to 1e60, found -1");
  EXPECT_EQ(world_faults(R"({"attraction": {"opening": 3}})"),
            "/world/attraction/opening: expected a number from 0 to 2, found 3");
  EXPECT_EQ(world_faults(R"({"substep": 0})"), "/world/substep: expected a number above 0, up to 1e60, found 0");
  EXPECT_EQ(world_faults(R"({"sources": [{"at": [0, 0]}]})"), "/world/sources/0/strength: missing key \"strength\"");
  EXPECT_EQ(world_faults(R"({"bounds": {"min": [0, 0], "max": [1, -1]}})"),
            "/world/bounds/max: expected a y above that of \"min\", 0, found -1");
  EXPECT_EQ(world_faults(R"({"gravty": [0, 0]})"), R"(/world/gravty: unknown key "gravty", did you mean "gravity"?)");
  EXPECT_EQ(world_faults("[]"), "/world: expected an object, found an empty array");
}

TEST(SceneReader, DetectionsThatAreNotThere) {
  EXPECT_EQ(
      world_faults(R"({"detection": "sweep"})"),
      R"(/world/detection: expected "swept", "overlap" or "event", found the string "sweep", did you mean "swept"?)");
}

TEST(SceneReader, TheEventWorld) {
  const Scene scene = scene_of(R"({"carom": 1, "world": {"detection": "event", "contact_duration": 0.001}})");
  EXPECT_EQ(scene.world.detection, Detection::event);
  EXPECT_EQ(scene.world.contact_duration, 0.001);
  EXPECT_EQ(scene_of(R"({"carom": 1, "world": {"contact_duration": 0}})").world.contact_duration, 0);
  EXPECT_EQ(world_faults(R"({"contact_duration": -1})"),
            "/world/contact_duration: expected a number from 0 to 1e60, found -1");
}

TEST(SceneReader, FaultsAreCountedUpToTheMost) {
  constexpr auto text = R"({"carom": 1, "seed": -1, "world": {"dt": -1}, "bodies": 3, "fil": []})";
  EXPECT_EQ(scene_faults(text).size(), 4U);
  EXPECT_EQ(scene_faults(text, 2).size(), 2U);
  const auto first = read_scene(text);
  ASSERT_FALSE(first);
  EXPECT_EQ(first.error().place, scene_faults(text).front().place);
  EXPECT_EQ(first.error().reason, R"(unknown key "fil", did you mean "fill"?)");
}

TEST(SceneReader, PairsOfAState) {
  EXPECT_EQ(all_faults(R"({"carom": 1, "passing": [["a"]], "touching": 1, "created": -1})"),
            "/passing/0: expected two names [\"a\", \"b\"], found an array of 1\n"
            "/touching: expected an array of pairs of names, found 1\n"
            "/created: expected a whole number from 0 to 18446744073709551615, found -1");
}

TEST(SceneReader, OneBodyByItself) {
  const auto body = read_body(R"({"name": "b", "circle": {"radius": 2}, "at": [1, -0.0], "tags": ["t"]})");
  ASSERT_TRUE(body);
  EXPECT_EQ(body.value().name, "b");
  EXPECT_EQ(std::get<Circle>(body.value().shape).radius, 2);
  EXPECT_EQ(read_body(R"({"circle": {"radius": -2}})").error().place, "/circle/radius");
  EXPECT_EQ(read_body("[]").error().reason, "expected an object, found an empty array");
  EXPECT_EQ(read_body("{").error().place, "line 1, column 2");
}

}  // namespace
}  // namespace carom
