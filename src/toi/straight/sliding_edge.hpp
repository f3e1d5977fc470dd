#pragma once

#include <optional>

#include "carom/motion/chain.hpp"

/// A moving circle and the body of an edge that moves without rotating or stretching.
///
/// Equation   l(t) = e × w(t) = ± r |e|: linear in t
/// Symbols    e = B - A constant, w = c - A; l0, l1 = l at both ends of the step; k = r |e|; s = sign of l0
/// Cases      |l0| < k: within the slab already, so that only the ends of the edge can be met; s l1 > k: not reached;
///            otherwise t = (s l0 - k) / (s (l0 - l1)), a contact when the foot is on the edge: w·e >= 0 and (B - c)·e >= 0 at t,
///            signs of P + Q k, with k the square root of r² e·e
/// Error      decisions exact; |t - true t| <= k_time_error. Tests: circle_chain_test
/// Source     docs/mathematics.md, section 5
namespace carom::detail {

struct EdgeHit {
  double t = 0;
  Sign side = Sign::zero;  ///< on which side of the edge the circle is; positive is left
};

/// Do both ends move alike, to the last bit?
[[nodiscard]] bool slides(const Track& a, const Track& b) noexcept;

/// When the circle first touches the body of the edge, in (0, 1]. Only for edges that slide, and r > 0.
[[nodiscard]] std::optional<EdgeHit> sliding_edge_hit(const Track& center, double radius, const Track& a,
                                                      const Track& b) noexcept;

}  // namespace carom::detail
