#pragma once

#include <vector>

#include "carom/manifold/manifold.hpp"
#include "toi/rotating/hull_gap.hpp"

/// Where two convex solids touch; see manifold/manifold.hpp. The same places as those of chain_manifold, found from what is
/// known of both as they stand: along the widest gap only what lies within reach of the other can touch it.
namespace carom::detail {

/// Buffers, so that asking costs no memory.
struct HullTouches {
  std::vector<ManifoldPoint> points;  ///< the answer, seen from b's centre
  std::vector<ManifoldPoint> row;
};

/// `widest` is that of both (toi/rotating/hull_gap.hpp).
void find_touches(const PlacedOutline& a, const PlacedOutline& b, Vec2 between, const PlacedGap& widest, double within,
                  HullTouches& touches);

}  // namespace carom::detail
