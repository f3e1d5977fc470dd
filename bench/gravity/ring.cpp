#include "ring.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "../machine.hpp"
#include "../value_or_exit.hpp"
#include "carom/fill/fill.hpp"
#include "carom/gravity/attraction.hpp"
#include "carom/world/world.hpp"

namespace carom::bench {
namespace {

constexpr int k_steps = 150;
constexpr int k_repeats = 3;
constexpr Attraction k_law{.G = 1, .softening = 0, .opening = 0.8};

World make_ring() {
  WorldSettings settings;
  settings.dt = 0.04;
  settings.restitution = 0.5;
  settings.attraction = k_law;
  BodyDef planet;
  planet.shape = Circle{.radius = 0.8, .center = {}, .hollow = false};
  planet.mass = 1;
  FillDef ice;
  ice.count = 10'000;
  ice.radius_min = ice.radius_max = 0.004;
  ice.annulus = Annulus{.center = {}, .inner = 1.2, .outer = 2};
  ice.min = {-2, -2};
  ice.max = {2, 2};
  ice.velocities = Velocities::orbit;
  ice.speed = 0.01;
  ice.seed = 5;
  ice.body.mass = 1e-9;
  World world = value_or_exit(World::make(settings));
  value_or_exit(world.add(planet));
  for (const BodyDef& body : value_or_exit(fill(ice, settings, std::vector{planet}))) value_or_exit(world.add(body));
  world.set_recording(false);
  return world;
}

struct Cost {
  double steps = 0;
  double gravity = 0;
  std::uint64_t collisions = 0;
};

/// A step of the leapfrog asks for accelerations once, where it ends: that is asked for once more, and timed.
Cost measure() {
  World world = make_ring();
  Attractor attractor(k_law);
  std::vector<Vec2> at;
  std::vector<double> mass;
  Cost cost;
  const std::vector<BodyId> bodies = world.bodies();
  std::vector<Vec2> acceleration(bodies.size());
  for (int step = 0; step < k_steps; ++step) {
    const double before = processor_seconds();
    world.step();
    cost.steps += processor_seconds() - before;
    at.clear();
    mass.clear();
    for (const BodyId id : bodies) {
      at.push_back(world.body(id)->state.at);
      mass.push_back(world.body(id)->mass);
    }
    const double looked = processor_seconds();
    attractor.accelerations(at, mass, acceleration);
    cost.gravity += processor_seconds() - looked;
  }
  cost.collisions = world.collision_count();
  return cost;
}

}  // namespace

void print_ring() {
  Cost best{HUGE_VAL, HUGE_VAL, 0};
  for (int k = 0; k < k_repeats; ++k) {
    const Cost cost = measure();
    best = {std::min(best.steps, cost.steps), std::min(best.gravity, cost.gravity), cost.collisions};
  }
  const double step = best.steps / k_steps * 1e3;
  const double gravity = best.gravity / k_steps * 1e3;
  fmt::print(
      "ring of 10000 around a planet, opening {}, {} steps with {} collisions: {:.2f} ms a step, of which gravity "
      "{:.2f} ms, "
      "all the rest {:.2f} ms, {:.2f} times gravity\n",
      k_law.opening, k_steps, best.collisions, step, gravity, step - gravity, (step - gravity) / gravity);
}

}  // namespace carom::bench
