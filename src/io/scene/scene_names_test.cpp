#include "io/scene/scene_names.hpp"

#include <gtest/gtest.h>

namespace carom::io {
namespace {

Scene scene_of(const std::vector<std::string>& names, std::optional<std::uint64_t> created = {}) {
  Scene scene;
  for (const std::string& name : names) {
    BodyDef body;
    body.name = name;
    scene.bodies.push_back(body);
  }
  scene.created = created;
  return scene;
}

std::string faults_of(const Scene& scene) {
  std::vector<Error> faults;
  check_names(scene, faults);
  std::string all;
  for (const Error& fault : faults) all += (all.empty() ? "" : "\n") + fault.place + ": " + fault.reason;
  return all;
}

TEST(SceneNames, NumbersOfTheNameless) {
  EXPECT_EQ(serial_in("#0"), 0U);
  EXPECT_EQ(serial_in("#18446744073709551615"), UINT64_MAX);
  EXPECT_EQ(serial_name(12), "#12");
  for (const char* name : {"", "#", "0", "#05", "#-1", "#+1", "#1x", "# 1", "#18446744073709551616", "ball#2"}) {
    EXPECT_EQ(serial_in(name), std::nullopt) << name;
  }
}

TEST(SceneNames, WithoutAStateNumbersArePlaces) {
  EXPECT_EQ(serials(scene_of({"a", "", "#2", "b"})).value(), (std::vector<std::uint64_t>{0, 1, 2, 3}));
  EXPECT_EQ(faults_of(scene_of({"a", "#0"})),
            "/bodies/1/name: \"#\" and a number is the name of the body created after that many: expected \"#1\" here, "
            "or another name, found \"#0\"");
}

TEST(SceneNames, InAStateNumbersHaveGaps) {
  EXPECT_EQ(serials(scene_of({"#3", "a", "", "#9"}, 10)).value(), (std::vector<std::uint64_t>{3, 4, 5, 9}));
  EXPECT_EQ(faults_of(scene_of({"#3", "a", "#9"}, 10)), "");
  EXPECT_NE(faults_of(scene_of({"#3", "a", "#4"}, 10)).find("/bodies/2/name"), std::string::npos);
  EXPECT_NE(faults_of(scene_of({"#3", "#9"}, 9)).find("/bodies/1/name"), std::string::npos);
  EXPECT_EQ(faults_of(scene_of({"#3", "a"}, 4)),
            "/created: expected at least 5, because so many bodies are listed, found 4");
}

TEST(SceneNames, AreUsedOnce) {
  EXPECT_EQ(faults_of(scene_of({"a", "b", "a"})),
            "/bodies/2/name: expected a name of its own, found \"a\", as in /bodies/0/name");
  EXPECT_EQ(faults_of(scene_of({"", "", ""})), "");
}

TEST(SceneNames, PairsNameBodies) {
  Scene scene = scene_of({"a", ""});
  scene.passing = {{"a", "#1"}, {"a", "bounds"}};
  EXPECT_EQ(faults_of(scene), "");
  scene.passing = {{"bounds", "a"}, {"a", "bonds"}};
  scene.touching = {{"a", "a"}};
  EXPECT_EQ(faults_of(scene),
            "/passing/0/0: expected the name of a body, found \"bounds\"\n"
            "/passing/1/1: expected the name of a body or \"bounds\", found \"bonds\", did you mean \"bounds\"?\n"
            "/touching/0: expected two bodies, found \"a\" twice");
}

TEST(SceneNames, WhatHasPartedAreTwoBodies) {
  Scene scene;
  scene.bodies.resize(2);
  scene.bodies[0].name = "a";
  scene.flights.emplace();
  scene.flights->clock.just_parted = {{{"a", "#1"}}, {{"a", "bounds"}}, {{"b", "a"}}};
  EXPECT_EQ(faults_of(scene),
            "/clock/just_parted/1/between/1: expected the name of a body, found \"bounds\"\n"
            "/clock/just_parted/2/between/0: expected the name of a body, found \"b\"");
}

TEST(SceneNames, ABodyIsCalledByItsNameOrNumber) {
  BodyDef body;
  EXPECT_EQ(called(body, 4), "#4");
  body.name = "x";
  EXPECT_EQ(called(body, 4), "x");
}

}  // namespace
}  // namespace carom::io
