#pragma once

#include <vector>

#include "carom/broadphase/grid_data.hpp"

/// Asking a FlightGrid's cells and loose lists.
namespace carom::detail {

inline constexpr std::uint32_t k_no_place = ~std::uint32_t{0};
inline constexpr unsigned k_all_strips = ~0U;

/// Appends whose boxes a way overlaps, in the cells and on the loose lists of one strip, or of all; never `self`, a place.
void collect_near(const GridData& grid, const Way& way, std::uint32_t self, unsigned strip, std::vector<Near>& out);

/// Appends all pairs within a strip.
void collect_pairs(const GridData& grid, unsigned strip, std::vector<NearPair>& out);

}  // namespace carom::detail
