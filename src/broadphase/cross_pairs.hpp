#pragma once

#include <vector>

#include "carom/broadphase/grid_data.hpp"

namespace carom::detail {

/// Appends the pairs of different strips whose regions meet: circles of a level's cap, or a loose one's reach, around home.
void collect_cross_pairs(const GridData& grid, std::vector<NearPair>& out);

}  // namespace carom::detail
