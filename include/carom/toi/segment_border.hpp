#pragma once

#include "carom/motion/moving.hpp"
#include "carom/toi/contact.hpp"

/// Segment and border. The equation stands in src/toi/straight/chain_border.hpp: each end is a point against a line.
namespace carom {

[[nodiscard]] Impact time_of_impact(const MovingSegment& segment, const Border& border) noexcept;

}  // namespace carom
