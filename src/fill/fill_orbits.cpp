#include "fill/fill_orbits.hpp"

#include <cmath>

#include "carom/shapes/mass.hpp"
#include "world/bodies/body_shape.hpp"
#include "world/forces/nbody_forces.hpp"

namespace carom::detail {
namespace {

void add(NBodyForces& nbody, const BodyDef& def) {
  if (std::holds_alternative<Border>(def.shape)) return;
  const double mass = def.mass.value_or(def.density * covered_area(def.shape));
  nbody.add(def.at + turned(mass_center(def.shape), sin_cos(def.angle)), def.velocity, mass, false);
}

}  // namespace

void put_on_orbits(std::vector<BodyDef>& bodies, Vec2 about, const WorldSettings& settings,
                   std::span<const BodyDef> already_there) {
  NBodyForces nbody(settings);
  for (const BodyDef& def : bodies) add(nbody, def);
  for (const BodyDef& def : already_there) add(nbody, def);
  nbody.compute_accelerations(settings.threads);
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    const Vec2 out = bodies[k].at - about;
    const double square = -dot(nbody.acceleration[k], out);
    if (!(square > 0)) continue;
    const Vec2 ahead = unit({-out.y, out.x});
    bodies[k].velocity = bodies[k].velocity + std::sqrt(square) * ahead;
  }
}

}  // namespace carom::detail
