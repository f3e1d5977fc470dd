#include "io/scene/scene_restitution.hpp"

#include <gtest/gtest.h>

#include "io/scene/scene_faults_test.hpp"

namespace carom {
namespace {

TEST(SceneRestitution, IsReadAndWritten) {
  const auto scene = read_scene(R"({"carom": 1, "world": {"restitution_law": {"viscoelastic": 0.25}},
    "rules": [{"between": ["a", "*"], "restitution_law": {"table": [[0, 1], [2.5, 0.5]]}}],
    "bodies": [{"circle": {"radius": 1}}]})");
  ASSERT_TRUE(scene);
  const Scene again = read_scene(write_scene(scene.value())).value();
  for (const Scene& one : {scene.value(), again}) {
    EXPECT_EQ(one.world.restitution_law, RestitutionLaw(Viscoelastic{0.25}));
    EXPECT_EQ(one.world.rules[0].restitution_law, RestitutionLaw(RestitutionTable{{0, 1}, {2.5, 0.5}}));
    EXPECT_EQ(one.world.rules[0].restitution, std::nullopt);
  }
  const std::string text = write_scene(again);
  EXPECT_NE(text.find(R"("restitution_law": {"viscoelastic": 0.25})"), std::string::npos) << text;
  EXPECT_NE(text.find(R"("restitution_law": {"table": [[0.0, 1.0], [2.5, 0.5]]})"), std::string::npos) << text;
}

TEST(SceneRestitution, SaysWhatIsWrong) {
  EXPECT_EQ(world_faults(R"({"restitution_law": 0.5})"), "/world/restitution_law: expected an object, found 0.5");
  EXPECT_EQ(world_faults(R"({"restitution_law": {}})"),
            "/world/restitution_law: expected one of \"viscoelastic\" and \"table\", found none");
  EXPECT_EQ(world_faults(R"({"restitution": 1, "restitution_law": {"viscoelastic": 0}})"),
            "/world/restitution_law: expected one of \"restitution\" and \"restitution_law\", found both");
  EXPECT_EQ(world_faults(R"({"restitution_law": {"viscoelastic": -1}})"),
            "/world/restitution_law/viscoelastic: expected a number from 0 to 1e60, found -1");
  EXPECT_EQ(world_faults(R"({"restitution_law": {"table": []}})"),
            "/world/restitution_law/table: expected at least one row [v, e], found none");
  EXPECT_EQ(world_faults(R"({"restitution_law": {"table": [[1, 2, 3]]}})"),
            "/world/restitution_law/table/0: expected a speed and a restitution [v, e], found an array of 3");
  EXPECT_EQ(world_faults(R"({"restitution_law": {"table": [[2, 1], [1, 0]]}})"),
            "/world/restitution_law/table/1: expected speeds in rising order, found 1 after 2");
  EXPECT_EQ(rule_faults(R"({"between": ["*", "*"], "restitution_law": {"table": [[2, -1]]}})"),
            "/rules/0/restitution_law/table/0/1: expected a number from 0 to 1, found -1");
}

}  // namespace
}  // namespace carom
