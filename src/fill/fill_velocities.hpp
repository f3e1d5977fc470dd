#pragma once

#include <span>
#include <vector>

#include "carom/math/random.hpp"
#include "carom/world/settings.hpp"

namespace carom::detail {

/// One velocity for each mass: drawn, the total momentum taken out of all alike (not of a single body), then scaled so that
/// the root mean square of the speeds, unweighted, is `speed`.
[[nodiscard]] std::vector<Vec2> draw_velocities(Velocities kind, double speed, std::span<const double> masses,
                                                Random& random);

}  // namespace carom::detail
