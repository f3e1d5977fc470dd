#pragma once

#include "toi/rotating/rotating_search.hpp"

/// A chain that turns inside a ring: its vertices reach the ring first.
///
/// Equation   room(t) = R² - |c + R_a p|² = R² - c·c - p·p - 2 c·R_a p, the least over all vertices p
/// Symbols    c from the ring's centre to the chain's, R the ring's radius (the pair's), w the chain's spin, v = c'
/// Bound      |room''| <= 2 v·v + 4 |w| |v| reach + 2 w² |c| reach; the step is that of rotating_gap.hpp. A chain that turns about
///            the ring's own centre has no curvature at all.
namespace carom::detail {

struct RingArrival {
  double t = 0;
  Vec2 point;   ///< as seen from the ring's centre
  Vec2 normal;  ///< unit; pushes the chain off the ring
};

/// `pair`: the chain is a, the ring b, and `vertices` are all of the chain's; from t = 0 on. With `resting` a vertex touches at the start.
[[nodiscard]] std::optional<RingArrival> first_arrival_in_ring(const RotatingPair& pair, const RotatingPart& vertices,
                                                               double ring_radius, const SearchRange& range) noexcept;

}  // namespace carom::detail
