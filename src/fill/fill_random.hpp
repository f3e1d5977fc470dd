#pragma once

#include <span>

#include "carom/math/random.hpp"
#include "fill/fill_room.hpp"

namespace carom::detail {

/// Discs of these radii at random places; the room must be empty. Gives up after at most some 700 trials a disc.
///
/// Dropped    random sequential addition, the largest first: it jams at 0.547 for equal discs, and is slow long before
/// Shaken     small random moves, those that lead into something not made (Metropolis et al. 1953): the discs forget how
///            they were dropped, holes open, and more can be dropped
/// Lattice    what still does not fit starts from random sites of the densest hexagonal lattice, and is shaken from there
[[nodiscard]] Arranged arrange_randomly(Room& room, std::span<const double> radii, Random& random);

}  // namespace carom::detail
