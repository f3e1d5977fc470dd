#pragma once

#include "carom/motion/chain.hpp"
#include "carom/shapes/circle.hpp"
#include "overlap/chain_state.hpp"

/// A circle of positive radius and a chain at t = 0: apart, touching or overlapping? Exact. (A point is a chain itself.)
namespace carom {

struct CircleClassification {
  ChainState state = ChainState::apart;
  bool holds_chain = false;  ///< the chain lies inside the ring
  bool in_arena = false;     ///< the circle lies inside the arena
};

[[nodiscard]] CircleClassification classify(const Circle& circle, const Chain& chain) noexcept;

/// The same with the circle moved by `move`, a sum that is never rounded.
[[nodiscard]] CircleClassification classify_moved(const Circle& circle, Vec2 move, const Chain& chain) noexcept;

}  // namespace carom
