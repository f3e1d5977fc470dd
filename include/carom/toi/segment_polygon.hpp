#pragma once

#include "carom/motion/moving.hpp"
#include "carom/toi/contact.hpp"

/// Segment and polygon: the vertices of both against the edges of both, see src/toi/straight/chain_chain.hpp and
/// src/toi/straight/vertex_edge.hpp.
namespace carom {

[[nodiscard]] Impact time_of_impact(const MovingSegment& segment, const MovingPolygon& polygon) noexcept;

}  // namespace carom
