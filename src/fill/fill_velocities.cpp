#include "fill/fill_velocities.hpp"

#include "carom/math/double_double.hpp"

namespace carom::detail {
namespace {

/// The velocity of the centre of mass.
Vec2 mean_velocity(std::span<const Vec2> velocities, std::span<const double> masses) noexcept {
  DoubleDouble x;
  DoubleDouble y;
  DoubleDouble mass;
  for (std::size_t k = 0; k < masses.size(); ++k) {
    x = x + two_product(masses[k], velocities[k].x);
    y = y + two_product(masses[k], velocities[k].y);
    mass = mass + DoubleDouble(masses[k]);
  }
  return {(x / mass).rounded(), (y / mass).rounded()};
}

double rms_speed(std::span<const Vec2> velocities) noexcept {
  DoubleDouble sum;
  for (const Vec2 v : velocities) sum = sum + two_product(v.x, v.x) + two_product(v.y, v.y);
  return std::sqrt(sum.rounded() / static_cast<double>(velocities.size()));
}

}  // namespace

std::vector<Vec2> draw_velocities(Velocities kind, double speed, std::span<const double> masses, Random& random) {
  std::vector<Vec2> velocities(masses.size());
  if (!(speed > 0)) return velocities;
  double rms = 0;
  // Two bodies may happen to be drawn almost alike; what is left of them then is rounding.
  while (rms < 1e-3) {
    for (Vec2& v : velocities) v = kind == Velocities::uniform ? random.direction() : random.normal_pair();
    // Twice: the first mean is rounded at its own size, which is large beside what remains of a body far heavier than all
    // others.
    for (int pass = 0; pass < 2 && masses.size() > 1; ++pass) {
      const Vec2 mean = mean_velocity(velocities, masses);
      for (Vec2& v : velocities) v = v - mean;
    }
    rms = rms_speed(velocities);
  }
  for (Vec2& v : velocities) v = (speed / rms) * v;
  return velocities;
}

}  // namespace carom::detail
