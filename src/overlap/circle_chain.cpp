#include "overlap/common_point.hpp"
#include "overlap/concave.hpp"
#include "overlap/depth.hpp"
#include "overlap/faces.hpp"
#include "overlap/hold.hpp"
#include "overlap/hull.hpp"
#include "overlap/state.hpp"

/// Circle and chain.
///
/// Out        the disc off the chain: r - distance, or r + distance through the nearest edge when the centre is inside;
///            not convex: the shortest proposal that proves right, at most the move off the hull
/// In         a ring around the chain; the circle into an arena that is convex (exact least moves)
/// Answer     the least of those that apply
/// Degenerate the centre on the chain: through the edge it lies on, to the right of a segment
/// Error      depth within 1e-14 of the size of the shapes. Tests: circle_chain_test
namespace carom {

using detail::Move;

Overlap overlap_depth(const Circle& a, const Chain& b) noexcept {
  if (b.kind == ChainKind::point) return overlap_depth(a, Circle{0, b.from[0], false});
  if (!(a.radius > 0)) return overlap_depth(detail::point_chain(a.center), b);
  Move best = detail::separating_move(a, b);
  const auto offer = [&](const std::optional<Vec2>& displacement) {
    if (!displacement) return;
    const Move move = detail::move_along(*displacement);
    if (move.depth < best.depth) best = move;
  };
  if (a.hollow) offer(detail::move_around(a, b));
  if (!detail::is_convex(b)) {
    best = detail::concave_move(a, b, best);
  } else if (b.kind == ChainKind::hollow) {
    offer(detail::move_into_arena(a, b));
  }
  return {detail::common_point(a, b, best.normal), best.normal, best.depth};
}

}  // namespace carom
