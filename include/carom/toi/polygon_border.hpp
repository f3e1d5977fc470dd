#pragma once

#include "carom/motion/moving.hpp"
#include "carom/toi/contact.hpp"

/// Polygon and border. The equation stands in src/toi/straight/chain_border.hpp: each vertex is a point against a line.
namespace carom {

[[nodiscard]] Impact time_of_impact(const MovingPolygon& polygon, const Border& border) noexcept;

}  // namespace carom
