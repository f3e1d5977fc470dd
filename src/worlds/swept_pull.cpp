#include <algorithm>
#include <cmath>

#include "worlds/swept_step.hpp"

// What pulls at whom during a drift: the part of a swept step that knows of the orrery.
namespace carom::detail {

void point_out(SweptWorkspace& w) {
  Orrery& orrery = *w.orrery;
  orrery.clear();
  for (const Member& m : w.members) {
    const Flier& f = w.flier(m.place);
    // The gone stay in their places without mass; an endless line has nothing to be a point of.
    const bool nobody = m.gone || !std::isfinite(f.radius);
    orrery.add(f.at + m.center, f.velocity, nobody ? 0 : m.mass, nobody || !(f.inverse_mass > 0));
  }
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
  orrery.fly(dt_, state_.settings.integrator, state_.settings.threads);
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
  const bool same_people =
      w_.orrery->size() == w_.members.size() && std::ranges::none_of(w_.members, &Member::gone);
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

/// For those who ask later where a body was within the step.
void SweptStep::keep_flights() {
  if (!drift_.integrated || !state_.recording) return;
  DriftRecord& drift = state_.last.drifts.emplace_back();
  drift.start = start_;
  drift.dt = dt_;
  drift.lead = lead_;
  drift.chord = drift_.plan.chord;
  for (const Member& m : w_.members) {
    const Flier& f = flier(m.place);
    drift.serials.push_back(m.serial);
    drift.at.push_back(f.at);
    drift.velocity.push_back(f.velocity);
    drift.acceleration.push_back(m.acceleration);
    drift.bend.push_back(m.bend);
  }
}

}  // namespace carom::detail
