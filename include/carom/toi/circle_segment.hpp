#pragma once

#include "carom/motion/moving.hpp"
#include "carom/toi/contact.hpp"

/// Circle and segment; see src/toi/circle_chain.hpp. A circle of radius 0 is a point.
namespace carom {

[[nodiscard]] Impact time_of_impact(const MovingCircle& circle, const MovingSegment& segment) noexcept;

}  // namespace carom
