#pragma once

#include <vector>

#include "toi/placed_chain.hpp"

/// Where chains touch chains and borders; see toi/manifold.hpp.
namespace carom::detail {

[[nodiscard]] std::vector<ManifoldPoint> chain_manifold(const PlacedChain& a, const PlacedChain& b, double within);

/// The border is the line through the origin along the other axis.
[[nodiscard]] std::vector<ManifoldPoint> chain_manifold(const PlacedChain& a, Axis border, double within);

}  // namespace carom::detail
