#include "overlap/hull.hpp"

#include <algorithm>

namespace carom::detail {

bool is_convex(const Chain& chain) noexcept {
  if (!chain.closed()) return true;
  const Sign wrong = chain.winding == Winding::counterclockwise ? Sign::negative : Sign::positive;
  for (int i = 0; i < chain.count; ++i) {
    if (orientation(chain.from[chain.previous(i)], chain.from[i], chain.from[chain.next(i)]) == wrong) return false;
  }
  return true;
}

Vec2 first_on_hull(const Chain& chain) noexcept {
  return *std::min_element(chain.from, chain.from + chain.count,
                           [](Vec2 a, Vec2 b) { return a.x != b.x ? a.x < b.x : a.y < b.y; });
}

Vec2 next_on_hull(const Chain& chain, Vec2 from) noexcept {
  Vec2 best = from;
  for (int i = 0; i < chain.count; ++i) {
    const Vec2 p = chain.from[i];
    if (p == from) continue;
    const Sign side = best == from ? Sign::negative : orientation(from, best, p);
    // Of those in line the farthest: the ones in between are no corners.
    if (side == Sign::negative || (side == Sign::zero && alignment(best, p, from, best) == Sign::positive)) best = p;
  }
  return best;
}

}  // namespace carom::detail
