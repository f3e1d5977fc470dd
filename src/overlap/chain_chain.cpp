#include "overlap/common_point.hpp"
#include "overlap/concave.hpp"
#include "overlap/depth.hpp"
#include "overlap/faces.hpp"
#include "overlap/hold.hpp"
#include "overlap/hull.hpp"
#include "overlap/state.hpp"

/// Chain and chain.
///
/// Out        convex: the least over the normals of all edges of both (separating axes; a segment has two normals);
///            not convex: the shortest proposal that proves right, at most the move that parts the hulls
/// In         either one into the other's arena, if that is convex (exact least moves)
/// Answer     the least of those that apply; of equal ones the first, in an order that swapping a and b does not change
/// Error      depth within 1e-14 of the size of the shapes. Tests: chain_chain_test
namespace carom {

using detail::Move;

Overlap overlap_depth(const Chain& a, const Chain& b) noexcept {
  if (detail::comes_before(b, a)) return mirrored(overlap_depth(b, a));
  Move best = detail::separating_move(a, b);
  const auto offer = [&](const std::optional<Vec2>& displacement, bool of_b) {
    if (!displacement) return;
    const Move move = detail::move_along(of_b ? -*displacement : *displacement);
    if (move.depth < best.depth) best = move;
  };
  const bool a_convex = detail::is_convex(a);
  const bool b_convex = detail::is_convex(b);
  if (b.kind == ChainKind::hollow && b_convex) offer(detail::move_into_arena(a, b), false);
  if (a.kind == ChainKind::hollow && a_convex) offer(detail::move_into_arena(b, a), true);
  if (!a_convex || !b_convex) best = detail::concave_move(a, b, best);
  return {detail::common_point(a, b), best.normal, best.depth};
}

}  // namespace carom
