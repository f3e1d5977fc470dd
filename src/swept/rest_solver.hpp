#pragma once

#include <vector>

#include "math/step_guard.hpp"
#include "world/bodies/sweep.hpp"

namespace carom::detail {

/// Two bodies in touch that must not come closer to each other than they may.
struct RestingPair {
  Sweep* a = nullptr;
  Sweep* b = nullptr;  ///< null: an edge of the world
  Vec2 normal;         ///< pushes a off b
  double least = 0;    ///< their relative velocity along the normal may not be less
  double pushed = 0;   ///< the impulse so far
};

/// Finds impulses, none of which pulls, such that every pair keeps to its `least` velocity: projected Gauss-Seidel with the
/// impulses kept, pair after pair in the given order, until no pair is changed by more than `tolerance`, or for a bounded
/// number of rounds. With a relaxation above 1 (and below 2) each correction is taken that much further: a clump that is many
/// bodies across needs far fewer rounds, and gets fewer. With 1 the kinetic energy never grows where `least` is not positive.
/// Source: Moreau 1988; Catto, Iterative dynamics with temporal coherence, 2005.
/// A guard that says stop ends it in the middle.
void solve_resting(std::vector<RestingPair>& pairs, double tolerance, double relaxation = 1,
                   StepGuard* guard = nullptr) noexcept;

}  // namespace carom::detail
