#include "io/scene/scene_units.hpp"

#include <gtest/gtest.h>

#include "carom/io/scene.hpp"

namespace carom::io {
namespace {

std::string units_fault(const std::string& units) {
  const auto faults = scene_faults(R"({"carom": 1, "units": )" + units + "}");
  return faults.empty() ? "" : faults[0].place + ": " + faults[0].reason;
}

TEST(SceneUnits, ReadBackAsWritten) {
  for (const SceneUnits& units :
       {SceneUnits{"m", "s", "kg"}, SceneUnits{"AU", "", "M☉"}, SceneUnits{"", "10⁻¹² s", ""}}) {
    Scene scene;
    scene.units = units;
    const auto again = read_scene(write_scene(scene));
    ASSERT_TRUE(again) << again.error().reason;
    EXPECT_EQ(again.value().units, units);
  }
  EXPECT_EQ(write_scene({}).find("units"), std::string::npos);
  EXPECT_EQ(read_scene(R"({"carom": 1, "units": {}})").value().units, SceneUnits{});
}

TEST(SceneUnits, WhatIsMadeOfThem) {
  const SceneUnits si{"m", "s", "kg"};
  EXPECT_EQ(speed_unit(si), "m/s");
  EXPECT_EQ(momentum_unit(si), "kg m/s");
  EXPECT_EQ(energy_unit(si), "kg m²/s²");
  EXPECT_EQ(energy_unit({"m", "s", ""}), "");
  EXPECT_EQ(speed_unit({"m", "", "kg"}), "");
  EXPECT_EQ(named_with("t", "s"), "t, s");
  EXPECT_EQ(named_with("t", ""), "t");
  EXPECT_EQ(number_with("5", "m"), "5 m");
  EXPECT_EQ(number_with("5", ""), "5");
}

TEST(SceneUnits, WhatIsWrong) {
  EXPECT_EQ(units_fault("\"SI\""), "/units: expected an object, found the string \"SI\"");
  EXPECT_EQ(units_fault(R"({"length": ""})"),
            "/units/length: expected a unit of 1 to 12 characters, such as \"m\", found the string \"\"");
  EXPECT_EQ(units_fault(R"({"mass": 3})"), "/units/mass: expected a string, found 3");
  EXPECT_EQ(units_fault(R"({"lenght": "m"})"), "/units/lenght: unknown key \"lenght\", did you mean \"length\"?");
  EXPECT_NE(units_fault(R"({"time": "thirteen lett"})"), "");
  EXPECT_EQ(units_fault(R"({"time": "²²²²²²²²²²²²"})"), "");
}

}  // namespace
}  // namespace carom::io
