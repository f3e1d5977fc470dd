#pragma once

#include "overlap_world/overlap_motion.hpp"
#include "overlap_world/overlap_push.hpp"
#include "overlap_world/overlap_touches.hpp"

namespace carom::detail {

/// What a found overlap does: new velocities if the two close, one event per uninterrupted contact, effects, callbacks.
class OverlapResolver {
 public:
  OverlapResolver(World& world, World::State& state, OverlapBodies& bodies, const OverlapMotion& motion,
                  OverlapTouches& touches, OverlapPush& push, ContactPipeline& contacts, double end) noexcept;

  void resolve(const FoundOverlap& found);

 private:
  [[nodiscard]] std::optional<OverlapImpact> impact_of(const FoundOverlap& found) const;
  void use_entry_normal(OverlapImpact& impact) const;
  [[nodiscard]] bool was_reported(const OverlapImpact& impact) const;
  [[nodiscard]] Law law(const OverlapImpact& impact);
  [[nodiscard]] Encounter encounter(const OverlapImpact& impact) const;
  [[nodiscard]] PendingContact pending(const OverlapImpact& impact, const Encounter& e) const;
  [[nodiscard]] EventRecord record(const OverlapImpact& impact, const Encounter& e) const;
  void move_or_pass(const OverlapImpact& impact, EventRecord& event);
  void apply_response(const OverlapImpact& impact, Encounter e, EventRecord& event);
  [[nodiscard]] bool rests(const OverlapImpact& impact, const Encounter& e) const;

  World& world_;
  World::State& state_;
  OverlapBodies& bodies_;
  const OverlapMotion& motion_;
  OverlapTouches& touches_;
  OverlapPush& push_;
  ContactPipeline& contacts_;
  double end_;
  double dt_;
};

}  // namespace carom::detail
