#pragma once

#include "carom/math/elementary.hpp"
#include "world/testing/swept_world_test.hpp"

/// Small worlds whose bodies attract each other.
namespace carom::swept_test {

inline WorldSettings attracting(double dt, Integrator integrator = Integrator::leapfrog) {
  WorldSettings settings = settings_with(dt);
  settings.attraction = Attraction{.G = 1, .softening = 0, .opening = 0};
  settings.integrator = integrator;
  return settings;
}

/// Two bodies of masses 0.6 and 0.4 on an orbit with semi-major axis 1, at apocentre; the period is 2 pi.
inline void add_kepler_pair(World& world, double eccentricity, double radius = 1e-3) {
  const double apart = 1 + eccentricity;
  const double speed = std::sqrt((1 - eccentricity) / (1 + eccentricity));
  add(world, disc(radius, {0.4 * apart, 0}, {0, 0.4 * speed}, 0.6));
  add(world, disc(radius, {-0.6 * apart, 0}, {0, -0.6 * speed}, 0.4));
}

inline Vec2 apart(const World& world) {
  const auto ids = world.bodies();
  return at(world, ids[0]) - at(world, ids[1]);
}

/// How far from where it was an orbit of `steps` steps ends.
inline double closing_error(Integrator integrator, int steps, double eccentricity = 0.5) {
  World world = make_world(attracting(2 * k_pi / steps, integrator));
  world.set_recording(false);
  add_kepler_pair(world, eccentricity);
  const Vec2 before = apart(world);
  for (int k = 1; k <= steps; ++k) world.step_to(k * (2 * k_pi / steps));
  return length(apart(world) - before);
}

}  // namespace carom::swept_test
