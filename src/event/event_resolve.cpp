#include "event/event_resolve.hpp"

#include <algorithm>
#include <cmath>

#include "contact/graze.hpp"
#include "math/sort_stably.hpp"

namespace carom::detail {

void EventResolver::resolve(const BodyImpact& impact) {
  Law law = rules_.law(impact.a, impact.b);
  if (law.restitution_law != nullptr) law = law.at_speed(closing_speed(encounter(ctx_, bodies_, impact, 1)));
  const EventNews news = zeno_.is_micro_bounce(impact, law) ? EventNews::none : EventNews::reported;
  if (ctx_.unobserved || news == EventNews::none) {
    apply_response(impact, law, news);
  } else {
    resolve_with_callbacks(impact, law);
  }
}

void EventResolver::resolve_discs(std::uint32_t mover, std::uint32_t other) {
  const bool straight = bodies_.mover(mover).body_index < bodies_.mover(other).body_index;
  const std::uint32_t a = straight ? mover : other;
  const std::uint32_t b = straight ? other : mover;
  const Vec2 at_a = bodies_.position(a, ctx_.now);
  const Vec2 at_b = bodies_.position(b, ctx_.now);
  const Vec2 seen_b = at_b + ctx_.nearest_shift(at_a, at_b);
  const Vec2 n = disc_normal(at_a - seen_b);
  const double radius_a = bodies_.mover(a).radius;
  const double radius_b = bodies_.mover(b).radius;
  const Encounter e{
      n, bodies_.velocity(a, ctx_.now), bodies_.velocity(b, ctx_.now), bodies_.inverse_mass(a), bodies_.inverse_mass(b),
      1};
  const Aftermath after = respond(Response::impulse, e);
  if (ctx_.is_recording()) {
    BodyImpact impact{BodyRef::mover(a), BodyRef::mover(b), ctx_.now, {}, {}, {}};
    impact.contact.normal = n;
    impact.contact.point = 0.5 * ((at_a - radius_a * n) + (seen_b + radius_b * n));
    recorder_.record(impact, {}, e, after, EventNews::reported);
  } else {
    ++ctx_.record->collisions;
  }
  ctx_.count_gas_contact(after.impulse, radius_a + radius_b);
  planner_.begin_flight(a, at_a, after.velocity_a);
  planner_.begin_flight(b, at_b, after.velocity_b);
  planner_.forget(a);
  planner_.forget(b);
  planner_.predict_two(a, b);
}

void EventResolver::resolve_with_callbacks(const BodyImpact& impact, const Law& law) {
  const Encounter e = encounter(ctx_, bodies_, impact, law.restitution);
  contacts_.resolve(recorder_.pending(impact, at_contact(impact, e)), law,
                    ContactActions{[&] { return both_there(impact); },
                                   [&](const Law& how) { apply_response(impact, how, EventNews::reported); },
                                   [&](const Law& how) {
                                     const Aftermath unchanged{e.velocity_a, e.velocity_b, 0};
                                     recorder_.record(impact, how, e, unchanged, EventNews::reported);
                                     if (both_there(impact)) let_pass(impact);
                                   },
                                   [&] { return recorder_.newest(); }});
  for (const BodyRef ref : {impact.a, impact.b}) {
    if (!ref.is_mover() || bodies_.gone(ref)) continue;
    if (bodies_.mover(ref.index()).event <= ctx_.now) planner_.predict_again(ref.index());
  }
}

/// Reported once an overlap: again only after they have parted.
void EventResolver::let_pass(const BodyImpact& impact) {
  contacts_.filter().begin_overlap(rules_.overlap_key(impact.a, impact.b));
  ctx_.unobserved = false;
  if (!impact.b.is_edge()) {
    // A pair that another loop has left at rest on each other has begun to touch long ago.
    const PairKey key{bodies_.body(impact.a).serial, bodies_.body(impact.b).serial};
    if (std::erase(last_.touched, key) > 0) return;
  }
  recorder_.notify_touch(impact.a, impact.b, TouchChange::begin);
}

void EventResolver::end_overlap(std::uint32_t mover, BodyRef other) {
  const BodyRef own = BodyRef::mover(mover);
  const bool straight = other.is_edge() || bodies_.body_index(own) < bodies_.body_index(other);
  const BodyRef a = straight ? own : other;
  const BodyRef b = straight ? other : own;
  if (contacts_.filter().end_overlap(rules_.overlap_key(a, b))) recorder_.notify_touch(a, b, TouchChange::end);
  if (!other.is_edge()) overlaps_.note_parted(a, b);
  for (const BodyRef ref : {own, other}) {
    if (!ref.is_mover() || bodies_.gone(ref)) continue;
    planner_.forget(ref.index());
    // A flight of its own: the old one would meet again what it has passed.
    planner_.begin_flight(ref.index(), bodies_.position(ref, ctx_.now), bodies_.velocity(ref, ctx_.now));
  }
  for (const BodyRef ref : {own, other}) {
    if (ref.is_mover() && !bodies_.gone(ref)) planner_.predict(ref.index());
  }
}

void EventResolver::apply_response(const BodyImpact& impact, Law law, EventNews news) {
  const Law given = law;
  const bool soon = zeno_.elastic_if_too_soon(impact, law, contacts_.has_custom_response());
  const bool stuck = zeno_.has_no_room(impact);
  if (zeno_.rattles(impact) && !stuck && rest_together(impact, given, news)) return;
  if (stuck) {
    ++ctx_.record->policies.calms;
    law.restitution = 0;
    law.response = Response::impulse;
  }
  const Encounter e = encounter(ctx_, bodies_, impact, law.restitution);
  Aftermath after =
      stuck ? respond(law.response, e) : contacts_.response(law, e, [&] { return recorder_.pending(impact, e); });
  if (soon && !stuck && contacts_.has_custom_response() && energy_gained(e, after) < 0) after = zeno_.without_loss(e);
  const bool wedged = stuck && ctx_.falling && !is_between_movers(impact) && zeno_.pressing(impact, e) > 0;
  const bool stands = wedged || jams_.is_jammed(impact, e, zeno_.shortest_flight());
  if (stands) {
    (impact.a.is_mover() ? after.velocity_a : after.velocity_b) = {};
    hold(mover_of(impact), wedged);
  }
  const bool hops = !stands && zeno_.micro_bounce(impact, law, e, after);
  const bool inside = !stands && !stuck && impact.contact.side == Side::inner && !impact.b.is_edge();
  const bool grazes = inside && graze(impact, e, after);
  const double pushed = after.impulse;
  const bool rubs = law.friction > 0 && !stands && !stuck && !contacts_.changes_total_momentum(law);
  const Rubbed rubbed = rubs ? rub_along(impact, law, e, after, hops || grazes) : Rubbed{};
  recorder_.record(impact, law, e, after, news);
  // A hop brings energy, whatever the law says, and friction takes some.
  if ((hops || rubbed.acts) && !recorder_.takes_energy(impact, law, e)) {
    ctx_.record->exchanged_energy.add(energy_gained(e, after));
  }
  if (rubbed.acts) ctx_.record->exchanged_energy.add(rubbed.energy_of_spins);
  if (!impact.b.is_edge()) recorder_.count_gas(impact, pushed);
  fly_on(impact, after);
  if (stands) stop_rotation(mover_of(impact));
  if (!rubbed.acts) return;
  if (impact.a.is_mover()) bodies_.set_spin(impact.a, rubbed.spin_a);
  if (impact.b.is_mover()) bodies_.set_spin(impact.b, rubbed.spin_b);
}

/// Friction, by Coulomb's law for the impulse along the normal that the two have exchanged. Circles turn by it.
EventResolver::Rubbed EventResolver::rub_along(const BodyImpact& impact, const Law& law, const Encounter& e,
                                               Aftermath& after, bool replaced) const {
  RotatingEncounter pair = rotating_encounter(ctx_, bodies_, impact, e, law.friction);
  // Of a rebound that was replaced by another one its change of velocity tells the impulse.
  const Encounter then{e.normal, after.velocity_a, after.velocity_b, 0, 0, 1};
  const double impulse =
      replaced ? (closing_speed(e) - closing_speed(then)) / (e.inverse_mass_a + e.inverse_mass_b) : after.impulse;
  pair.a.velocity = after.velocity_a;
  pair.b.velocity = after.velocity_b;
  const RotatingAftermath rubbed = rub(pair, impulse);
  if (rubbed.friction_impulse == 0) return {};
  after.velocity_a = rubbed.velocity_a;
  after.velocity_b = rubbed.velocity_b;
  after.impulse = length({impulse, rubbed.friction_impulse});
  const auto gained = [](double before, double spin, double inverse_inertia) {
    return inverse_inertia > 0 ? 0.5 * (spin - before) * (spin + before) / inverse_inertia : 0;
  };
  const double energy = gained(pair.a.spin, rubbed.spin_a, pair.a.inverse_inertia) +
                        gained(pair.b.spin, rubbed.spin_b, pair.b.inverse_inertia);
  return {true, rubbed.spin_a, rubbed.spin_b, energy};
}

/// As those see it who are told: with the velocities of the points that meet.
Encounter EventResolver::at_contact(const BodyImpact& impact, Encounter e) const {
  if (!bodies_.traits().rotates) return e;
  const RotatingEncounter pair = rotating_encounter(ctx_, bodies_, impact, e, 0);
  e.velocity_a = velocity_at(pair.a.velocity, pair.a.spin, pair.a.arm);
  e.velocity_b = velocity_at(pair.b.velocity, pair.b.spin, pair.b.arm);
  return e;
}

/// The mover stands where it is, and those that are jammed with it stand still, too; nothing holds these.
void EventResolver::hold(BodyRef mover, bool wedged) {
  wedged ? jams_.wedge(mover) : jams_.hold(mover);
  zeno_.note_held(bodies_.body_index(mover));
  for (const std::uint32_t other : jams_.jammed_with(mover.index())) {
    const Vec2 v = bodies_.velocity(other, ctx_.now);
    ctx_.record->exchanged_energy.add(-0.5 * dot(v, v) / bodies_.inverse_mass(other));
    planner_.begin_flight(other, bodies_.position(other, ctx_.now), {});
    stop_rotation(BodyRef::mover(other));
  }
  replan_.bodies = true;
}

/// What stands still does not spin.
void EventResolver::stop_rotation(BodyRef mover) {
  const auto turn = bodies_.turn(bodies_.body_index(mover));
  if (!turn || turn->spin == 0) return;
  const double inverse_inertia = bodies_.inverse_inertia(mover);
  if (inverse_inertia > 0) ctx_.record->exchanged_energy.add(-0.5 * turn->spin * turn->spin / inverse_inertia);
  bodies_.set_spin(mover, 0);
}

/// A disc that slides along a ring. True: `after` is changed.
bool EventResolver::graze(const BodyImpact& impact, const Encounter& e, Aftermath& after) {
  const auto is_ring = [&](BodyRef ref) {
    const auto* circle = std::get_if<Circle>(&bodies_.body(ref).shape);
    return circle != nullptr && circle->hollow;
  };
  if (!is_ring(impact.a) && !is_ring(impact.b)) return false;
  if (!turn_along_ring(e, k_least_tilt, after)) return false;
  ++ctx_.record->policies.grazes;
  return true;
}

/// Resolves the contact, and with it all of the group that it is part of. False: nothing is changed, it is a contact like any.
bool EventResolver::rest_together(const BodyImpact& impact, const Law& law, EventNews news) {
  if (contacts_.has_custom_response() || (law.response != Response::impulse && law.response != Response::slide)) {
    return false;
  }
  const auto group = resting_.settled_group(impact);
  if (!group) return false;
  for (const std::uint32_t mover : group->jammed) jams_.expect_jam(mover);
  ++ctx_.record->policies.rests;
  const Encounter e = encounter(ctx_, bodies_, impact, law.restitution);
  Aftermath after{e.velocity_a, e.velocity_b, 0};
  CompensatedSum gained;
  for (std::size_t k = 0; k < group->movers.size(); ++k) {
    const std::uint32_t mover = group->movers[k];
    const Vec2 before = bodies_.velocity(mover, ctx_.now);
    const Vec2 then = group->velocities[k];
    gained.add(0.5 * dot(then - before, then + before) / bodies_.inverse_mass(mover));
    if (BodyRef::mover(mover) == impact.a) after.velocity_a = then;
    if (BodyRef::mover(mover) == impact.b) after.velocity_b = then;
  }
  const double of_two = recorder_.takes_energy(impact, law, e) ? energy_gained(e, after) : 0;
  for (const EventRestingGroup::Point& point : group->contacts) {
    const BodyRef a = BodyRef::mover(group->movers[point.contact.a]);
    const bool with_fixed = point.contact.b == AskingContact::k_fixed;
    const BodyRef b = with_fixed ? a : BodyRef::mover(group->movers[point.contact.b]);
    const bool same = is_between_movers(impact)
                          ? !with_fixed && ((a == impact.a && b == impact.b) || (a == impact.b && b == impact.a))
                          : with_fixed && (a == impact.a || a == impact.b);
    if (same) after.impulse = std::max(after.impulse, point.contact.impulse);
  }
  recorder_.record(impact, law, e, after, news);
  ctx_.record->exchanged_energy.add(gained.value() - of_two);
  if (!impact.b.is_edge()) recorder_.count_gas(impact, after.impulse);
  fly_on_together(impact, *group);
  return true;
}

/// The two go on from here, and what happens to them is predicted.
void EventResolver::fly_on(const BodyImpact& impact, const Aftermath& after) {
  // A point on a line has no inside that could tell on which side it was: rounding must leave it there.
  const bool thin = !impact.b.is_edge() && !(bodies_.reach(impact.a) > 0 && bodies_.reach(impact.b) > 0);
  const auto side = [&](BodyRef ref, Vec2 velocity, double sign) {
    if (!ref.is_mover()) return;
    Vec2 at = bodies_.position(ref, ctx_.now);
    if (sign > 0 && impact.placed) at = *impact.placed;
    if (thin) at = at + (sign * 0x1p-50 * size(at)) * impact.contact.normal;
    planner_.end_flight(ref.index(), impact);
    planner_.begin_flight(ref.index(), at, velocity);
  };
  side(impact.a, after.velocity_a, 1);
  side(impact.b, after.velocity_b, -1);
  if (is_between_movers(impact)) return planner_.predict_two(impact.a.index(), impact.b.index());
  planner_.predict(mover_of(impact).index());
}

void EventResolver::fly_on_together(const BodyImpact& impact, const EventRestingGroup& group) {
  std::vector<std::size_t> order(group.movers.size());
  for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
  const auto body_index = [&](std::size_t k) { return bodies_.mover(group.movers[k]).body_index; };
  sort_stably(order, {}, body_index);
  for (const std::size_t k : order) {
    const std::uint32_t mover = group.movers[k];
    const bool is_placed = BodyRef::mover(mover) == impact.a && impact.placed;
    const Vec2 at = is_placed ? *impact.placed : bodies_.position(mover, ctx_.now);
    planner_.end_flight(mover, impact);
    zeno_.note_rest(body_index(k));
    planner_.begin_flight(mover, at, group.velocities[k]);
  }
  for (const std::size_t k : order) planner_.predict(group.movers[k]);
}

}  // namespace carom::detail
