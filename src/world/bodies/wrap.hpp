#pragma once

#include <algorithm>
#include <cmath>

#include "carom/world/settings.hpp"

namespace carom::detail {

/// Into [low, high), to the bit as it was if it is there already.
[[nodiscard]] inline double wrapped(double x, double low, double high) noexcept {
  if (x >= low && x < high) return x;
  x -= (high - low) * std::floor((x - low) / (high - low));
  return x < high ? std::max(x, low) : low;
}

/// Into the box, where it is periodic.
[[nodiscard]] inline Vec2 wrapped(Vec2 at, const std::optional<Bounds>& bounds) noexcept {
  if (!bounds || bounds->edges != Edges::periodic) return at;
  return {wrapped(at.x, bounds->min.x, bounds->max.x), wrapped(at.y, bounds->min.y, bounds->max.y)};
}

}  // namespace carom::detail
