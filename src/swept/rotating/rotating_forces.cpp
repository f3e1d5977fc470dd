#include "swept/rotating/rotating_step.hpp"

// What pulls bodies that rotate, at their centres of mass: fields, forces, and where a drift is integrated each other.
namespace carom::detail {

/// All bodies, where they are now.
void RotatingStep::load_nbody() {
  NBodyForces& nbody = *nbody_->forces;
  nbody.clear();
  for (const RotatingBody& m : body_data_) {
    // A body that is gone keeps its index, without mass; an infinite line has no centre.
    const bool massless = m.gone || m.infinite;
    nbody.add(m.position(now_), m.velocity, massless ? 0 : m.mass, massless || !(m.inverse_mass > 0), m.shell);
  }
}

/// Where bodies are now. `shift`: see NBodyForces, in squares of the integrator's step.
void RotatingStep::compute_accelerations(double shift) {
  load_nbody();
  nbody_->forces->compute_accelerations(state_.settings.threads, shift * drift_.whole * drift_.whole);
  nbody_->known = true;
}

/// What fields, forces and attraction give a body, per mass; a body that comes on the way is pulled by where the others are.
Vec2 RotatingStep::pull_on(const RotatingBody& m) const {
  if (!drift_.integrated || m.infinite) return fields_.acceleration(m.at) + m.force;
  const auto who = static_cast<std::size_t>(&m - body_data_.data());
  const NBodyForces& nbody = *nbody_->forces;
  if (who < nbody.acceleration.size()) return nbody.acceleration[who] + m.force;
  return nbody.acceleration_at(m.at, who) + m.force;
}

/// Each drifts straight to where it would end without contacts, and has on the way the velocity of the parabola that starts,
/// ends and moves on the whole as the integrator does.
void RotatingStep::aim_chords() {
  NBodyForces& nbody = *nbody_->forces;
  for (std::size_t k = 0; k < body_data_.size(); ++k) {
    const RotatingBody& m = body_data_[k];
    nbody.push[k] = m.force;
    nbody.acceleration[k] = m.pull;
    nbody.velocity[k] = m.velocity - kick_time_ * m.pull;
  }
  const std::vector<Vec2> from = nbody.at;
  const std::vector<Vec2> before = nbody.velocity;
  state_.now.policies.capped_extrapolations += nbody.fly(dt_, state_.settings.integrator, state_.settings.threads);
  for (std::size_t k = 0; k < body_data_.size(); ++k) {
    RotatingBody& m = body_data_[k];
    if (!m.movable() || m.infinite) continue;
    m.velocity = (1 / dt_) * (nbody.at[k] - from[k]);
    m.acceleration = m.pull = (1 / dt_) * (nbody.velocity[k] - before[k]);
    m.pulled = length(m.pull);
    m.bend = (3 / (dt_ * dt_)) * ((before[k] - m.velocity) + (nbody.velocity[k] - m.velocity));
  }
}

/// What is added to the velocity of its drift at the end; of all bodies, whatever their contacts did: kicks that are opposite
/// stay so.
Vec2 RotatingStep::second_kick(const RotatingBody& m) const {
  if (!drift_.plan.chord) return (dt_ - m.kick_time) * pull_on(m);
  return (dt_ - m.kick_time) * m.pull + (dt_ * dt_ / 6) * m.bend;
}

}  // namespace carom::detail
