#include "carom/broadphase/good_window.hpp"

#include <cmath>

namespace carom {
namespace {

/// Root mean square displacement in a window, in units of the root mean square diameter.
constexpr double k_displacement = 0.3;
constexpr double k_most_windows = 1e6;

}  // namespace

double good_window(std::span<const Flight> flights, double dt) noexcept {
  double speed = 0;
  double size = 0;
  for (const Flight& f : flights) {
    speed += dot(f.velocity, f.velocity);
    size += 4 * f.radius * f.radius;
  }
  const double count = std::ceil(dt * std::sqrt(speed) / (k_displacement * std::sqrt(size)));
  return dt / (count > 1 ? std::fmin(count, k_most_windows) : 1);
}

}  // namespace carom
