#include "event/event_zeno.hpp"

#include <algorithm>
#include <cmath>

#include "math/sums.hpp"
#include "world/pairs/narrow.hpp"
#include "world/pairs/no_room.hpp"

namespace carom::detail {
namespace {

/// Without gravity: of the time that a small body takes to go its own length.
constexpr double k_too_soon = 1e-4;
/// With gravity: of the time that it takes to fall so far.
constexpr double k_micro_bounce = 1e-2;
/// Of the speed of a micro-bounce: what comes down no faster comes from one.
constexpr double k_comes_down = 1 + 1e-3;
/// Of the contact duration: no way is slid in that time.
constexpr double k_at_once = 1e-6;
/// Of a hop: a contact that follows the body's last one sooner is rapid.
constexpr double k_rapid = 1.0 / 32;
/// After so many rapid contacts in a row, and again after as many more, a body's group is looked at.
constexpr std::uint32_t k_rattles_after = 32;
/// Without gravity, of a body's size: a contact after no longer a way is rapid.
constexpr double k_jammed_way = 2.5e-10;

}  // namespace

void EventZenoGuard::reset() {
  const std::size_t count = bodies_.directory().count();
  last_contacts_.assign(bodies_.traits().lossy ? count : 0, -k_never);
  without_way_.assign(count, 0);
  rapid_.assign(count, 0);
}

void EventZenoGuard::add() {
  const std::size_t count = bodies_.directory().count();
  without_way_.resize(count);
  rapid_.resize(count);
  if (bodies_.traits().lossy) last_contacts_.resize(count, -k_never);
}

void EventZenoGuard::restore(std::uint32_t body_index, const BodyFlight& flight) {
  if (!last_contacts_.empty()) last_contacts_[body_index] = flight.last_contact;
  without_way_[body_index] = flight.without_way;
  rapid_[body_index] = flight.rapid;
}

void EventZenoGuard::save(std::uint32_t body_index, BodyFlight& flight) const {
  flight.last_contact = last_contacts_.empty() ? -k_never : last_contacts_[body_index];
  flight.without_way = without_way_[body_index];
  flight.rapid = rapid_[body_index];
}

void EventZenoGuard::choose_durations() {
  double smallest = k_never;
  CompensatedSum squares;
  for (const EventBody& m : bodies_.movers()) {
    if (m.radius > 0) smallest = std::min(smallest, 2 * m.radius);
    squares.add(dot(m.velocity, m.velocity));
  }
  if (!std::isfinite(smallest)) smallest = 1;
  double speed = std::sqrt(squares.value() / static_cast<double>(std::max(1U, bodies_.mover_count())));
  // Where all movers lie still, something fixed sets them in motion, if anything does.
  for (const FixedBody& f : bodies_.fixed()) speed = squares.value() > 0 ? speed : std::max(speed, length(f.velocity));
  EventClock& clock = ctx_.clock();
  const bool lossy = bodies_.traits().lossy;
  const auto& given = ctx_.settings->contact_duration;
  if (ctx_.falling) {
    // Once chosen it stays, whatever bodies come and go.
    if (!(clock.hop > 0)) clock.hop = k_micro_bounce * std::sqrt(smallest / length(ctx_.gravity));
    // Whatever is given, what lies still must hop.
    shortest_ = given && *given > 0 ? *given : clock.hop;
    clock.contact_duration = lossy ? given.value_or(shortest_) : 0;
    return;
  }
  if (!lossy) {
    clock.contact_duration = 0;
  } else if (given) {
    clock.contact_duration = *given;
  } else if (!(clock.contact_duration > 0)) {
    clock.contact_duration = speed > 0 ? k_too_soon * smallest / speed : 0;
  }
  shortest_ = clock.contact_duration;
}

void EventZenoGuard::rebase(double t) {
  for (double& last : last_contacts_) last -= t;
}

bool EventZenoGuard::elastic_if_too_soon(const BodyImpact& impact, Law& law, bool custom_response) {
  if (last_contacts_.empty()) return false;
  double since = k_never;
  for (const BodyRef ref : {impact.a, impact.b}) {
    if (!ref.is_mover()) continue;
    double& last = last_contacts_[bodies_.body_index(ref)];
    since = std::min(since, ctx_.now - last);
    last = ctx_.now;
  }
  const double duration = ctx_.clock().contact_duration;
  if (law.response == Response::slide) {
    // In a corner a body would slide from one face to the other and back for ever: there it stays.
    if (!(since < k_at_once * duration)) return false;
    law.restitution = 0;
  } else {
    const bool soon = since < duration;
    if (!soon || !(law.restitution < 1) || custom_response) return soon;
    law.restitution = 1;
  }
  ++ctx_.record->policies.briefs;
  return true;
}

Aftermath EventZenoGuard::without_loss(Encounter e) const {
  ++ctx_.record->policies.briefs;
  e.restitution = 1;
  return respond(Response::impulse, e);
}

bool EventZenoGuard::has_no_room(const BodyImpact& impact) {
  const Vec2 relative =
      bodies_.velocity(impact.a, ctx_.now) - (impact.b.is_edge() ? Vec2{} : bodies_.velocity(impact.b, ctx_.now));
  std::uint32_t most = 0;
  for (const BodyRef ref : {impact.a, impact.b}) {
    if (!ref.is_mover()) continue;
    const EventBody& m = bodies_.mover(ref.index());
    std::uint32_t& count = without_way_[m.body_index];
    count = contacts_without_way(count, ctx_.now - m.since, relative, m.at, m.radius);
    most = std::max(most, count);
  }
  const auto is_disc = [&](BodyRef ref) { return ref.is_edge() || bodies_.is_disc(ref); };
  return most > (is_disc(impact.a) && is_disc(impact.b) ? k_no_room_after : k_no_room_of_shapes_after);
}

bool EventZenoGuard::rattles(const BodyImpact& impact) {
  // Without gravity, only what loses energy comes to rest.
  if (bodies_.in_windows() || (!ctx_.falling && last_contacts_.empty())) return false;
  const auto velocity = [&](BodyRef ref) { return ref.is_edge() ? Vec2{} : bodies_.velocity(ref, ctx_.now); };
  const double speed = ctx_.falling ? 0 : length(velocity(impact.a) - velocity(impact.b));
  bool time_to_search = false;
  for (const BodyRef ref : {impact.a, impact.b}) {
    if (!ref.is_mover()) continue;
    const EventBody& m = bodies_.mover(ref.index());
    std::uint32_t& count = rapid_[m.body_index];
    const double span = ctx_.now - m.since;
    const bool rapid = ctx_.falling ? span < k_rapid * shortest_ : span * speed < k_jammed_way * m.radius;
    count = rapid ? count + 1 : 0;
    time_to_search = time_to_search || (count > 0 && count % k_rattles_after == 0);
  }
  return time_to_search;
}

/// The radius of the circle on which a disc that slides along the inside of a ring goes; nothing elsewhere.
std::optional<double> EventZenoGuard::way_in_ring(const BodyImpact& impact) const {
  if (impact.contact.side != Side::inner || impact.b.is_edge()) return std::nullopt;
  const auto* a = std::get_if<Circle>(&bodies_.body(impact.a).shape);
  const auto* b = std::get_if<Circle>(&bodies_.body(impact.b).shape);
  if (a == nullptr || b == nullptr || a->radius == b->radius) return std::nullopt;
  return std::abs(a->radius - b->radius);
}

/// In a ring that curves toward it, the faster it slides along the sooner.
double EventZenoGuard::pressing(const BodyImpact& impact, const Encounter& e) const {
  const double falling = -dot(impact.a.is_mover() ? ctx_.gravity : -ctx_.gravity, e.normal);
  const auto way = way_in_ring(impact);
  if (!way) return falling;
  const double along = cross(e.velocity_a - e.velocity_b, e.normal);
  return falling + along * along / *way;
}

/// By how much more a hop may have begun with: of what slides along a ring, g cos(angle) + v² / r falls by no more than
/// 3 g v / r a second.
double EventZenoGuard::pressing_lost(const BodyImpact& impact, const Encounter& e) const {
  const auto way = way_in_ring(impact);
  if (!way) return 0;
  return 3 * length(ctx_.gravity) * std::abs(cross(e.velocity_a - e.velocity_b, e.normal)) / *way * shortest_;
}

bool EventZenoGuard::micro_bounce(const BodyImpact& impact, const Law& law, const Encounter& e, Aftermath& after) {
  if (!ctx_.falling || is_between_movers(impact)) return false;
  const double pressed = pressing(impact, e);
  if (!(pressed > 0)) return false;
  const double leaving = dot(after.velocity_a - after.velocity_b, e.normal);
  const double least = 0.5 * pressed * shortest_;
  const double rounding = k_still_closing * (length(e.velocity_a) + length(e.velocity_b));
  // Where nothing loses energy only what lies still needs it.
  if (leaving >= least || (!(law.restitution < 1) && last_contacts_.empty() && leaving > rounding)) return false;
  const bool first = impact.a.is_mover();
  Vec2& own = first ? after.velocity_a : after.velocity_b;
  own = own + ((first ? least : -least) - (first ? leaving : -leaving)) * e.normal;
  ++ctx_.record->policies.hops;
  // Hops stand for lying still: what meets a body that lies still does not follow too soon.
  if (!last_contacts_.empty()) last_contacts_[bodies_.body_index(mover_of(impact))] = -k_never;
  return true;
}

bool EventZenoGuard::is_micro_bounce(const BodyImpact& impact, const Law& law) const {
  if (!ctx_.falling || last_contacts_.empty() || law.lets_pass()) return false;
  if (is_between_movers(impact)) return false;
  const Encounter e = encounter(ctx_, bodies_, impact, 1);
  const double pressed = pressing(impact, e);
  const double begun = pressed + pressing_lost(impact, e);
  return pressed > 0 && closing_speed(e) <= 0.5 * k_comes_down * begun * shortest_;
}

void EventZenoGuard::note_rest(std::uint32_t body_index) {
  rapid_[body_index] = 0;
  without_way_[body_index] = 0;
  // As after a hop: what meets a body that lies still does not follow too soon.
  if (!last_contacts_.empty()) last_contacts_[body_index] = -k_never;
}

}  // namespace carom::detail
