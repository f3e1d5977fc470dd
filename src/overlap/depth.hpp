#pragma once

#include "carom/motion/chain.hpp"
#include "carom/overlap/overlap.hpp"

/// How deep two shapes overlap at t = 0, for pairs that are known to overlap (the decision is exact and made elsewhere).
/// `Overlap::normal` pushes the first argument off the second. Only the `from` side of a chain is read.
namespace carom {

[[nodiscard]] Overlap overlap_depth(const Circle& a, const Circle& b) noexcept;
[[nodiscard]] Overlap overlap_depth(const Circle& a, const Border& b) noexcept;
[[nodiscard]] Overlap overlap_depth(const Circle& a, const Chain& b) noexcept;
[[nodiscard]] Overlap overlap_depth(const Chain& a, const Border& b) noexcept;
[[nodiscard]] Overlap overlap_depth(const Chain& a, const Chain& b) noexcept;

}  // namespace carom
