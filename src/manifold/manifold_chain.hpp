#pragma once

#include <vector>

#include "manifold/placed_chain.hpp"

/// Where chains touch chains and borders; see manifold/manifold.hpp.
namespace carom::detail {

[[nodiscard]] std::vector<ManifoldPoint> chain_manifold(const PlacedChain& a, const PlacedChain& b, double within);

/// The border is the line through the origin along the other axis.
[[nodiscard]] std::vector<ManifoldPoint> chain_manifold(const PlacedChain& a, Axis border, double within);

/// Of many corners in a row in front of one face, the nearest and the one farthest from it; `row` in the order of the
/// corners, of which the outline has so many. Changes the order of the row.
void take_row(std::vector<ManifoldPoint>& row, int corners, std::vector<ManifoldPoint>& taken);

/// Two corners that lie on each other are seen from both sides; a corner over a seam is in front of two faces.
void keep_each_once(std::vector<ManifoldPoint>& points, double within);

}  // namespace carom::detail
