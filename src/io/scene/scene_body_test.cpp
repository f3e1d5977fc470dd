#include "io/scene/scene_body.hpp"

#include <gtest/gtest.h>

#include "io/scene/scene_faults_test.hpp"

namespace carom {
namespace {

BodyDef body_of(std::string_view text) {
  const auto scene = read_scene(R"({"carom": 1, "bodies": [)" + std::string(text) + "]}");
  EXPECT_TRUE(scene) << scene.error().place << scene.error().reason;
  return scene ? scene.value().bodies.front() : BodyDef();
}

TEST(SceneBody, HasTheDefaultsOfTheStruct) {
  const BodyDef body = body_of(R"({"circle": {"radius": 2}})");
  EXPECT_EQ(std::get<Circle>(body.shape).radius, 2);
  EXPECT_FALSE(std::get<Circle>(body.shape).hollow);
  EXPECT_EQ(body.name, "");
  EXPECT_EQ(body.at, Vec2{});
  EXPECT_EQ(body.velocity, Vec2{});
  EXPECT_EQ(body.angle, 0);
  EXPECT_EQ(body.spin, 0);
  EXPECT_EQ(body.friction, std::nullopt);
  EXPECT_TRUE(body.turns);
  EXPECT_EQ(body.mass, std::nullopt);
  EXPECT_EQ(body.density, 1);
  EXPECT_EQ(body.fixed, std::nullopt);
  EXPECT_EQ(body.restitution, std::nullopt);
  EXPECT_EQ(body.health, std::nullopt);
  EXPECT_EQ(body.lifetime, std::nullopt);
  EXPECT_FALSE(body.sensor);
  EXPECT_EQ(body.category, 1U);
  EXPECT_EQ(body.mask, UINT32_MAX);
  EXPECT_EQ(body.damping, 0);
}

TEST(SceneBody, TakesEveryKey) {
  const BodyDef body = body_of(R"({"name": "b", "circle": {"radius": 2, "hollow": true}, "at": [1, 2],
    "velocity": [3, 4], "angle": 5, "spin": -2, "mass": 6, "fixed": false, "restitution": 0.5, "friction": 1.5,
    "turns": false, "tags": ["x", "y"], "health": 7, "lifetime": 8, "sensor": true, "category": 9, "mask": 10, "damping": 11})");
  EXPECT_EQ(body.name, "b");
  EXPECT_TRUE(std::get<Circle>(body.shape).hollow);
  EXPECT_EQ(body.at, (Vec2{1, 2}));
  EXPECT_EQ(body.velocity, (Vec2{3, 4}));
  EXPECT_EQ(body.angle, 5);
  EXPECT_EQ(body.spin, -2);
  EXPECT_EQ(body.mass, 6);
  EXPECT_EQ(body.fixed, false);
  EXPECT_EQ(body.restitution, 0.5);
  EXPECT_EQ(body.friction, 1.5);
  EXPECT_FALSE(body.turns);
  EXPECT_EQ(body.tags, (std::vector<std::string>{"x", "y"}));
  EXPECT_EQ(body.health, 7);
  EXPECT_EQ(body.lifetime, 8);
  EXPECT_TRUE(body.sensor);
  EXPECT_EQ(body.category, 9U);
  EXPECT_EQ(body.mask, 10U);
  EXPECT_EQ(body.damping, 11);
  EXPECT_EQ(body_of(R"({"circle": {"radius": 1}, "density": 3})").density, 3);
}

TEST(SceneBody, TakesEveryShape) {
  const auto polygon =
      std::get<Polygon>(body_of(R"({"polygon": {"vertices": [[0, 0], [2, 0], [0, 2]], "hollow": true}})").shape);
  EXPECT_EQ(polygon.vertices().size(), 3U);
  EXPECT_TRUE(polygon.hollow());
  const auto segment = std::get<Segment>(body_of(R"({"segment": {"ends": [[0, 1], [2, 3]]}})").shape);
  EXPECT_EQ(segment.ends[1], (Vec2{2, 3}));
  const auto border = std::get<Border>(body_of(R"({"border": {"y": -1}})").shape);
  EXPECT_EQ(border.axis, Axis::y);
  EXPECT_EQ(border.at, -1);
}

TEST(SceneBody, SeveralShapesStandWhereTheyArePut) {
  const auto compound = std::get<Compound>(body_of(R"({"shapes": [
    {"circle": {"radius": 0.5}, "at": [3, 4]},
    {"segment": {"ends": [[0, 0], [2, 0]]}, "at": [1, 0], "angle": 0},
    {"polygon": {"vertices": [[-1, -1], [1, -1], [1, 1]]}}]})")
                                               .shape);
  ASSERT_EQ(compound.parts.size(), 3U);
  EXPECT_EQ(std::get<Circle>(compound.parts[0]).center, (Vec2{3, 4}));
  EXPECT_EQ(std::get<Segment>(compound.parts[1]).ends[1], (Vec2{3, 0}));
  EXPECT_EQ(std::get<Polygon>(compound.parts[2]).vertices().size(), 3U);
  const auto turned = std::get<Compound>(
      body_of(R"({"shapes": [{"segment": {"ends": [[0, 0], [2, 0]]}, "at": [1, 0], "angle": 1.5707963267948966}]})")
          .shape);
  EXPECT_NEAR(std::get<Segment>(turned.parts[0]).ends[1].y, 2, 1e-15);
  EXPECT_NEAR(std::get<Segment>(turned.parts[0]).ends[1].x, 1, 1e-15);
}

