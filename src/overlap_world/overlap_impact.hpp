#pragma once

#include <optional>

#include "contact/law.hpp"
#include "overlap_world/overlap_bodies.hpp"
#include "overlap_world/overlap_finder.hpp"

namespace carom::detail {

/// Two bodies, or a body and an edge, that overlap: one contact on its way through the stages.
struct OverlapImpact {
  FoundOverlap found;
  Party a;
  std::optional<Party> b;
  PairKey key;
  Law law;
};

[[nodiscard]] inline bool both_there(const OverlapBodies& bodies, const OverlapImpact& impact) noexcept {
  return bodies.stored(impact.a.id) != nullptr && (!impact.b || bodies.stored(impact.b->id) != nullptr);
}

/// As the two, which must be there, are now.
[[nodiscard]] inline std::optional<Overlap> overlap_now(const OverlapBodies& bodies, const OverlapImpact& impact,
                                                        const std::optional<Bounds>& bounds) {
  const Body& a = *bodies.stored(impact.a.id);
  return impact.b ? overlap_of(a, *bodies.stored(impact.b->id), impact.found.shift)
                  : overlap_of(a, *bounds, *impact.found.edge);
}

}  // namespace carom::detail
