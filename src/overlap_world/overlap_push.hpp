#pragma once

#include <vector>

#include "overlap_world/overlap_impact.hpp"

namespace carom::detail {

/// Position correction: pairs whose response moves bodies are pushed apart by inverse mass.
class OverlapPush {
 public:
  OverlapPush(OverlapBodies& bodies, const std::optional<Bounds>& bounds, StepGuard& guard) noexcept
      : bodies_(bodies), bounds_(bounds), guard_(guard) {}

  void add(const OverlapImpact& impact) { impacts_.push_back(impact); }
  /// By their depths as they are then; in some passes, because separating one pair may make another overlap.
  void push_apart();

 private:
  void push(const OverlapImpact& impact);

  OverlapBodies& bodies_;
  const std::optional<Bounds>& bounds_;
  StepGuard& guard_;
  std::vector<OverlapImpact> impacts_;
};

}  // namespace carom::detail
