#pragma once

#include <array>
#include <cmath>

#include "carom/broadphase/grid_data.hpp"

/// The sieve in front of may_touch(): in single precision, many at once, without branches. Whoever may touch passes; of
/// those who pass, most do. Compiled for several widths of vectors, with the same answers in each. Test: sieve_batch_test.
namespace carom::detail {

/// An asker in the units of the columns; see FlightColumns.
struct SmallAsker {
  float x, y, vx, vy, radius;
  float now, left;  ///< in windows
  float discs;      ///< 1 if parting tells something, because all are discs; else 0
  float slack;      ///< how much closer than they seem two may be
};

/// `asker` has x, y, vx, vy and a padded radius. `discs`: it and all others are discs.
template <class Asker>
SmallAsker small_asker(const Asker& asker, const ColumnUnits& units, double now, bool discs) noexcept {
  const double x = (asker.x - units.origin.x) * units.scale;
  const double y = (asker.y - units.origin.y) * units.scale;
  const double vx = asker.vx * units.speed_scale;
  const double vy = asker.vy * units.speed_scale;
  const double r = asker.radius * units.scale;
  const double size = std::abs(x) + std::abs(y) + std::abs(vx) + std::abs(vy);
  const auto elapsed = static_cast<float>(now * units.per_window);
  return {static_cast<float>(x),
          static_cast<float>(y),
          static_cast<float>(vx),
          static_cast<float>(vy),
          static_cast<float>(r + k_single_margin * (size + r)),
          elapsed,
          1 - elapsed,
          discs ? 1.0F : 0.0F,
          static_cast<float>(k_single_margin * (size + units.far))};
}

struct Slots {
  std::uint32_t begin, end;
};

/// So many rows of cells are sieved at once: most often all that an asker can reach.
inline constexpr std::size_t k_rows = 3;

using RowSlots = std::array<Slots, k_rows>;
using Kept = std::array<std::uint32_t, k_gap>;

/// Half of k_gap, enough for most rows.
inline constexpr std::uint32_t k_half = k_gap / 2;

/// Of the first `lanes` slots (k_half or k_gap) of the first two rows, or all three: bit r of kept[i] is set if slot
/// rows[r].begin + i passes. The sum of these. Reads so many slots of each row, however few it has.
std::uint32_t sieve_rows(const FlightColumns& columns, const SmallAsker& asker, const RowSlots& rows, bool three,
                         std::uint32_t lanes, Kept& kept) noexcept;

/// The same for k_gap slots of one row.
std::uint32_t sieve_row(const FlightColumns& columns, const SmallAsker& asker, Slots row, Kept& kept) noexcept;

}  // namespace carom::detail
