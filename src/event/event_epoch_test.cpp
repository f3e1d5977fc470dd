#include <gtest/gtest.h>

#include "event/event_run.hpp"
#include "world/snapshot/persistence.hpp"
#include "world/testing/event_world_test.hpp"

// Epochs: all flights begin anew, without a visible effect.
namespace carom::swept_test {
namespace {

TEST(EventEpoch, NoBodyAtAll) {
  World world = make_world(event_settings());
  world.step_to(1e6);
  EXPECT_EQ(world.time(), 1e6);
  EXPECT_EQ(world.step_count(), 0U);
  EXPECT_EQ(world.gas().bodies, 0);
}

TEST(EventEpoch, OnlyFixedBodies) {
  World world = world_with(event_settings(1, {0, -9}), {fixed(disc(1, {})), fixed(disc(1, {3, 0}, {-1, 0}))});
  world.step_to(100);
  EXPECT_EQ(world.collision_count(), 0U);
  EXPECT_EQ(at(world, world.bodies()[1]), (Vec2{-97, 0}));
}

TEST(EventEpoch, NothingMoves) {
  World world = world_with(event_settings(), {disc(1, {}), disc(1, {2, 0}), disc(1, {5, 5})});
  world.step_to(1e9);
  EXPECT_EQ(world.collision_count(), 0U);
  EXPECT_EQ(at(world, world.bodies()[2]), (Vec2{5, 5}));
}

TEST(EventEpoch, OneAloneFliesForEver) {
  World world = world_with(event_settings(), {disc(1, {1, 2}, {3, -4})});
  world.step_to(1e9);
  EXPECT_NEAR(at(world, world.bodies()[0]).x / 3e9, 1, 1e-8);
  EXPECT_EQ(velocity(world, world.bodies()[0]), (Vec2{3, -4}));
}

TEST(EventEpoch, AllLeaveToInfinity) {
  for (const Vec2 gravity : {Vec2{}, Vec2{0, -1}}) {
    std::vector<BodyDef> bodies = some_discs(6, 10, 1, 11);
    for (BodyDef& body : bodies) body.velocity = body.velocity + 3 * (body.at - Vec2{5, 5});
    World world = world_with(event_settings(1, gravity), bodies);
    const Vec2 momentum = world.momentum();
    world.step_to(1e4);
    const std::uint64_t met = world.collision_count();
    world.step_to(1e5);
    EXPECT_EQ(world.collision_count(), met) << "they are far from each other";
    const double mass = [&] {
      double sum = 0;
      for (const BodyId id : world.bodies()) sum += world.body(id)->mass;
      return sum;
    }();
    EXPECT_NEAR(length(world.momentum() - momentum - 1e5 * mass * gravity), 0, 1e-9 * (1 + 1e5 * mass));
  }
}

/// Two in a box: the number of hits is known, and there are many epochs on the way.
TEST(EventEpoch, ManyEpochsChangeNothingButRounding) {
  World world = make_world(bounded(event_settings(), {0, 0}, {10, 4}));
  const BodyId left = add(world, disc(1, {2, 2}, {3, 0}));
  add(world, disc(1, {8, 2}, {-3, 0}));
  world.set_recording(false);
  // They meet after 2/3 s and then every 2 s; in between both meet their edges.
  constexpr int k_rounds = 100'000;
  world.step_to(2.0 * k_rounds + 1);
  EXPECT_EQ(world.collision_count(), 3U * k_rounds + 1);
  EXPECT_GT(detail::Persistence::ledger(world).clock.epoch, 0);
  EXPECT_NEAR(at(world, left).y, 2, 0);
}

TEST(EventEpoch, HitTimesOfALongRunAgainstTheClosedForm) {
  World world = make_world(bounded(event_settings(), {0, 0}, {10, 4}));
  add(world, disc(1, {5, 2}, {7, 0}));
  double last = 0;
  for (int k = 0; k < 400; ++k) {
    world.step_to(100.0 * (k + 1));
    if (!world.events().empty()) last = world.events().back().t;
  }
  // 4/7 s to the first edge, then 8/7 s each.
  const auto hits = static_cast<double>(world.collision_count());
  EXPECT_EQ(world.collision_count(), 35'000U);
  // Each hit's time is rounded once, as a time of its epoch.
  EXPECT_NEAR(last, (4 + 8 * (hits - 1)) / 7, hits * 0x1p-53 * detail::Persistence::ledger(world).clock.length);
}

TEST(EventEpoch, GasSumsAddUp) {
  World world = world_with(bounded(event_settings(), {0, 0}, {10, 10}), some_discs(6, 10, 3, 12));
  add(world, fixed(disc(0.1, {0.1, 0.1})));
  const double kinetic = world.energy().kinetic;
  world.step_to(7);
  world.step_to(30);
  const GasSums gas = world.gas();
  EXPECT_NEAR(gas.time, 30, 1e-12);
  EXPECT_NEAR(gas.bodies, 36 * 30, 1e-9) << "fixed ones do not count";
  EXPECT_NEAR(gas.kinetic, 30 * kinetic, 1e-9 * 30 * kinetic);
  EXPECT_GT(gas.contacts, 1000U);
  EXPECT_LT(gas.contacts, world.collision_count()) << "edges are no partners";
  EXPECT_GT(gas.virial, 0);
}

TEST(EventEpoch, SizesFromOneToAHundred) {
  std::vector<BodyDef> bodies = some_discs(20, 40, 2, 13);
  std::erase_if(bodies, [](const BodyDef& b) { return length(b.at - Vec2{20, 20}) < 15; });
  bodies.push_back(disc(13, {20, 20}, {1, 0.5}, 100));
  World world = world_with(bounded(event_settings(), {0, 0}, {40, 40}), bodies);
  const double start = world.energy().kinetic;
  world.set_recording(false);
  for (int k = 1; k <= 20; ++k) {
    world.step_to(k);
    ASSERT_LT(deepest_overlap(world), 1e-12) << k;
    ASSERT_LE(farthest_outside(world), 1e-13) << k;
  }
  EXPECT_GT(world.collision_count(), 5000U);
  EXPECT_NEAR(world.energy().kinetic, start, 1e-12 * start);
}

/// A large one far out, and small ones around it that no cell line separates from it.
TEST(EventEpoch, LargeAndSmallFarOutsideTheCrowd) {
  std::vector<BodyDef> bodies = some_discs(20, 40, 0.01, 14);
  bodies.push_back(disc(20, {100, 20}, {10, 0}, 1000));
  bodies.push_back(disc(1, {300, 20}, {9, 0}, 0.1));
  bodies.push_back(disc(5, {60, 20}, {60, 0}, 1000));
  World world = world_with(event_settings(), bodies);
  for (int k = 1; k <= 200; ++k) {
    world.step_to(0.1 * k);
    ASSERT_LT(deepest_overlap(world), 1e-12) << world.time();
  }
}

TEST(EventEpoch, TimesBeyondTheLastPlaceOfAnEpoch) {
  // An epoch that ends at the time at which it began would begin for ever.
  for (const double end : {1e25, 1e60}) {
    World empty = make_world(event_settings());
    empty.step_to(end);
    EXPECT_EQ(empty.time(), end);
    World world = world_with(event_settings(), {disc(0.5, {-2, 0}, {10 / end, 0}), disc(0.5, {2, 0}, {-10 / end, 0})});
    world.step_to(end);
    EXPECT_EQ(world.time(), end);
    EXPECT_EQ(world.collision_count(), 1U);
    EXPECT_NEAR(at(world, world.bodies()[0]).x, -0.5 - 8.5, 1e-9) << "0.15 of the time there, the rest back";
    World alone = world_with(event_settings(), {disc(0.5, {}, {1, 0})});
    alone.step_to(end);
    alone.step_to(end * (1 + 0x1p-50));
    EXPECT_EQ(alone.time(), end * (1 + 0x1p-50));
  }
}

}  // namespace
}  // namespace carom::swept_test
