#pragma once

#include <span>
#include <vector>

#include "carom/shapes/checked.hpp"
#include "carom/world/settings.hpp"

namespace carom {

/// The bodies of one fill: `count` discs without overlap in the region, clear of all bodies already there; with velocities
/// whose total momentum is zero and whose root mean square is `speed`.
///
/// Inside     whole discs lie in the region. Where the world is periodic and the region is all of it, centres do, and no two
///            discs overlap across the edges
/// Clear      of rings and arenas: in or out, not across the line; of everything else: outside. A body is taken where it
///            is, turned by its angle, and in a periodic world at all its images
/// Random     discs are dropped, the largest first, wherever there is room; when that has become rare they are shaken and
///            more dropped; where that cannot be enough they start from random sites of a lattice and are shaken. A thousand
///            equal discs or more fill 80% of an empty region, sizes 1:5 fill 65%. Tests: fill_random_test
/// Lattices   as many rows and columns as keep the sites farthest apart; sites left over are spread evenly too
/// Orbits     each has the speed of a circle about `about`, counterclockwise, in the pull at its place: of fields and wells,
///            of all bodies already there and of the fill itself; 0 where that pulls outward. Random velocities are added
/// Momentum   Σ m v is taken out of all velocities alike, then all are scaled; a single body keeps what was drawn
/// Bits       the same everywhere: they follow from the arguments alone
///
/// The error's place is the key of the fill that is at fault: "/count", "/circle/radius", "/region", "/speed", …
[[nodiscard]] Checked<std::vector<BodyDef>> fill(const FillDef& def, const WorldSettings& settings,
                                                 std::span<const BodyDef> already_there);

}  // namespace carom
