#pragma once

#include <cmath>
#include <limits>

#include "carom/broadphase/flight.hpp"

/// The one test behind every broad phase, for flights whose radii are padded() so that rounding cannot hide a touch.
///
/// Symbols: d, the difference of centres at `now`; w, their relative displacement from then to the window's end; R, the
/// sum of the padded radii. The centres come within R of each other if they do so at the start, |d|² ≤ R², or at the end,
/// |d + w|² ≤ R², or in between, where they are closest: 0 < -d·w < w², (d×w)² ≤ R² w². No division, no root.
namespace carom::detail {

/// Of radii and displacements. Rounding in double needs some 1e-15; the rest is for whoever computed the flights.
inline constexpr double k_touch_margin = 1e-9;
/// Of coordinates: an extrapolated or shifted one has been rounded a few times.
inline constexpr double k_coordinate_margin = 8 * std::numeric_limits<double>::epsilon();
/// Added to squares: the products of lengths below 1e-75 are no longer normal numbers.
inline constexpr double k_square_floor = std::numeric_limits<double>::min();

/// `extent`: the largest shift of an image, 0 without periodic box.
inline double padded(const Flight& f, double window, double extent) noexcept {
  return f.radius + k_touch_margin * (f.radius + window * (std::abs(f.velocity.x) + std::abs(f.velocity.y))) +
         k_coordinate_margin * (std::abs(f.at.x) + std::abs(f.at.y) + extent);
}

/// dx, dy: the difference of the positions at the window's start; dvx, dvy: of the velocities. `discs` is 1 if both are, else
/// 0. Conditions are 0 or 1 and combine as numbers, so that a loop around this has no branches.
inline bool may_touch(double dx, double dy, double dvx, double dvy, double reach, double discs, double now,
                      double left) noexcept {
  const double x = dx + dvx * now;
  const double y = dy + dvy * now;
  const double wx = dvx * left;
  const double wy = dvy * left;
  const double square = reach * reach + k_square_floor;
  const double ww = wx * wx + wy * wy;
  const double dw = x * wx + y * wy;
  const double cross = x * wy - y * wx;
  const double ex = x + wx;
  const double ey = y + wy;
  const bool at_start = x * x + y * y <= square;
  const bool at_end = ex * ex + ey * ey <= square;
  const bool between = (cross * cross <= square * ww) & (dw < 0) & (dw + ww > 0);
  const bool parting = discs * dw > k_touch_margin * (square + ww);
  return (at_start | at_end | between) & !parting;
}

}  // namespace carom::detail
