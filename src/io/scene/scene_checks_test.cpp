#include "io/scene/scene_checks.hpp"

#include <gtest/gtest.h>

#include "io/scene/scene_faults_test.hpp"

namespace carom {
namespace {

std::string in_box(std::string_view edges, std::string_view more) {
  return all_faults(R"({"carom": 1, "world": {"bounds": {"min": [-1, -1], "max": [1, 1], "edges": ")" +
                    std::string(edges) + R"("}}, )" + std::string(more) + "}");
}

TEST(SceneChecks, PeriodicBoundsHaveNoFields) {
  constexpr auto bounds = R"("bounds": {"min": [0, 0], "max": [1, 1], "edges": "periodic"})";
  const auto with = [&](std::string_view field) { return world_faults("{" + std::string(field) + bounds + "}"); };
  EXPECT_EQ(with(R"("gravity": [0, 0], "sources": [], )"), "");
  EXPECT_EQ(with(R"("gravity": [0, -1], )"),
            "/world/gravity: expected [0, 0], because in periodic bounds there is no field: its potential would jump "
            "at the edges, found [0, -1]");
  EXPECT_EQ(with(R"("sources": [{"at": [0, 0], "strength": 1}], )"),
            "/world/sources: expected none, because in periodic bounds there is no field: its potential would jump at "
            "the edges, found an array of 1");
}

TEST(SceneChecks, AWorldWithoutStepsHasNoWellsAndNoDamping) {
  const auto with = [](std::string_view world, std::string_view more = "") {
    return all_faults(R"({"carom": 1, "world": {"detection": "event")" + std::string(world) + "}" + std::string(more) +
                      "}");
  };
  EXPECT_EQ(with(R"(, "gravity": [0, -1], "sources": [])", R"(, "bodies": [{"circle": {"radius": 1}, "damping": 0}])"),
            "");
  EXPECT_EQ(
      with(R"(, "sources": [{"at": [0, 0], "strength": 1}])"),
      "/world/sources: expected none, because with \"detection\": \"event\" bodies fly from hit to hit and only a "
      "uniform field is followed, found an array of 1");
  constexpr auto why =
      "/damping: expected 0, because with \"detection\": \"event\" there are no steps, at whose start damping acts, "
      "found 0.5";
  EXPECT_EQ(with("", R"(, "bodies": [{"circle": {"radius": 1}}, {"circle": {"radius": 1}, "damping": 0.5}])"),
            std::string("/bodies/1") + why);
  EXPECT_EQ(with("", R"(, "fill": [{"count": 1, "circle": {"radius": 0.1}, "region": {"min": [0, 0], "max": [1, 1]},
                                    "damping": 0.5}])"),
            std::string("/fill/0") + why);
}

TEST(SceneChecks, TwoThatAttractEachOtherHavePlacesOfTheirOwnUnlessOneIsHollow) {
  const auto with = [](std::string_view softening, std::string_view hollow) {
    return all_faults(R"({"carom": 1, "world": {"attraction": {"softening": )" + std::string(softening) +
                      R"(}}, "bodies": [{"circle": {"radius": 2, "hollow": )" + std::string(hollow) +
                      R"(}, "at": [1, 2]}, {"circle": {"radius": 1}, "at": [1, 2]}]})");
  };
  EXPECT_EQ(with("0", "true"), "");
  EXPECT_EQ(with("0.1", "false"), "");
  EXPECT_EQ(
      with("0", "false"),
      "/bodies/1/at: expected a place of its own, because bodies attract each other and \"softening\" is 0, found "
      "[1, 2], where /bodies/0 is");
}

TEST(SceneChecks, PeriodicBoundsHaveNoBorders) {
  EXPECT_EQ(in_box("rebound", R"("bodies": [{"border": {"x": 0}}])"), "");
  EXPECT_EQ(
      in_box("periodic", R"("bodies": [{"border": {"x": 0}}])"),
      "/bodies/0/border: expected a shape that ends, because in periodic bounds every body is smaller than half the "
      "box, found a border");
}

TEST(SceneChecks, BodiesStartInside) {
  const auto circle_at = [](std::string_view edges, std::string_view at, std::string_view more = "") {
    return in_box(edges,
                  R"("bodies": [{"circle": {"radius": 0.25}, "at": )" + std::string(at) + std::string(more) + "}]");
  };
  EXPECT_EQ(circle_at("rebound", "[0.75, -0.75]"), "");
  EXPECT_EQ(circle_at("rebound", "[0.7500000001, 0]"), "");  // may be rounding
  for (const auto* const at : {"[0.76, 0]", "[-0.76, 0]", "[0, 0.76]", "[0, -0.76]"}) {
    EXPECT_EQ(circle_at("rebound", at).find("/bodies/0/at: expected a body inside the bounds, from [-1, -1] to [1, 1]"),
              0U);
    EXPECT_EQ(circle_at("remove", at), "");
    EXPECT_EQ(circle_at("periodic", at), "");
    EXPECT_EQ(circle_at("rebound", at, R"(, "fixed": true)"), "");
  }
}

