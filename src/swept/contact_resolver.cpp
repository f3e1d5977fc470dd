#include "swept/contact_resolver.hpp"

#include <algorithm>
#include <cmath>

#include "world/bodies/merge.hpp"

namespace carom::detail {
namespace {

/// No relative motion is left.
Aftermath wedged(const Encounter& e) noexcept {
  const double both = e.inverse_mass_a + e.inverse_mass_b;
  if (!(both > 0)) return {e.velocity_a, e.velocity_b, 0};
  const Vec2 impulse = (1 / both) * (e.velocity_b - e.velocity_a);
  return {e.velocity_a + e.inverse_mass_a * impulse, e.velocity_b - e.inverse_mass_b * impulse, length(impulse)};
}

}  // namespace

void ContactResolver::resolve(Worker& worker, const BodyImpact& impact) {
  const ContactMotion motion = motion_.kicks.motion_at(impact);
  Law law = laws_.between(impact.a, impact.b);
  if (law.restitution_law != nullptr) law = law.at_speed(closing_speed(encounter(impact, 1, motion)));
  if (laws_.unobserved()) {
    apply_response(worker, impact, law, motion);
  } else {
    resolve_with_callbacks(worker, impact, law, motion);
  }
}

/// With the velocities that the bodies have at the contact: the drift's, and what the fields add on the way from its middle.
Encounter ContactResolver::encounter(const BodyImpact& impact, double restitution, const ContactMotion& motion) const {
  Encounter e;
  e.normal = impact.contact.normal;
  e.velocity_a = bodies_.sweep(impact.a).velocity;
  if (!impact.b.is_edge()) e.velocity_b = bodies_.sweep(impact.b).velocity;
  if (frame_.modes.accelerated && !motion.outruns) {
    const auto [offset_a, offset_b] = motion_.kicks.offsets_at(impact, motion);
    e.velocity_a = e.velocity_a + offset_a;
    e.velocity_b = e.velocity_b + offset_b;
  }
  e.inverse_mass_a = motion_.clumps.inverse_mass(impact.a);
  e.inverse_mass_b = motion_.clumps.inverse_mass(impact.b);
  e.restitution = restitution;
  return e;
}

void ContactResolver::apply_response(Worker& worker, const BodyImpact& impact, Law law, ContactMotion motion) {
  if (motion_.clumps.hold_together(impact.a, impact.b)) return;
  if (law.response == Response::merge) return merge(worker, impact, law, motion);
  // Each may be a sum over all bodies: asked for once.
  if (frame_.modes.accelerated && !motion.outruns) motion.offsets = motion_.kicks.offsets_at(impact, motion);
  const bool strict = frame_.modes.lossy || frame_.modes.accelerated || bodies_.traits().moving_fixed;
  if (strict) {
    const std::uint32_t quick = motion_.zeno.count_quick(impact);
    if (law.restitution < 1) {
      const double closing = std::max(closing_speed(encounter(impact, law.restitution, motion)), 0.0);
      motion_.zeno.drop_restitution(impact, closing, quick, law);
    }
  }
  // What is played in strips may be undone and played again: it is not counted.
  const bool in_strips = worker.history.kept;
  const bool stuck = !in_strips && motion_.zeno.has_no_room(impact);
  if (stuck) {
    law.restitution = 0;
    law.response = Response::impulse;
  }
  const ContactPipeline& pipeline = laws_.pipeline();
  const Encounter e = encounter(impact, law.restitution, motion);
  const bool rests_in_wedge = !in_strips && law.response == Response::slide && !pipeline.has_custom_response() &&
                              motion_.zeno.rests_in_wedge(impact);
  Aftermath after =
      stuck ? respond(law.response, e) : pipeline.response(law, e, [&] { return pending_contact(impact, e); });
  if (rests_in_wedge) after = wedged(e);
  Aftermath drift = after;
  bool reported = true;
  if (frame_.modes.accelerated) {
    reported = !motion_.zeno.is_silent(impact, e);
    if (!motion.outruns) {
      const auto [offset_a, offset_b] = motion_.kicks.offsets_at(impact, motion);
      drift.velocity_a = after.velocity_a - offset_a;
      drift.velocity_b = after.velocity_b - offset_b;
      if (motion_.kicks.curved()) motion_.kicks.turn_attraction(impact, e, after, drift);
    }
    motion_.zeno.rest(impact, law, e, drift);
  }
  if (impact.contact.side == Side::inner && !stuck && motion_.zeno.tilt(impact, drift)) ++worker.records.grazes;
  record_contact(worker, impact, law, e, after, reported);
  fly_on(worker, impact, drift);
  if (strict && !in_strips) {
    take_measure(worker, impact, motion_.zeno.measure_after(impact, law, worker.records.corners.size()));
  }
}

/// Both go on from here, and are predicted anew.
void ContactResolver::fly_on(Worker& worker, const BodyImpact& impact, const Aftermath& drift) {
  // A point on a line has no inside that could tell on which side it was: rounding must leave it there.
  const bool thin = !impact.b.is_edge() && !(bodies_.sweep(impact.a).radius > 0 && bodies_.sweep(impact.b).radius > 0);
  const auto side = [&](BodyRef ref, Vec2 velocity, double sign) {
    if (ref.is_edge() || !(motion_.clumps.inverse_mass(ref) > 0)) return;
    Vec2 at = bodies_.sweep(ref).position(impact.t);
    if (sign > 0 && impact.placed) at = *impact.placed;
    if (thin) at = at + (sign * 0x1p-50 * (std::abs(at.x) + std::abs(at.y))) * impact.contact.normal;
    search_.flights.change(worker, ref, impact.t, at, velocity);
  };
  side(impact.a, drift.velocity_a, 1);
  side(impact.b, drift.velocity_b, -1);
  if (motion_.clumps.inverse_mass(impact.a) > 0) search_.flights.predict(worker, impact.a, impact.t);
  if (!impact.b.is_edge() && motion_.clumps.inverse_mass(impact.b) > 0)
    search_.flights.predict(worker, impact.b, impact.t);
}

void ContactResolver::take_measure(Worker& worker, const BodyImpact& impact, ZenoGuard::Measure measure) {
  if (measure == ZenoGuard::Measure::solve_resting) {
    for (const auto& [ref, velocity] : motion_.resting.solve_at(impact.t)) {
      search_.flights.change(worker, ref, impact.t, bodies_.sweep(ref).position(impact.t), velocity);
      search_.flights.predict(worker, ref, impact.t);
    }
  }
  if (measure != ZenoGuard::Measure::clump) return;
  const Clumps::Joined joined = motion_.clumps.join(impact.a, impact.b);
  if (const double energy = energy_taken_by(joined, impact.t); energy != 0) {
    EventRecord taken = record(impact, Response::impulse, {}, {});
    taken.reported = false;
    taken.energy = energy;
    worker.records.events.push_back(taken);
  }
  // One flies on with the common velocity, and takes the others along.
  for (const std::uint32_t m : joined.bodies) {
    const BodyRef ref = bodies_.at(m).ref;
    if (!(bodies_.sweep(ref).inverse_mass > 0)) continue;
    search_.flights.change(worker, ref, impact.t, bodies_.sweep(ref).position(impact.t), joined.velocity);
    search_.flights.predict(worker, ref, impact.t);
    break;
  }
}

/// What its bodies gain by that, with the velocities that they have, and not those of the drift alone: where the bodies were
/// pressed these are far apart.
double ContactResolver::energy_taken_by(const Clumps::Joined& joined, double t) const {
  double gained = 0;
  for (const std::uint32_t m : joined.bodies) {
    const BodyData& body = bodies_.at(m);
    const Sweep& f = bodies_.sweep(body.ref);
    if (!(f.inverse_mass > 0)) continue;
    const Vec2 change = joined.velocity - f.velocity;
    Vec2 before = f.velocity;
    if (frame_.modes.accelerated) before = before + motion_.kicks.velocity_offset(body, t);
    gained += body.mass * dot(change, before + 0.5 * change);
  }
  return gained;
}

// Callbacks.

std::optional<Party> ContactResolver::other_party(BodyRef ref) const {
  return ref.is_edge() ? std::nullopt : std::optional(bodies_.data(ref).party());
}

PendingContact ContactResolver::pending_contact(const BodyImpact& impact, const Encounter& e) const {
  return detail::pending_contact(frame_.context.start + impact.t, bodies_.data(impact.a).party(), other_party(impact.b),
                                 impact.contact, e);
}

void ContactResolver::notify_touch(BodyRef a, BodyRef b, double t, TouchChange change) {
  laws_.pipeline().notify_touch(frame_.context.start + t, bodies_.data(a).party(), other_party(b), change);
}

void ContactResolver::resolve_with_callbacks(Worker& worker, const BodyImpact& impact, const Law& law,
                                             ContactMotion motion) {
  const Encounter e = encounter(impact, law.restitution, motion);
  const bool merges = law.response == Response::merge;
  if (frame_.modes.accelerated && !law.lets_pass() && !merges && motion_.zeno.is_silent(impact, e))
    return apply_response(worker, impact, law, motion);

  std::vector<EventRecord>& events = worker.records.events;
  const std::uint32_t a = bodies_.sweep(impact.a).body_index;
  const PartnerIndex b = partner_index(bodies_, impact.b);
  const std::size_t record = events.size();
  const auto both_there = [&] { return !bodies_.at(a).gone && (b.is_edge() || !bodies_.at(b.index()).gone); };
  laws_.pipeline().resolve(
      pending_contact(impact, e), law,
      ContactActions{both_there, [&](const Law& how) { apply_response(worker, impact, how, motion); },
                     [&](const Law& how) {
                       record_contact(worker, impact, how, e, {e.velocity_a, e.velocity_b, 0}, true);
                       if (both_there()) let_pass(worker, impact);
                     },
                     [&] { return record < events.size() ? &events[record] : nullptr; }});
}

/// Notified once a pass: again only after they have parted.
void ContactResolver::let_pass(Worker& worker, const BodyImpact& impact) {
  laws_.pipeline().filter().begin_overlap(overlap_key(bodies_, impact.a, impact.b));
  if (impact.b.is_edge()) {
    search_.predictor.predict_edges(worker, impact.a);
  } else {
    const Vec2 shift = frame_.context.nearest_shift(bodies_.sweep(impact.a).position(impact.t),
                                                    bodies_.sweep(impact.b).position(impact.t));
    search_.predictor.predict_sensor_overlap(worker, impact.a, impact.b, shift);
    // A pair at rest on each other has begun to touch long ago.
    if (std::erase(state_.last.touched, pair_key(bodies_, impact.a, impact.b)) > 0) return;
  }
  notify_touch(impact.a, impact.b, impact.t, TouchChange::begin);
}

void ContactResolver::part(Worker& worker, BodyRef a, BodyRef b, double t) {
  if (!laws_.pipeline().filter().end_overlap(overlap_key(bodies_, a, b))) return;
  notify_touch(a, b, t, TouchChange::end);
  if (b.is_edge()) return;
  search_.predictor.note_parted(a, b, t);
  // Another image may come within the same window.
  if (frame_.context.box) return search_.flights.predict(worker, a.is_mover() ? a : b, t);
  search_.predictor.predict_sensor_overlap(worker, a, b, {});
}

// Two that become one.

/// The one that is left may have grown over its neighbours; those that merge with it do so now.
void ContactResolver::merge(Worker& worker, const BodyImpact& impact, const Law& law, const ContactMotion& motion) {
  const Encounter e = encounter(impact, law.restitution, motion);
  const Aftermath after = respond(Response::merge, e);
  worker.records.events.push_back(record(impact, Response::merge, e, after));
  // What the two have been kicked by is what the one has been kicked by: no momentum comes from that.
  const BodyData& a = bodies_.data(impact.a);
  const BodyData& b = bodies_.data(impact.b);
  inherited_ = (1 / (a.mass + b.mass)) * (a.mass * a.acceleration + b.mass * b.acceleration);
  // And the angular momentum of what is theirs as they drift: the ledger follows the drift, not the velocities of the moment.
  const Vec2 apart = bodies_.sweep(impact.a).position(impact.t) - bodies_.sweep(impact.b).position(impact.t);
  if (e.inverse_mass_a > 0 && e.inverse_mass_b > 0) {
    const Vec2 beyond = motion_.kicks.velocity_offset(a, impact.t) - motion_.kicks.velocity_offset(b, impact.t);
    state_.now.exchanged_angular_momentum += cross(apart, beyond) / (e.inverse_mass_a + e.inverse_mass_b);
  }
  const BodyId one = merge_bodies(world_, state_, a.id, b.id);
  inherited_.reset();
  if (const auto next = next_to_merge(one, impact.t)) merge(worker, *next, law, {});
}

/// The first, in order of creation, that overlaps with the one grown and is to merge with it.
std::optional<BodyImpact> ContactResolver::next_to_merge(BodyId grown, double t) const {
  const BodyData& own = bodies_.at(bodies_.index_of(grown));
  const Sweep& f = bodies_.sweep(own.ref);
  const Vec2 at = f.position(t);
  for (const BodyData& m : bodies_.all()) {
    if (m.gone || !m.disc || m.ref == own.ref) continue;
    const Vec2 other = bodies_.sweep(m.ref).position(t);
    const Vec2 apart = at - (other + frame_.context.nearest_shift(at, other));
    const double reach = f.radius + bodies_.sweep(m.ref).radius;
    if (!(length(apart) < reach) || !filters_match(own, m)) continue;
    const bool older = m.serial < own.serial;
    BodyImpact impact{older ? m.ref : own.ref, older ? own.ref : m.ref, t, {}, {}, {}};
    if (laws_.between(impact.a, impact.b).response != Response::merge) continue;
    const Vec2 out = unit(apart);
    impact.contact.t = t;
    impact.contact.normal = older ? -out : out;
    impact.contact.point = at - f.radius * out;
    return impact;
  }
  return std::nullopt;
}

// Records.

EventRecord ContactResolver::record(const BodyImpact& impact, Response response, const Encounter& before,
                                    const Aftermath& after) const {
  EventRecord event;
  event.t = impact.t;
  event.by_body_index = true;
  event.body_index_a = bodies_.sweep(impact.a).body_index;
  event.body_index_b = impact.b.is_edge() ? k_no_body_index : bodies_.sweep(impact.b).body_index;
  event.point = impact.contact.point;
  event.normal = impact.contact.normal;
  event.speed = std::max(closing_speed(before), 0.0);
  event.impulse = after.impulse;
  event.response = response;
  return event;
}

void ContactResolver::record_contact(Worker& worker, const BodyImpact& impact, const Law& law, const Encounter& before,
                                     const Aftermath& after, bool reported) {
  EventRecord event = record(impact, law.response, before, after);
  event.reported = reported;
  // True if something pushes that moves and is not moved.
  const bool pushed =
      bodies_.traits().moving_fixed && !impact.b.is_edge() && !(before.inverse_mass_a > 0 && before.inverse_mass_b > 0);
  const ContactPipeline& pipeline = laws_.pipeline();
  const bool elastic = law.response == Response::impulse && before.restitution == 1 && !pipeline.has_custom_response();
  if (!elastic || pushed) {
    event.energy = energy_gained(before, after);
    if (pipeline.changes_total_momentum(law)) {
      state_.now.exchanged_momentum = state_.now.exchanged_momentum + momentum_gained(before, after);
    }
  }
  if (reported || event.energy != 0) worker.records.events.push_back(event);
}

}  // namespace carom::detail
