#pragma once

#include <span>

#include "fill/fill_room.hpp"

namespace carom::detail {

enum class Lattice : std::uint8_t { square, hexagonal };

/// `count` sites for discs of this radius, or as many as there are: rows and columns spread evenly over the region, so that
/// the sites are as far from each other and from the walls as they can be. Sites where bodies stand in the way are left out,
/// and the lattice is made finer until enough remain; those left over are taken out evenly.
[[nodiscard]] std::vector<Vec2> lattice_sites(const Room& room, Lattice lattice, double radius, std::size_t count);

/// The sites of the densest such lattice for discs of this radius; if they are far too many for `count`, not quite the
/// densest.
[[nodiscard]] std::vector<Vec2> densest_sites(const Room& room, Lattice lattice, double radius, std::size_t count);

/// Discs of these radii on such sites; the room must be empty.
[[nodiscard]] Arranged arrange_on_lattice(Room& room, Lattice lattice, std::span<const double> radii);

}  // namespace carom::detail
