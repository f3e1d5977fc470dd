#include "world/rules/checks.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace carom::detail {
namespace {

constexpr double k_infinity = std::numeric_limits<double>::infinity();
constexpr double k_nan = std::numeric_limits<double>::quiet_NaN();

std::string said(const WorldSettings& settings) {
  const auto error = check_settings(settings);
  return error ? error->place + ": " + error->reason : "";
}

/// What the settings say after `change`.
template <class Change>
std::string with(Change change) {
  WorldSettings settings;
  change(settings);
  return said(settings);
}

TEST(CheckSettings, TheDefaultsAreGood) { EXPECT_EQ(said({}), ""); }

TEST(CheckSettings, Numbers) {
  EXPECT_EQ(with([](auto& s) { s.dt = -1; }), "/dt: expected a positive number, found -1");
  EXPECT_EQ(with([](auto& s) { s.dt = k_infinity; }), "/dt: expected a finite number, found inf");
  EXPECT_EQ(with([](auto& s) { s.restitution = 1.5; }), "/restitution: expected a number from 0 to 1, found 1.5");
  EXPECT_EQ(with([](auto& s) { s.friction = 0.5; }), "");
  EXPECT_EQ(with([](auto& s) { s.friction = -0.5; }), "/friction: expected a number that is not negative, found -0.5");
  EXPECT_EQ(with([](auto& s) { s.gravity = {0, k_nan}; }), "/gravity/1: expected a finite number, found nan");
  EXPECT_EQ(with([](auto& s) { s.time = k_infinity; }), "/time: expected a finite number, found inf");
  EXPECT_EQ(with([](auto& s) { s.threads = 0; }), "/threads: expected at least 1, found 0");
}

TEST(CheckSettings, FrictionIsForWorldsThatTurnBodies) {
  const auto rubs = [](Detection detection) {
    return with([=](auto& s) {
      s.friction = 0.5;
      s.detection = detection;
    });
  };
  EXPECT_EQ(rubs(Detection::swept), "");
  EXPECT_EQ(rubs(Detection::event), "");
  EXPECT_EQ(rubs(Detection::overlap),
            "/friction: expected 0, because with \"detection\": \"overlap\" bodies are pushed apart without rotating; "
            "swept turns all shapes, event circles, "
            "found 0.5");
}

TEST(CheckSettings, Attraction) {
  const auto pulled = [](Attraction law, Detection detection = Detection::swept, std::optional<Bounds> bounds = {}) {
    return with([&](auto& s) {
      s.attraction = law;
      s.detection = detection;
      s.bounds = bounds;
    });
  };
  EXPECT_EQ(pulled({}), "");
  EXPECT_EQ(pulled({-1, 0, 0}), "/attraction/G: expected a number that is not negative, found -1");
  EXPECT_EQ(pulled({1, -1, 0}), "/attraction/softening: expected a number that is not negative, found -1");
  EXPECT_EQ(pulled({1, 0, 2.5}), "/attraction/opening: expected a number from 0 to 2, found 2.5");
  EXPECT_EQ(pulled({1, 0, k_nan}), "/attraction/opening: expected a number from 0 to 2, found nan");
  EXPECT_EQ(
      pulled({}, Detection::event),
      "/attraction: expected none, because with \"detection\": \"event\" bodies fly from hit to hit and only a uniform "
      "field is followed, found one");
  EXPECT_EQ(pulled({}, Detection::swept, Bounds{{0, 0}, {1, 1}, Edges::periodic}),
            "/attraction: expected none, because in periodic bounds there is no field: its potential would jump at the "
            "edges, found one");
  EXPECT_EQ(with([](auto& s) { s.substep = 0; }), "/substep: expected a positive number, found 0");
}

TEST(CheckSettings, Sources) {
  EXPECT_EQ(with([](auto& s) { s.sources = {{{0, 0}, 3}, {{1, 1}, -3}}; }), "");
  EXPECT_EQ(with([](auto& s) { s.sources = {{{0, 0}, 3}, {{1, 1}, k_nan}}; }),
            "/sources/1/strength: expected a finite number, found nan");
  EXPECT_EQ(with([](auto& s) { s.sources = {{{2e60, 0}, 3}}; }),
            "/sources/0/at/0: expected a number of at most 1e60 in size, found 2e+60");
}

TEST(CheckSettings, AWorldWithoutSteps) {
  EXPECT_EQ(with([](auto& s) {
              s.detection = Detection::event;
              s.gravity = {0, -1};
              s.contact_duration = 0;
            }),
            "");
  EXPECT_EQ(
      with([](auto& s) {
        s.detection = Detection::event;
        s.sources = {{{0, 0}, 3}};
      }),
      "/sources: expected none, because with \"detection\": \"event\" bodies fly from hit to hit and only a uniform "
      "field is followed, found an array of 1");
  EXPECT_EQ(with([](auto& s) { s.contact_duration = -1; }),
            "/contact_duration: expected a number that is not negative, found -1");
  EXPECT_EQ(with([](auto& s) { s.contact_duration = k_infinity; }),
            "/contact_duration: expected a finite number, found inf");
}

TEST(CheckSettings, Bounds) {
  EXPECT_EQ(with([](auto& s) { s.bounds = Bounds{{0, 0}, {1, 1}, Edges::rebound}; }), "");
  EXPECT_EQ(with([](auto& s) { s.bounds = Bounds{{1, 0}, {1, 1}, Edges::rebound}; }),
            "/bounds/max: expected an x above that of \"min\", 1, found 1");
  EXPECT_EQ(with([](auto& s) { s.bounds = Bounds{{0, 2}, {1, 1}, Edges::rebound}; }),
            "/bounds/max: expected a y above that of \"min\", 2, found 1");
  EXPECT_EQ(with([](auto& s) { s.bounds = Bounds{{0, 0}, {k_infinity, 1}, Edges::rebound}; }),
            "/bounds/max/0: expected a finite number, found inf");
}

TEST(CheckSettings, APeriodicBoxHasNoFields) {
  const Bounds box{{0, 0}, {1, 1}, Edges::periodic};
  EXPECT_EQ(with([&](auto& s) { s.bounds = box; }), "");
  EXPECT_EQ(with([&](auto& s) {
              s.bounds = box;
              s.gravity = {0, -1};
            }),
            "/gravity: expected [0, 0], because in periodic bounds there is no field: its potential would jump at the "
            "edges, found [0, -1]");
  EXPECT_EQ(with([&](auto& s) {
              s.bounds = box;
              s.sources = {{{0.5, 0.5}, 1}};
            }),
            "/sources: expected none, because in periodic bounds there is no field: its potential would jump at the "
            "edges, found an array of 1");
}

TEST(CheckSettings, Rules) {
  const auto rule = [](auto change) {
    return with([&](WorldSettings& s) {
      s.rules.resize(2);
      change(s.rules[1]);
    });
  };
  EXPECT_EQ(rule([](Rule&) {}), "");
  EXPECT_EQ(rule([](Rule& r) { r.restitution = -0.5; }),
            "/rules/1/restitution: expected a number from 0 to 1, found -0.5");
  EXPECT_EQ(rule([](Rule& r) { r.before = {SoundEffect{"hit"}, DamageEffect{-1, 1, "first"}}; }),
            "/rules/1/before/1/damage/amount: expected a number that is not negative, found -1");
  EXPECT_EQ(rule([](Rule& r) { r.after = {DamageEffect{1, -2, "first"}}; }),
            "/rules/1/after/0/damage/radius: expected a number that is not negative, found -2");
  EXPECT_EQ(rule([](Rule& r) { r.after = {MarkEffect{"first", "bounds"}}; }),
            "/rules/1/after/0/mark/as: \"bounds\" has a meaning of its own in rules: expected another name");
}

TEST(CheckSettings, BodiesThatRulesSpawn) {
  const auto spawned = [](BodyDef def, std::optional<Bounds> bounds = {}) {
    WorldSettings settings;
    settings.bounds = bounds;
    settings.rules.resize(1);
    settings.rules[0].after = {SoundEffect{"bang"}, SpawnEffect{std::move(def)}};
    return said(settings);
  };
  BodyDef small;
  small.shape = Circle{0.1, {}, false};
  EXPECT_EQ(spawned(small), "");
  BodyDef bad = small;
  bad.shape = Circle{-1, {}, false};
  EXPECT_EQ(spawned(bad), "/rules/0/after/1/spawn/circle/radius: expected a number that is not negative, found -1");
  bad = small;
  bad.name = "first";
  EXPECT_EQ(spawned(bad),
            "/rules/0/after/1/spawn/name: \"first\" has a meaning of its own in rules: expected another name");
  EXPECT_EQ(spawned(small, Bounds{{0, 0}, {0.3, 1}, Edges::periodic}),
            "/rules/0/after/1/spawn/circle/radius: expected a body smaller than half the periodic box, 0.15 by 0.5, "
            "found 0.2 by 0.2");
  WorldSettings before;
  before.rules.resize(3);
  before.rules[2].before = {SpawnEffect{bad}};
  EXPECT_EQ(check_settings(before)->place, "/rules/2/before/0/spawn/name");
}

}  // namespace
}  // namespace carom::detail
