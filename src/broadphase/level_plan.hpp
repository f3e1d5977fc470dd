#pragma once

#include <span>
#include <vector>

#include "carom/broadphase/grid_data.hpp"

/// How a grid is laid out for the flights at hand: which levels, how large their cells.
namespace carom::detail {

struct Extent {
  Vec2 min, max;
};

/// Of all flights at the window's start: their bounding box, their least and largest radius.
struct Measure {
  Extent extent;
  double smallest, largest;
};

/// Of the cells of a region of this size, for `count` bodies whose reach is at most `cap`.
[[nodiscard]] Vec2 cell_size(Vec2 size, double count, double cap) noexcept;

/// How many cells of a size there are along one axis: from one to `most`.
[[nodiscard]] std::uint32_t cell_count(double length, double size, double most) noexcept;

/// The levels, but for where their rows are in memory.
void plan_levels(std::span<const Flight> flights, const Measure& measure, const std::optional<PeriodicBox>& box,
                 GridScratch& scratch, std::vector<GridLevel>& levels);

/// The smallest level that a body fits in; levels.size() if there is none.
inline std::size_t level_for(std::span<const GridLevel> levels, double radius, double reach) noexcept {
  std::size_t level = 0;
  while (level < levels.size() && (radius > levels[level].radius || reach > levels[level].cap)) ++level;
  return level;
}

}  // namespace carom::detail
