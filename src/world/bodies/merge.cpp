#include "world/bodies/merge.hpp"

#include <cmath>
#include <utility>

#include "carom/shapes/mass.hpp"
#include "world/bodies/images.hpp"
#include "world/bodies/stays.hpp"
#include "world/bodies/wrap.hpp"
#include "world/pairs/touches.hpp"
#include "world/sums/balance.hpp"

namespace carom::detail {
namespace {

/// The two spins as one. What their paths about each other have of angular momentum is recorded as exchanged.
void turn_as_one(Body& one, const Body& stays, const Body& goes) {
  const double inertia_of_it = inertia(mass_properties(std::get<Circle>(one.shape)), one.mass);
  one.inverse_inertia = 1 / inertia_of_it;
  if (stays.state.spin == 0 && goes.state.spin == 0) return;
  const auto own_spin = [](const Body& body) {
    return body.inverse_inertia > 0 ? body.state.spin / body.inverse_inertia : 0;
  };
  one.state.spin = (own_spin(stays) + own_spin(goes)) / inertia_of_it;
}

}  // namespace

Body merged(const Body& stays, const Body& goes) {
  Body one = stays;
  const double radius_a = std::get<Circle>(stays.shape).radius;
  const double radius_b = std::get<Circle>(goes.shape).radius;
  one.mass = stays.mass + goes.mass;
  one.reach = std::sqrt(radius_a * radius_a + radius_b * radius_b);
  one.shape = one.upright = Circle{.radius = one.reach, .center = {}, .hollow = false};
  for (const std::string& tag : goes.tags) {
    if (!one.has_tag(tag)) one.tags.push_back(tag);
  }
  if (stays.fixed()) return one;
  one.inverse_mass = 1 / one.mass;
  const double share = goes.mass / one.mass;
  one.state.at = stays.state.at + share * (goes.state.at - stays.state.at);
  one.state.velocity = stays.state.velocity + share * (goes.state.velocity - stays.state.velocity);
  if (one.inverse_inertia > 0) turn_as_one(one, stays, goes);
  return one;
}

BodyId merge_bodies(World& world, World::State& state, BodyId a, BodyId b) {
  // Asking the world for a body brings its stored state up to now.
  const Body& first = *world.body(a);
  const Body& second = *world.body(b);
  const bool first_older = first.serial < second.serial;
  bool first_stays = first.mass != second.mass ? first.mass > second.mass : first_older;
  if (first.fixed() != second.fixed()) first_stays = first.fixed();
  const BodyId stays = first_stays ? a : b;
  const BodyId goes = first_stays ? b : a;
  const Body& heavier = first_stays ? first : second;
  Body lighter = first_stays ? second : first;
  // In a periodic box the nearest of its images.
  lighter.state.at =
      lighter.state.at + nearest_shift(heavier.state.at - lighter.state.at, period(state.settings.bounds));
  Body one = merged(heavier, lighter);
  one.state.at = wrapped(one.state.at, state.settings.bounds);
  world.remove(goes);
  Body& body = *state.now.bodies.find(stays);
  note_departure(state, body);
  record_body(state, body, -1);
  if (state.running != nullptr) state.running->removed(body);
  break_contacts(state, body);
  state.now.bodies.keep(body);
  body = std::move(one);
  note_arrival(state, body);
  record_body(state, body, 1);
  if (state.running != nullptr) state.running->added(body);
  return stays;
}

}  // namespace carom::detail
