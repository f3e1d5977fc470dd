#include "overlap_world/overlap_motion.hpp"

#include <cmath>

#include "world/bodies/wrap.hpp"
#include "world/forces/substep.hpp"
#include "world/rules/capabilities.hpp"

namespace carom::detail {

OverlapMotion::OverlapMotion(World::State& state, OverlapBodies& bodies, double end)
    : state_(state),
      bodies_(bodies),
      fields_(state.settings),
      integrated_(integrates(state.settings)),
      end_(end),
      dt_(end - state.now.time) {}

void OverlapMotion::move_all() {
  if (integrated_) {
    integrate();
    if (state_.guard.stopped()) return;
  } else {
    kick(Half::first);
    move();
    kick(Half::second);
  }
  bodies_.note_move();
}

void OverlapMotion::kick(Half half) {
  for (const OverlapBody& one : bodies_.all()) {
    Body& body = *bodies_.stored(one.id);
    if (body.fixed()) continue;
    const Vec2 acceleration = fields_.acceleration(body.state.at) + body.inverse_mass * one.force;
    Vec2& velocity = body.state.velocity;
    if (!(acceleration == Vec2{})) velocity = velocity + (0.5 * dt_) * acceleration;
    if (half == Half::first && body.damping > 0) velocity = (1 / (1 + body.damping * dt_)) * velocity;
  }
}

void OverlapMotion::move() {
  for (const OverlapBody& one : bodies_.all()) {
    BodyState& state = bodies_.stored(one.id)->state;
    if (!(state.velocity == Vec2{})) state.at = state.at + dt_ * state.velocity;
  }
  wrap_all();
}

void OverlapMotion::wrap_all() noexcept {
  const auto& bounds = state_.settings.bounds;
  if (!bounds || bounds->edges != Edges::periodic) return;
  for (const OverlapBody& one : bodies_.all()) {
    Body* body = bodies_.stored(one.id);
    if (body != nullptr) body->state.at = wrapped(body->state.at, bounds);
  }
}

/// All bodies as the integrator sees them as the step begins.
NBodyForces OverlapMotion::point_masses() const {
  NBodyForces nbody(state_.settings);
  for (const OverlapBody& one : bodies_.all()) {
    const Body& body = *bodies_.stored(one.id);
    const bool infinite = !std::isfinite(body.reach);
    const double damped = body.damping > 0 && !body.fixed() ? 1 / (1 + body.damping * dt_) : 1;
    nbody.add(body.state.at + mass_center(body.shape), damped * body.state.velocity, infinite ? 0 : body.mass,
              infinite || body.fixed(), shell_of(body.shape));
    nbody.push.back() = body.inverse_mass * one.force;
  }
  return nbody;
}

/// N-body integration without collisions, in as many parts as the sub-step rule asks for.
void OverlapMotion::integrate() {
  NBodyForces nbody = point_masses();
  const WorldSettings& settings = state_.settings;
  nbody.watch(&state_.guard);
  nbody.compute_accelerations(settings.threads);
  const NBodyForces from = nbody;
  double now = state_.now.time;
  const auto cuts = [&] {
    if (!settings.substep || state_.guard.stopped()) return 0U;
    const StepCuts found = cuts_needed(nbody, settings.sources, *settings.substep, dt_);
    if (found.capped) ++state_.now.policies.capped_substeps;
    return found.cuts;
  };
  in_parts(state_.now.time, end_, cuts, [&](double to) {
    state_.now.policies.capped_extrapolations += nbody.fly(to - now, settings.integrator, settings.threads);
    now = to;
  });
  if (state_.guard.stopped()) return;
  for (std::size_t k = 0; k < bodies_.all().size(); ++k) {
    Body& body = *bodies_.stored(bodies_[k].id);
    body.state.at = body.state.at + (nbody.at[k] - from.at[k]);
    body.state.velocity = nbody.velocity[k];
  }
  accelerations_.assign(nbody.acceleration.begin(), nbody.acceleration.end());
  if (state_.recording) record_drift(from, nbody);
}

/// For state_at: a chord, with the velocity of the parabola that starts and ends as the body does.
void OverlapMotion::record_drift(const NBodyForces& from, const NBodyForces& to) const {
  DriftRecord& drift = state_.last.drifts.emplace_back();
  drift.start = state_.now.time;
  drift.dt = dt_;
  drift.kick_time = 0.5 * dt_;
  drift.chord = true;
  for (std::size_t k = 0; k < bodies_.all().size(); ++k) {
    const Vec2 chord = (1 / dt_) * (to.at[k] - from.at[k]);
    drift.serials.push_back(bodies_[k].serial);
    drift.at.push_back(bodies_[k].start);
    drift.velocity.push_back(chord);
    drift.acceleration.push_back((1 / dt_) * (to.velocity[k] - from.velocity[k]));
    drift.bend.push_back((3 / (dt_ * dt_)) * ((from.velocity[k] - chord) + (to.velocity[k] - chord)));
  }
}

Vec2 OverlapMotion::acceleration(std::size_t number) const {
  if (integrated_) return accelerations_[number];
  const Body& body = *bodies_.stored(bodies_[number].id);
  return body.fixed() ? Vec2{} : fields_.acceleration(body.state.at) + body.inverse_mass * bodies_[number].force;
}

void OverlapMotion::record_landings() const {
  if (integrated_) return;
  for (const OverlapBody& one : bodies_.all()) {
    const Body* body = bodies_.stored(one.id);
    if (body != nullptr && body->state.at == one.position_after_move && body->state.velocity == one.velocity_after_move)
      continue;
    state_.last.landed.push_back({one.serial, one.position_after_move, one.velocity_after_move});
  }
}

}  // namespace carom::detail
