#include "overlap/circle_chain_state.hpp"

namespace carom {
namespace {

struct StandingCircle {
  const Circle& circle;

  auto x(auto lift) const noexcept { return lift(circle.center.x); }
  auto y(auto lift) const noexcept { return lift(circle.center.y); }
  bool is_inside(const Chain& chain) const noexcept {
    return carom::is_inside({circle.center, circle.center, {}}, chain, AtStart{});
  }
};

struct MovedCircle {
  const Circle& circle;
  Vec2 move;

  auto x(auto lift) const noexcept { return lift(circle.center.x) + lift(move.x); }
  auto y(auto lift) const noexcept { return lift(circle.center.y) + lift(move.y); }
  bool is_inside(const Chain& chain) const noexcept {
    return carom::is_inside({circle.center, circle.center, move}, chain, AtEnd{});
  }
};

/// The sign of |p - center|² - r².
template <class Placed>
Sign reach_sign(const Placed& placed, Vec2 p) noexcept {
  return certified_sign([&](auto lift) {
    const auto dx = lift(p.x) - placed.x(lift);
    const auto dy = lift(p.y) - placed.y(lift);
    return dx * dx + dy * dy - lift(placed.circle.radius) * lift(placed.circle.radius);
  });
}

/// The sign of (distance from the center to the line ab)² - r², times |ab|².
template <class Placed>
Sign line_reach_sign(const Placed& placed, Vec2 a, Vec2 b) noexcept {
  return certified_sign([&](auto lift) {
    const auto ex = lift(b.x) - lift(a.x);
    const auto ey = lift(b.y) - lift(a.y);
    const auto wx = placed.x(lift) - lift(a.x);
    const auto wy = placed.y(lift) - lift(a.y);
    const auto side = ex * wy - ey * wx;
    return side * side - lift(placed.circle.radius) * lift(placed.circle.radius) * (ex * ex + ey * ey);
  });
}

/// Does the center lie beyond `a`, seen from `b`, or straight over it?
template <class Placed>
bool is_beyond(const Placed& placed, Vec2 a, Vec2 b) noexcept {
  const Sign along = certified_sign([&](auto lift) {
    return (placed.x(lift) - lift(a.x)) * (lift(b.x) - lift(a.x)) +
           (placed.y(lift) - lift(a.y)) * (lift(b.y) - lift(a.y));
  });
  return along != Sign::positive;
}

/// The sign of (distance to the edge) - r.
template <class Placed>
Sign edge_reach_sign(const Placed& placed, Vec2 a, Vec2 b) noexcept {
  if (is_beyond(placed, a, b)) return reach_sign(placed, a);
  if (is_beyond(placed, b, a)) return reach_sign(placed, b);
  return line_reach_sign(placed, a, b);
}

template <class Placed>
CircleClassification classification(const Placed& placed, const Chain& chain) noexcept {
  bool near = false;      // some point of the chain is strictly inside the circle
  bool far = false;       // some point is strictly outside
  bool touching = false;  // some point is on the circle
  for (int i = 0; i < chain.count; ++i) {
    const Sign vertex = reach_sign(placed, chain.from[i]);
    near |= vertex == Sign::negative;
    far |= vertex == Sign::positive;
    touching |= vertex == Sign::zero;
  }
  for (int i = 0; i < chain.edges(); ++i) {
    const Sign edge = edge_reach_sign(placed, chain.from[i], chain.from[chain.next(i)]);
    near |= edge == Sign::negative;
    touching |= edge == Sign::zero;
  }
  CircleClassification result{touching ? ChainState::touching : ChainState::apart};
  const bool center_inside = chain.closed() && !near && placed.is_inside(chain);
  if (placed.circle.hollow && !far) {
    result.holds_chain = true;
  } else if (near || (center_inside && chain.kind == ChainKind::solid)) {
    result.state = ChainState::overlapping;
  } else {
    result.in_arena = center_inside;
  }
  return result;
}

}  // namespace

CircleClassification classify(const Circle& circle, const Chain& chain) noexcept {
  return classification(StandingCircle{circle}, chain);
}

CircleClassification classify_moved(const Circle& circle, Vec2 move, const Chain& chain) noexcept {
  return classification(MovedCircle{circle, move}, chain);
}

}  // namespace carom
