#include <algorithm>
#include <cmath>

#include "contact/graze.hpp"
#include "event/event_run.hpp"
#include "world/narrow.hpp"
#include "world/no_room.hpp"

// A contact and its answer.
namespace carom::detail {
namespace {

/// Of the speed of a hop: what comes down no faster comes from a hop.
constexpr double k_hop_news = 1 + 1e-3;

/// Of the contact duration: no way is slid in that time.
constexpr double k_at_once = 1e-6;

}  // namespace

Law EventRun::law(const Touching& touch) const {
  const auto party = [&](std::uint32_t place) {
    if (is_edge(place)) return LawParty{};
    const Body& b = body(place);
    return LawParty{b.restitution ? &*b.restitution : nullptr, b.sensor,
                    w_.rules.empty() ? 0 : w_.rules[member(place)]};
  };
  return law_between(state_, party(touch.a), party(touch.b));
}

void EventRun::answer(const Touching& touch) {
  const Law how = law(touch);
  const News news = is_hop(touch, how) ? News::none : News::told;
  if (plain_ || news == News::none) {
    act(touch, how, news);
  } else {
    answer_aloud(touch, how);
  }
}

Encounter EventRun::encounter(const Touching& touch, double restitution) const {
  Encounter e;
  e.normal = touch.contact.normal;
  e.velocity_a = velocity(touch.a, now_);
  e.inverse_mass_a = inverse_mass(touch.a);
  if (!is_edge(touch.b)) {
    e.velocity_b = velocity(touch.b, now_);
    e.inverse_mass_b = inverse_mass(touch.b);
  }
  e.restitution = restitution;
  return e;
}

Aftermath EventRun::aftermath(const Touching& touch, const Law& law, const Encounter& e) const {
  if (state_.response) {
    if (const auto custom = state_.response(world_, meeting_of(touch, e))) return custom_aftermath(*custom, e);
  }
  return respond(law.response, e);
}

void EventRun::act(const Touching& touch, Law law, News news) {
  const Law given = law;
  const bool soon = count_brief(touch, law);
  const bool stuck = has_no_room(touch);
  if (rattles(touch) && !stuck && rest_together(touch, given, news)) return;
  if (stuck) {
    ++state_.now.policies.calms;
    law.restitution = 0;
    law.response = Response::impulse;
  }
  const Encounter e = encounter(touch, law.restitution);
  Aftermath after = stuck ? respond(law.response, e) : aftermath(touch, law, e);
  if (soon && !stuck && state_.response && energy_gained(e, after) < 0) after = without_loss(e);
  const bool wedged = stuck && falling_ && !are_movers(touch) && pressing(touch, e) > 0;
  const bool stands = wedged || squeezed(touch, e);
  if (stands) wedged ? wedge(touch, after) : hold(touch, after);
  const bool hops = !stands && hop(touch, law, e, after);
  if (!stands && !stuck && touch.contact.side == Side::inner && !is_edge(touch.b)) graze(touch, e, after);
  book(touch, law, e, after, news);
  // A hop brings energy, whatever the law says.
  if (hops && !takes_energy(touch, law, e)) state_.now.exchanged_energy.add(energy_gained(e, after));
  if (!is_edge(touch.b)) count_gas(touch, after.impulse);
  fly_on(touch, after);
}

/// Has one of them met others again and again without getting anywhere?
bool EventRun::has_no_room(const Touching& touch) {
  const Vec2 relative = velocity(touch.a, now_) - (is_edge(touch.b) ? Vec2{} : velocity(touch.b, now_));
  std::uint32_t most = 0;
  for (const std::uint32_t place : {touch.a, touch.b}) {
    if (is_edge(place) || !is_mover(place)) continue;
    const Mover& m = w_.movers[place];
    std::uint32_t& count = w_.wayless[m.member];
    count = contacts_without_way(count, now_ - m.since, relative, m.at, m.radius);
    most = std::max(most, count);
  }
  return most > k_no_room_after;
}

/// Does it follow the last one too soon? Then it loses no energy: an inelastic gas would collapse, with endlessly many
/// contacts in no time. Of a custom response that is seen when it has answered.
bool EventRun::count_brief(const Touching& touch, Law& law) {
  if (w_.last_contacts.empty()) return false;
  double since = k_never;
  for (const std::uint32_t place : {touch.a, touch.b}) {
    if (is_edge(place) || !is_mover(place)) continue;
    double& last = w_.last_contacts[member(place)];
    since = std::min(since, now_ - last);
    last = now_;
  }
  if (law.response == Response::slide) {
    // In a corner a body would slide from one face to the other and back for ever: there it stays.
    if (!(since < k_at_once * clock_.contact_duration)) return false;
    law.restitution = 0;
  } else {
    const bool soon = since < clock_.contact_duration;
    if (!soon || !(law.restitution < 1) || state_.response) return soon;
    law.restitution = 1;
  }
  ++state_.now.policies.briefs;
  return true;
}

/// In the place of an answer that takes energy, where a contact follows too soon.
Aftermath EventRun::without_loss(Encounter e) {
  ++state_.now.policies.briefs;
  e.restitution = 1;
  return respond(Response::impulse, e);
}

/// With what acceleration a mover comes back to what it has just left. In a ring that curves toward it, the faster it slides
/// along the sooner.
double EventRun::pressing(const Touching& touch, const Encounter& e) const {
  const double falling = -dot(is_mover(touch.a) ? gravity_ : -gravity_, e.normal);
  if (touch.contact.side != Side::inner || is_edge(touch.b)) return falling;
  const auto* a = std::get_if<Circle>(&body(touch.a).shape);
  const auto* b = std::get_if<Circle>(&body(touch.b).shape);
  if (a == nullptr || b == nullptr || a->radius == b->radius) return falling;
  const double along = cross(e.velocity_a - e.velocity_b, e.normal);
  return falling + along * along / std::abs(a->radius - b->radius);
}

/// A body that gravity presses onto something, and that would not leave it for as long as the shortest flight, hops: it
/// leaves with just the speed that takes it so long to come back. What rests goes on hopping, by 1e-5 of its size.
bool EventRun::hop(const Touching& touch, const Law& law, const Encounter& e, Aftermath& after) {
  if (!falling_ || are_movers(touch)) return false;
  const double pressed = pressing(touch, e);
  if (!(pressed > 0)) return false;
  const double leaving = dot(after.velocity_a - after.velocity_b, e.normal);
  const double least = 0.5 * pressed * w_.shortest;
  const double rounding = k_still_closing * (length(e.velocity_a) + length(e.velocity_b));
  // Where nothing loses energy only what lies still needs it.
  if (leaving >= least || (!(law.restitution < 1) && w_.last_contacts.empty() && leaving > rounding)) return false;
  Vec2& own = is_mover(touch.a) ? after.velocity_a : after.velocity_b;
  own = own + ((is_mover(touch.a) ? least : -least) - (is_mover(touch.a) ? leaving : -leaving)) * e.normal;
  ++state_.now.policies.hops;
  // Hops stand for lying still: what meets a body that lies still does not follow too soon.
  if (!w_.last_contacts.empty()) w_.last_contacts[member(is_mover(touch.a) ? touch.a : touch.b)] = -k_never;
  return true;
}

/// A body that lies on something, coming down from a hop: that is no news.
bool EventRun::is_hop(const Touching& touch, const Law& law) const {
  if (!falling_ || w_.last_contacts.empty() || law.lets_pass()) return false;
  if (are_movers(touch)) return false;
  const Encounter e = encounter(touch, 1);
  const double pressed = pressing(touch, e);
  return pressed > 0 && closing_speed(e) <= 0.5 * k_hop_news * pressed * w_.shortest;
}

void EventRun::graze(const Touching& touch, const Encounter& e, Aftermath& after) {
  const auto ring = [&](std::uint32_t place) {
    const auto* circle = std::get_if<Circle>(&body(place).shape);
    return circle != nullptr && circle->hollow;
  };
  if (!ring(touch.a) && !ring(touch.b)) return;
  if (turn_along_ring(e, k_least_tilt, after)) ++state_.now.policies.grazes;
}

void EventRun::count_gas(const Touching& touch, double impulse) {
  ++clock_.happened;
  if (!is_mover(touch.a) || !is_mover(touch.b)) return;
  GasSums& gas = state_.now.gas;
  ++gas.contacts;
  gas.virial += impulse * (w_.movers[touch.a].radius + w_.movers[touch.b].radius);
}

/// Does the contact change the energy, by its law or by something that moves and is not moved?
bool EventRun::takes_energy(const Touching& touch, const Law& law, const Encounter& e) const {
  const auto moves = [&](std::uint32_t place) { return is_fixture(place) && !(fixture(place).velocity == Vec2{}); };
  const bool impulse = law.response == Response::impulse && !state_.response;
  return !impulse || e.restitution < 1 || moves(touch.a) || moves(touch.b);
}

void EventRun::book(const Touching& touch, const Law& law, const Encounter& e, const Aftermath& after, News news) {
  if (is_edge(touch.b)) ++clock_.happened;
  if (takes_energy(touch, law, e)) state_.now.exchanged_energy.add(energy_gained(e, after));
  if (law.response != Response::impulse || state_.response) {
    state_.now.exchanged_momentum = state_.now.exchanged_momentum + momentum_gained(e, after);
  }
  if (news == News::none) return;
  ++state_.now.collisions;
  EventRecord event;
  event.t = now();
  event.by_member = false;
  const Party a = party(touch.a);
  event.a = a.id;
  event.serial_a = a.serial;
  event.serial_b = k_edges_serial;
  if (!is_edge(touch.b)) {
    event.b = body(touch.b).id;
    event.serial_b = body(touch.b).serial;
  }
  event.point = touch.contact.point;
  event.normal = touch.contact.normal;
  event.speed = std::max(closing_speed(e), 0.0);
  event.impulse = after.impulse;
  event.response = law.response;
  last_record_ = event;
  if (state_.recording) state_.last.events.push_back(event);
}

/// What was foretold for it is void; whom it would have met looks again.
void EventRun::end_flight(std::uint32_t who, const Touching& touch) {
  if (const std::uint32_t partner = w_.movers[who].partner; !windows_ && is_mover(partner)) {
    if (partner != touch.a && partner != touch.b) release(partner);
  }
  forget_event(who);
}

/// The two go on from here, and are looked at again.
void EventRun::fly_on(const Touching& touch, const Aftermath& after) {
  // A point on a line has no inside that could tell on which side it was: rounding must leave it there.
  const auto reach = [&](std::uint32_t place) {
    return is_mover(place) ? w_.movers[place].radius : fixture(place).reach;
  };
  const bool thin = !is_edge(touch.b) && !(reach(touch.a) > 0 && reach(touch.b) > 0);
  const auto side = [&](std::uint32_t place, Vec2 velocity, double sign) {
    if (is_edge(place) || !is_mover(place)) return;
    Vec2 at = position(place, now_);
    if (sign > 0 && touch.placed) at = *touch.placed;
    if (thin) at = at + (sign * 0x1p-50 * size(at)) * touch.contact.normal;
    end_flight(place, touch);
    refly(place, at, velocity);
  };
  side(touch.a, after.velocity_a, 1);
  side(touch.b, after.velocity_b, -1);
  if (are_movers(touch)) return foretell_two(touch.a, touch.b);
  foretell(is_mover(touch.a) ? touch.a : touch.b);
}

void EventRun::refly(std::uint32_t who, Vec2 at, Vec2 velocity) {
  begin_flight(who, at, velocity);
  windows_ ? turn_in_window(who) : look_for_line(who);
}

void EventRun::begin_flight(std::uint32_t who, Vec2 at, Vec2 velocity) {
  Mover& m = w_.movers[who];
  if (state_.recording) w_.past.push_back({body(who).serial, now(), clock_.epoch, m.since, m.at, m.velocity});
  m.at = at;
  m.velocity = velocity;
  m.since = now_;
}

}  // namespace carom::detail
