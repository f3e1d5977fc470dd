#include <algorithm>
#include <cmath>

#include "swept/swept_step.hpp"

// A contact and its answer.
namespace carom::detail {
namespace {

/// What slides into a wedge goes from one face to the other on the spot, each time with a fraction of its speed: after so many
/// contacts without a way it has come to rest there.
constexpr std::uint32_t k_wedged_after = 64;

/// No relative motion is left.
Aftermath wedged(const Encounter& e) noexcept {
  const double both = e.inverse_mass_a + e.inverse_mass_b;
  if (!(both > 0)) return {e.velocity_a, e.velocity_b, 0};
  const Vec2 impulse = (1 / both) * (e.velocity_b - e.velocity_a);
  return {e.velocity_a + e.inverse_mass_a * impulse, e.velocity_b - e.inverse_mass_b * impulse, length(impulse)};
}

}  // namespace

/// Of a clump, that of all of it.
double SweptStep::inverse_mass(std::uint32_t place) const noexcept {
  if (is_edge(place)) return 0;
  const Clump* clump = clump_of(place);
  if (clump == nullptr) return flier(place).inverse_mass;
  if (clump->edges != 0) return 0;
  double mass = 0;
  for (const std::uint32_t m : clump->members) {
    if (!(flier(w_.members[m].place).inverse_mass > 0)) return 0;
    mass += w_.members[m].mass;
  }
  return 1 / mass;
}

void SweptStep::answer(Lane& lane, const Touching& touch) {
  const Law how = law(touch);
  if (plain_) {
    act(lane, touch, how);
  } else {
    answer_aloud(lane, touch, how);
  }
}

Law SweptStep::law(const Touching& touch) const {
  if (plain_ && !lossy_) {
    Law law;
    law.restitution = state_.settings.restitution;
    return law;
  }
  const auto party = [](const Member& m) {
    return LawParty{m.own_restitution ? &m.restitution : nullptr, m.sensor, m.rules, m.disc};
  };
  return law_between(state_, party(member(touch.a)), is_edge(touch.b) ? LawParty{} : party(member(touch.b)));
}

/// With the velocities that the bodies have at the contact: the drift's, and what the fields add on the way from its middle.
Encounter SweptStep::encounter(const Touching& touch, double restitution) const {
  Encounter e;
  e.normal = touch.contact.normal;
  e.velocity_a = flier(touch.a).velocity;
  if (!is_edge(touch.b)) e.velocity_b = flier(touch.b).velocity;
  if (accelerated_ && !touch.outruns) {
    const auto [lag_a, lag_b] = lags_at_contact(touch);
    e.velocity_a = e.velocity_a + lag_a;
    e.velocity_b = e.velocity_b + lag_b;
  }
  e.inverse_mass_a = inverse_mass(touch.a);
  e.inverse_mass_b = inverse_mass(touch.b);
  e.restitution = restitution;
  return e;
}

Aftermath SweptStep::aftermath(const Touching& touch, const Law& law, const Encounter& e) const {
  if (state_.response) {
    if (const auto custom = state_.response(world_, meeting_of(touch, e))) return custom_aftermath(*custom, e);
  }
  return respond(law.response, e);
}

void SweptStep::act(Lane& lane, const Touching& met, Law law) {
  if (held_together(met.a, met.b)) return;
  if (law.response == Response::merge) return merge(lane, met, law);
  Touching touch = met;
  // Each may be a sum over all: asked for once.
  if (accelerated_ && !touch.outruns) touch.lags = lags_at_contact(met);
  const bool strict = lossy_ || accelerated_ || w_.traits.moving_fixtures;
  if (strict) calm(touch, law);
  // What is played in strips may be undone and played again: it is not counted.
  const bool stuck = !remembers_ && has_no_room(touch);
  if (stuck) {
    ++state_.now.policies.calms;
    law.restitution = 0;
    law.response = Response::impulse;
  }
  const Encounter e = encounter(touch, law.restitution);
  const auto wayless = [&](std::uint32_t place) { return is_edge(place) ? 0 : member(place).wayless; };
  const bool rests_in_wedge = !remembers_ && law.response == Response::slide && !state_.response &&
                              std::max(wayless(touch.a), wayless(touch.b)) > k_wedged_after;
  if (rests_in_wedge) ++state_.now.policies.calms;
  Aftermath after = stuck ? respond(law.response, e) : aftermath(touch, law, e);
  if (rests_in_wedge) after = wedged(e);
  Aftermath drift = after;
  bool reported = true;
  if (accelerated_) {
    reported = !silent(touch, e);
    if (!touch.outruns) {
      const auto [lag_a, lag_b] = lags_at_contact(touch);
      drift.velocity_a = after.velocity_a - lag_a;
      drift.velocity_b = after.velocity_b - lag_b;
      if (curved()) turn_the_pull(touch, e, after, drift);
    }
    rest(touch, law, e, drift);
  }
  if (touch.contact.side == Side::inner && !stuck) tilt(lane, touch, drift);
  book(lane, touch, law, e, after, reported);
  fly_on(lane, touch, drift);
  if (!strict || remembers_) return;
  if (entangled(touch)) {
    disentangle(lane, touch.t);
  } else if (tired(touch, law)) {
    clump(lane, touch);
  }
}

/// The two go on from here, and are looked at again.
void SweptStep::fly_on(Lane& lane, const Touching& touch, const Aftermath& drift) {
  // A point on a line has no inside that could tell on which side it was: rounding must leave it there.
  const bool thin = !is_edge(touch.b) && !(flier(touch.a).radius > 0 && flier(touch.b).radius > 0);
  const auto side = [&](std::uint32_t place, Vec2 velocity, double sign) {
    if (is_edge(place) || !(inverse_mass(place) > 0)) return;
    Vec2 at = flier(place).position(touch.t);
    if (sign > 0 && touch.placed) at = *touch.placed;
    if (thin) at = at + (sign * 0x1p-50 * (std::abs(at.x) + std::abs(at.y))) * touch.contact.normal;
    refly(lane, place, touch.t, at, velocity);
  };
  side(touch.a, drift.velocity_a, 1);
  side(touch.b, drift.velocity_b, -1);
  if (inverse_mass(touch.a) > 0) foretell_flight(lane, touch.a, touch.t);
  if (!is_edge(touch.b) && inverse_mass(touch.b) > 0) foretell_flight(lane, touch.b, touch.t);
}

/// Of a flight that has just changed.
void SweptStep::tell_grid(Lane& lane, std::uint32_t place) {
  if (gas_) return tell_gas(lane, place);
  const Flier& f = w_.movers[place];
  w_.grid.change(place, flight(f), f.since - window_start_);
}

void SweptStep::refly(Lane& lane, std::uint32_t place, double t, Vec2 at, Vec2 velocity) {
  Flier& f = flier(place);
  lane.corners.push_back({f.member, t, at, f.velocity, velocity});
  if (remembers_) lane.changes.push_back({place, f, false});
  f.at = at;
  f.since = t;
  f.velocity = velocity;
  ++f.version;
  if (place < k_fixture_base) tell_grid(lane, place);
  const Clump* clump = clump_of(place);
  if (clump == nullptr) return;
  // What is held together flies together; what is fixed goes its own way.
  for (const std::uint32_t m : clump->members) {
    const std::uint32_t other = w_.members[m].place;
    Flier& g = flier(other);
    if (other == place || !(g.inverse_mass > 0) || (g.since == t && g.velocity == velocity)) continue;
    lane.corners.push_back({m, t, g.position(t), g.velocity, velocity});
    g.at = g.position(t);
    g.since = t;
    g.velocity = velocity;
    ++g.version;
    if (other < k_fixture_base) tell_grid(lane, other);
    if (guard().stopped()) return;
    foretell_flight(lane, other, t);
  }
}

EventRecord SweptStep::record(const Touching& touch, Response response, const Encounter& before,
                              const Aftermath& after) const {
  EventRecord event;
  event.t = touch.t;
  event.by_member = true;
  event.member_a = flier(touch.a).member;
  event.member_b = is_edge(touch.b) ? k_no_member : flier(touch.b).member;
  event.point = touch.contact.point;
  event.normal = touch.contact.normal;
  event.speed = std::max(closing_speed(before), 0.0);
  event.impulse = after.impulse;
  event.response = response;
  return event;
}

void SweptStep::book(Lane& lane, const Touching& touch, const Law& law, const Encounter& before, const Aftermath& after,
                     bool reported) {
  EventRecord event = record(touch, law.response, before, after);
  event.reported = reported;
  // By something that moves and is not moved?
  const bool pushed =
      w_.traits.moving_fixtures && !is_edge(touch.b) && !(before.inverse_mass_a > 0 && before.inverse_mass_b > 0);
  const bool elastic = law.response == Response::impulse && before.restitution == 1 && !state_.response;
  if (!elastic || pushed) {
    event.energy = energy_gained(before, after);
    if (law.response != Response::impulse || state_.response) {
      state_.now.exchanged_momentum = state_.now.exchanged_momentum + momentum_gained(before, after);
    }
  }
  if (reported || event.energy != 0) lane.events.push_back(event);
}

}  // namespace carom::detail