TEST(SceneBody, SeveralShapesAreChecked) {
  EXPECT_EQ(body_faults(R"({"shapes": []})"), "/bodies/0/shapes: expected at least one shape, found an empty array");
  EXPECT_EQ(body_faults(R"({"shapes": {}})"), "/bodies/0/shapes: expected an array of shapes, found an object");
  EXPECT_EQ(
      body_faults(R"({"shapes": [{"border": {"x": 1}}]})"),
      R"(/bodies/0/shapes/0/border: unknown key "border", known here: "circle", "polygon", "segment", "at", "angle")");
  EXPECT_EQ(body_faults(R"({"shapes": [{"at": [1, 2]}]})"),
            R"(/bodies/0/shapes/0: expected exactly one shape, "circle", "polygon" or "segment", found none)");
  EXPECT_EQ(body_faults(R"({"shapes": [{"circle": {"radius": 1}}, {"circle": {"radius": -1}}]})"),
            "/bodies/0/shapes/1/circle/radius: expected a number above 0, up to 1e60, found -1");
  EXPECT_EQ(
      body_faults(R"({"shapes": [{"segment": {"ends": [[0, 0], [1e-20, 0]]}, "at": [1, 0]}]})"),
      "/bodies/0/shapes/0: where it stands: moved, the ends fall together, expected a longer segment or one nearer "
      "to its origin");
}

TEST(SceneBody, HasExactlyOneShape) {
  constexpr auto expected =
      R"(/bodies/0: expected exactly one shape, "circle", "polygon", "segment", "border" or "shapes", found )";
  EXPECT_EQ(body_faults("{}"), std::string(expected) + "none");
  EXPECT_EQ(body_faults(R"({"circle": {"radius": 1}, "border": {"x": 1}})"),
            std::string(expected) + R"("circle" and "border")");
  EXPECT_EQ(body_faults("[]"), "/bodies/0: expected an object, found an empty array");
}

TEST(SceneBody, AMisspeltShapeIsOneFault) {
  EXPECT_EQ(body_faults(R"({"cirlce": {"radius": 1}})"),
            R"(/bodies/0/cirlce: unknown key "cirlce", did you mean "circle"?)");
  EXPECT_EQ(body_faults(R"({"circle": {"raduis": 1}})"),
            R"(/bodies/0/circle/raduis: unknown key "raduis", did you mean "radius"?)");
}

