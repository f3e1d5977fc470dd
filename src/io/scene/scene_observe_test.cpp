#include "io/scene/scene_observe.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace carom::io {
namespace {

constexpr auto k_box = R"("bounds": {"min": [0, 0], "max": [4, 2]}, )";

std::string scene_with(const std::string& observe, const std::string& world = k_box) {
  return fmt::format(R"({{"carom": 1, "world": {{{}"observe": {}}}}})", world, observe);
}

std::string fault(const std::string& text) {
  const auto faults = scene_faults(text);
  return faults.empty() ? "" : faults[0].place + ": " + faults[0].reason;
}

TEST(SceneObserve, ReadsAllOfIt) {
  const auto scene = read_scene(scene_with(
      R"({"quantities": ["psi6", "radial"], "every": 0.5, "after": 3, "window": 2, "range": 1, "wave": 9, "bins": 20,
          "reach": 1.2})"));
  ASSERT_TRUE(scene) << scene.error().reason;
  const ObserveSettings& o = *scene.value().observe;
  EXPECT_EQ(o.quantities, (std::vector{Observable::psi6, Observable::radial}));
  EXPECT_EQ(o.every, 0.5);
  EXPECT_EQ(o.after, 3);
  EXPECT_EQ(o.window, 2);
  EXPECT_EQ(o.range, 1);
  EXPECT_EQ(o.wave, 9);
  EXPECT_EQ(o.bins, 20U);
  EXPECT_EQ(o.reach, 1.2);
  EXPECT_TRUE(o.asks_for(Observable::radial));
  EXPECT_FALSE(o.asks_for(Observable::clusters));
  EXPECT_FALSE(read_scene(R"({"carom": 1})").value().observe);
}

TEST(SceneObserve, WritesWhatReadsBackAsTheSame) {
  const std::string text = R"({"quantities": ["psi6", "velocity"], "every": 0.5, "window": 2.0, "bins": 20})";
  const Scene scene = read_scene(scene_with(text)).value();
  EXPECT_EQ(observe_text(*scene.observe), text);
  const Scene again = read_scene(write_scene(scene)).value();
  EXPECT_EQ(observe_text(*again.observe), text);
}

TEST(SceneObserve, RefusesWhatCannotBeMeasured) {
  const std::string pressure = R"({"quantities": ["psi6", "pressure"]})";
  EXPECT_EQ(fault(scene_with(pressure)), "");
  EXPECT_NE(fault(scene_with(pressure, ""))
                .find("/world/observe/quantities/1: cannot measure \"pressure\" here: it "
                      "takes \"bounds\""),
            std::string::npos);
  EXPECT_NE(fault(scene_with(pressure, std::string(k_box) + R"("detection": "overlap", )")).find("pushed apart"),
            std::string::npos);
  EXPECT_NE(fault(scene_with(pressure, std::string(k_box) + R"("gravity": [0, -1], )")).find("not measured"),
            std::string::npos);
  EXPECT_EQ(fault(scene_with(R"({"quantities": ["psi6", "clusters"]})", "")), "");
  EXPECT_EQ(fault(scene_with(R"({"quantities": ["radial"], "range": 1.5})")),
            "/world/observe/range: expected at most half of the bounds, 1, found 1.5");
  EXPECT_EQ(fault(scene_with(R"({"quantities": ["velocity"], "every": 1, "window": 0.4})")),
            "/world/observe/window: expected 1 to 1000 times \"every\", found 0.4 times");
}

}  // namespace
}  // namespace carom::io
