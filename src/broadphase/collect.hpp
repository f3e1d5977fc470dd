#pragma once

#include <vector>

#include "carom/broadphase/grid_data.hpp"
#include "math/step_guard.hpp"

/// Asking a FlightGrid's cells and ungridded list.
namespace carom::detail {

inline constexpr std::uint32_t k_no_place = ~std::uint32_t{0};

/// Appends whose boxes a way overlaps; never `self`, a place.
void collect_near(const GridData& grid, const Way& way, std::uint32_t self, std::vector<Near>& out);

/// Appends all pairs. A guard that says stop ends it in the middle.
void collect_pairs(const GridData& grid, std::vector<NearPair>& out, StepGuard* guard = nullptr);

}  // namespace carom::detail
