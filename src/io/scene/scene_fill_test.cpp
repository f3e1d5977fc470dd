#include "io/scene/scene_fill.hpp"

#include <gtest/gtest.h>

#include "io/scene/scene_faults_test.hpp"

namespace carom {
namespace {

std::string fill_with(std::string_view more, std::string_view radius = "0.1", std::string_view count = "5") {
  return R"({"count": )" + std::string(count) + R"(, "circle": {"radius": )" + std::string(radius) +
         R"(}, "region": {"min": [0, 0], "max": [2, 1]})" + std::string(more) + "}";
}

SceneFill fill_of(const std::string& text) {
  const auto scene = read_scene(R"({"carom": 1, "fill": [)" + text + "]}");
  EXPECT_TRUE(scene);
  return scene ? scene.value().fills.front() : SceneFill();
}

TEST(SceneFillReader, Defaults) {
  const SceneFill fill = fill_of(fill_with(""));
  EXPECT_EQ(fill.def.count, 5U);
  EXPECT_EQ(fill.def.radius_min, 0.1);
  EXPECT_EQ(fill.def.radius_max, 0.1);
  EXPECT_EQ(fill.def.max, (Vec2{2, 1}));
  EXPECT_EQ(fill.def.arrangement, Arrangement::random);
  EXPECT_EQ(fill.def.velocities, Velocities::maxwell);
  EXPECT_EQ(fill.def.speed, 0);
  EXPECT_EQ(fill.seed, std::nullopt);
}

TEST(SceneFillReader, TakesEveryKey) {
  const SceneFill fill = fill_of(fill_with(
      R"(, "arrangement": "square", "speed": 3, "velocities": "uniform", "density": 4, "seed": 0, "tags": ["gas"],
           "restitution": 0.5, "fixed": true)",
      "[0.1, 0.2]"));
  EXPECT_EQ(fill.def.radius_max, 0.2);
  EXPECT_EQ(fill.def.arrangement, Arrangement::square);
  EXPECT_EQ(fill.def.velocities, Velocities::uniform);
  EXPECT_EQ(fill.def.speed, 3);
  EXPECT_EQ(fill.seed, 0U);
  EXPECT_EQ(fill.def.body.density, 4);
  EXPECT_EQ(fill.def.body.restitution, 0.5);
  EXPECT_EQ(fill.def.body.fixed, true);
  EXPECT_EQ(fill.def.body.tags, std::vector<std::string>{"gas"});
}

TEST(SceneFillReader, CountsAreWholeAndModerate) {
  for (const auto* const count : {"0", "-3", "2.5", "10000001", "1e9"}) {
    const std::string fault = fill_faults(fill_with("", "1", count));
    EXPECT_EQ(fault.find("/fill/0/count: expected a whole number from 1 to 10000000, found "), 0U) << fault;
  }
  EXPECT_EQ(fill_faults(fill_with("", "1", "10000000")), "");
}

TEST(SceneFillReader, RadiiAreOneOrARange) {
  EXPECT_EQ(fill_faults(fill_with("", "[0.2, 0.1]")),
            "/fill/0/circle/radius: expected a range [least, most], found [0.2, 0.1]");
  EXPECT_EQ(fill_faults(fill_with("", "[0.1, 0.1]")), "");
  EXPECT_EQ(fill_faults(fill_with("", "[0.2]")),
            "/fill/0/circle/radius: expected a radius, or a range [least, most], found an array of 1");
  EXPECT_EQ(fill_faults(fill_with("", "[0, 1]")),
            "/fill/0/circle/radius/0: expected a number above 0, up to 1e60, found 0");
  EXPECT_EQ(fill_faults(fill_with("", "0")), "/fill/0/circle/radius: expected a number above 0, up to 1e60, found 0");
}

TEST(SceneFillReader, SaysWhatIsMissingOrUnknown) {
  EXPECT_EQ(fill_faults("{}"),
            "/fill/0/count: missing key \"count\"\n"
            "/fill/0/circle: missing key \"circle\"\n"
            "/fill/0/region: missing key \"region\"");
  EXPECT_EQ(fill_faults(fill_with(R"(, "arrangment": "square")")),
            R"(/fill/0/arrangment: unknown key "arrangment", did you mean "arrangement"?)");
  EXPECT_EQ(fill_faults(fill_with(R"(, "speed": -1)")), "/fill/0/speed: expected a number from 0 to 1e60, found -1");
  EXPECT_EQ(fill_faults("3"), "/fill/0: expected an object, found 3");
}

}  // namespace
}  // namespace carom
