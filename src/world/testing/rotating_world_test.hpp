#pragma once

#include <cmath>
#include <vector>

#include "carom/math/elementary.hpp"
#include "oracle/random.hpp"
#include "world/testing/swept_world_test.hpp"

/// Small worlds of bodies that turn, for tests.
namespace carom::swept_test {

using oracle::Random;

inline constexpr double k_g = 9.81;

inline BodyDef rotating_polygon(std::vector<Vec2> vertices, Vec2 place, Vec2 motion = {}, double spin = 0) {
  BodyDef def = moving(polygon(std::move(vertices), place), motion);
  def.turns = true;
  def.spin = spin;
  return def;
}

inline BodyDef block(double width, double height, Vec2 place, double angle = 0) {
  BodyDef def = rotating_polygon(
      {{-width / 2, -height / 2}, {width / 2, -height / 2}, {width / 2, height / 2}, {-width / 2, height / 2}}, place);
  def.angle = angle;
  return def;
}

inline World under_gravity(double restitution, double friction, Vec2 gravity = {0, -k_g}) {
  WorldSettings settings = settings_with(1.0 / 60, restitution, gravity);
  settings.friction = friction;
  return make_world(settings);
}

inline double whole_energy(const World& world) {
  const Energy energy = world.energy();
  return energy.kinetic + energy.potential - world.exchanged_energy();
}

inline std::vector<Vec2> some_polygon(Random& random, double size) {
  std::vector<Vec2> vertices;
  const std::uint64_t count = 3 + static_cast<std::uint64_t>(random.below(5));
  for (std::uint64_t k = 0; k < count; ++k) {
    const double angle = 2 * k_pi * (static_cast<double>(k) + random.uniform(0, 0.3)) / static_cast<double>(count);
    // Some dents, so that not all are convex.
    const double radius = count > 4 && k == 1 ? 0.4 * size : size;
    vertices.push_back({radius * std::cos(angle), radius * std::sin(angle)});
  }
  return vertices;
}

}  // namespace carom::swept_test
