#include "carom/toi/circle_polygon.hpp"

#include "toi/straight/chain_chain.hpp"
#include "toi/straight/circle_chain.hpp"

namespace carom {

Impact time_of_impact(const MovingCircle& circle, const MovingPolygon& polygon) noexcept {
  return circle.radius == 0 ? detail::chain_chain(chain_of(circle), chain_of(polygon))
                            : detail::circle_chain(circle, chain_of(polygon));
}

}  // namespace carom
