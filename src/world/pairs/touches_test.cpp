#include "world/pairs/touches.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <functional>
#include <map>

#include "world/snapshot/persistence.hpp"
#include "world/testing/swept_world_test.hpp"

namespace carom::swept_test {
namespace {

/// As text: "0.5 0+1" when 0 and 1 begin to touch at 0.5, "0.5 0-edges" when 0 and the edges end it.
std::string text(const Touch& touch) {
  char t[32];
  std::snprintf(t, sizeof t, "%.6g ", touch.t);
  return t + std::to_string(touch.a.serial) + (touch.change == TouchChange::begin ? "+" : "-") +
         (touch.b ? std::to_string(touch.b->serial) : "edges");
}

std::vector<std::string> texts(std::span<const Touch> touches) {
  std::vector<std::string> all;
  for (const Touch& touch : touches) all.push_back(text(touch));
  return all;
}

using Texts = std::vector<std::string>;

/// Hears touches, and does something about them.
struct Ear : Listener {
  void touch(World& world, const Touch& touch) override {
    heard.push_back(text(touch));
    if (apply_response) apply_response(world, touch);
  }
  Texts heard;
  std::function<void(World&, const Touch&)> apply_response;
};

void begins_and_ends_at_once(Detection detection) {
  WorldSettings settings = bounded(settings_with(1), {-10, -10}, {10, 10});
  settings.detection = detection;
  World world = make_world(settings);
  add(world, disc(1, {-4, 0}, {4, 0}));
  add(world, disc(1, {2, 0}, {-4, 0}));
  add(world, disc(1, {8, 5}, {4, 0}));
  world.step();
  EXPECT_EQ(texts(world.touches()), (Texts{"0.25 2+edges", "0.25 2-edges", "0.5 0+1", "0.5 0-1"}));
  EXPECT_EQ(world.touches()[2].b->id, world.bodies()[1]);
  world.step();
  EXPECT_TRUE(world.touches().empty()) << "of the last step only";
}

TEST(Touches, AHitFromWhichTheyPartBeginsAndEndsAtOnce) {
  begins_and_ends_at_once(Detection::swept);
  begins_and_ends_at_once(Detection::event);
}

/// A ball that is dropped on a table and does not rebound.
struct Table {
  World world = make_world(settings_with(0.125, 0, {0, -8}));
  BodyId table = add(world, called(fixed(box({5, 1}, {0, 0})), "table"));
  BodyId ball = add(world, disc(1, {0, 2.5}));
  Texts run(double end) {
    Texts all;
    while (world.time() < end) {
      world.step();
      const Texts now = texts(world.touches());
      all.insert(all.end(), now.begin(), now.end());
    }
    return all;
  }
};

TEST(Touches, ComingToRestBeginsOnceAndEndsWhenItIsLifted) {
  Table t;
  const Texts fall = t.run(2);
  ASSERT_EQ(fall.size(), 1U);
  EXPECT_TRUE(fall[0].ends_with(" 0+1"));
  EXPECT_EQ(t.world.touching().size(), 1U);
  t.world.set_velocity(t.ball, {0, 8});
  EXPECT_EQ(t.run(2.25), (Texts{"2 0-1"}));
}

TEST(Touches, WhatLiesThereFromTheStartBeginsWithTheStep) {
  Table t;
  t.world.teleport(t.ball, {0, 2});
  EXPECT_EQ(t.run(1), (Texts{"0 0+1"}));
}

TEST(Touches, RemovingOneEndsIt) {
  Table t;
  t.run(2);
  t.world.remove(t.ball);
  EXPECT_EQ(t.run(2.25), (Texts{"2 0-1"}));
}

TEST(Touches, TeleportingOneEndsIt) {
  Table t;
  t.run(2);
  t.world.teleport(t.ball, {20, 20});
  EXPECT_EQ(t.run(2.25), (Texts{"2 0-1"}));
}

TEST(Touches, AskedForAfterARemovalAreStillThoseOfTheStep) {
  Table t;
  while (t.world.touching().empty()) t.world.step();
  const BodyId ball = t.ball;
  t.world.remove(ball);
  ASSERT_EQ(t.world.touches().size(), 1U);
  EXPECT_EQ(t.world.touches()[0].change, TouchChange::begin);
  EXPECT_EQ(t.world.touches()[0].b->id, ball);
}

TEST(Touches, ALifeThatEndsInTheMiddleOfAStepEndsItsContactsThere) {
  World world = make_world(settings_with(0.125, 0, {0, -8}));
  BodyDef table = fixed(box({5, 1}, {0, 0}));
  table.lifetime = 1.0625;
  add(world, table);
  add(world, disc(1, {0, 2}));
  Texts all;
  while (world.time() < 1.25) {
    world.step();
    const Texts now = texts(world.touches());
    all.insert(all.end(), now.begin(), now.end());
  }
  EXPECT_EQ(all, (Texts{"0 0+1", "1.0625 0-1"}));
}

void removed_sensor_has_its_end(Detection detection) {
  WorldSettings settings = settings_with(1);
  settings.detection = detection;
  World world = make_world(settings);
  BodyDef zone = fixed(disc(2, {0, 0}));
  zone.sensor = true;
  const BodyId id = add(world, zone);
  add(world, disc(1, {-4, 0}, {2, 0}));
  world.step();
  EXPECT_EQ(texts(world.touches()), (Texts{"0.5 0+1"}));
  world.remove(id);
  world.step();
  EXPECT_EQ(texts(world.touches()), (Texts{"1 0-1"}));
}

TEST(Touches, ASensorThatIsRemovedHasItsEnd) {
  removed_sensor_has_its_end(Detection::swept);
  removed_sensor_has_its_end(Detection::event);
}

TEST(Touches, TheListenerHearsTheSame) {
  World world = make_world(settings_with(1));
  BodyDef zone = fixed(disc(1, {0, 20}));
  zone.sensor = true;
  add(world, zone);
  add(world, disc(1, {-3, 20}, {4, 0}));
  add(world, disc(1, {-4, 0}, {8, 0}));
  add(world, disc(1, {2, 0}, {-8, 0}));
  Ear ear;
  world.set_listener(&ear);
  world.step();
  EXPECT_EQ(ear.heard, (Texts{"0.25 0+1", "0.25 2+3", "0.25 2-3"})) << "the sensor at its moment, the hit at the end";
  EXPECT_EQ(texts(world.touches()), ear.heard);
  ear.heard.clear();
  world.step();
  EXPECT_EQ(ear.heard, (Texts{"1.25 0-1"}));
}

TEST(Touches, InTheCallbackTheWorldIsAtTheEndOfTheStep) {
  World world = make_world(settings_with(1));
  const BodyId a = add(world, disc(1, {-4, 0}, {4, 0}));
  const BodyId b = add(world, disc(1, {2, 0}, {-4, 0}));
  Ear ear;
  ear.apply_response = [&](World& w, const Touch& touch) {
    EXPECT_EQ(w.time(), 1);
    EXPECT_EQ(w.touches().size(), 2U);
    EXPECT_EQ(w.events().size(), 1U);
    EXPECT_EQ(at(w, a), (Vec2{-4, 0}));
    w.step();
    if (touch.change == TouchChange::begin) return;
    w.remove(b);
    add(w, disc(1, {10, 0}, {2, 0}));
    w.set_listener(nullptr);
  };
  world.set_listener(&ear);
  world.step();
  EXPECT_EQ(world.step_count(), 1U) << "no step from inside";
  EXPECT_EQ(world.body_count(), 2U);
  EXPECT_NEAR(world.exchanged_energy(), 2 - 8, 1e-14) << "bodies added or removed in a callback are recorded";
  world.step();
  EXPECT_EQ(world.time(), 2);
}

/// Every begin has its end, in this order, and a pair in touch has begun and not ended.
TEST(Touches, AreBalanced) {
  World world = make_world(bounded(settings_with(1.0 / 60, 0.5, {0, -9.81}), {0, 0}, {3, 9}));
  for (int k = 0; k < 6; ++k) add(world, disc(0.4, {1.0 + 0.1 * k, 0.5 + 0.9 * k}));
  std::map<std::pair<std::uint64_t, std::uint64_t>, int> open;
  for (int k = 0; k < 240; ++k) {
    if (k == 150) world.teleport(world.bodies()[0], {1.5, 8});
    if (k == 200) world.remove(world.bodies()[2]);
    world.step();
    for (const Touch& touch : world.touches()) {
      const std::pair key{touch.a.serial, touch.b ? touch.b->serial : ~std::uint64_t{0}};
      open[key] += touch.change == TouchChange::begin ? 1 : -1;
      ASSERT_TRUE(open[key] == 0 || open[key] == 1) << text(touch);
    }
    std::size_t in_touch = 0;
    for (const auto& [key, count] : open) in_touch += static_cast<std::size_t>(count);
    ASSERT_EQ(in_touch, world.touching().size()) << k;
  }
  EXPECT_GT(open.size(), 8U);
}

TEST(Touches, LeftOpenByAnotherWorldEndInTheEventWorld) {
  World swept = make_world(settings_with(1));
  add(swept, disc(1, {0, 0}));
  add(swept, disc(1, {3, 0}));
  std::vector<Body> bodies;
  for (const BodyId id : swept.bodies()) bodies.push_back(*swept.body(id));
  detail::SavedLedger ledger = detail::Persistence::ledger(swept);
  ledger.touching = {{0, 1}};
  WorldSettings settings = settings_with(1);
  settings.detection = Detection::event;
  World world = make_world(settings);
  EXPECT_FALSE(detail::Persistence::resume(world, bodies, ledger));
  world.step();
  EXPECT_EQ(texts(world.touches()), (Texts{"0 0-1"}));
  EXPECT_EQ(world.touches()[0].a.id, world.bodies()[0]);
  EXPECT_TRUE(world.touching().empty());
}

TEST(Touches, OfTheOverlapWorldEndWhenABodyIsRemovedBetweenSteps) {
  WorldSettings settings = settings_with(0.125, 0, {0, -8});
  settings.detection = Detection::overlap;
  World world = make_world(settings);
  add(world, fixed(box({5, 1}, {0, 0})));
  const BodyId ball = add(world, disc(1, {0, 1.99}));
  world.step();
  EXPECT_EQ(texts(world.touches()), (Texts{"0.125 0+1"}));
  world.remove(ball);
  world.step();
  EXPECT_EQ(texts(world.touches()), (Texts{"0.125 0-1"}));
}

}  // namespace
}  // namespace carom::swept_test
