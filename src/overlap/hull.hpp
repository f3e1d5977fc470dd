#pragma once

#include "carom/math/orientation.hpp"
#include "carom/motion/chain.hpp"

/// The convex hull of a chain as it stands at t = 0, edge by edge and without storing it.
namespace carom::detail {

/// Points and segments are. Vertices in line with their neighbours are fine.
[[nodiscard]] bool is_convex(const Chain& chain) noexcept;

/// The vertex after `from` on the hull, counterclockwise (gift wrapping; Jarvis 1973).
[[nodiscard]] Vec2 next_on_hull(const Chain& chain, Vec2 from) noexcept;
/// A vertex that is certainly on the hull: the lowest of the leftmost.
[[nodiscard]] Vec2 first_on_hull(const Chain& chain) noexcept;

/// Calls `visit(from, to)` for every edge of the hull, counterclockwise. A segment has two, there and back; a point none.
template <class Visit>
void visit_hull_edges(const Chain& chain, const Visit& visit) noexcept {
  if (chain.kind == ChainKind::point) return;
  if (chain.kind == ChainKind::segment) {
    visit(chain.from[0], chain.from[1]);
    visit(chain.from[1], chain.from[0]);
    return;
  }
  if (is_convex(chain)) {
    const bool forward = chain.winding == Winding::counterclockwise;
    for (int i = 0; i < chain.count; ++i) {
      const Vec2 start = chain.from[i];
      const Vec2 end = chain.from[chain.next(i)];
      forward ? visit(start, end) : visit(end, start);
    }
    return;
  }
  const Vec2 first = first_on_hull(chain);
  Vec2 corner = first;
  for (int i = 0; i < chain.count; ++i) {
    const Vec2 next = next_on_hull(chain, corner);
    visit(corner, next);
    if (next == first) return;
    corner = next;
  }
}

}  // namespace carom::detail
