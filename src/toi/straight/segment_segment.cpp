#include "carom/toi/segment_segment.hpp"

#include "toi/straight/chain_chain.hpp"

namespace carom {

Impact time_of_impact(const MovingSegment& a, const MovingSegment& b) noexcept {
  return detail::chain_chain(chain_of(a), chain_of(b));
}

}  // namespace carom
