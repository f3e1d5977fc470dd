#include "worlds/fields.hpp"

#include <cmath>

namespace carom::detail {
namespace {

/// strength / distance², not finite at the source. The square of a distance may underflow where the quotient does not.
double pull(const Source& source, double distance) noexcept { return source.strength / distance / distance; }

}  // namespace

Fields::Fields(const WorldSettings& settings) : gravity_(settings.gravity) {
  for (const Source& source : settings.sources) {
    if (source.strength != 0) sources_.push_back(source);
  }
}

bool Fields::none() const noexcept { return gravity_ == Vec2{} && sources_.empty(); }

Vec2 Fields::acceleration(Vec2 at) const noexcept {
  Vec2 sum = gravity_;
  for (const Source& source : sources_) {
    const Vec2 way = source.at - at;
    const double size = pull(source, length(way));
    if (std::isfinite(size)) sum = sum + size * unit(way);
  }
  return sum;
}

double Fields::potential(Vec2 at) const noexcept {
  double sum = -dot(gravity_, at);
  for (const Source& source : sources_) {
    const double distance = length(source.at - at);
    if (std::isfinite(pull(source, distance))) sum -= source.strength / distance;
  }
  return sum;
}

}  // namespace carom::detail
