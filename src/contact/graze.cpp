#include "contact/graze.hpp"

#include <cmath>

namespace carom::detail {

bool turn_along_ring(const Encounter& e, double sine, Aftermath& after) noexcept {
  const Vec2 w = after.velocity_a - after.velocity_b;
  const double speed = length(w);
  const double both = e.inverse_mass_a + e.inverse_mass_b;
  if (!(speed > 0 && both > 0) || dot(w, e.normal) > k_graze * speed) return false;
  const Vec2 along = unit(w - dot(w, e.normal) * e.normal);
  const Vec2 turned = (speed * std::sqrt(1 - sine * sine)) * along + (speed * sine) * e.normal;
  const Vec2 change = (1 / both) * (turned - w);
  after.velocity_a = after.velocity_a + e.inverse_mass_a * change;
  after.velocity_b = after.velocity_b - e.inverse_mass_b * change;
  return true;
}

}  // namespace carom::detail
