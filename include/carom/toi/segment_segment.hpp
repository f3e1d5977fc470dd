#pragma once

#include "carom/motion/moving.hpp"
#include "carom/toi/contact.hpp"

/// Segment and segment: the ends of both against the bodies of both, see src/toi/straight/chain_chain.hpp and
/// src/toi/straight/vertex_edge.hpp.
namespace carom {

[[nodiscard]] Impact time_of_impact(const MovingSegment& a, const MovingSegment& b) noexcept;

}  // namespace carom
