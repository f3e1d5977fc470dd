#include "carom/toi/polygon_polygon.hpp"

#include "toi/straight/chain_chain.hpp"

namespace carom {

ImpactTime impact_time(const MovingPolygon& a, const MovingPolygon& b) noexcept {
  return detail::chain_chain_time(chain_of(a), chain_of(b));
}

Impact time_of_impact(const MovingPolygon& a, const MovingPolygon& b) noexcept {
  return detail::chain_chain(chain_of(a), chain_of(b));
}

}  // namespace carom
