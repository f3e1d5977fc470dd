#pragma once

#include <span>

#include "carom/broadphase/grid_data.hpp"

namespace carom::detail {

/// Lays the grid out and sorts everyone into it.
void build_grid(std::span<const Flight> flights, double window, const std::optional<PeriodicBox>& box, unsigned strips,
                GridScratch& scratch, GridData& grid);

/// The strip that a height belongs to.
[[nodiscard]] std::uint8_t strip_at(const GridData& grid, double y) noexcept;

}  // namespace carom::detail
