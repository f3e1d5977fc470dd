#include <gtest/gtest.h>

#include <cmath>

#include "world/testing/event_world_test.hpp"

// Restitution that depends on the closing speed, in every loop.
namespace carom::swept_test {
namespace {

constexpr double k_A = 0.25;

double viscoelastic(double closing) { return 1 - k_A * std::pow(closing, 0.2); }

struct NamedLoop {
  const char* name;
  WorldSettings settings;
};

std::vector<NamedLoop> loops() {
  WorldSettings swept = settings_with(1.0 / 64);
  WorldSettings rotating = swept;
  rotating.friction = 1e-300;
  WorldSettings overlap = settings_with(1.0 / 1024);
  overlap.detection = Detection::overlap;
  return {{"swept", swept}, {"rotating", rotating}, {"overlap", overlap}, {"event", event_settings()}};
}

void run_to(World& world, double end) {
  if (world.settings().detection == Detection::event) {
    world.step_to(end);
    return;
  }
  while (world.time() < end) world.step();
}

/// After a hit at v two equal discs part at e(v) v; and again after the walls, at e(e(v) v) times that.
TEST(RestitutionLaw, ByTheSpeedInEveryLoop) {
  for (auto& [name, settings] : loops()) {
    SCOPED_TRACE(name);
    for (const double v : {0.5, 4.0}) {
      settings.restitution_law = Viscoelastic{k_A};
      World world = world_with(settings, {disc(0.5, {0, 0}, {v, 0}), disc(0.5, {2, 0})});
      const double before = world.energy().total();
      run_to(world, 2 / v);
      ASSERT_EQ(world.collision_count(), 1U);
      const auto parting = [&] { return velocity(world, world.bodies()[1]).x - velocity(world, world.bodies()[0]).x; };
      EXPECT_NEAR(parting(), viscoelastic(v) * v, 1e-12);
      EXPECT_NEAR(world.energy().total() - world.exchanged_energy(), before, 1e-13 * before);
    }
  }
}

/// Heights of a ball that bounces, by a table: fast it loses half of its speed, slowly nothing.
TEST(RestitutionLaw, OfATableAtAWall) {
  for (auto& [name, settings] : loops()) {
    SCOPED_TRACE(name);
    settings = bounded(settings, {0, 0}, {10, 10});
    settings.restitution_law = RestitutionTable{{1, 1}, {5, 0.5}};
    World world = world_with(settings, {disc(1, {2, 5}, {-7, 0}), disc(1, {2, 8}, {-3, 0}), disc(1, {2, 2}, {-1, 0})});
    run_to(world, 1.5);
    EXPECT_NEAR(velocity(world, world.bodies()[0]).x, 3.5, 1e-12);
    EXPECT_NEAR(velocity(world, world.bodies()[1]).x, 2.25, 1e-12);
    EXPECT_NEAR(velocity(world, world.bodies()[2]).x, 1, 1e-12);
  }
}

/// A rule's law before the world's number, and a callback sees the number that will act.
TEST(RestitutionLaw, OfARule) {
  struct Ear : Listener {
    bool before(World&, const PendingContact& contact) override {
      heard = contact.restitution;
      return true;
    }
    double heard = -1;
  };
  for (auto& [name, settings] : loops()) {
    SCOPED_TRACE(name);
    settings.restitution = 0.125;
    settings.rules = {{{"felt", "*"}, Response::impulse, {}, {}, {}, RestitutionTable{{0, 0.75}}}};
    BodyDef felt = disc(0.5, {0, 0}, {1, 0});
    felt.tags = {"felt"};
    Ear ear;
    World world = world_with(settings, {felt, disc(0.5, {2, 0})});
    world.set_listener(&ear);
    run_to(world, 2);
    EXPECT_EQ(ear.heard, 0.75);
    EXPECT_NEAR(velocity(world, world.bodies()[0]).x, 0.125, 1e-13);
    EXPECT_NEAR(velocity(world, world.bodies()[1]).x, 0.875, 1e-13);
  }
}

/// Bodies come to rest with it as they do with a number below 1.
TEST(RestitutionLaw, ABallComesToRest) {
  for (auto& [name, settings] : loops()) {
    SCOPED_TRACE(name);
    settings = bounded(settings, {-5, 0}, {5, 10});
    settings.gravity = {0, -10};
    settings.restitution_law = Viscoelastic{0.4};
    World world = world_with(settings, {disc(0.5, {0, 3})});
    run_to(world, 20);
    EXPECT_NEAR(at(world, world.bodies()[0]).y, 0.5, 1e-3);
    EXPECT_LT(world.energy().kinetic, 1e-3);
  }
}

/// Event and swept see the same gas.
TEST(RestitutionLaw, TheSwept) {
  WorldSettings settings = bounded(settings_with(1.0 / 64), {0, 0}, {8, 8});
  settings.restitution_law = Viscoelastic{0.2};
  settings.contact_duration = 0;
  expect_the_swept_story(settings, some_discs(4, 8, 2, 11), 3, 30);
}

TEST(RestitutionLaw, WhatIsRefused) {
  const auto fault = [](RestitutionLaw law) {
    WorldSettings settings;
    settings.restitution_law = std::move(law);
    const auto world = World::make(settings);
    return world ? std::string() : world.error().place + ": " + world.error().reason;
  };
  EXPECT_EQ(fault(Viscoelastic{0}), "");
  EXPECT_EQ(fault(Viscoelastic{-1}), "/restitution_law/viscoelastic: expected a number that is not negative, found -1");
  EXPECT_EQ(fault(RestitutionTable{}), "/restitution_law/table: expected at least one row [v, e], found none");
  EXPECT_EQ(fault(RestitutionTable{{0, 2}}), "/restitution_law/table/0/1: expected a number from 0 to 1, found 2");
  EXPECT_EQ(fault(RestitutionTable{{2, 1}, {1, 0}}),
            "/restitution_law/table/1: expected speeds in rising order, found 1 after 2");
}

}  // namespace
}  // namespace carom::swept_test
