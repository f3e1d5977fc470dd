#include "carom/math/random.hpp"
#include "event/event_run.hpp"
#include "world/bodies/images.hpp"
#include "world/testing/gas_world_test.hpp"

// Elastic gases fly from window to window, all others by the calendar. Both must give the same bits.
namespace carom::swept_test {
namespace {

World event_gas(GasPlan plan, const std::vector<BodyDef>& others = {}) {
  const World swept = gas(plan, others);
  WorldSettings settings = swept.settings();
  settings.detection = Detection::event;
  World world = make_world(settings);
  for (const BodyId id : swept.bodies()) {
    const Body& body = *swept.body(id);
    BodyDef def = disc(body.reach, body.state.at, body.state.velocity, body.mass);
    if (body.fixed()) def = fixed(def);
    add(world, def);
  }
  return world;
}

/// A short run without a world around it, so that a test can see how it was done.
bool flies_in_windows(const World& world) {
  World shell = make_world(world.settings());
  World::State state;
  state.settings = world.settings();
  for (const BodyId id : world.bodies()) state.now.bodies.add(*world.body(id));
  detail::EventWorkspace workspace;
  detail::EventRun(shell, state, workspace, 1e-3).run();
  return workspace.windows.is_open();
}

std::uint64_t expect_same_as_the_calendar(World world, int steps) {
  World other = with_a_ghost(world);
  EXPECT_TRUE(flies_in_windows(world));
  EXPECT_FALSE(flies_in_windows(other));
  return expect_same(world, other, steps);
}

TEST(EventWindows, WhatFliesSo) {
  EXPECT_TRUE(flies_in_windows(event_gas({.count = 300})));
  EXPECT_TRUE(flies_in_windows(event_gas({.count = 300, .edges = Edges::periodic})));
  EXPECT_TRUE(flies_in_windows(event_gas({.count = 300, .largest = 1.9})));
  EXPECT_FALSE(flies_in_windows(event_gas({.count = 300, .largest = 3})));
  EXPECT_FALSE(flies_in_windows(event_gas({.count = 200})));
  EXPECT_FALSE(flies_in_windows(event_gas({.count = 300}, {fixed(disc(1, {3, 3}))})));
}

TEST(EventWindows, TheSameBitsInABox) {
  EXPECT_GT(expect_same_as_the_calendar(event_gas({.count = 600}), 10), 500U);
  EXPECT_GT(expect_same_as_the_calendar(event_gas({.count = 600, .covered = 0.65}), 5), 500U);
  EXPECT_GT(expect_same_as_the_calendar(event_gas({.count = 600, .covered = 0.02}), 20), 50U);
  EXPECT_GT(expect_same_as_the_calendar(event_gas({.count = 600, .covered = 0.4, .largest = 2, .dt = 3}), 4), 2000U);
}

TEST(EventWindows, TheSameBitsInAPeriodicBox) {
  for (const double covered : {0.02, 0.3, 0.65}) {
    const GasPlan plan{.count = 600, .covered = covered, .edges = Edges::periodic};
    EXPECT_GT(expect_same_as_the_calendar(event_gas(plan), 10), 30U);
  }
  EXPECT_GT(expect_same_as_the_calendar(
                event_gas({.count = 300, .covered = 0.4, .largest = 2, .edges = Edges::periodic, .dt = 3}), 4),
            2000U);
}

/// A bullet goes far beyond its cells, around the periodic box several times in a window.
TEST(EventWindows, ABulletMeetsTheSameBodies) {
  for (const Edges edges : {Edges::rebound, Edges::periodic}) {
    for (const double covered : {0.3, 0.004}) {
      const GasPlan plan{.count = 400, .covered = covered, .edges = edges};
      const double size = width(plan);
      for (const double angle : {0.0, 0.3, 0.71}) {
        SCOPED_TRACE(std::to_string(covered) + " covered, angle " + std::to_string(angle));
        const Vec2 velocity = 100 * size * Vec2{1 - angle, angle};
        World world = event_gas(plan, {disc(1, {size / 3, size / 2}, velocity, 1e-3)});
        EXPECT_GT(expect_same_as_the_calendar(std::move(world), 2), 4U);
      }
    }
  }
}

/// Across the border of the box, also discs that have flown through most of it since their flights began.
TEST(EventWindows, LongFlightsInAPeriodicBox) {
  for (const double covered : {0.0005, 0.01}) {
    const GasPlan plan{.count = 256,
                       .covered = covered,
                       .edges = Edges::periodic,
                       .dt = width({.count = 256, .covered = covered}) / 20};
    EXPECT_GT(expect_same_as_the_calendar(event_gas(plan), 10), 20U);
  }
  WorldSettings settings = bounded(settings_with(1), {0, 0}, {200, 200}, Edges::periodic);
  settings.detection = Detection::event;
  World world = make_world(settings);
  add(world, disc(1, {5, 5}));
  const BodyId sweep = add(world, disc(1, {199, 5}, {-10, 0}));
  for (int k = 0; k < 300; ++k) add(world, disc(1, {10 + 6.0 * (k % 30), 60 + 6.0 * (k / 30)}, {1, 0}));
  EXPECT_TRUE(flies_in_windows(world));
  world.step_to(30);
  EXPECT_EQ(velocity(world, sweep), (Vec2{0, 0})) << "it has met the one at rest";
}

/// The interrupt callback may look at the bodies, and change them.
TEST(EventWindows, TheInterruptMayTouchTheWorld) {
  const GasPlan plan{.count = 500, .covered = 0.3, .edges = Edges::periodic};
  World looked = event_gas(plan);
  World untouched = event_gas(plan);
  const BodyId one = looked.bodies()[17];
  Vec2 last = at(looked, one);
  double since = 0;
  looked.set_interrupt([&] {
    const Vec2 now = at(looked, one);
    const double size = width(plan);
    const Vec2 way = detail::nearest_image(now - last, Vec2{size, size});
    EXPECT_LT(length(way), 60 * (looked.time() - since) + 1e-9) << "another disc's place";
    last = now;
    since = looked.time();
    return false;
  });
  looked.step_to(3);
  untouched.step_to(3);
  EXPECT_EQ(looked.hash(), untouched.hash());
  for (const int change : {0, 1, 2}) {
    SCOPED_TRACE(change);
    World world = event_gas(plan);
    const BodyId other = world.bodies()[33];
    bool done = false;
    world.set_interrupt([&] {
      if (std::exchange(done, true)) return false;
      if (change == 0) world.remove(other);
      if (change == 1) world.set_velocity(other, {25, 5});
      if (change == 2) add(world, disc(0.01, at(world, other) + Vec2{1.2, 0}, {30, 0}));
      return false;
    });
    world.step_to(3);
    EXPECT_TRUE(done);
    EXPECT_EQ(world.body_count(), change == 0 ? 499U : change == 1 ? 500U : 501U);
    EXPECT_LT(deepest_overlap(world), change == 2 ? 0.5 : 1e-12);
    EXPECT_GT(world.collision_count(), 3000U);
  }
}

/// All of them in one corner of a large box: cells shrink until they are fit for a crowd.
TEST(EventWindows, ACrowdInACorner) {
  const World dense = event_gas({.count = 900, .covered = 0.5});
  WorldSettings settings = dense.settings();
  settings.bounds->max = 30 * settings.bounds->max;
  World world = make_world(settings);
  for (const BodyId id : dense.bodies()) {
    const Body& body = *dense.body(id);
    add(world, disc(body.reach, body.state.at, body.state.velocity, body.mass));
  }
  EXPECT_GT(expect_same_as_the_calendar(std::move(world), 20), 500U);
}

/// Discs of a lattice that all meet their neighbours at the same time, again and again: ties have their order.
TEST(EventWindows, AllAtOneTime) {
  WorldSettings settings = bounded(settings_with(0.5), {0, 0}, {72, 72}, Edges::periodic);
  settings.detection = Detection::event;
  World world = make_world(settings);
  for (int k = 0; k < 576; ++k) {
    const int x = k % 24;
    const int y = k / 24;
    const double way = (x + y) % 2 == 0 ? 1 : -1;
    add(world, disc(1, {3.0 * x + 1.5, 3.0 * y + 1.5}, x % 3 == 0 ? Vec2{way, 0} : Vec2{0, way}));
  }
  EXPECT_GT(expect_same_as_the_calendar(std::move(world), 12), 500U);
}

/// Cutting a run has no visible effect, nor has it in the middle of a window, reading it back, or listening to it for a while.
TEST(EventWindows, CutsAreNotSeen) {
  const GasPlan plan{.count = 500, .covered = 0.4, .edges = Edges::periodic, .dt = 2};
  World whole = event_gas(plan);
  World cut = event_gas(plan);
  World restored = event_gas(plan);
  Listener listener;
  whole.step_to(2);
  Random random(5);
  while (cut.time() < 2) {
    cut.step_to(std::min(2.0, cut.time() + random.uniform(0, 0.02)));
    cut.set_listener(random.uniform(0, 1) < 0.2 ? &listener : nullptr);
  }
  restored.step_to(0.731);
  const auto kept = restored.snapshot();
  World later = event_gas(plan);
  later.restore(kept);
  later.step_to(2);
  EXPECT_GT(whole.collision_count(), 5000U);
  EXPECT_EQ(whole.hash(), cut.hash());
  EXPECT_EQ(whole.hash(), later.hash());
}

}  // namespace
}  // namespace carom::swept_test
