#pragma once

#include "contact/contact_pipeline.hpp"
#include "swept/step_bodies.hpp"
#include "swept/step_context.hpp"

namespace carom::detail {

/// Which law holds between two bodies of the step, and which pairs pass through each other.
class PairLaws {
 public:
  PairLaws(World& world, World::State& state, const StepBodies& bodies, const StepModes& modes)
      : settings_(state.settings), pipeline_(world, state), bodies_(bodies), modes_(modes) {}

  /// True if there are no rules, listeners, sensors, filters or lifetimes: contacts are physics alone.
  [[nodiscard]] bool unobserved() const noexcept { return unobserved_; }
  /// As the step begins.
  void ask_observed() noexcept { unobserved_ = !bodies_.traits().special && !pipeline_.is_observed(); }
  /// A callback has changed the bodies.
  void set_observed() noexcept { unobserved_ = false; }

  [[nodiscard]] Law between(BodyRef a, BodyRef b) const {
    if (unobserved_ && !modes_.lossy) {
      Law law;
      law.restitution = settings_.restitution;
      return law;
    }
    return pipeline_.law(bodies_.data(a).side(), b.is_edge() ? ContactSide{} : bodies_.data(b).side());
  }
  /// True if nothing stops these two.
  [[nodiscard]] bool lets_pass(BodyRef a, BodyRef b) const {
    return !unobserved_ &&
           pipeline_.filter().lets_pass(bodies_.data(a).side(), bodies_.data(b).side(), pair_key(bodies_, a, b));
  }
  /// True if a pair overlaps now and is let pass.
  [[nodiscard]] bool overlaps(BodyRef a, BodyRef b) const {
    return !unobserved_ && pipeline_.filter().overlaps(overlap_key(bodies_, a, b));
  }

  [[nodiscard]] ContactPipeline& pipeline() noexcept { return pipeline_; }
  [[nodiscard]] const ContactPipeline& pipeline() const noexcept { return pipeline_; }

 private:
  const WorldSettings& settings_;
  ContactPipeline pipeline_;
  const StepBodies& bodies_;
  const StepModes& modes_;
  bool unobserved_ = true;
};

}  // namespace carom::detail
