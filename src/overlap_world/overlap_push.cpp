#include "overlap_world/overlap_push.hpp"

namespace carom::detail {
namespace {

/// Passes of pushing apart. One parts a pair; among many (200 discs thrown into a box at random, filling 0.63 of it) a second
/// one halves what is left of the overlaps after thirty steps. A third does not help any more: pairs that overlap only because
/// they were pushed are found in the next step.
constexpr int k_push_passes = 2;
/// Units of work (StepGuard).
constexpr std::uint64_t k_push_work = 16;

}  // namespace

// Edges come last in every pass, so that all bodies end inside.
void OverlapPush::push_apart() {
  for (int pass = 0; pass < k_push_passes; ++pass) {
    for (const OverlapImpact& impact : impacts_) {
      if (guard_.spend(k_push_work)) return;
      if (impact.b) push(impact);
    }
    for (const OverlapImpact& impact : impacts_) {
      if (guard_.spend(1)) return;
      if (!impact.b) push(impact);
    }
  }
}

void OverlapPush::push(const OverlapImpact& impact) {
  if (!both_there(bodies_, impact)) return;
  const auto overlap = overlap_now(bodies_, impact, bounds_);
  if (!overlap) return;
  Body& a = *bodies_.stored(impact.a.id);
  Body* b = impact.b ? bodies_.stored(impact.b->id) : nullptr;
  const double total = a.inverse_mass + (b != nullptr ? b->inverse_mass : 0);
  if (!(total > 0)) return;
  const Vec2 apart = overlap->depth * overlap->normal;
  if (!a.fixed()) a.state.at = a.state.at + (a.inverse_mass / total) * apart;
  if (b != nullptr && !b->fixed()) b->state.at = b->state.at - (b->inverse_mass / total) * apart;
}

}  // namespace carom::detail
