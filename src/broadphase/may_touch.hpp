#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "broadphase/inlining.hpp"
#include "carom/broadphase/grid_data.hpp"

/// The one test behind every broad phase: do the boxes that two flights cover overlap? Radii are padded() so that rounding
/// cannot hide a touch.
namespace carom::detail {

/// Of radii and displacements. Rounding in double needs some 1e-15; the rest is for how the flights were computed.
inline constexpr double k_touch_margin = 1e-9;
/// Of coordinates: an extrapolated or shifted one has been rounded a few times.
inline constexpr double k_coordinate_margin = 8 * std::numeric_limits<double>::epsilon();

/// `extent`: the largest shift of an image, 0 without periodic box.
CAROM_INLINE double padded(const Flight& f, double window, double extent) noexcept {
  return f.radius + k_touch_margin * (f.radius + window * (std::abs(f.velocity.x) + std::abs(f.velocity.y))) +
         k_coordinate_margin * (std::abs(f.at.x) + std::abs(f.at.y) + extent);
}

/// The largest sum of shifts to the nearest images.
inline double image_extent(const std::optional<PeriodicBox>& box) noexcept {
  return box ? (box->max.x - box->min.x) + (box->max.y - box->min.y) : 0;
}

CAROM_INLINE Way way_of(const Flight& f, double now, double window, double extent) noexcept {
  return {{f.at.x + now * f.velocity.x, f.at.y + now * f.velocity.y},
          {f.at.x + window * f.velocity.x, f.at.y + window * f.velocity.y},
          padded(f, window, extent)};
}

CAROM_INLINE Way moved(const Way& way, Vec2 by) noexcept { return {way.from + by, way.to + by, way.radius}; }

/// The box around a way.
struct Covered {
  Vec2 low;
  Vec2 high;
};

CAROM_INLINE Covered covered(const Way& w) noexcept {
  return {{std::min(w.from.x, w.to.x) - w.radius, std::min(w.from.y, w.to.y) - w.radius},
          {std::max(w.from.x, w.to.x) + w.radius, std::max(w.from.y, w.to.y) + w.radius}};
}

CAROM_INLINE bool overlap(const Covered& a, const Covered& b) noexcept {
  return a.low.x <= b.high.x && b.low.x <= a.high.x && a.low.y <= b.high.y && b.low.y <= a.high.y;
}

}  // namespace carom::detail
