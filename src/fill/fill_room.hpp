#pragma once

#include "fill/fill_discs.hpp"
#include "fill/fill_obstacles.hpp"

namespace carom::detail {

/// All that decides whether a disc of a fill may stand somewhere.
struct Room {
  Region region;
  Obstacles obstacles;
  DiscGrid discs;

  /// With `elbow_room` to spare on all sides but the walls'. `except` is the disc that is about to move there.
  [[nodiscard]] bool is_free(const Circle& disc, double elbow_room,
                             std::size_t except = DiscGrid::k_nobody) const noexcept {
    if (!region.holds(disc)) return false;
    const Circle wider{disc.radius + elbow_room, disc.center, false};
    return !discs.meets(wider, except) && !obstacles.meets(wider);
  }
};

/// What an arrangement came to.
struct Arranged {
  std::vector<Vec2> centers;  ///< for each radius, in order; fewer if not all found a place
  double area = 0;            ///< of the discs that found a place
};

}  // namespace carom::detail
