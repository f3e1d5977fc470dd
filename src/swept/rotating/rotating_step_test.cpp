#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>

#include "carom/shapes/mass.hpp"
#include "swept/rotating/rotating_step.hpp"
#include "world/testing/rotating_world_test.hpp"

namespace carom::swept_test {
namespace {

TEST(RotatingStep, ASnapshotInTheMiddleOfContactsGoesOnTheSame) {
  World world = under_gravity(0.2, 0.4);
  add(world, border(Axis::y, 0));
  Random random(12);
  for (int k = 0; k < 8; ++k) {
    add(world, rotating_polygon(some_polygon(random, 0.5), {0.3 * (k % 2), 0.7 + 1.1 * k}, {}, random.uniform(-1, 1)));
  }
  run_until(world, 1.5);
  const World::Snapshot snapshot = world.snapshot();
  run_until(world, 2.5);
  const std::uint64_t whole = world.hash();
  world.restore(snapshot);
  run_until(world, 2.5);
  EXPECT_EQ(world.hash(), whole);
}

TEST(RotatingStep, WhereABodyWasWithinTheStep) {
  World world = make_world(settings_with(1));
  BodyDef def = rotating_polygon({{0, 0}, {1, 0}, {0, 1}}, {1, 2}, {3, 0}, 2);
  const BodyId id = add(world, def);
  world.step();
  const auto state = world.state_at(id, 0.25);
  ASSERT_TRUE(state);
  EXPECT_NEAR(state->angle, 0.5, 1e-15);
  // The centre of mass, a third of the way up and along, goes straight.
  const Vec2 middle = state->at + turned({1.0 / 3, 1.0 / 3}, sin_cos(state->angle));
  EXPECT_LT(length(middle - Vec2{1 + 1.0 / 3 + 0.75, 2 + 1.0 / 3}), 1e-14);
  const Vec2 end = at(world, id) + turned({1.0 / 3, 1.0 / 3}, sin_cos(2));
  EXPECT_LT(length(end - Vec2{4 + 1.0 / 3, 2 + 1.0 / 3}), 1e-14);
}

TEST(RotatingStep, AnImpulseOffTheCentreTurns) {
  World world = make_world(settings_with(0.1));
  const BodyId box = add(world, block(1, 1, {2, 3}));
  ASSERT_TRUE(world.apply_impulse(box, {0, 2}, {2.5, 3}));
  EXPECT_EQ(velocity(world, box), (Vec2{0, 2}));
  EXPECT_NEAR(world.body(box)->state.spin, 6, 1e-14);
  ASSERT_TRUE(world.set_spin(box, 1));
  world.step_to(2);
  EXPECT_NEAR(world.body(box)->state.angle, 2, 1e-15);
  EXPECT_FALSE(world.set_spin(BodyId{}, 1));
  EXPECT_FALSE(world.set_spin(box, std::numeric_limits<double>::quiet_NaN()));
  WorldSettings settings = settings_with(0.1);
  settings.detection = Detection::overlap;
  World without = make_world(settings);
  EXPECT_FALSE(without.set_spin(add(without, disc(1, {})), 1));
  // The event world rotates circles and nothing else.
  World event = make_world(event_settings());
  EXPECT_TRUE(event.set_spin(add(event, disc(1, {})), 1));
  EXPECT_FALSE(event.set_spin(add(event, block(1, 1, {5, 0})), 1));
}

/// From the step of a gas to the one that turns: nobody is where he was a step ago.
TEST(RotatingStep, BeginsWhereTheOthersHaveLeftOff) {
  World world = make_world(settings_with(0.1));
  const BodyId ball = add(world, disc(0.5, {0, 0}, {1, 0}));
  add(world, disc(0.5, {5, 0}));
  Recorder recorder;
  recorder.on_after = [&](World& w, const ContactEvent&) { EXPECT_TRUE(w.add(block(1, 1, {0, 9}))); };
  world.set_listener(&recorder);
  run_until(world, 3.95);
  EXPECT_NEAR(at(world, ball).x, world.time(), 1e-12);
  run_until(world, 6);
  EXPECT_EQ(world.body_count(), 3U);
  EXPECT_NEAR(at(world, ball).x, 4, 1e-12);
}

/// All that a step does of polygons runs on one thread: more of them change nothing.
TEST(RotatingStep, ThreadsChangeNoBit) {
  std::vector<std::uint64_t> hashes;
  for (const unsigned threads : {1U, 2U, 4U}) {
    WorldSettings settings = settings_with(1.0 / 60, 0.3, {0, -k_g});
    settings.friction = 0.4;
    settings.threads = threads;
    World world = make_world(settings);
    add(world, border(Axis::y, 0));
    Random random(12);
    for (int k = 0; k < 12; ++k) {
      add(world, rotating_polygon(some_polygon(random, 0.4), {1.2 * (k % 4), 1.0 + k / 4}, {}, random.uniform(-3, 3)));
    }
    run_until(world, 1.5);
    hashes.push_back(world.hash());
  }
  EXPECT_EQ(hashes[0], hashes[1]);
  EXPECT_EQ(hashes[0], hashes[2]);
}

}  // namespace
}  // namespace carom::swept_test
