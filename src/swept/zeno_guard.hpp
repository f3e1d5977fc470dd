#pragma once

#include "contact/body_impact.hpp"
#include "swept/clumps.hpp"
#include "swept/resting_contacts.hpp"

namespace carom::detail {

/// The policy that lets every step end: it counts contacts that lead nowhere, takes the rebound from them, solves what is at
/// rest at once, and in the end asks for a rigid clump. docs/mathematics.md, section 15, says why each is there and that none of
/// them acts in an elastic gas.
class ZenoGuard {
 public:
  ZenoGuard(const StepContext& context, const StepModes& modes, StepBodies& bodies, RestingContacts& resting,
            RestedPairs& rested, const Clumps& clumps, World::State& state)
      : context_(context),
        modes_(modes),
        bodies_(bodies),
        resting_(resting),
        rested_(rested),
        clumps_(clumps),
        state_(state) {}

  /// Counts a contact. True if one of the two has met others again and again without getting anywhere.
  [[nodiscard]] bool has_no_room(const BodyImpact& impact);
  /// Counts a contact. How many in quick succession one of the two has had.
  [[nodiscard]] std::uint32_t count_quick(const BodyImpact& impact);
  /// Takes the rebound from contacts that are too many or too slow.
  void drop_restitution(const BodyImpact& impact, double closing, std::uint32_t quick, Law& law);
  /// True if a body that slides has come to rest in a wedge; counted.
  [[nodiscard]] bool rests_in_wedge(const BodyImpact& impact);
  /// A drift that still closes after the response does so no more, and the pair stays in touch.
  void rest(const BodyImpact& impact, const Law& law, const Encounter& encounter, Aftermath& drift);
  /// A tangent to the inside of a ring becomes a shallow bounce. True if it did.
  [[nodiscard]] bool tilt(const BodyImpact& impact, Aftermath& drift);
  /// True if a pair that was at rest before has gained no more speed than the fields give in a step: it is not reported.
  [[nodiscard]] bool is_silent(const BodyImpact& impact, const Encounter& encounter) const;

  enum class Measure { none, solve_resting, clump };
  /// What is to be done after a contact, `corners` changes of flights into the step.
  [[nodiscard]] Measure measure_after(const BodyImpact& impact, const Law& law, std::size_t corners);

 private:
  [[nodiscard]] std::uint32_t most_quick(const BodyImpact& impact) const noexcept;
  [[nodiscard]] bool is_entangled(const BodyImpact& impact) const;
  [[nodiscard]] bool rested_too_often(const BodyImpact& impact) const;
  [[nodiscard]] bool needs_clump(const BodyImpact& impact, const Law& law, std::size_t corners) const;
  [[nodiscard]] PairKey key(const BodyImpact& impact) const noexcept { return pair_key(bodies_, impact.a, impact.b); }

  const StepContext& context_;
  const StepModes& modes_;
  StepBodies& bodies_;
  RestingContacts& resting_;
  RestedPairs& rested_;
  const Clumps& clumps_;
  World::State& state_;       ///< touching pairs, counted policies
  std::uint32_t solves_ = 0;  ///< of all that is at rest, in this drift
};

/// As a drift begins: each counts for itself, because what a run has counted before it was cut is in no snapshot.
void reset_wayless_counts(StepBodies& bodies) noexcept;

}  // namespace carom::detail
