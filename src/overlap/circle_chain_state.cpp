#include "overlap/circle_chain_state.hpp"

#include "carom/math/orientation.hpp"

namespace carom {
namespace {

/// The sign of |p - center|² - r².
Sign reach_sign(const Circle& circle, Vec2 p) noexcept {
  return certified_sign([&](auto lift) {
    const auto dx = lift(p.x) - lift(circle.center.x);
    const auto dy = lift(p.y) - lift(circle.center.y);
    return dx * dx + dy * dy - lift(circle.radius) * lift(circle.radius);
  });
}

/// The sign of (distance from the center to the line ab)² - r², times |ab|².
Sign line_reach_sign(const Circle& circle, Vec2 a, Vec2 b) noexcept {
  return certified_sign([&](auto lift) {
    const auto ex = lift(b.x) - lift(a.x);
    const auto ey = lift(b.y) - lift(a.y);
    const auto wx = lift(circle.center.x) - lift(a.x);
    const auto wy = lift(circle.center.y) - lift(a.y);
    const auto side = ex * wy - ey * wx;
    return side * side - lift(circle.radius) * lift(circle.radius) * (ex * ex + ey * ey);
  });
}

/// The sign of (distance to the edge) - r.
Sign edge_reach_sign(const Circle& circle, Vec2 a, Vec2 b) noexcept {
  if (alignment(a, circle.center, a, b) != Sign::positive) return reach_sign(circle, a);
  if (alignment(b, circle.center, b, a) != Sign::positive) return reach_sign(circle, b);
  return line_reach_sign(circle, a, b);
}

}  // namespace

CircleClassification classify(const Circle& circle, const Chain& chain) noexcept {
  bool near = false;      // some point of the chain is strictly inside the circle
  bool far = false;       // some point is strictly outside
  bool touching = false;  // some point is on the circle
  for (int i = 0; i < chain.count; ++i) {
    const Sign vertex = reach_sign(circle, chain.from[i]);
    near |= vertex == Sign::negative;
    far |= vertex == Sign::positive;
    touching |= vertex == Sign::zero;
  }
  for (int i = 0; i < chain.edges(); ++i) {
    const Sign edge = edge_reach_sign(circle, chain.from[i], chain.from[chain.next(i)]);
    near |= edge == Sign::negative;
    touching |= edge == Sign::zero;
  }
  CircleClassification result{touching ? ChainState::touching : ChainState::apart};
  const bool center_inside =
      chain.closed() && !near && is_inside({circle.center, circle.center, {}}, chain, AtStart{});
  if (circle.hollow && !far) {
    result.holds_chain = true;
  } else if (near || (center_inside && chain.kind == ChainKind::solid)) {
    result.state = ChainState::overlapping;
  } else {
    result.in_arena = center_inside;
  }
  return result;
}

}  // namespace carom
