#pragma once

#include <algorithm>

#include "carom/motion/chain.hpp"
#include "overlap/best_moves.hpp"

/// Trying proposed moves, shortest first.
namespace carom::detail {

/// The larger side of the box around the chain.
[[nodiscard]] inline double extent_of(const Chain& chain) noexcept {
  Vec2 low = chain.from[0];
  Vec2 high = low;
  for (int i = 1; i < chain.count; ++i) {
    low = {std::min(low.x, chain.from[i].x), std::min(low.y, chain.from[i].y)};
    high = {std::max(high.x, chain.from[i].x), std::max(high.y, chain.from[i].y)};
  }
  return std::max(high.x - low.x, high.y - low.y);
}

/// The first of the moves for which `parts(displacement)` holds, otherwise `fallback`. A move that is right up to rounding
/// may end a hair short, so it is tried a hair longer too; `size` is that of the shapes.
template <class Parts>
[[nodiscard]] Move first_that_parts(const BestMoves& best, const Move& fallback, double size,
                                    const Parts& parts) noexcept {
  constexpr double k_rounding = 1e-14;
  for (const Move& move : best.moves()) {
    const double longer = move.depth * (1 + 1e-12) + k_rounding * size;
    if (parts(longer * move.normal) || parts(move.depth * move.normal)) return move;
  }
  return fallback;
}

}  // namespace carom::detail
