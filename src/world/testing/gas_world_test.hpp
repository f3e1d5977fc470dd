#pragma once

#include <string>
#include <tuple>
#include <vector>

#include "swept/many_threads_test.hpp"

/// Gases have ways of their own. There must be no visible difference: their results are compared with the general loop's,
/// which runs as soon as there is one body that meets no other.
namespace carom::swept_test {

/// Meets no other body, and rules out the gas loops.
inline BodyDef ghost(Vec2 at) {
  BodyDef def = fixed(disc(0.01, at));
  def.mask = 0;
  def.category = 0;
  return def;
}

inline World with_a_ghost(const World& world) {
  World other = make_world(world.settings());
  for (const BodyId id : world.bodies()) {
    const Body& body = *world.body(id);
    BodyDef def;
    def.shape = body.shape;
    def.at = body.state.at;
    def.velocity = body.state.velocity;
    if (body.fixed()) {
      def.fixed = true;
    } else {
      def.mass = body.mass;
    }
    add(other, def);
  }
  const auto& bounds = world.settings().bounds;
  add(other, ghost(bounds ? 0.5 * bounds->min + 0.5 * bounds->max : Vec2{}));
  return other;
}

using Told = std::tuple<double, std::uint64_t, std::uint64_t, double, double, double, double>;

inline std::vector<Told> told(const World& world) {
  std::vector<Told> events;
  for (const ContactEvent& e : world.events()) {
    events.emplace_back(e.t, e.a.serial, e.b ? e.b->serial : ~std::uint64_t{0}, e.point.x, e.normal.y, e.speed,
                        e.impulse);
  }
  return events;
}

/// Bit by bit the same contacts and the same states of all that both have. How many contacts.
inline std::uint64_t expect_same(World& world, World& other, int steps) {
  const std::vector<BodyId> ids = world.bodies();
  const std::vector<BodyId> others = other.bodies();
  for (int k = 0; k < steps && !testing::Test::HasFailure(); ++k) {
    SCOPED_TRACE("step " + std::to_string(k));
    world.step();
    other.step();
    EXPECT_TRUE(told(world) == told(other));
    for (std::size_t i = 0; i < ids.size(); ++i) {
      EXPECT_EQ(at(world, ids[i]), at(other, others[i]));
      EXPECT_EQ(velocity(world, ids[i]), velocity(other, others[i]));
    }
  }
  return world.collision_count();
}

}  // namespace carom::swept_test
