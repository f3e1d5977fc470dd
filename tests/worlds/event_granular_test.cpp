#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <numbers>

#include "carom/worlds/fill.hpp"
#include "worlds/swept_world_test.hpp"

// Gases that lose energy. At restitution 0.5 and area fraction 0.3, chains of discs would meet infinitely often in
// finite time (McNamara, Young 1994): the event world must get past that.
namespace carom::swept_test {
namespace {

World gas_with(double restitution, Vec2 gravity = {}) {
  constexpr std::size_t discs = 1000;
  const double size = std::sqrt(discs * std::numbers::pi / 0.3);
  WorldSettings settings;
  settings.detection = Detection::event;
  settings.restitution = restitution;
  settings.gravity = gravity;
  settings = bounded(settings, {0, 0}, {size, size}, gravity == Vec2{} ? Edges::periodic : Edges::rebound);
  FillDef def;
  def.count = discs;
  def.radius_min = def.radius_max = 1;
  def.max = {size, size};
  def.speed = 10;
  const auto bodies = fill(def, settings, {});
  EXPECT_TRUE(bodies);
  World world = make_world(settings);
  for (const BodyDef& body : bodies.value()) add(world, body);
  world.set_recording(false);
  return world;
}

/// Energy after every tenth of a second: it may never rise by more than rounding. Returns the share that is left.
double expect_fall(World& world, double end) {
  const double start = world.energy().total();
  double last = start;
  while (world.time() < end) {
    world.step_to(world.time() + 0.1);
    const double now = world.energy().total();
    EXPECT_LE(now, last + 1e-12 * start) << "at " << world.time();
    last = now;
  }
  EXPECT_LT(deepest_overlap(world), 1e-12);
  EXPECT_NEAR(world.energy().total() - world.exchanged_energy(), start, 1e-12 * start);
  const PolicyCounts& p = world.policies();
  std::printf("%llu collisions in %.0f s, energy left %.3g, briefs %llu, hops %llu\n",
              static_cast<unsigned long long>(world.collision_count()), world.time(), last / start,
              static_cast<unsigned long long>(p.briefs), static_cast<unsigned long long>(p.hops));
  return last / start;
}

TEST(EventGranular, TimeGoesOnWhereCollisionsWouldNotEnd) {
  World world = gas_with(0.5);
  // It cools (Haff 1983: as t^-2 until clusters form), and the policy does not stop that.
  EXPECT_LT(expect_fall(world, 100), 0.01);
  EXPECT_GT(world.collision_count(), 5000U);
  // The policy is for the few contacts that would not end.
  EXPECT_LT(world.policies().briefs, world.collision_count() / 2);
}

TEST(EventGranular, AHeapSettles) {
  World world = gas_with(0.5, {0, -9.81});
  const double size = world.settings().bounds->max.x;
  const double kinetic = world.energy().kinetic;
  EXPECT_LT(expect_fall(world, 12), 0.9);
  double top = 0;
  for (const BodyId id : world.bodies()) top = std::max(top, at(world, id).y);
  EXPECT_LT(top, 0.75 * size);
  EXPECT_LT(world.energy().kinetic, 0.01 * kinetic);
}

TEST(EventGranular, WithoutLossNoPolicyActs) {
  for (const Vec2 gravity : {Vec2{}, Vec2{0, -9.81}}) {
    World world = gas_with(1, gravity);
    const double energy = world.energy().total();
    world.step_to(10);
    const PolicyCounts& p = world.policies();
    EXPECT_EQ(policy_count(world) + p.briefs + p.hops, 0U);
    EXPECT_GT(world.collision_count(), 5000U);
    EXPECT_NEAR(world.energy().total() / energy, 1, 1e-12);
  }
}

}  // namespace
}  // namespace carom::swept_test
