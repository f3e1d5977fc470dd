#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "contact/body_impact.hpp"
#include "swept/rested_pairs.hpp"
#include "swept/step_bodies.hpp"
#include "swept/step_context.hpp"
#include "world/forces/fields.hpp"
#include "world/forces/nbody_forces.hpp"

namespace carom::detail {

/// The bodies as points that attract each other, where something has to be integrated; body k is its body k. Lives from step to
/// step.
struct NBodyMemory {
  std::optional<NBodyForces> forces;
  bool known = false;  ///< its accelerations are those of where the bodies are
};

/// Puts all bodies into the n-body forces, where their flights began: between drifts, where they are.
void load_nbody(NBodyForces& nbody, StepBodies& bodies);

/// How the velocity of a body at a contact differs from that of the drift.
struct ContactOffset {
  Vec2 velocity;
  bool known = true;  ///< false: the fields change too fast for the first terms of a series
};

/// How velocities of two bodies at their contact differ from those of the drift.
struct ContactMotion {
  bool outruns = false;  ///< the fields of the drift's beginning do not count here: see KickDrift::motion_at
  std::optional<std::pair<Vec2, Vec2>> offsets;  ///< velocity offsets of a and b, where they are known
};

/// The integrator: the kicks before and after a drift, and the velocities on the way. The velocity of a drift is that at its
/// kick time; a body's own velocity is that and its velocity offset. docs/mathematics.md, sections 13 and 20.
class KickDrift {
 public:
  KickDrift(const StepContext& context, const StepModes& modes, StepBodies& bodies, NBodyMemory& nbody,
            const RestedPairs& rested, World::State& state)
      : context_(context),
        modes_(modes),
        bodies_(bodies),
        nbody_(nbody),
        rested_(rested),
        state_(state),
        fields_(state.settings) {}

  /// True if the fields move bodies.
  [[nodiscard]] bool has_fields() const noexcept { return !fields_.none() || context_.drift.integrated; }

  /// The first kick of all bodies.
  void kick();
  /// The first kick of a body that comes at `now`. With the acceleration inherited, if it is one that two have become.
  void take_off(Sweep& sweep, double now, const std::optional<Vec2>& inherited);
  /// The second kick, where the drift has ended.
  void kick_again();
  /// The velocity of the drift at its end, before the second kick; zero for edges and where bodies do not attract each other.
  [[nodiscard]] Vec2 landing_velocity(BodyRef ref) const noexcept;

  /// What a body's velocity is beyond that of its drift.
  [[nodiscard]] Vec2 velocity_offset(const BodyData& m, double t) const noexcept {
    const double since = t - context_.kick_time;
    const Vec2 straight = since * m.acceleration;
    return context_.drift.plan.chord ? straight + (since * since - context_.dt * context_.dt / 12) * m.bend : straight;
  }
  [[nodiscard]] Vec2 velocity_offset(BodyRef ref, double t) const noexcept {
    return ref.is_edge() ? Vec2{} : velocity_offset(bodies_.data(ref), t);
  }
  /// The same at a contact, with the fields at the contact and how they change: those of the motion, if it knows them.
  [[nodiscard]] std::pair<Vec2, Vec2> offsets_at(const BodyImpact& impact, const ContactMotion& motion) const;
  /// What is known of the motion of the two at their contact.
  [[nodiscard]] ContactMotion motion_at(const BodyImpact& impact);
  /// True if the change of the fields counts at contacts.
  [[nodiscard]] bool curved() const noexcept { return context_.drift.integrated && !context_.drift.plan.chord; }
  /// A contact turns the way in which the attraction between the two changes: corrects the velocities of the drift.
  void turn_attraction(const BodyImpact& impact, const Encounter& before, const Aftermath& after,
                       Aftermath& drift) const;

  /// Records where all flights begin, for questions about states within the step.
  void record_flights();
  void record_newcomer(const BodyData& body);

 private:
  void aim();
  void aim_chords();
  void compute_accelerations_at_end();
  [[nodiscard]] Vec2 acceleration_of(const Sweep& sweep, double now) const;
  [[nodiscard]] bool outruns_fields(const BodyImpact& impact);
  [[nodiscard]] ContactOffset offset_at_contact(BodyRef ref, BodyRef partner, double t) const;
  [[nodiscard]] bool sums_over_all(BodyRef ref, BodyRef partner) const;
  [[nodiscard]] Swing swing(BodyRef ref, BodyRef partner, double t, Vec2 velocity) const;
  /// True if fields act on it.
  [[nodiscard]] bool is_free(BodyRef ref) const noexcept {
    return !ref.is_edge() && bodies_.sweep(ref).inverse_mass > 0 && std::isfinite(bodies_.sweep(ref).radius);
  }
  /// How much of the acceleration's change goes into the velocity at t.
  [[nodiscard]] double bending(double t) const noexcept {
    const Drift& drift = context_.drift;
    return context_.kick_time * t - 0.5 * t * t - drift.plan.shift_before * drift.whole * drift.whole;
  }

  const StepContext& context_;
  const StepModes& modes_;
  StepBodies& bodies_;
  NBodyMemory& nbody_;
  const RestedPairs& rested_;
  World::State& state_;  ///< touching pairs, the record of the step, counted policies
  Fields fields_;
  std::vector<Vec2> landed_;  ///< by body: velocities before the second kick, where bodies attract each other
};

}  // namespace carom::detail
