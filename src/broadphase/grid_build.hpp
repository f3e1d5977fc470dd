#pragma once

#include <span>

#include "carom/broadphase/grid_data.hpp"

namespace carom::detail {

/// Lays the grid out and sorts all bodies into it.
void build_grid(std::span<const Flight> flights, double window, const std::optional<PeriodicBox>& box,
                GridScratch& scratch, GridData& grid);

}  // namespace carom::detail
