#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "broadphase/inlining.hpp"
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
/// Added to squares: the products of very small lengths are no longer normal numbers.
template <class Real>
inline constexpr Real k_square_floor = std::numeric_limits<Real>::min();

/// `extent`: the largest shift of an image, 0 without periodic box.
inline double padded(const Flight& f, double window, double extent) noexcept {
  return f.radius + k_touch_margin * (f.radius + window * (std::abs(f.velocity.x) + std::abs(f.velocity.y))) +
         k_coordinate_margin * (std::abs(f.at.x) + std::abs(f.at.y) + extent);
}

/// The largest sum of shifts to the nearest images.
inline double image_extent(const std::optional<PeriodicBox>& box) noexcept {
  return box ? (box->max.x - box->min.x) + (box->max.y - box->min.y) : 0;
}

/// How far from `home` a flight gets between now and the window's end, padded radius included.
inline double reach_from(Vec2 home, const Flight& flight, double padded_radius, double now, double window) noexcept {
  return padded_radius + std::max(length(flight.at + now * flight.velocity - home),
                                  length(flight.at + window * flight.velocity - home));
}

/// How two flights come together.
template <class Real>
struct Approach {
  Real square;  ///< R²
  Real ww;      ///< w²
  Real dw;      ///< d·w
  Real close;   ///< more than 0 if they come close; a number, because a loop around numbers of one width vectorises
};

template <class Real>
CAROM_INLINE Real flag(bool condition) noexcept {
  return condition ? Real{1} : Real{0};
}

/// dx, dy: the difference of the positions at the window's start; dvx, dvy: of the velocities.
template <class Real>
CAROM_INLINE Approach<Real> approach(Real dx, Real dy, Real dvx, Real dvy, Real reach, Real now, Real left) noexcept {
  const Real x = dx + dvx * now;
  const Real y = dy + dvy * now;
  const Real wx = dvx * left;
  const Real wy = dvy * left;
  const Real square = reach * reach + k_square_floor<Real>;
  const Real ww = wx * wx + wy * wy;
  const Real dw = x * wx + y * wy;
  const Real cross = x * wy - y * wx;
  const Real ex = x + wx;
  const Real ey = y + wy;
  const Real at_start = flag<Real>(x * x + y * y <= square);
  const Real at_end = flag<Real>(ex * ex + ey * ey <= square);
  const Real between =
      flag<Real>(cross * cross <= square * ww + k_square_floor<Real>) * flag<Real>(dw < 0) * flag<Real>(dw + ww > 0);
  return {square, ww, dw, at_start + at_end + between};
}

/// `discs` is 1 if both are, else 0.
CAROM_INLINE bool may_touch(double dx, double dy, double dvx, double dvy, double reach, double discs, double now,
                            double left) noexcept {
  const Approach<double> a = approach(dx, dy, dvx, dvy, reach, now, left);
  return a.close > 0 && !(discs * a.dw > k_touch_margin * (a.square + a.ww));
}

}  // namespace carom::detail
