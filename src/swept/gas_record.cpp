#include "swept/gas_record.hpp"

#include <algorithm>

#include "world/bodies/images.hpp"

namespace carom::detail {
namespace {

/// What a contact leads to, once more.
class Unfolding {
 public:
  Unfolding(World::State& state, const StepBodies& bodies) : state_(state), bodies_(bodies) {}

  void unfold(const GasContact& contact) {
    if (contact.b.is_edge()) {
      meet_edge(contact);
    } else {
      meet(contact);
    }
  }

 private:
  [[nodiscard]] Sweep sweep(std::uint32_t body_index, Vec2 velocity) const noexcept {
    Sweep f = bodies_.sweep(bodies_.at(body_index).ref);
    f.velocity = velocity;
    return f;
  }
  void record(const GasContact& contact, const Encounter& e, double impulse, Vec2 point) {
    EventRecord& event = state_.last.events.emplace_back();
    event.t = contact.t;
    event.by_body_index = true;
    event.body_index_a = contact.body_index_a;
    event.body_index_b = contact.b.is_edge() ? k_no_body_index : contact.b.index();
    event.point = point;
    event.normal = e.normal;
    event.speed = std::max(closing_speed(e), 0.0);
    event.impulse = impulse;
  }

  void meet(const GasContact& contact) {
    const Sweep a = sweep(contact.body_index_a, contact.velocity_a);
    const Sweep b = sweep(contact.b.index(), contact.velocity_b);
    const Vec2 seen_b = contact.at_b + nearest_shift(contact.at_a - contact.at_b, period(state_.settings.bounds));
    const Encounter e = disc_encounter(contact.at_a, seen_b, a, b);
    const Aftermath after = respond(Response::impulse, e);
    record(contact, e, after.impulse, 0.5 * ((contact.at_a - a.radius * e.normal) + (seen_b + b.radius * e.normal)));
    auto& corners = state_.last.corners;
    corners.push_back({contact.body_index_a, contact.t, contact.at_a, contact.velocity_a, after.velocity_a});
    corners.push_back({contact.b.index(), contact.t, contact.at_b, contact.velocity_b, after.velocity_b});
  }

  void meet_edge(const GasContact& contact) {
    const Sweep a = sweep(contact.body_index_a, contact.velocity_a);
    const EdgeContact met = disc_at_edge(contact.at_a, a.radius, *state_.settings.bounds, contact.b.index());
    const Encounter e{met.contact.normal, a.velocity, {}, a.inverse_mass, 0, 1};
    const Aftermath after = respond(Response::impulse, e);
    record(contact, e, after.impulse, met.contact.point);
    state_.last.corners.push_back({contact.body_index_a, contact.t, met.placed, contact.velocity_a, after.velocity_a});
  }

  World::State& state_;
  const StepBodies& bodies_;
};

}  // namespace

void unfold_gas(World::State& state, const StepBodies& bodies) {
  StepRecord& last = state.last;
  const std::size_t count = last.contact_count();
  if (count == last.events.size()) return;
  last.events.reserve(count);
  last.corners.reserve(last.corners.size() + 2 * (count - last.events.size()));
  Unfolding unfolding(state, bodies);
  for (std::vector<GasContact>& contacts : last.gas) {
    for (const GasContact& contact : contacts) unfolding.unfold(contact);
    contacts.clear();
  }
}

}  // namespace carom::detail
