#include "carom/toi/segment_polygon.hpp"

#include "toi/straight/chain_chain.hpp"

namespace carom {

Impact time_of_impact(const MovingSegment& segment, const MovingPolygon& polygon) noexcept {
  return detail::chain_chain(chain_of(segment), chain_of(polygon));
}

}  // namespace carom
