#include "carom/toi/polygon_border.hpp"

#include "toi/straight/chain_border.hpp"

namespace carom {

Impact time_of_impact(const MovingPolygon& polygon, const Border& border) noexcept {
  return detail::chain_border(chain_of(polygon), border);
}

}  // namespace carom