TEST(SceneBody, ShapesAreChecked) {
  EXPECT_EQ(body_faults(R"({"circle": {"radius": 0}})"),
            "/bodies/0/circle/radius: expected a number above 0, up to 1e60, found 0");
  EXPECT_EQ(body_faults(R"({"circle": {}})"), "/bodies/0/circle/radius: missing key \"radius\"");
  EXPECT_EQ(body_faults(R"({"segment": {"ends": [[1, 2], [1, 2]]}})"),
            "/bodies/0/segment/ends: expected two different ends, found [1, 2] twice");
  EXPECT_EQ(body_faults(R"({"border": {}})"),
            R"(/bodies/0/border: expected exactly one of "x" and "y", found neither)");
  EXPECT_EQ(body_faults(R"({"polygon": {"vertices": [[0, 0], [1, 1]]}})"),
            "/bodies/0/polygon/vertices: expected at least 3 vertices, found 2");
  EXPECT_NE(body_faults(R"({"polygon": {"vertices": [[0, 0], [1, 1], [1, 0], [0, 1]]}})"), "");
}

TEST(SceneBody, MassOrDensity) {
  EXPECT_EQ(body_faults(R"({"circle": {"radius": 1}, "mass": 1, "density": 1})"),
            R"(/bodies/0/density: expected one of "mass" and "density", found both)");
  EXPECT_EQ(body_faults(R"({"circle": {"radius": 1}, "mass": 0})"),
            "/bodies/0/mass: expected a number above 0, up to 1e60, found 0");
}

TEST(SceneBody, ALineThatMovesNeedsAMass) {
  EXPECT_EQ(body_faults(R"({"segment": {"ends": [[0, 0], [1, 0]]}})"), "");
  EXPECT_EQ(body_faults(R"({"segment": {"ends": [[0, 0], [1, 0]]}, "fixed": true})"), "");
  EXPECT_EQ(body_faults(R"({"segment": {"ends": [[0, 0], [1, 0]]}, "fixed": false, "mass": 1})"), "");
  EXPECT_EQ(body_faults(R"({"segment": {"ends": [[0, 0], [1, 0]]}, "fixed": false})"),
            R"(/bodies/0/mass: missing key "mass": a segment that is not fixed has no area to make a mass of)");
  EXPECT_EQ(body_faults(R"({"border": {"x": 0}, "fixed": false, "density": 1})"),
            R"(/bodies/0/mass: missing key "mass": a border that is not fixed has no area to make a mass of)");
}

TEST(SceneBody, WhatTurnsItIsChecked) {
  EXPECT_EQ(body_faults(R"({"circle": {"radius": 1}, "spin": -0.5, "friction": 100, "turns": true})"), "");
  EXPECT_EQ(body_faults(R"({"circle": {"radius": 1}, "spin": [0.5]})"),
            "/bodies/0/spin: expected a number, found an array of 1");
  EXPECT_EQ(body_faults(R"({"circle": {"radius": 1}, "friction": -0.5})"),
            "/bodies/0/friction: expected a number from 0 to 1e60, found -0.5");
  EXPECT_EQ(body_faults(R"({"circle": {"radius": 1}, "turns": 0})"),
            "/bodies/0/turns: expected true or false, found 0");
}

TEST(SceneBody, AllFaultsAreTold) {
  EXPECT_EQ(body_faults(R"({"circle": {"radius": -1}, "at": [1], "velocity": 1, "lifetime": 0, "health": "x"})"),
            "/bodies/0/circle/radius: expected a number above 0, up to 1e60, found -1\n"
            "/bodies/0/at: expected a point [x, y], found an array of 1\n"
            "/bodies/0/velocity: expected a point [x, y], found 1\n"
            "/bodies/0/health: expected a number, found the string \"x\"\n"
            "/bodies/0/lifetime: expected a number above 0, up to 1e60, found 0");
}

TEST(SceneBody, LinesAreFixedUnlessTheySayOtherwise) {
  EXPECT_TRUE(io::fixed_by_default(Border{}));
  EXPECT_TRUE(io::fixed_by_default(Segment{}));
  EXPECT_FALSE(io::fixed_by_default(Circle{}));
}

}  // namespace
}  // namespace carom
