#include "swept/many_threads_test.hpp"

// Which windows are played in strips, and what happens when that fails. There must be no visible difference.
namespace carom::swept_test {
namespace {

// A bullet crosses all strips within a window: no cells hold it, and the window is played again in turn.
TEST(SweptWindow, WhatReachesTooFarIsUndoneAndPlayedInTurn) {
  const double size = width({});
  for (const double speed : {1e3, 1e5}) {
    World world = gas({}, {disc(1, {size / 3, size / 2}, {speed / 5, speed}, 1e-6)});
    EXPECT_GT(expect_same_bits(world, {2}, 3), 300U) << speed;
  }
}

// Sixteen steps later strips are tried again.
TEST(SweptWindow, AfterAFailureTheStripsComeBack) {
  const double size = width({});
  World world = gas({}, {disc(1, {size / 3, size / 2}, {2e3, 1e4}, 1e-3)});
  EXPECT_GT(expect_same_bits(world, {2}, 40), 4000U);
}

TEST(SweptWindow, ThreadsMayChangeFromStepToStep) {
  World world = gas({.count = 2100});
  EXPECT_GT(expect_same_bits(world, {4, 1, 2, 3}, 12), 2000U);
}

// Everything that is not played in strips takes the number of threads without harm.
TEST(SweptWindow, WorldsThatStripsCannotBePlayedInAskForNone) {
  const auto same = [](const char* what, World world) {
    SCOPED_TRACE(what);
    EXPECT_GT(expect_same_bits(world, {2, 8}, 4), 100U);
  };
  const double size = width({});
  same("few", gas({.count = 200}));
  same("bounds that remove", gas({.edges = Edges::remove}));
  same("a piston", gas({}, {moving(fixed(box({3, 3}, {size / 2, size / 2})), {0, 5})}));
  BodyDef lossy = disc(1, {size / 2, size / 2});
  lossy.restitution = 0.5;
  same("lossy", gas({}, {lossy}));
  BodyDef watcher = disc(4, {size / 2, size / 2});
  watcher.sensor = true;
  same("a sensor", gas({}, {watcher}));
  BodyDef fleeting = disc(1, {size / 2, size / 2});
  fleeting.lifetime = 0.15;
  same("a lifetime", gas({}, {fleeting}));
}

TEST(SweptWindow, AForceForOneStepIsNoneForTheNext) {
  World world = gas({});
  const std::vector<BodyId> ids = world.bodies();
  const World::Snapshot start = world.snapshot();
  const auto hash_with = [&](unsigned threads) {
    world.restore(start);
    world.set_threads(threads);
    world.step();
    world.apply_force(ids[3], {100, 0});
    world.step();
    world.step();
    return world.hash();
  };
  EXPECT_EQ(hash_with(2), hash_with(1));
}

}  // namespace
}  // namespace carom::swept_test
