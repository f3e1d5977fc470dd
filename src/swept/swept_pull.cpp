#include <algorithm>
#include <cmath>

#include "swept/swept_step.hpp"

// What pulls at whom during a drift: the part of a swept step that knows of the orrery.
namespace carom::detail {
namespace {

/// Of a pull: by so much it may differ from that of the drift's beginning and still be about the same.
constexpr double k_about_the_same = 0.5;
/// So many contacts of a body in one drift are answered with the velocity at the contact.
constexpr std::uint32_t k_followed = 4;

/// As if it had been flying when the drift began.
void keep_flight(DriftRecord& drift, const Member& m, const Flier& f) {
  drift.serials.push_back(m.serial);
  drift.at.push_back(m.came > 0 ? f.at - m.came * f.velocity : f.at);
  drift.velocity.push_back(f.velocity);
  drift.acceleration.push_back(m.acceleration);
  drift.bend.push_back(m.bend);
}

}  // namespace

void point_out(SweptWorkspace& w) {
  Orrery& orrery = *w.orrery;
  orrery.clear();
  w.each_member([&](const Member& m, const Flier& f) {
    // The gone stay in their places without mass; an endless line has nothing to be a point of.
    const bool nobody = m.gone || !std::isfinite(f.radius);
    orrery.add(f.at + m.center, f.velocity, nobody ? 0 : m.mass, nobody || !(f.inverse_mass > 0), m.shell);
  });
}

/// What pulls at each, unless the last drift has left that.
void SweptStep::aim() {
  if (w_.pulls_known) return;
  point_out(w_);
  w_.orrery->look(state_.settings.threads, drift_.plan.shift_before * drift_.whole * drift_.whole);
  w_.pulls_known = true;
}

/// Where each would end without contacts; it drifts straight there, and has on the way the velocity of the parabola that
/// starts, ends and moves on the whole as the integrator does.
void SweptStep::aim_chords() {
  Orrery& orrery = *w_.orrery;
  for (std::size_t k = 0; k < w_.members.size(); ++k) {
    const Member& m = w_.members[k];
    orrery.push[k] = m.force;
    orrery.acceleration[k] = m.acceleration;
    orrery.velocity[k] = flier(m.place).velocity - lead_ * m.acceleration;
  }
  const std::vector<Vec2> from = orrery.at;
  const std::vector<Vec2> before = orrery.velocity;
  state_.now.policies.capped_extrapolations += orrery.fly(dt_, state_.settings.integrator, state_.settings.threads);
  for (std::size_t k = 0; k < w_.members.size(); ++k) {
    Member& m = w_.members[k];
    Flier& f = flier(m.place);
    if (!(f.inverse_mass > 0) || !std::isfinite(f.radius)) continue;
    f.velocity = (1 / dt_) * (orrery.at[k] - from[k]);
    m.acceleration = (1 / dt_) * (orrery.velocity[k] - before[k]);
    m.bend = (3 / (dt_ * dt_)) * ((before[k] - f.velocity) + (orrery.velocity[k] - f.velocity));
  }
}

/// What pulls at each where the drift has ended.
void SweptStep::look_at_landing() {
  const bool same_people = w_.orrery->size() == w_.members.size() && !w_.traits.departed;
  point_out(w_);
  w_.orrery->look(state_.settings.threads, drift_.plan.shift_after * drift_.whole * drift_.whole);
  w_.pulls_known = same_people;
}

Vec2 SweptStep::pull_on(const Flier& f) const {
  Orrery& orrery = *w_.orrery;
  if (!std::isfinite(f.radius)) return fields_.acceleration(f.at);
  if (f.member < orrery.acceleration.size()) return orrery.acceleration[f.member];
  // It has come on the way: the others are looked for where they are now.
  point_out(w_);
  for (std::size_t k = 0; k < orrery.size(); ++k) {
    const Member& m = w_.members[k];
    orrery.at[k] = flier(m.place).position(now_) + m.center;
  }
  return orrery.acceleration_at(f.at + w_.members[f.member].center, f.member);
}

bool SweptStep::all_pull(std::uint32_t place, std::uint32_t partner) const {
  if (!w_.orrery->sums_directly()) return false;
  if (!lossy_ || (rested_.empty() && state_.now.touching.empty())) return true;
  const bool first = is_edge(partner) || flier(place).member < flier(partner).member;
  const PairKey pair = first ? key(place, partner) : key(partner, place);
  return !rested_.contains(pair) && !state_.now.touching.contains(pair);
}

/// What pulls at a body that is at `t` where its flight has it, and how that changes while it goes on with `velocity`. Of the
/// others, all where accelerations are sums over all; the partner alone where there is a tree, or the two lie on each other: to
/// sum over all would cost more than all the rest of a contact.
Swing SweptStep::swing(std::uint32_t place, std::uint32_t partner, double t, Vec2 velocity) const {
  const Member& m = member(place);
  const Vec2 from = flier(place).position(t) + m.center;
  Swing sum{fields_.acceleration(from), fields_.jerk(from, velocity)};
  if (!state_.settings.attraction) return sum;
  const Attraction& law = *state_.settings.attraction;
  const auto add = [&](const Member& other) {
    const Flier& f = flier(other.place);
    if (other.gone || other.place == place || !std::isfinite(f.radius)) return;
    const Vec2 way = f.position(t) + other.center - from;
    if (in_shell(way, std::max(m.shell, other.shell))) return;
    const Swing one = swing_of(way, f.velocity - velocity, law.G * other.mass, law.softening);
    sum = {sum.acceleration + one.acceleration, sum.jerk + one.jerk};
  };
  if (all_pull(place, partner)) {
    std::ranges::for_each(w_.members, add);
  } else if (!is_edge(partner)) {
    add(member(partner));
  }
  return sum;
}

/// The velocity that a body has at a contact, beyond that of its drift: by the pull at the contact and how that changes.
/// docs/mathematics.md, section 20.
Vec2 SweptStep::lag_at_contact(std::uint32_t place, std::uint32_t partner, double t) const {
  const bool plain = is_edge(place) || !curved() || flier(place).member >= w_.orrery->acceleration.size() ||
                     !(flier(place).inverse_mass > 0) || !std::isfinite(flier(place).radius);
  if (plain) return lag(place, t);
  const Flier& f = flier(place);
  const Orrery& orrery = *w_.orrery;
  const Swing now = swing(place, partner, t, f.velocity);
  Vec2 before = orrery.acceleration[f.member];
  if (!all_pull(place, partner)) {
    before = fields_.acceleration(orrery.at[f.member]);
    const auto& law = state_.settings.attraction;
    const bool pulls = law && !is_edge(partner) && flier(partner).member < orrery.size();
    if (pulls) {
      const std::uint32_t other = flier(partner).member;
      const Vec2 way = orrery.at[other] - orrery.at[f.member];
      const bool inside = in_shell(way, std::max(orrery.shell[f.member], orrery.shell[other]));
      if (!inside) before = before + swing_of(way, {}, law->G * orrery.mass[other], law->softening).acceleration;
    }
  }
  const Vec2 acceleration = member(place).acceleration + (now.acceleration - before);
  return (t - lead_) * acceleration + bending(t) * now.jerk;
}

std::pair<Vec2, Vec2> SweptStep::lags_at_contact(const Touching& touch) const {
  if (touch.lags) return *touch.lags;
  return {lag_at_contact(touch.a, touch.b, touch.t), lag_at_contact(touch.b, touch.a, touch.t)};
}

/// Is one of the two where the pull is no longer about that of the drift's beginning, or has it met so many in this drift that
/// nobody can tell? What is added for the way from the drift's middle is then no work of any field, and contact by contact it
/// would bring energy from nowhere. docs/mathematics.md, section 13.
bool SweptStep::outruns_pull(const Touching& touch) {
  bool outruns = false;
  for (const std::uint32_t place : {touch.a, touch.b}) {
    if (is_edge(place) || !(flier(place).inverse_mass > 0) || !std::isfinite(flier(place).radius)) continue;
    Member& m = member(place);
    outruns = ++m.met > k_followed || outruns;
    // On a chord the orrery has flown ahead, and who came on the way is not in it.
    const bool known = !drift_.integrated || (curved() && flier(place).member < w_.orrery->size());
    if (outruns || !known) continue;
    const Vec2 here = fields_.acceleration(flier(place).position(touch.t) + m.center);
    const Vec2 before = drift_.integrated ? fields_.acceleration(w_.orrery->at[flier(place).member]) : m.pull - m.force;
    outruns = length(here - before) > k_about_the_same * length(before);
  }
  return outruns;
}

/// A contact turns the way in which the pull between the two changes. The same momentum is taken from one as given to the
/// other, along the line of their centres. Where one of them cannot move, all that pulls at the other counts.
void SweptStep::turn_the_pull(const Touching& touch, const Encounter& before, const Aftermath& after,
                              Aftermath& drift) const {
  const double weight = bending(touch.t);
  const auto side = [&](std::uint32_t place, std::uint32_t other, Vec2 in, Vec2 out, Vec2 other_in, Vec2 other_out) {
    if (is_edge(place) || !(flier(place).inverse_mass > 0) || !std::isfinite(flier(place).radius)) return Vec2{};
    if (is_edge(other) || !(flier(other).inverse_mass > 0)) {
      return weight * (swing(place, other, touch.t, out).jerk - swing(place, other, touch.t, in).jerk);
    }
    const Vec2 from = flier(place).position(touch.t) + member(place).center;
    Vec2 change = fields_.jerk(from, out) - fields_.jerk(from, in);
    if (const auto& law = state_.settings.attraction; law && std::isfinite(flier(other).radius)) {
      const Vec2 way = flier(other).position(touch.t) + member(other).center - from;
      const Vec2 turn = (other_out - out) - (other_in - in);
      const bool inside = in_shell(way, std::max(member(place).shell, member(other).shell));
      if (!inside) change = change + swing_of(way, turn, law->G * member(other).mass, law->softening).jerk;
    }
    return weight * change;
  };
  const Vec2 a = side(touch.a, touch.b, before.velocity_a, after.velocity_a, before.velocity_b, after.velocity_b);
  const Vec2 b = side(touch.b, touch.a, before.velocity_b, after.velocity_b, before.velocity_a, after.velocity_a);
  drift.velocity_a = drift.velocity_a - a;
  drift.velocity_b = drift.velocity_b - b;
}

/// For those who ask later where a body was within the step.
void SweptStep::keep_flights() {
  if (!drift_.integrated || !state_.recording) return;
  DriftRecord& drift = state_.last.drifts.emplace_back();
  drift.start = start_;
  drift.dt = dt_;
  drift.lead = lead_;
  drift.chord = drift_.plan.chord;
  for (const Member& m : w_.members) keep_flight(drift, m, flier(m.place));
}

/// One that came when the flights had been kept.
void SweptStep::keep_newcomer(const Member& m) {
  if (!drift_.integrated || state_.last.drifts.empty()) return;
  DriftRecord& drift = state_.last.drifts.back();
  drift.came.push_back(m.came);
  keep_flight(drift, m, flier(m.place));
}

}  // namespace carom::detail
