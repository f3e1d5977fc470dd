#pragma once

#include "carom/motion/chain.hpp"
#include "carom/shapes/circle.hpp"
#include "overlap/chain_state.hpp"

/// Every pair at rest, in one order of kinds: apart, touching or overlapping? Exact. Only the `from` side of a chain is
/// read. A circle of radius 0 is a point.
namespace carom::detail {

[[nodiscard]] ChainState state_of(const Circle& a, const Circle& b) noexcept;
[[nodiscard]] ChainState state_of(const Circle& a, const Border& b) noexcept;
[[nodiscard]] ChainState state_of(const Circle& a, const Chain& b) noexcept;
[[nodiscard]] ChainState state_of(const Chain& a, const Border& b) noexcept;
[[nodiscard]] ChainState state_of(const Chain& a, const Chain& b) noexcept;

/// May the ring `outer` hold `inner` inside? Points are no rings.
[[nodiscard]] constexpr bool may_hold(const Circle& outer, const Circle& inner) noexcept {
  return outer.hollow && outer.radius > 0 && outer.radius >= inner.radius;
}

/// Does it hold it, touching or not? For `may_hold` only.
[[nodiscard]] bool holds(const Circle& outer, const Circle& inner) noexcept;

/// The centre alone, as a chain.
[[nodiscard]] inline Chain point_chain(const Vec2& p) noexcept { return {&p, &p, {}, 1, ChainKind::point}; }

/// Some fixed order of chains, so that both orders of a pair can be answered by the same computation.
[[nodiscard]] bool comes_before(const Chain& a, const Chain& b) noexcept;

}  // namespace carom::detail
