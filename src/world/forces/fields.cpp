#include "world/forces/fields.hpp"

#include <cmath>

namespace carom::detail {
namespace {

/// strength / distance², not finite at the source. The square of a distance may underflow where the quotient does not.
double pull(const Source& source, double distance) noexcept { return source.strength / distance / distance; }

}  // namespace

Swing swing_of(Vec2 way, Vec2 velocity, double strength, double softening) noexcept {
  const double square = dot(way, way) + softening * softening;
  const double weight = strength / (square * std::sqrt(square));
  if (!std::isfinite(weight) || !std::isfinite(weight / square)) return {};
  return {weight * way, weight * (velocity - (3 * dot(way, velocity) / square) * way)};
}

Fields::Fields(const WorldSettings& settings) : gravity_(settings.gravity) {
  for (const Source& source : settings.sources) {
    if (source.strength != 0) sources_.push_back(source);
  }
  if (settings.attraction) softening_ = settings.attraction->softening;
}

bool Fields::none() const noexcept { return gravity_ == Vec2{} && sources_.empty(); }

Vec2 Fields::acceleration(Vec2 at) const noexcept {
  Vec2 sum = gravity_;
  for (const Source& source : sources_) {
    const Vec2 way = source.at - at;
    if (softening_ > 0) {
      const double distance = std::sqrt(dot(way, way) + softening_ * softening_);
      const double weight = pull(source, distance) / distance;
      if (std::isfinite(weight)) sum = sum + weight * way;
      continue;
    }
    const double size = pull(source, length(way));
    if (std::isfinite(size)) sum = sum + size * unit(way);
  }
  return sum;
}

Vec2 Fields::jerk(Vec2 at, Vec2 velocity) const noexcept {
  Vec2 sum;
  for (const Source& source : sources_) {
    const Swing swing = swing_of(source.at - at, -velocity, source.strength, softening_);
    sum = sum + swing.jerk;
  }
  return sum;
}

double Fields::potential(Vec2 at) const noexcept {
  double sum = -dot(gravity_, at);
  for (const Source& source : sources_) {
    const Vec2 way = source.at - at;
    const double distance = softening_ > 0 ? std::sqrt(dot(way, way) + softening_ * softening_) : length(way);
    if (std::isfinite(pull(source, distance))) sum -= source.strength / distance;
  }
  return sum;
}

}  // namespace carom::detail
