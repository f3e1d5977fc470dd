#pragma once

#include "carom/motion/chain.hpp"
#include "carom/toi/contact.hpp"

/// Everything made of straight pieces against everything made of straight pieces.
///
/// Apart at t = 0, two chains first touch where a vertex of one reaches an edge of the other: the earliest such event of all
/// vertices of both against all edges of both is the answer. Touching at t = 0 needs more care, because resting and sliding
/// are no hits: it is a hit at once if they overlap just after; if they part, the next event is; if they stay in touch, the
/// first event is that has them apart just before or overlapping just after (chain_state.hpp decides these exactly).
namespace carom::detail {

[[nodiscard]] Impact chain_chain(const Chain& a, const Chain& b) noexcept;

/// Outcome and time only.
[[nodiscard]] ImpactTime chain_chain_time(const Chain& a, const Chain& b) noexcept;

}  // namespace carom::detail
