#pragma once

#include "carom/world/world.hpp"

namespace carom::detail {

/// What a world's sums are, bit for bit: World::energy, momentum and angular_momentum.
struct Totals {
  Energy energy;
  Vec2 momentum;
  double angular_momentum = 0;
};

/// All of them from one look at the bodies where there are no fields: of a million bodies each look costs a twentieth of a
/// second or more.
[[nodiscard]] Totals totals(const World& world);

}  // namespace carom::detail
