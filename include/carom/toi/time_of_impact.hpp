#pragma once

#include "carom/motion/moving.hpp"
#include "carom/toi/contact.hpp"

namespace carom {

/// When do `a` and `b` first meet within the step? Every pair of shapes in either order; two borders are
/// `Outcome::unanswerable`. Coordinates and radii must be finite and at most `k_coordinate_limit` in size, radii not
/// negative, segments not of zero length, a polygon's `from` and `to` of the same number of vertices.
[[nodiscard]] Impact time_of_impact(const MovingShape& a, const MovingShape& b) noexcept;

}  // namespace carom
