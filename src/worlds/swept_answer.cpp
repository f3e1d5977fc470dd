#include <algorithm>
#include <cmath>

#include "worlds/swept_step.hpp"

// A contact and its answer.
namespace carom::detail {

Vec2 SweptStep::acceleration(std::uint32_t place) const noexcept {
  return is_edge(place) || !accelerated_ ? Vec2{} : member(place).acceleration;
}

/// Of a clump, that of all of it.
double SweptStep::inverse_mass(std::uint32_t place) const noexcept {
  if (is_edge(place)) return 0;
  if (clumps_.empty() || member(place).clump < 0) return flier(place).inverse_mass;
  double mass = 0;
  for (const std::uint32_t m : clumps_[static_cast<std::size_t>(member(place).clump)]) {
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

SweptStep::Law SweptStep::law(const Touching& touch) const {
  Law law;
  law.restitution = state_.settings.restitution;
  if (plain_ && !lossy_) return law;
  const Member& a = member(touch.a);
  const Member* b = is_edge(touch.b) ? nullptr : &member(touch.b);
  law.restitution = pair_restitution(a.own_restitution ? &a.restitution : nullptr,
                                     b != nullptr && b->own_restitution ? &b->restitution : nullptr, law.restitution);
  if (a.sensor || (b != nullptr && b->sensor)) law.response = Response::none;
  if (state_.rules.empty()) return law;
  const auto match = state_.rules.match(a.rules, b != nullptr ? b->rules : RuleBook::edges_class());
  if (match.rule == nullptr) return law;
  law.rule = match.rule;
  law.first_is_a = match.first_is_a;
  law.restitution = match.rule->restitution.value_or(law.restitution);
  if (law.response != Response::none || match.rule->response == Response::ignore) law.response = match.rule->response;
  return law;
}

/// With the velocities that the bodies have at the contact: the drift's, and what the fields add on the way from its middle.
Encounter SweptStep::encounter(const Touching& touch, double restitution) const {
  Encounter e;
  e.normal = touch.contact.normal;
  e.velocity_a = flier(touch.a).velocity;
  if (!is_edge(touch.b)) e.velocity_b = flier(touch.b).velocity;
  if (accelerated_) {
    const double lag = touch.t - 0.5 * dt_;
    e.velocity_a = e.velocity_a + lag * acceleration(touch.a);
    e.velocity_b = e.velocity_b + lag * acceleration(touch.b);
  }
  e.inverse_mass_a = inverse_mass(touch.a);
  e.inverse_mass_b = inverse_mass(touch.b);
  e.restitution = restitution;
  return e;
}

Aftermath SweptStep::aftermath(const Touching& touch, const Law& law, const Encounter& e) const {
  if (state_.response) {
    if (const auto custom = state_.response(world_, meeting_of(touch, e))) {
      const Vec2 a = e.inverse_mass_a > 0 ? custom->a : e.velocity_a;
      const Vec2 b = e.inverse_mass_b > 0 ? custom->b : e.velocity_b;
      const auto momentum = [](Vec2 change, double inverse_mass) {
        return inverse_mass > 0 ? length(change) / inverse_mass : 0;
      };
      return {a, b,
              std::max(momentum(a - e.velocity_a, e.inverse_mass_a), momentum(b - e.velocity_b, e.inverse_mass_b))};
    }
  }
  return respond(law.response, e);
}

void SweptStep::act(Lane& lane, const Touching& touch, Law law) {
  const bool strict = lossy_ || accelerated_ || w_.traits.moving_fixtures;
  if (strict) calm(touch, law);
  const Encounter e = encounter(touch, law.restitution);
  const Aftermath after = aftermath(touch, law, e);
  Aftermath drift = after;
  bool reported = true;
  if (accelerated_) {
    reported = !silent(touch, e);
    const double lag = touch.t - 0.5 * dt_;
    drift.velocity_a = after.velocity_a - lag * acceleration(touch.a);
    drift.velocity_b = after.velocity_b - lag * acceleration(touch.b);
    rest(touch, law, e, drift);
  }
  if (touch.contact.side == Side::inner) tilt(lane, touch, drift);
  book(lane, touch, law, e, after, reported);
  fly_on(lane, touch, drift);
  if (!strict || remembers_) return;
  if (entangled(touch)) {
    disentangle(lane, touch.t);
  } else if (tired(touch, law)) {
    clump(touch);
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

void SweptStep::refly(Lane& lane, std::uint32_t place, double t, Vec2 at, Vec2 velocity) {
  Flier& f = flier(place);
  lane.corners.push_back({f.member, t, at, f.velocity, velocity});
  if (remembers_) lane.changes.push_back({place, f, false});
  f.at = at;
  f.since = t;
  f.velocity = velocity;
  ++f.version;
  if (place < k_fixture_base) w_.grid.change(place, flight(f), t - window_start_);
  const std::int32_t group = clumps_.empty() ? -1 : w_.members[f.member].clump;
  if (group < 0) return;
  // What is held together flies together.
  for (const std::uint32_t m : clumps_[static_cast<std::size_t>(group)]) {
    const std::uint32_t other = w_.members[m].place;
    Flier& g = flier(other);
    if (other == place || (g.since == t && g.velocity == velocity)) continue;
    lane.corners.push_back({m, t, g.position(t), g.velocity, velocity});
    g.at = g.position(t);
    g.since = t;
    g.velocity = velocity;
    ++g.version;
    if (other < k_fixture_base) w_.grid.change(other, flight(g), t - window_start_);
    foretell_flight(lane, other, t);
  }
}

void SweptStep::book(Lane& lane, const Touching& touch, const Law& law, const Encounter& before, const Aftermath& after,
                     bool reported) {
  const auto gained = [](Vec2 v, Vec2 u, double inverse_mass) {
    return inverse_mass > 0 ? 0.5 * (dot(u, u) - dot(v, v)) / inverse_mass : 0;
  };
  EventRecord event;
  event.t = touch.t;
  event.by_member = true;
  event.member_a = flier(touch.a).member;
  event.member_b = is_edge(touch.b) ? k_no_member : flier(touch.b).member;
  // By something that moves and is not moved?
  const bool pushed =
      w_.traits.moving_fixtures && !is_edge(touch.b) && !(before.inverse_mass_a > 0 && before.inverse_mass_b > 0);
  event.point = touch.contact.point;
  event.normal = touch.contact.normal;
  event.speed = std::max(closing_speed(before), 0.0);
  event.impulse = after.impulse;
  event.response = law.response;
  event.reported = reported;
  const bool elastic = law.response == Response::impulse && before.restitution == 1 && !state_.response;
  if (!elastic || pushed) {
    event.energy = gained(before.velocity_a, after.velocity_a, before.inverse_mass_a) +
                   gained(before.velocity_b, after.velocity_b, before.inverse_mass_b);
    if (law.response != Response::impulse || state_.response) {
      const auto momentum = [](Vec2 v, Vec2 u, double inverse_mass) {
        return inverse_mass > 0 ? (1 / inverse_mass) * (u - v) : Vec2{};
      };
      state_.now.exchanged_momentum = state_.now.exchanged_momentum +
                                      momentum(before.velocity_a, after.velocity_a, before.inverse_mass_a) +
                                      momentum(before.velocity_b, after.velocity_b, before.inverse_mass_b);
    }
  }
  if (reported || event.energy != 0) lane.events.push_back(event);
}

}  // namespace carom::detail
