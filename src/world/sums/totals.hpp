#pragma once

#include <span>

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

/// The same of these bodies in other states than they are in, such as those of a trajectory; up to rounding, as shapes are not
/// turned for it.
[[nodiscard]] Totals totals_of(const World& world, std::span<const BodyThen> bodies);

}  // namespace carom::detail
