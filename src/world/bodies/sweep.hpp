#pragma once

#include <cstdint>
#include <vector>

#include "carom/world/settings.hpp"

namespace carom::detail {

/// A body in straight flight within a step: what the event loop touches again and again, one cache line of it.
struct Sweep {
  Vec2 at;            ///< where it is at `since`
  Vec2 velocity;      ///< of the drift
  double since = 0;   ///< seconds into the step
  double radius = 0;  ///< of the circle, or of the bounding circle around `at`
  double inverse_mass = 0;
  std::uint32_t body_index = 0;  ///< place in the order of creation among the bodies of the step
  std::uint32_t version = 0;     ///< counts its flights: what was predicted for another one is void

  [[nodiscard]] Vec2 position(double time) const noexcept {
    // Not moving by 0 keeps the bits where `at` is -0.
    return time == since ? at : at + (time - since) * velocity;
  }
};
static_assert(sizeof(Sweep) == 64);

/// Two sweeps, with all that decides when they meet. Their meeting is a pure function of this.
struct SweepPair {
  const Sweep& a;
  const Sweep& b;
  const BodyShape& shape_a;
  const BodyShape& shape_b;
  Vec2 shift;             ///< added to b: its image in a periodic box
  double horizon;         ///< the step's length: nothing is predicted beyond
  double idle = 0;        ///< closing speeds up to this are those of a pair at rest
  double not_before = 0;  ///< for pairs that are searched again in the middle of their flights
};

}  // namespace carom::detail
