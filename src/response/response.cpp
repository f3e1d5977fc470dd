#include "carom/response/response.hpp"

#include <algorithm>
#include <cmath>

#include "response/exchange.hpp"

namespace carom {
namespace {

/// `v`, relative to the environment, thrown back by a face with normal `n`.
Vec2 reflected(Vec2 v, Vec2 n, double restitution) noexcept { return restitution * (v - (2 * dot(v, n)) * n); }

/// `v` turned along the face, its speed kept but for the restitution.
Vec2 along_face(Vec2 v, Vec2 n, double restitution) noexcept {
  // Not by what is left of v without its normal part: of one that comes almost straight in that is mostly rounding.
  const Vec2 along = perpendicular(n);
  const double speed = dot(v, along);
  if (speed == 0) return {};
  return std::copysign(restitution * length(v), speed) * along;
}

template <class Law>
Aftermath off_the_environment(const Encounter& e, const Law& law) noexcept {
  Aftermath after{e.velocity_a, e.velocity_b, 0};
  // What is fixed carries its face along; a movable body is a face that stands where it is met.
  const bool both = e.inverse_mass_a > 0 && e.inverse_mass_b > 0;
  const auto resolve = [&](Vec2 own, Vec2 other, Vec2 off, double inverse_mass, Vec2& result) {
    if (!(inverse_mass > 0)) return;
    const Vec2 face = both ? Vec2{} : other;
    if (!(dot(own - face, off) < 0)) return;  // hit from behind
    result = face + law(own - face, e.normal, e.restitution);
    after.impulse = std::max(after.impulse, length(result - own) / inverse_mass);
  };
  resolve(e.velocity_a, e.velocity_b, e.normal, e.inverse_mass_a, after.velocity_a);
  resolve(e.velocity_b, e.velocity_a, -e.normal, e.inverse_mass_b, after.velocity_b);
  return after;
}

Aftermath together(const Encounter& e) noexcept {
  const double both = e.inverse_mass_a + e.inverse_mass_b;
  const Vec2 gain_a = (e.inverse_mass_a / both) * (e.velocity_b - e.velocity_a);
  const Vec2 gain_b = (e.inverse_mass_b / both) * (e.velocity_a - e.velocity_b);
  return {e.velocity_a + gain_a, e.velocity_b + gain_b, length(e.velocity_a - e.velocity_b) / both};
}

}  // namespace

Aftermath respond(Response response, const Encounter& e) noexcept {
  const double closing = closing_speed(e);
  const bool movable = e.inverse_mass_a > 0 || e.inverse_mass_b > 0;
  if (movable && closing > 0) {
    switch (response) {
      case Response::impulse: return detail::exchanged(e, closing);
      case Response::rebound: return off_the_environment(e, reflected);
      case Response::slide: return off_the_environment(e, along_face);
      case Response::merge: return together(e);
      case Response::none:
      case Response::ignore: break;
    }
  }
  return {e.velocity_a, e.velocity_b, 0};
}

double pair_restitution(const double* own_a, const double* own_b, double world) noexcept {
  if (own_a != nullptr && own_b != nullptr) return std::min(*own_a, *own_b);
  if (own_a != nullptr) return *own_a;
  return own_b != nullptr ? *own_b : world;
}

double pair_friction(const std::optional<double>& own_a, const std::optional<double>& own_b, double world) noexcept {
  if (own_a && own_b) return std::sqrt(*own_a * *own_b);
  if (own_a) return *own_a;
  return own_b.value_or(world);
}

}  // namespace carom
