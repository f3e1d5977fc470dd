#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

#include "carom/broadphase/flight.hpp"

/// What a FlightGrid is made of. Only FlightGrid and its loops use it.
///
/// In memory come the levels one after the other, in a level the rows of cells, in a row the cells from left to right: cells
/// side by side are one range of places. Last come those that are in no cell. Of each there is a box in single precision.
namespace carom::detail {

/// The lengths of boxes: x' = (x - origin) scale. Chosen so that the cells are about from -1 to 1.
struct BoxUnits {
  Vec2 origin;
  double scale = 1;
};

/// What a flight covers from some time on to the window's end, in single precision and a little larger: from low to high.
/// The highs are kept with the other sign, so that one comparison of four numbers tells whether two boxes overlap.
struct alignas(16) SweptBox {
  float low_x = 0, low_y = 0;
  float minus_high_x = 0, minus_high_y = 0;

  /// Overlaps no box.
  static constexpr SweptBox nowhere() noexcept {
    constexpr float k_far = std::numeric_limits<float>::infinity();
    return {k_far, k_far, k_far, k_far};
  }
};

/// A flight from some time on to the window's end.
struct Way {
  Vec2 from;
  Vec2 to;
  double radius = 0;  ///< padded()
};

/// Bodies that may leave the neighbourhood of their cell: every search tests all of them.
struct UngriddedList {
  std::vector<Way> ways;
  std::vector<std::uint32_t> place;

  void clear() noexcept;
  void add(std::uint32_t new_place, const Way& way);
  void erase(std::size_t i);
  /// Where `wanted` is, or place.size().
  [[nodiscard]] std::size_t find(std::uint32_t wanted) const noexcept;
};

/// Cells for bodies of similar size. A body in one stays within `cap`, in x and in y, of the position it was sorted by, radius included.
struct GridLevel {
  double radius = 0;        ///< of the largest it is for
  std::uint32_t count = 0;  ///< how many it was laid out for
  double cap = 0;
  Vec2 min;
  Vec2 per_cell;  ///< cells per length
  Vec2 box_min;   ///< these three in the units of boxes
  Vec2 box_per_cell;
  double box_cap = 0;
  std::uint32_t columns = 1;
  std::uint32_t rows = 1;
  std::uint32_t first_cell = 0;  ///< an index of GridData::starts; its others follow, row by row
};

struct GridData {
  std::vector<SweptBox> boxes;  ///< by place
  std::vector<Vec2> homes;      ///< by place: the position sorted by
  BoxUnits units;
  std::vector<std::uint32_t> order;   ///< by place
  std::uint32_t next_place = 0;       ///< of a newcomer
  std::vector<std::uint32_t> starts;  ///< by cell: its first place; one more ends the last
  std::vector<GridLevel> levels;      ///< from small to large
  UngriddedList ungridded;
  std::optional<PeriodicBox> box;
  double window = 0;

  /// The one at a place is no longer to be found there.
  void park(std::size_t place) noexcept { boxes[place] = SweptBox::nowhere(); }
  [[nodiscard]] bool parked(std::size_t place) const noexcept {
    return boxes[place].low_x > std::numeric_limits<float>::max();
  }
};

/// Memory that build() needs for itself, kept from one to the next.
struct GridScratch {
  std::vector<double> reach;         ///< by flight: how far it gets from where it is sorted by, radius included
  std::vector<std::uint32_t> cells;  ///< by flight
  std::vector<std::uint32_t> magnitudes;
  std::vector<double> sample;
};

}  // namespace carom::detail
