#pragma once

#include <cmath>
#include <optional>

#include "carom/world/settings.hpp"

namespace carom::detail {

/// Width and height of a periodic box; nothing where there is none.
[[nodiscard]] inline std::optional<Vec2> period(const std::optional<Bounds>& bounds) noexcept {
  if (!bounds || bounds->edges != Edges::periodic) return std::nullopt;
  return bounds->max - bounds->min;
}

/// The multiple of the period that is nearest to `way`: what stands here has an image there. Halfway it is the upper one.
[[nodiscard]] inline Vec2 nearest_shift(Vec2 way, const std::optional<Vec2>& period) noexcept {
  if (!period) return {};
  return {period->x * std::floor(way.x / period->x + 0.5), period->y * std::floor(way.y / period->y + 0.5)};
}

/// The way to the nearest image of what lies at `way`.
[[nodiscard]] inline Vec2 nearest_image(Vec2 way, const std::optional<Vec2>& period) noexcept {
  return way - nearest_shift(way, period);
}

/// A place, and how far from it something may still be.
struct Whereabouts {
  Vec2 at;
  double reach = 0;
};

/// Calls `visit(at + image)` for all images that may have a point between `low` and `high`, until it returns true; without
/// a period for the place itself. True: a visit returned it.
template <class Visit>
bool any_image(const std::optional<Vec2>& period, Whereabouts body, Vec2 low, Vec2 high, Visit visit) {
  // Wider than any rounding of these few numbers: one image too many costs time only.
  constexpr double slack = 1e-9;
  const Vec2 scale = period.value_or(Vec2{}) + Vec2{std::abs(body.at.x), std::abs(body.at.y)};
  const double reach = body.reach + slack * (body.reach + scale.x + scale.y);
  const Vec2 from = low - body.at - Vec2{reach, reach};
  const Vec2 to = high - body.at + Vec2{reach, reach};
  if (!period) return from.x <= 0 && from.y <= 0 && to.x >= 0 && to.y >= 0 && visit(body.at);
  for (double y = std::ceil(from.y / period->y); y <= std::floor(to.y / period->y); y += 1) {
    for (double x = std::ceil(from.x / period->x); x <= std::floor(to.x / period->x); x += 1) {
      if (visit(Vec2{body.at.x + x * period->x, body.at.y + y * period->y})) return true;
    }
  }
  return false;
}

}  // namespace carom::detail
