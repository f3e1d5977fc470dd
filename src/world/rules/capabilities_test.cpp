#include "world/rules/capabilities.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "world/testing/swept_world_test.hpp"

namespace carom::detail {
namespace {

using swept_test::disc;

struct Case {
  const char* name;
  WorldSettings settings;
};

std::vector<Case> cases() {
  std::vector<Case> all;
  WorldSettings settings;
  all.push_back({"swept", settings});
  settings.gravity = {0, -1};
  settings.integrator = Integrator::chin;
  all.push_back({"chin", settings});
  settings.integrator = Integrator::leapfrog;
  settings.substep = 0.1;
  all.push_back({"substep", settings});
  settings = {};
  settings.attraction.emplace();
  all.push_back({"attraction", settings});
  settings = {};
  settings.detection = Detection::overlap;
  all.push_back({"overlap", settings});
  settings.detection = Detection::event;
  all.push_back({"event", settings});
  for (const Detection detection : {Detection::swept, Detection::overlap, Detection::event}) {
    settings = {};
    settings.detection = detection;
    settings.bounds = Bounds{{0, 0}, {10, 10}, Edges::periodic};
    all.push_back({"periodic", settings});
  }
  return all;
}

std::string text(const Error& error) { return error.place + ": " + error.reason; }

/// What is said of a world with these settings, or of a body in it.
std::string fault(const WorldSettings& settings) {
  const auto made = World::make(settings);
  return made ? "" : text(made.error());
}
std::string fault(const WorldSettings& settings, const BodyDef& body) {
  World world = swept_test::make_world(settings);
  const auto made = world.add(body);
  return made ? "" : text(made.error());
}

std::string refused(const char* place, const char* expected, Feature feature, const WorldSettings& settings,
                    const char* found) {
  if (has(feature, settings)) return "";
  return std::string(place) + ": " + refusal(expected, reason_against(feature, settings), found);
}

/// A world refuses what the table says that it has not, with the table's words, and nothing else.
TEST(Capabilities, WorldsRefuseWhatTheTableSays) {
  for (const auto& [name, settings] : cases()) {
    SCOPED_TRACE(name);
    BodyDef body = disc(1, {5, 5});
    body.spin = 2;
    EXPECT_EQ(fault(settings, body), refused("/spin", "0", Feature::circle_rotation, settings, "2"));
    body = swept_test::box({1, 1}, {5, 5});
    body.spin = 2;
    EXPECT_EQ(fault(settings, body), refused("/spin", "0", Feature::rotation, settings, "2"));
    body = disc(1, {5, 5});
    body.friction = 0.5;
    EXPECT_EQ(fault(settings, body), refused("/friction", "0", Feature::friction, settings, "0.5"));
    body = disc(1, {5, 5});
    body.damping = 0.25;
    EXPECT_EQ(fault(settings, body), refused("/damping", "0", Feature::damping, settings, "0.25"));
    body = disc(1, {5, 5});
    body.shape = Compound{{Circle{0.2, {-0.1, 0}, false}, Circle{0.2, {0.1, 0}, false}}};
    EXPECT_EQ(fault(settings, body), refused("/shapes", "one shape", Feature::shapes, settings, "several"));
    EXPECT_EQ(fault(settings, swept_test::border(Axis::x, 1)),
              refused("/border", "a shape that ends", Feature::border, settings, "a border"));

    WorldSettings other = settings;
    other.friction = 0.5;
    EXPECT_EQ(fault(other), refused("/friction", "0", Feature::friction, settings, "0.5"));
    other = settings;
    other.gravity = {0, -2};
    EXPECT_EQ(fault(other), refused("/gravity", "[0, 0]", Feature::gravity, settings, "[0, -2]"));
    other = settings;
    other.sources = {{{1, 1}, 3}};
    EXPECT_EQ(fault(other), refused("/sources", "none", Feature::sources, settings, "an array of 1"));
    other = settings;
    other.attraction.emplace();
    EXPECT_EQ(fault(other), refused("/attraction", "none", Feature::attraction, settings, "one"));
    other = settings;
    other.rules.emplace_back().response = Response::merge;
    EXPECT_EQ(fault(other), refused("/rules/0/response", "another response", Feature::merge, settings, "\"merge\""));
  }
}

TEST(Capabilities, SettersRefuseWhatTheTableSays) {
  for (const auto& [name, settings] : cases()) {
    World world = swept_test::make_world(settings);
    const BodyId ball = swept_test::add(world, disc(1, {5, 5}));
    EXPECT_EQ(world.apply_force(ball, {1, 0}), has(Feature::force, settings)) << name;
    EXPECT_EQ(world.set_spin(ball, 1), has(Feature::circle_rotation, settings)) << name;
    const BodyId box = swept_test::add(world, swept_test::box({1, 1}, {8, 8}));
    EXPECT_EQ(world.set_spin(box, 1), has(Feature::rotation, settings)) << name;
  }
}

TEST(Capabilities, AReasonSaysWhere) {
  WorldSettings settings;
  EXPECT_EQ(reason_against(Feature::sources, settings), "");
  settings.detection = Detection::event;
  EXPECT_EQ(reason_against(Feature::merge, settings), "with \"detection\": \"event\" bodies do not merge");
  settings.bounds = Bounds{{0, 0}, {1, 1}, Edges::periodic};
  EXPECT_EQ(reason_against(Feature::gravity, settings),
            "in periodic bounds there is no field: its potential would jump at the edges");
}

std::string whole(const std::string& path) {
  std::ifstream file(std::string(CAROM_SOURCE_DIR) + "/" + path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

/// If this fails after a change of the table: put what is printed in the place of the one that is there.
TEST(Capabilities, TheDocsHaveThisTable) {
  for (const auto& [path, reasons] : {std::pair("docs/scenes.md", Reasons::numbered), {"README.md", Reasons::none}}) {
    const std::string block = "<!-- capabilities -->\n" + capability_table(reasons) + "<!-- /capabilities -->\n";
    EXPECT_NE(whole(path).find(block), std::string::npos) << path << " must have\n" << block;
  }
}

}  // namespace
}  // namespace carom::detail