TEST(SceneChecks, ShapesStartInsideAsTheyAreTurned) {
  const auto plank = [](std::string_view angle) {
    return in_box("rebound",
                  R"("bodies": [{"polygon": {"vertices": [[-0.9, -0.1], [0.9, -0.1], [0.9, 0.1], [-0.9, 0.1]]},
      "at": [0, 0.5], "angle": )" +
                      std::string(angle) + "}]");
  };
  EXPECT_EQ(plank("0"), "");
  EXPECT_EQ(plank("1.5").find("/bodies/0/at: expected a body inside"), 0U);
  EXPECT_EQ(in_box("rebound", R"("bodies": [{"segment": {"ends": [[0, 0], [2, 0]]}, "fixed": false, "mass": 1}])")
                .find("/bodies/0/at: expected a body inside the bounds, from [-1, -1] to [1, 1], found one from [0, 0] "
                      "to [2, 0]"),
            0U);
}

TEST(SceneChecks, BodiesMayStartOutsideWhereTheyMayGo) {
  constexpr auto outside = R"("bodies": [{"circle": {"radius": 0.25}, "at": [3, 0]}])";
  EXPECT_NE(in_box("rebound", outside), "");
  EXPECT_NE(in_box("rebound", std::string(outside) + R"(, "rules": [{"between": ["*", "bounds"]}])"), "");
  EXPECT_EQ(
      in_box("rebound", std::string(outside) + R"(, "rules": [{"between": ["*", "bounds"], "response": "none"}])"), "");
  EXPECT_EQ(in_box("rebound", std::string(outside) + R"(, "created": 1)"), "");
}

TEST(SceneChecks, AMassOfADensityHasTheLimitOfAMass) {
  EXPECT_EQ(body_faults(R"({"circle": {"radius": 1e29}})"), "");
  EXPECT_EQ(body_faults(R"({"circle": {"radius": 1e31}, "mass": 1})"), "");
  EXPECT_EQ(
      body_faults(R"({"circle": {"radius": 1e31}})").find("/bodies/0/density: expected a mass up to 1e60, found 3.14"),
      0U);
  EXPECT_EQ(body_faults(R"({"polygon": {"vertices": [[0, 0], [1, 0], [0, 2]]}, "density": 1e60})"), "");
  EXPECT_EQ(body_faults(R"({"polygon": {"vertices": [[0, 0], [1, 0], [0, 4]]}, "density": 1e60})"),
            "/bodies/0/density: expected a mass up to 1e60, found 2e+60: 1e+60 times the area 2");
  EXPECT_EQ(fill_faults(R"({"count": 1, "circle": {"radius": [1, 1e31]}, "region": {"min": [0, 0], "max": [1, 1]}})")
                .find("/fill/0/density: expected a mass up to 1e60"),
            0U);
}

TEST(SceneChecks, FillsAreInsideTheBounds) {
  const auto filled = [](std::string_view edges, std::string_view region) {
    return in_box(edges, R"("fill": [{"count": 1, "circle": {"radius": 0.1}, "region": )" + std::string(region) + "}]");
  };
  EXPECT_EQ(filled("rebound", R"({"min": [-1, -1], "max": [1, 1]})"), "");
  EXPECT_EQ(filled("periodic", R"({"min": [-1, -1], "max": [1, 2]})"),
            "/fill/0/region/max: expected a corner inside the bounds, up to [1, 1], found [1, 2]");
  EXPECT_EQ(filled("rebound", R"({"min": [-2, -1], "max": [1, 1]})"),
            "/fill/0/region/min: expected a corner inside the bounds, from [-1, -1] on, found [-2, -1]");
  EXPECT_EQ(filled("remove", R"({"min": [-2, -1], "max": [1, 1]})"), "");
}

TEST(SceneChecks, NamesAreLookedAt) {
  EXPECT_EQ(body_faults(R"({"name": "a", "circle": {"radius": 1}}, {"name": "a", "circle": {"radius": 1}})"),
            "/bodies/1/name: expected a name of its own, found \"a\", as in /bodies/0/name");
}

}  // namespace
}  // namespace carom
