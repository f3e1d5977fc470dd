#include "overlap/common_point.hpp"
#include "overlap/depth.hpp"
#include "overlap/separation.hpp"

namespace carom {

Overlap overlap_depth(const Chain& a, const Chain& b) noexcept {
  const detail::Move move = detail::separating_move(a, b);
  return {detail::common_point(a, b), move.normal, move.depth};
}

}  // namespace carom
