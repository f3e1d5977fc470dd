#pragma once

#include "overlap/separation.hpp"

/// A shorter move than `fallback` for pairs in which something is not convex.
///
/// Where the boundary of one leans on the other after the least move there is a face (of one) with a vertex (of the other)
/// or the disc on it, a corner with the disc on it, or a niche with both its faces touched. All of these propose a move;
/// the shortest are tried, shortest first, and the first one after which the exact classification says that the overlap
/// has ended is the answer. `fallback`, which parts the hulls, needs no trial. Moves into an arena are among the proposals.
namespace carom::detail {

[[nodiscard]] Move concave_move(const Circle& a, const Chain& b, const Move& fallback) noexcept;
[[nodiscard]] Move concave_move(const Chain& a, const Chain& b, const Move& fallback) noexcept;

}  // namespace carom::detail
