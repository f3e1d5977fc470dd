#include "carom/toi/circle_segment.hpp"

#include "toi/chain_chain.hpp"
#include "toi/circle_chain.hpp"

namespace carom {

Impact time_of_impact(const MovingCircle& circle, const MovingSegment& segment) noexcept {
  return circle.radius == 0 ? detail::chain_chain(chain_of(circle), chain_of(segment))
                            : detail::circle_chain(circle, chain_of(segment));
}

}  // namespace carom
