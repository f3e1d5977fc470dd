#pragma once

#include <optional>

#include "carom/motion/moving.hpp"
#include "carom/toi/contact.hpp"

/// Circle and segment; see src/toi/straight/circle_chain.hpp. A circle of radius 0 is a point.
namespace carom {

[[nodiscard]] Impact time_of_impact(const MovingCircle& circle, const MovingSegment& segment) noexcept;

/// The common approximation for an edge whose ends move differently: its length is taken as it is at t = 0, which turns
/// the quartic into e(t) × w(t) = ± r |e(0)|, a quadratic. Exact for an edge that only slides. The first such time in [0, 1]
/// at which the circle touches the body of the segment, ends left out; plain double, not certified. For comparison only: its
/// error is measured in docs/mathematics.md.
[[nodiscard]] std::optional<double> approximate_edge_time(const MovingCircle& circle,
                                                          const MovingSegment& segment) noexcept;

}  // namespace carom
