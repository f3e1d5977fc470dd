#pragma once

#include <gtest/gtest.h>

#include <tuple>
#include <vector>

#include "carom/fill/fill.hpp"
#include "world/testing/swept_world_test.hpp"

/// Worlds large enough to be worked on in strips, run with one thread and with several.
namespace carom::swept_test {

/// Discs that cover `covered` of a square with one corner at the origin, at a root mean square speed of 10 radii a second.
struct GasPlan {
  std::uint64_t count = 1100;  ///< two strips; eight need 4096
  double covered = 0.3;
  double largest = 1;  ///< radius; the smallest is 1
  Edges edges = Edges::rebound;
  double dt = 0.1;
  double restitution = 1;
  Vec2 gravity{};
};

inline double width(const GasPlan& plan) {
  const double mean_square = (1 + plan.largest + plan.largest * plan.largest) / 3;
  return std::sqrt(static_cast<double>(plan.count) * 3.14159 * mean_square / plan.covered);
}

/// The gas around `others`, which come first.
inline World gas(const GasPlan& plan, const std::vector<BodyDef>& others = {}) {
  const double size = width(plan);
  const WorldSettings settings =
      bounded(settings_with(plan.dt, plan.restitution, plan.gravity), {0, 0}, {size, size}, plan.edges);
  FillDef def;
  def.count = plan.count;
  def.radius_min = 1;
  def.radius_max = plan.largest;
  def.max = {size, size};
  def.speed = 10;
  World world = make_world(settings);
  for (const BodyDef& body : others) add(world, body);
  const auto bodies = fill(def, settings, others);
  EXPECT_TRUE(bodies) << (bodies ? "" : bodies.error().reason);
  if (bodies) {
    for (const BodyDef& body : bodies.value()) add(world, body);
  }
  return world;
}

/// All visible results of a step.
struct Seen {
  std::uint64_t hash = 0;
  std::uint64_t collisions = 0;
  std::vector<std::tuple<double, std::uint64_t, std::uint64_t, double, double, double>> events;
  std::vector<double> halfway;  ///< in the middle of the step

  friend bool operator==(const Seen&, const Seen&) = default;
};

inline Seen see(const World& world) {
  Seen seen{world.hash(), world.collision_count(), {}, {}};
  for (const ContactEvent& e : world.events()) {
    const std::uint64_t other = e.b ? e.b->serial : ~std::uint64_t{0};
    seen.events.emplace_back(e.t, e.a.serial, other, e.point.x, e.normal.x, e.impulse);
  }
  const std::vector<BodyId> ids = world.bodies();
  for (std::size_t k = 0; k < ids.size(); k += 50) {
    const auto state = world.state_at(ids[k], world.time() - 0.5 * world.settings().dt);
    seen.halfway.insert(seen.halfway.end(), {state->at.x, state->velocity.y});
  }
  return seen;
}

/// Steps with the numbers of threads given, taken in turn, again and again. How many collisions there were.
inline std::uint64_t expect_same_bits(World& world, const std::vector<unsigned>& threads, int steps) {
  const World::Snapshot start = world.snapshot();
  std::vector<Seen> expected;
  world.set_threads(1);
  for (int k = 0; k < steps; ++k) {
    world.step();
    expected.push_back(see(world));
  }
  world.restore(start);
  for (std::size_t k = 0; k < expected.size(); ++k) {
    world.set_threads(threads[k % threads.size()]);
    world.step();
    const Seen found = see(world);
    SCOPED_TRACE("step " + std::to_string(k) + ", threads " + std::to_string(threads[k % threads.size()]));
    EXPECT_EQ(found.hash, expected[k].hash);
    EXPECT_EQ(found.collisions, expected[k].collisions);
    EXPECT_TRUE(found.events == expected[k].events);
    EXPECT_TRUE(found.halfway == expected[k].halfway);
    if (!(found == expected[k])) break;  // the others follow from this one
  }
  world.restore(start);
  return expected.back().collisions;
}

}  // namespace carom::swept_test
