#include "io/scene/sweep_plan.hpp"

#include <gtest/gtest.h>

namespace carom::io {
namespace {

const char* const k_example = R"({"carom": 1, "scene": "gas.json",
 "vary": {"/world/restitution": [0.8, 0.9, 1.0], "/fill/0/count": {"from": 100, "to": 1000, "count": 4},
          "/seed": {"from": 1, "to": 8}},
 "until": 10, "report": ["collisions", "energy.drift", "gas.Z"]})";

TEST(SweepPlan, TheExampleOfTheDocs) {
  const auto read = read_sweep(k_example);
  ASSERT_TRUE(read) << read.error().place << read.error().reason;
  const SweepPlan& plan = read.value();
  EXPECT_EQ(plan.scene, "gas.json");
  EXPECT_EQ(plan.run_count(), 96U);
  EXPECT_EQ(plan.axes[1].values, (std::vector<SweepValue>{100, 400, 700, 1000}));
  EXPECT_EQ(plan.axes[2].values.size(), 8U);
  EXPECT_EQ(plan.axes[2].values.back().dump(), "8");
  EXPECT_EQ(*plan.until, 10);
  EXPECT_EQ(plan.report.size(), 3U);
  EXPECT_EQ(plan.values_of(0), (std::vector<SweepValue>{0.8, 100, 1}));
  EXPECT_EQ(plan.values_of(1), (std::vector<SweepValue>{0.8, 100, 2}));
  EXPECT_EQ(plan.values_of(8), (std::vector<SweepValue>{0.8, 400, 1}));
  EXPECT_EQ(plan.values_of(95), (std::vector<SweepValue>{1.0, 1000, 8}));
}

TEST(SweepPlan, ValuesArePutIn) {
  const SweepPlan plan = read_sweep(k_example).value();
  const auto scene = SweepValue::parse(R"({"carom": 1, "world": {}, "fill": [{"count": 3}]})");
  const auto last = scene_of_run(plan, scene, 95);
  ASSERT_TRUE(last);
  EXPECT_EQ(last.value().dump(), R"({"carom":1,"world":{"restitution":1.0},"fill":[{"count":1000}],"seed":8})");
  const auto lacking = scene_of_run(plan, SweepValue::parse(R"({"world": {}})"), 0);
  ASSERT_FALSE(lacking);
  EXPECT_EQ(lacking.error().place, "/vary/~1fill~10~1count");
  EXPECT_EQ(lacking.error().reason, "the scene has no place /fill/0/count");
  EXPECT_FALSE(scene_of_run(plan, SweepValue::parse(R"({"world": {}, "fill": []})"), 0));
}

TEST(SweepPlan, RangesOfFractions) {
  const auto plan = read_sweep(R"({"carom":1,"scene":"x","vary":{"/a":{"from":0,"to":0.3,"count":4}}})");
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan.value().axes[0].values.front(), 0.0);
  EXPECT_EQ(plan.value().axes[0].values.back(), 0.3);
}

TEST(SweepPlan, FaultsNameTheirPlace) {
  const auto fault = [](const std::string& text) {
    const auto read = read_sweep(text);
    return read ? "" : read.error().place + ": " + read.error().reason;
  };
  EXPECT_EQ(fault("{").substr(0, 6), "line 1");
  EXPECT_EQ(fault("[]"), ": expected an object, found []");
  EXPECT_EQ(fault(R"({"carom":1,"scene":"x","vray":{}})"), "/vray: unknown key \"vray\", did you mean \"vary\"?");
  EXPECT_EQ(fault(R"({"carom":2,"scene":"x","vary":{}})"), "/carom: expected 1, the version of the format");
  EXPECT_EQ(fault(R"({"carom":1,"vary":{}})"), "/scene: expected a file or the name of a scene");
  EXPECT_EQ(fault(R"({"carom":1,"scene":"x","vary":{"seed":[1]}})").substr(0, 33), "/vary/seed: expected a JSON point");
  EXPECT_EQ(fault(R"({"carom":1,"scene":"x","vary":{"/s":[]}})").substr(0, 32), "/vary/~1s: expected a list of va");
  EXPECT_EQ(fault(R"({"carom":1,"scene":"x","vary":{"/s":{"from":1,"to":0.5}}})").substr(0, 31),
            "/vary/~1s: expected whole numbe");
  EXPECT_EQ(fault(R"({"carom":1,"scene":"x","vary":{"/s":{"from":1,"to":2,"count":0}}})").substr(0, 31),
            "/vary/~1s/count: expected a who");
  EXPECT_EQ(fault(R"({"carom":1,"scene":"x","vary":{},"report":["colisions"]})"),
            "/report/0: a summary has no \"colisions\", did you mean \"collisions\"?");
}

TEST(SweepPlan, CellsOfASummary) {
  const auto summary = SweepValue::parse(
      R"({"collisions":7,"energy":{"drift":1.5e-16},"momentum":{"end":[1.0,2.0],"drift":null},"gas":{"compressibility":1.4},"hash":"00ff"})");
  EXPECT_EQ(summary_cell(summary, "collisions"), "7");
  EXPECT_EQ(summary_cell(summary, "energy.drift"), "1.5e-16");
  EXPECT_EQ(summary_cell(summary, "momentum.end.y"), "2.0");
  EXPECT_EQ(summary_cell(summary, "momentum.drift"), "");
  EXPECT_EQ(summary_cell(summary, "gas.Z"), "1.4");
  EXPECT_EQ(summary_cell(summary, "gas.area"), "");
  EXPECT_EQ(summary_cell(summary, "hash"), "00ff");
}

TEST(SweepPlan, CsvCellsReadBack) {
  for (const std::string text : {"", "plain", "a,b", "say \"x\"", "two\nlines"}) {
    const auto cells = csv_cells(csv_cell(text) + ",next");
    ASSERT_TRUE(cells);
    ASSERT_EQ(cells->size(), 2U);
    EXPECT_EQ((*cells)[0], text == "two\nlines" ? "two lines" : text);
  }
  EXPECT_FALSE(csv_cells("\"cut"));
}

}  // namespace
}  // namespace carom::io
