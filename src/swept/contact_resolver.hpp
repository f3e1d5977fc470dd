#pragma once

#include "swept/step_parts.hpp"

namespace carom::detail {

/// From a contact to its consequences: law, callbacks, velocities at the contact, response, Zeno guard, record, new flights. What
/// all loops share of that is the ContactPipeline.
class ContactResolver {
 public:
  ContactResolver(World& world, World::State& state, const StepFrame& frame, StepBodies& bodies, PairLaws& laws,
                  StepMotion& motion, StepSearch& search)
      : world_(world), state_(state), frame_(frame), bodies_(bodies), laws_(laws), motion_(motion), search_(search) {}

  void resolve(Worker& worker, const BodyImpact& impact);
  /// A pair that passed through each other has no point in common any more.
  void part(Worker& worker, BodyRef a, BodyRef b, double t);
  /// The acceleration of a body that two have just become, while it is added.
  [[nodiscard]] const std::optional<Vec2>& inherited_acceleration() const noexcept { return inherited_; }

 private:
  void resolve_with_callbacks(Worker& worker, const BodyImpact& impact, const Law& law, ContactMotion motion);
  void apply_response(Worker& worker, const BodyImpact& impact, Law law, ContactMotion motion);
  void let_pass(Worker& worker, const BodyImpact& impact);
  void fly_on(Worker& worker, const BodyImpact& impact, const Aftermath& drift);
  void take_measure(Worker& worker, const BodyImpact& impact, ZenoGuard::Measure measure);
  [[nodiscard]] double energy_taken_by(const Clumps::Joined& joined, double t) const;
  void merge(Worker& worker, const BodyImpact& impact, const Law& law, const ContactMotion& motion);
  [[nodiscard]] std::optional<BodyImpact> next_to_merge(BodyId grown, double t) const;

  [[nodiscard]] Encounter encounter(const BodyImpact& impact, double restitution, const ContactMotion& motion) const;
  [[nodiscard]] PendingContact pending_contact(const BodyImpact& impact, const Encounter& encounter) const;
  [[nodiscard]] std::optional<Party> other_party(BodyRef ref) const;  ///< none: an edge
  void notify_touch(BodyRef a, BodyRef b, double t, TouchChange change);
  [[nodiscard]] EventRecord record(const BodyImpact& impact, Response response, const Encounter& before,
                                   const Aftermath& after) const;
  void record_contact(Worker& worker, const BodyImpact& impact, const Law& law, const Encounter& before,
                      const Aftermath& after, bool reported);

  World& world_;
  World::State& state_;  ///< exchanged momentum, the record of the step
  const StepFrame& frame_;
  StepBodies& bodies_;
  PairLaws& laws_;
  StepMotion& motion_;
  StepSearch& search_;
  std::optional<Vec2> inherited_;
};

}  // namespace carom::detail
