#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

#include "carom/broadphase/flight.hpp"

/// What a FlightGrid is made of. Only FlightGrid and its loops use it.
///
/// Everyone has a place (its number to the outside) and a slot (where its columns are): slot = place + k_gap strip. The gaps
/// let a loop over a strip's slots run a few too far without reading what belongs to the next strip. In memory come the
/// strips one after the other, in a strip the levels, in a level the rows of cells, in a row the cells from left to right:
/// cells side by side are one range of slots.
namespace carom::detail {

/// Loops take this many at a time; as many floats are in the widest vector.
inline constexpr std::size_t k_gap = 16;

/// Cells with more than this are sorted from left to right.
inline constexpr std::size_t k_crowd = 64;

/// By how much single precision widens radii, as a fraction of coordinates, ways and radii: a rounding is 2⁻²⁴, and some
/// six of them add up.
inline constexpr double k_single_margin = 0x1p-20;

/// One flight in full; a line of memory.
struct alignas(64) FlightRecord {
  double x = 0, y = 0, vx = 0, vy = 0;
  double radius = 0;  ///< padded()
  double disc = 0;    ///< 1 or 0
  Vec2 home;          ///< the position sorted by

  [[nodiscard]] bool parked() const noexcept { return x > std::numeric_limits<double>::max(); }
};

/// The lengths of FlightColumns: x' = (x - origin) scale. Chosen so that the cells are about from -1 to 1.
struct ColumnUnits {
  Vec2 origin;
  double scale = 1;
  double speed_scale = 0;  ///< of velocities: window scale
  double per_window = 0;   ///< 1 / window, or 0
  double far = 0;          ///< no coordinate or way in cells is larger, in these units
};

/// Flights as structure of arrays in single precision, radii padded so that this cannot hide a touch: the sieve in front of
/// the records. Velocities are per window.
struct FlightColumns {
  std::vector<float> x, y, vx, vy, radius;

  void resize(std::size_t count);
  /// False, and nothing done, if the flight is too far out for single precision.
  bool set(std::size_t i, const FlightRecord& flight, const ColumnUnits& units) noexcept;
  /// The one at i touches no one from now on.
  void park(std::size_t i) noexcept;
};

/// Those who may leave the neighbourhood of their cell: whoever asks, asks them all.
struct LooseList {
  std::vector<FlightRecord> records;
  std::vector<std::uint32_t> place;
  std::vector<double> reach;

  void clear() noexcept;
  void add(std::uint32_t new_place, const FlightRecord& record, double new_reach);
  void erase(std::size_t i);
  /// Where `wanted` is, or place.size().
  [[nodiscard]] std::size_t find(std::uint32_t wanted) const noexcept;
};

struct GridRow {
  std::uint32_t cells = 0;  ///< its first cell, an index of GridData::starts
  std::uint32_t gaps = 0;   ///< slot - place, in this row
};

/// Cells for bodies of similar size. Whoever is in one stays within `cap` of the position it was sorted by, radius included.
struct GridLevel {
  double radius = 0;        ///< of the largest it is for
  std::uint32_t count = 0;  ///< how many it was laid out for
  double cap = 0;
  Vec2 min;
  Vec2 per_cell;  ///< cells per length
  std::uint32_t columns = 1;
  std::uint32_t rows = 1;
  std::uint32_t first_row = 0;   ///< an index of GridData::rows
  std::uint32_t first_band = 0;  ///< an index of GridData::bands: per strip its first row; one more ends the last
};

struct GridData {
  FlightColumns columns;              ///< by slot
  std::vector<FlightRecord> records;  ///< by slot
  ColumnUnits units;
  bool all_discs = true;
  std::vector<std::uint32_t> order;   ///< by place
  std::vector<std::uint8_t> strip;    ///< by place, newcomers included
  std::vector<std::uint32_t> starts;  ///< by cell: its first place; one more ends the last
  std::vector<GridRow> rows;
  std::vector<std::uint32_t> bands;
  std::vector<GridLevel> levels;   ///< from small to large
  std::vector<LooseList> loose;    ///< by strip
  std::vector<double> strip_ends;  ///< heights at which a strip ends, but for the last
  bool crowded = false;            ///< some cell holds many
  std::optional<PeriodicBox> box;
  double window = 0;

  /// The one in a slot is no longer to be found there.
  void park(std::size_t slot) noexcept {
    columns.park(slot);
    records[slot].x = std::numeric_limits<double>::infinity();
  }
};

/// Memory that build() needs for itself, kept from one to the next.
struct GridScratch {
  std::vector<double> reach;         ///< by flight: how far it gets from where it is sorted by, radius included
  std::vector<std::uint32_t> cells;  ///< by flight
  std::vector<std::uint32_t> magnitudes;
  std::vector<std::uint32_t> row_counts;
  std::vector<std::uint32_t> loose_cells;  ///< by strip: an extra cell for those who are in none
  std::vector<double> sample;
};

}  // namespace carom::detail
