#include "toi/rotating/rotating_start.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include "carom/shapes/mass.hpp"
#include "overlap/circle_chain_state.hpp"
#include "overlap/depth.hpp"
#include "overlap/measure.hpp"
#include "overlap/state.hpp"

namespace carom::detail {
namespace {

/// A chain as it stands at t = 0, its centre at `at`.
class PlacedChain {
 public:
  PlacedChain(const RotatingChain& chain, Vec2 at) : chain_(chain), vertices_(chain.vertices.size()) {
    const SinCos angle = sin_cos(chain.turn.from.angle);
    std::ranges::transform(chain.vertices, vertices_.begin(), [&](Vec2 p) { return at + turned(p, angle); });
  }
  [[nodiscard]] Chain view() const noexcept {
    return {vertices_.data(), vertices_.data(), {},   static_cast<int>(vertices_.size()),
            chain_.kind,      chain_.winding,   false};
  }

 private:
  const RotatingChain& chain_;
  std::vector<Vec2> vertices_;
};

/// The distance of the outlines that do not cross, or `limit` or more.
double outline_distance(const Chain& vertices, const Chain& edges, double limit) noexcept {
  double least = limit;
  for (int j = 0; j < edges.edges(); ++j) {
    const QuickEdge edge(edges.from[j], edges.from[edges.next(j)]);
    for (int i = 0; i < vertices.count; ++i) least = std::min(least, edge.distance(vertices.from[i], least));
  }
  return least;
}

bool outlines_touch(const Chain& a, const Chain& b, double tolerance) noexcept {
  const double more = 2 * tolerance;
  return outline_distance(a, b, more) <= tolerance || outline_distance(b, a, more) <= tolerance;
}

/// Overlaps that are too shallow to count are touches.
RotatingStart of_overlap(const Overlap& deep, double tolerance) noexcept {
  RotatingStart start{.resting = true};
  if (deep.depth > tolerance) start.overlap = Contact{0, deep.point, deep.normal, Side::outer, deep.depth};
  return start;
}

/// Does `inner` lie in the arena, though it may reach through its wall by the tolerance? What is farthest from it tells.
bool mostly_inside(const Chain& inner, const Chain& arena) noexcept {
  if (arena.kind != ChainKind::hollow) return false;
  int farthest = 0;
  double most = -1;
  for (int i = 0; i < inner.count; ++i) {
    const Chain vertex = point_chain(inner.from[i]);
    const double distance = outline_distance(vertex, arena, std::numeric_limits<double>::infinity());
    if (distance > most) most = distance, farthest = i;
  }
  return is_inside(inner.vertex(farthest), arena, AtStart{});
}

}  // namespace

RotatingStart rotating_start(const RotatingChain& a, const RotatingChain& b, Vec2 between, double tolerance) {
  const PlacedChain a_placed(a, between), b_placed(b, {});
  const Chain a_view = a_placed.view(), b_view = b_placed.view();
  const Classification state = classify(a_view, b_view, AtStart{});
  if (state.state == ChainState::overlapping) {
    RotatingStart start = of_overlap(overlap_depth(a_view, b_view), tolerance);
    start.inner = mostly_inside(a_view, b_view) || mostly_inside(b_view, a_view);
    return start;
  }
  return {.resting = state.state == ChainState::touching || outlines_touch(a_view, b_view, tolerance),
          .inner = state.inner};
}

RotatingStart rotating_start(const MovingCircle& a, const RotatingChain& b, Vec2 between, double tolerance) {
  const PlacedChain placed(b, {});
  const Chain chain = placed.view(), point = point_chain(between);
  const Circle circle{a.radius, between, a.hollow};
  if (!(a.radius > 0)) {
    const Classification state = classify(point, chain, AtStart{});
    if (state.state == ChainState::overlapping) return of_overlap(overlap_depth(point, chain), tolerance);
    return {.resting = outlines_touch(point, chain, tolerance), .inner = state.inner};
  }
  const CircleClassification state = classify(circle, chain);
  const auto farthest = [&] {
    double distance = 0;
    for (int i = 0; i < chain.count; ++i) distance = std::max(distance, length(chain.from[i] - between));
    return distance;
  };
  if (state.state == ChainState::overlapping) {
    RotatingStart start = of_overlap(overlap_depth(circle, chain), tolerance);
    start.held = a.hollow && farthest() <= a.radius + 2 * tolerance;
    start.inner = start.held || mostly_inside(point, chain);
    return start;
  }
  const double limit = a.radius + 2 * tolerance;
  const bool resting = state.holds_chain ? farthest() >= a.radius - tolerance
                                         : outline_distance(point, chain, limit) <= a.radius + tolerance;
  return {.resting = resting, .inner = state.holds_chain || state.in_arena, .held = state.holds_chain};
}

Contact rotating_overlap(const RotatingChain& a, Axis axis, Vec2 between) {
  const PlacedChain placed(a, between);
  const Overlap deep = overlap_depth(placed.view(), Border{axis, 0});
  return {0, deep.point, deep.normal, Side::outer, deep.depth};
}

}  // namespace carom::detail
