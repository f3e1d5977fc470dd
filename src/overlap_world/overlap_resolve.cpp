#include "overlap_world/overlap_resolve.hpp"

#include <algorithm>
#include <cmath>

#include "world/bodies/merge.hpp"

namespace carom::detail {
namespace {

/// Nearer to an edge than this fraction of the coordinates, a body that was pushed there is still there: some roundings.
constexpr double k_at_edge = 1.0 / (1ULL << 48U);

/// A rebound no faster than what gravity takes in this many steps does not happen: the contact rests. Each contact is seen up
/// to a step late, and pushing out of the ground gives back height; with fewer steps than these a ball of restitution 0.8
/// would find as much in that as it loses, and go on for ever. Test: overlap_step_test, ABallOnTheFloorComesToRest.
constexpr double k_rest = 3;

}  // namespace

OverlapResolver::OverlapResolver(World& world, World::State& state, OverlapBodies& bodies, const OverlapMotion& motion,
                                 OverlapTouches& touches, OverlapPush& push, ContactPipeline& contacts,
                                 double end) noexcept
    : world_(world),
      state_(state),
      bodies_(bodies),
      motion_(motion),
      touches_(touches),
      push_(push),
      contacts_(contacts),
      end_(end),
      dt_(end - state.now.time) {}

void OverlapResolver::resolve(const FoundOverlap& found) {
  auto impact = impact_of(found);
  if (!impact) return;
  const PairKey key = impact->key;
  if (touches_.passes(key)) {
    touches_.note(key);
    touches_.note_passing(key);
    return;
  }
  impact->law = law(*impact);
  impact->law = impact->law.at_speed(closing_speed(encounter(*impact)));
  const bool known = was_reported(*impact);
  const bool may_pass = impact->law.lets_pass() || (impact->law.rule != nullptr && impact->law.rule->one_way);
  if (!known && may_pass) use_entry_normal(*impact);
  const bool begins = !touches_.touched_before(key) && !touches_.noted(key);
  EventRecord event = record(*impact, encounter(*impact));
  event.reported = !known;
  const auto take_effect = [&](const Law& law) {
    impact->law = law;
    event.response = law.response;
    move_or_pass(*impact, event);
    // Also if a body was removed or merged: the end of their contact is reported with the others.
    touches_.note(key);
    if (begins) touches_.notify_begin(impact->a, impact->b);
  };
  if (known) {
    take_effect(impact->law);
    if (event.energy != 0) state_.last.events.push_back(event);
    return;
  }
  contacts_.resolve(pending(*impact, encounter(*impact)), impact->law,
                    ContactActions{[&] { return both_there(bodies_, *impact); }, take_effect, take_effect,
                                   [&] { return &state_.last.events.emplace_back(event); }});
}

/// Does nothing if a callback has removed a body.
void OverlapResolver::move_or_pass(const OverlapImpact& impact, EventRecord& event) {
  if (!both_there(bodies_, impact)) return;
  if (impact.law.response == Response::merge) {
    event.impulse = respond(Response::merge, encounter(impact)).impulse;
    merge_bodies(world_, state_, impact.a.id, impact.b->id);
  } else if (impact.law.lets_pass()) {
    touches_.note_passing(impact.key);
  } else {
    apply_response(impact, encounter(impact), event);
    push_.add(impact);
  }
}

std::optional<OverlapImpact> OverlapResolver::impact_of(const FoundOverlap& found) const {
  const OverlapBody& a = bodies_[found.a];
  OverlapImpact impact{.found = found, .a = a.party(), .b = {}, .key = {a.serial, k_edges_serial}, .law = {}};
  bool unmoved = true;
  if (!found.edge) {
    const OverlapBody& b = bodies_[found.b];
    impact.b = b.party();
    impact.key.b = b.serial;
    const Body* body_b = bodies_.stored(impact.b->id);
    unmoved = body_b != nullptr && body_b->state.at == b.position_after_move;
  }
  const Body* body_a = bodies_.stored(impact.a.id);
  unmoved = unmoved && body_a != nullptr && body_a->state.at == a.position_after_move;
  if (!unmoved) {
    // A callback has moved or removed a body since the overlaps were found.
    if (!both_there(bodies_, impact)) return std::nullopt;
    const auto overlap = overlap_now(bodies_, impact, state_.settings.bounds);
    if (!overlap) return std::nullopt;
    impact.found.overlap = *overlap;
  }
  if (impact.b && !may_meet(*bodies_.stored(impact.a.id), *bodies_.stored(impact.b->id))) return std::nullopt;
  return impact;
}

// A body that passes may be nearer to the far side of the other by now: the normal of the side of entry is reported. Two that
// overlapped before the step keep theirs.
void OverlapResolver::use_entry_normal(OverlapImpact& impact) const {
  if (!impact.b || !(closing_speed(encounter(impact)) < 0)) return;
  Body a = *bodies_.stored(impact.a.id);
  Body b = *bodies_.stored(impact.b->id);
  a.state.at = bodies_[impact.found.a].start;
  b.state.at = bodies_[impact.found.b].start;
  if (overlap_of(a, b, impact.found.shift)) return;
  impact.found.overlap.normal = -impact.found.overlap.normal;
}

// One event per uninterrupted contact. All edges are one partner: a body that rests on the floor has been reported there, but
// its hit against the wall has not. So with edges it also counts whether it was at this one when the step began.
bool OverlapResolver::was_reported(const OverlapImpact& impact) const {
  if (touches_.noted(impact.key) && impact.b) return true;  // by another image
  if (!touches_.touched_before(impact.key)) return false;
  if (impact.b) return true;
  const Bounds& bounds = *state_.settings.bounds;
  const Body& a = *bodies_.stored(impact.a.id);
  const Vec2 start = bodies_[impact.found.a].start;
  const double scale = std::abs(start.x) + std::abs(start.y) + a.reach + length(bounds.max) + length(bounds.min);
  return depth_beyond(a.shape, start, bounds, *impact.found.edge) > -k_at_edge * scale;
}

Law OverlapResolver::law(const OverlapImpact& impact) {
  const auto party = [&](const Body& one) {
    const auto* circle = std::get_if<Circle>(&one.shape);
    return ContactSide{one.restitution ? &*one.restitution : nullptr, one.sensor, contacts_.rule_class(one),
                       circle != nullptr && !circle->hollow};
  };
  // One after the other: RuleTable numbers the classes in the order in which they are first used.
  const ContactSide a = party(*bodies_.stored(impact.a.id));
  const ContactSide b = impact.b ? party(*bodies_.stored(impact.b->id)) : ContactSide{};
  return contacts_.law(a, b);
}

Encounter OverlapResolver::encounter(const OverlapImpact& impact) const {
  const Body& a = *bodies_.stored(impact.a.id);
  Encounter e{impact.found.overlap.normal, a.state.velocity, {}, a.inverse_mass, 0, impact.law.restitution};
  if (impact.b) {
    const Body& b = *bodies_.stored(impact.b->id);
    e.velocity_b = b.state.velocity;
    e.inverse_mass_b = b.inverse_mass;
  }
  return e;
}

PendingContact OverlapResolver::pending(const OverlapImpact& impact, const Encounter& e) const {
  Contact contact;
  contact.point = impact.found.overlap.point;
  contact.normal = impact.found.overlap.normal;
  return pending_contact(end_, impact.a, impact.b, contact, e);
}

EventRecord OverlapResolver::record(const OverlapImpact& impact, const Encounter& e) const {
  EventRecord event;
  event.t = dt_;
  event.serial_a = impact.key.a;
  event.serial_b = impact.key.b;
  event.a = impact.a.id;
  if (impact.b) event.b = impact.b->id;
  event.point = impact.found.overlap.point;
  event.normal = impact.found.overlap.normal;
  event.speed = std::max(closing_speed(e), 0.0);
  return event;
}

// True if fields and forces end the rebound within k_rest steps.
bool OverlapResolver::rests(const OverlapImpact& impact, const Encounter& e) const {
  if (impact.law.response != Response::impulse || !(e.restitution > 0)) return false;
  Vec2 relative = motion_.acceleration(impact.found.a);
  if (impact.b) relative = relative - motion_.acceleration(impact.found.b);
  return e.restitution * closing_speed(e) <= -k_rest * dt_ * dot(relative, e.normal);
}

void OverlapResolver::apply_response(const OverlapImpact& impact, Encounter e, EventRecord& event) {
  event.speed = std::max(closing_speed(e), 0.0);
  if (!(event.speed > 0)) return;
  const auto own = contacts_.custom_response(e, [&] { return pending(impact, e); });
  if (!own && rests(impact, e)) {
    e.restitution = 0;
    ++state_.now.policies.rests;
  }
  const Aftermath after = own ? *own : respond(impact.law.response, e);
  bodies_.stored(impact.a.id)->state.velocity = after.velocity_a;
  if (impact.b) bodies_.stored(impact.b->id)->state.velocity = after.velocity_b;
  event.impulse = after.impulse;

  const bool exchanges = !own && impact.law.response == Response::impulse;
  const bool carried =
      (!(e.inverse_mass_a > 0) && !(e.velocity_a == Vec2{})) || (!(e.inverse_mass_b > 0) && !(e.velocity_b == Vec2{}));
  if (exchanges && e.restitution == 1 && !carried) return;
  event.energy = energy_gained(e, after);
  if (exchanges) return;
  Vec2& momentum = state_.now.exchanged_momentum;
  momentum = momentum + momentum_gained(e.velocity_a, after.velocity_a, e.inverse_mass_a) +
             momentum_gained(e.velocity_b, after.velocity_b, e.inverse_mass_b);
}

}  // namespace carom::detail
