#include "carom/toi/segment_border.hpp"

#include "toi/straight/chain_border.hpp"

namespace carom {

Impact time_of_impact(const MovingSegment& segment, const Border& border) noexcept {
  return detail::chain_border(chain_of(segment), border);
}

}  // namespace carom
