#include "broadphase/gas_prefilter.hpp"

#include <algorithm>
#include <cmath>

namespace carom::detail {
namespace {

/// Of the extent: the rounding of a place, several times over.
constexpr double k_grain = 0x1p-21;
/// Of a diameter: a rougher grain sees too many.
constexpr double k_finest = 0x1p-5;
/// In diameters: over longer ways single precision cannot decide whether two discs pass each other.
constexpr double k_longest = 32;
/// In caps. A disc hit late in a window may be faster than the cap allows, and still stay near its home.
constexpr double k_swift = 2;

}  // namespace

void GasPrefilter::open(const Plan& plan) {
  const double extent = plan.extent / plan.diameter;
  swift_ = k_swift * plan.cap / plan.diameter;
  clear_ = plan.diameter > 0 && plan.window > 0 && std::isfinite(1 / plan.diameter) && std::isfinite(1 / plan.window) &&
           k_grain * extent <= k_finest && swift_ <= k_longest;
  if (!clear_) return;
  origin_ = plan.origin;
  per_diameter_ = 1 / plan.diameter;
  per_window_ = 1 / plan.window;
  way_per_speed_ = plan.window / plan.diameter;
  const double near = 1 + k_grain * extent + k_prefilter_blur;
  measure_ = {};
  measure_.square = static_cast<float>(near * near);
  measure_.wide_square = static_cast<float>(near * near * (1 + k_prefilter_blur));
  // Of both their velocities, each rounded, over a diameter; and of the distance, over the fastest of closings.
  measure_.still = static_cast<float>((0x1p-18 + near - 1) * (1 + 4 * swift_));
  // The prefilter goes a little beyond the last.
  constexpr std::size_t k_room = 8;
  discs_.resize(plan.count + k_room);
}

}  // namespace carom::detail
