#include <gtest/gtest.h>

#include "carom/io/scene.hpp"
#include "world/snapshot/persistence.hpp"

namespace carom {
namespace {

Checked<World> world_of(std::string_view text) {
  const auto scene = read_scene(text);
  EXPECT_TRUE(scene) << scene.error().place << ": " << scene.error().reason;
  return build_world(scene ? scene.value() : Scene());
}

std::string fault_of(std::string_view text) {
  const auto world = world_of(text);
  return world ? "" : world.error().place + ": " + world.error().reason;
}

TEST(SceneBuild, BodiesThenFillsInOrder) {
  const auto built = world_of(R"({"carom": 1, "world": {"time": 3}, "bodies": [
    {"name": "a", "circle": {"radius": 1}, "at": [9, 9]}, {"circle": {"radius": 1}, "at": [9, -9]}],
    "fill": [{"count": 2, "circle": {"radius": 0.1}, "region": {"min": [0, 0], "max": [1, 1]}, "tags": ["gas"]},
             {"count": 3, "circle": {"radius": 0.2}, "region": {"min": [2, 0], "max": [4, 1]}}]})");
  ASSERT_TRUE(built) << built.error().place << built.error().reason;
  const World& world = built.value();
  EXPECT_EQ(world.time(), 3);
  ASSERT_EQ(world.body_count(), 7U);
  std::vector<double> radii;
  for (const BodyId id : world.bodies()) radii.push_back(std::get<Circle>(world.body(id)->shape).radius);
  EXPECT_EQ(radii, (std::vector<double>{1, 1, 0.1, 0.1, 0.2, 0.2, 0.2}));
  EXPECT_EQ(world.name(0), "a");
  EXPECT_EQ(world.name(1), "#1");
  EXPECT_TRUE(world.body(world.bodies()[2])->has_tag("gas"));
}

Vec2 place_of_first(const Scene& scene) {
  const auto world = build_world(scene);
  return world.value().body(world.value().bodies()[0])->state.at;
}

TEST(SceneBuild, AFillWithoutASeedHasTheScenes) {
  constexpr auto text = R"({"carom": 1, "fill": [
    {"count": 1, "circle": {"radius": 0.1}, "region": {"min": [0, 0], "max": [1, 1]}}]})";
  Scene scene = read_scene(text).value();
  const Vec2 without = place_of_first(scene);
  scene.seed = 1;
  EXPECT_EQ(place_of_first(scene), without);
  scene.seed = 2;
  const Vec2 second = place_of_first(scene);
  EXPECT_NE(second, without);
  scene.seed = 3;
  scene.fills[0].seed = 2;
  EXPECT_EQ(place_of_first(scene), second);
}

TEST(SceneBuild, ErrorsOfTheWorldHaveThePlacesOfTheScene) {
  EXPECT_EQ(fault_of(R"({"carom": 1, "fill": [{"count": 100, "circle": {"radius": 0.3},
                         "region": {"min": [0, 0], "max": [1, 1]}}]})")
                .find("/fill/0/"),
            0U);
  EXPECT_EQ(fault_of(R"({"carom": 1, "world": {"bounds": {"min": [0, 0], "max": [4, 4], "edges": "periodic"}},
                         "bodies": [{"circle": {"radius": 0.5}}, {"circle": {"radius": 1}}]})")
                .find("/bodies/1/circle/radius: expected a body smaller than half the periodic box"),
            0U);
  Scene scene;
  scene.world.dt = -1;
  EXPECT_EQ(build_world(scene).error().place, "/world/dt");
  scene.world.dt = 1;
  Rule rule;
  rule.restitution = 2;
  scene.world.rules = {rule};
  EXPECT_EQ(build_world(scene).error().place, "/rules/0/restitution");
}

TEST(SceneBuild, ContradictionsAreFoundHereToo) {
  Scene scene;
  scene.bodies.resize(2);
  scene.bodies[0].name = scene.bodies[1].name = "twin";
  EXPECT_EQ(build_world(scene).error().place, "/bodies/1/name");
}

TEST(SceneBuild, AStateGetsItsNumbersAndPairsBack) {
  const auto built = world_of(R"({"carom": 1, "created": 9, "bodies": [
    {"name": "#3", "circle": {"radius": 1}}, {"name": "a", "circle": {"radius": 1}, "at": [5, 0]},
    {"name": "#7", "circle": {"radius": 1}, "at": [1, 0]}], "passing": [["#7", "#3"]], "touching": [["a", "bounds"]]})");
  ASSERT_TRUE(built) << built.error().place << built.error().reason;
  const World& world = built.value();
  std::vector<std::uint64_t> serials;
  for (const BodyId id : world.bodies()) serials.push_back(world.body(id)->serial);
  EXPECT_EQ(serials, (std::vector<std::uint64_t>{3, 4, 7}));
  EXPECT_EQ(world.name(7), "#7");
  EXPECT_EQ(world.name(4), "a");
  EXPECT_EQ(detail::Persistence::ledger(world).next_serial, 9U);
  EXPECT_EQ(world.passing(), (std::vector<World::Pair>{{3, 7}}));
  EXPECT_EQ(world.touching(), (std::vector<World::Pair>{{4, std::nullopt}}));
}

TEST(SceneBuild, PairsFarApartDoNotPass) {
  const auto built =
      world_of(R"({"carom": 1, "world": {"bounds": {"min": [0, 0], "max": [20, 20], "edges": "periodic"}},
    "bodies": [{"name": "a", "circle": {"radius": 1}, "at": [1, 1]}, {"name": "b", "circle": {"radius": 1}, "at": [9, 1]},
    {"name": "c", "circle": {"radius": 1}, "at": [19.5, 1]}], "passing": [["a", "b"], ["a", "c"], ["b", "c"]]})");
  ASSERT_TRUE(built) << built.error().place << built.error().reason;
  EXPECT_EQ(built.value().passing(), (std::vector<World::Pair>{{0, 2}})) << "through the seam";
}

}  // namespace
}  // namespace carom
