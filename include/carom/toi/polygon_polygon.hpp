#pragma once

#include "carom/motion/moving.hpp"
#include "carom/toi/contact.hpp"

/// Polygon and polygon, convex or not, solid or hollow: the vertices of both against the edges of both, see
/// src/toi/straight/chain_chain.hpp and src/toi/straight/vertex_edge.hpp.
namespace carom {

/// Outcome and time only.
[[nodiscard]] ImpactTime impact_time(const MovingPolygon& a, const MovingPolygon& b) noexcept;

[[nodiscard]] Impact time_of_impact(const MovingPolygon& a, const MovingPolygon& b) noexcept;

}  // namespace carom
