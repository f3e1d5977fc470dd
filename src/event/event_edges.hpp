#pragma once

#include "carom/world/settings.hpp"

namespace carom::detail {

/// Calls visit(gap, closing, pull, edge) for the edges of the world, left, right, lower, upper: how far the box from `low` to
/// `high` is from each, how fast it closes, and with what acceleration.
template <class Visit>
void visit_edges(const Bounds& bounds, Vec2 low, Vec2 high, Vec2 v, Vec2 gravity, const Visit& visit) {
  visit(low.x - bounds.min.x, -v.x, -gravity.x, 0U);
  visit(bounds.max.x - high.x, v.x, gravity.x, 1U);
  visit(low.y - bounds.min.y, -v.y, -gravity.y, 2U);
  visit(bounds.max.y - high.y, v.y, gravity.y, 3U);
}

}  // namespace carom::detail
