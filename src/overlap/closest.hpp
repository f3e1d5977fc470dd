#pragma once

#include <algorithm>
#include <limits>

#include "carom/motion/chain.hpp"
#include "carom/overlap/overlap.hpp"
#include "overlap/measure.hpp"

/// The closest points of every pair, in one order of kinds. Rings and arenas are lines; what overlaps or touches (decided
/// exactly) has a common point and distance 0.
namespace carom::detail {

[[nodiscard]] ClosestPoints closest(const Circle& a, const Circle& b) noexcept;
[[nodiscard]] ClosestPoints closest(const Circle& a, const Border& b) noexcept;
[[nodiscard]] ClosestPoints closest(const Circle& a, const Chain& b) noexcept;
[[nodiscard]] ClosestPoints closest(const Chain& a, const Border& b) noexcept;
[[nodiscard]] ClosestPoints closest(const Chain& a, const Chain& b) noexcept;

/// Of shapes that are apart: never zero, even where the difference is lost in rounding.
[[nodiscard]] inline double positive_distance(DoubleDouble distance) noexcept {
  return std::max(distance.rounded(), std::numeric_limits<double>::denorm_min());
}

[[nodiscard]] constexpr ClosestPoints meeting_at(Vec2 point) noexcept { return {point, point, 0}; }

}  // namespace carom::detail
