#pragma once

#include "worlds/fill_discs.hpp"
#include "worlds/fill_obstacles.hpp"

namespace carom::detail {

/// All that decides whether a disc of a fill may stand somewhere.
struct Room {
  Region region;
  Obstacles obstacles;
  DiscGrid discs;

  /// `except`: the disc that is about to move there.
  [[nodiscard]] bool is_free(const Circle& disc, std::size_t except = DiscGrid::k_nobody) const noexcept {
    return region.holds(disc) && !discs.meets(disc, except) && !obstacles.meets(disc);
  }
};

/// What an arrangement came to.
struct Arranged {
  std::vector<Vec2> centers;  ///< for each radius, in order; fewer if not all found a place
  double area = 0;            ///< of the discs that found a place
};

}  // namespace carom::detail
