#pragma once

#include <span>
#include <vector>

#include "carom/world/settings.hpp"

namespace carom::detail {

/// Adds to each velocity that of a circle about `about`, counterclockwise, in all that pulls at the body's place: v² = r times
/// the pull inward; nothing where that is not inward.
void put_on_orbits(std::vector<BodyDef>& bodies, Vec2 about, const WorldSettings& settings,
                   std::span<const BodyDef> already_there);

}  // namespace carom::detail
