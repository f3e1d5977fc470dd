#pragma once

#include "carom/motion/moving.hpp"
#include "carom/toi/contact.hpp"

/// Circle and polygon, solid or hollow; see src/toi/straight/circle_chain.hpp. A circle of radius 0 is a point.
namespace carom {

[[nodiscard]] Impact time_of_impact(const MovingCircle& circle, const MovingPolygon& polygon) noexcept;

}  // namespace carom
