#include "overlap/common_point.hpp"
#include "overlap/depth.hpp"
#include "overlap/separation.hpp"

namespace carom {

Overlap overlap_depth(const Circle& a, const Chain& b) noexcept {
  if (b.kind == ChainKind::point) return overlap_depth(a, Circle{0, b.from[0], false});
  const detail::Move move = detail::separating_move(a, b);
  return {detail::common_point(a, b, move.normal), move.normal, move.depth};
}

}  // namespace carom
