#include "overlap/state.hpp"

#include <algorithm>
#include <tuple>

#include "overlap/circle_chain_state.hpp"

namespace carom::detail {
namespace {

/// The sign of |a - b|² - (ra + sign rb)².
Sign reach_sign(const Circle& a, const Circle& b, double b_radius) noexcept {
  return certified_sign([&](auto lift) {
    const auto dx = lift(a.center.x) - lift(b.center.x);
    const auto dy = lift(a.center.y) - lift(b.center.y);
    const auto reach = lift(a.radius) + lift(b_radius);
    return dx * dx + dy * dy - reach * reach;
  });
}

/// Of a gap that closes at zero.
ChainState state_of(Sign gap) noexcept {
  if (gap == Sign::positive) return ChainState::apart;
  return gap == Sign::zero ? ChainState::touching : ChainState::overlapping;
}

}  // namespace

bool holds(const Circle& outer, const Circle& inner) noexcept {
  return reach_sign(outer, inner, -inner.radius) != Sign::positive;
}

ChainState state_of(const Circle& a, const Circle& b) noexcept {
  const ChainState outside = state_of(reach_sign(a, b, b.radius));
  if (outside != ChainState::overlapping || !(may_hold(a, b) || may_hold(b, a))) return outside;
  return state_of(-reach_sign(a, b, -b.radius));
}

ChainState state_of(const Circle& a, const Border& b) noexcept {
  return state_of(certified_sign([&](auto lift) {
    const auto s = lift(coordinate(a.center, b.axis)) - lift(b.at);
    return s * s - lift(a.radius) * lift(a.radius);
  }));
}

ChainState state_of(const Circle& a, const Chain& b) noexcept {
  return a.radius > 0 ? classify(a, b).state : state_of(point_chain(a.center), b);
}

ChainState state_of(const Chain& a, const Border& b) noexcept {
  bool before = false;
  bool on = false;
  bool beyond = false;
  for (int i = 0; i < a.count; ++i) {
    const double at = coordinate(a.from[i], b.axis);
    before |= at < b.at;
    on |= at == b.at;
    beyond |= at > b.at;
  }
  if (before && beyond) return ChainState::overlapping;
  return on ? ChainState::touching : ChainState::apart;
}

ChainState state_of(const Chain& a, const Chain& b) noexcept { return classify(a, b, AtStart{}).state; }

bool comes_before(const Chain& a, const Chain& b) noexcept {
  if (std::tuple(a.kind, a.count) != std::tuple(b.kind, b.count)) {
    return std::tuple(a.kind, a.count) < std::tuple(b.kind, b.count);
  }
  return std::lexicographical_compare(a.from, a.from + a.count, b.from, b.from + b.count,
                                      [](Vec2 p, Vec2 q) { return std::tuple(p.x, p.y) < std::tuple(q.x, q.y); });
}

}  // namespace carom::detail
