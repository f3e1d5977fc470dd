#pragma once

#include "carom/math/certified_sign.hpp"
#include "carom/math/vec2.hpp"

namespace carom {

/// Positive when a, b, c turn left, negative when they turn right, zero when they lie on one line. Exact.
[[nodiscard]] inline Sign orientation(Vec2 a, Vec2 b, Vec2 c) noexcept {
  const double left = (b.x - a.x) * (c.y - a.y);
  const double right = (b.y - a.y) * (c.x - a.x);
  // Each difference is right to u = 2^-53, each product to 3u, their difference to u more.
  const double error = 5e-16 * (std::abs(left) + std::abs(right)) + k_tiny;
  if (std::abs(left - right) > error) {
    count_decision(DecisionLevel::plain);
    return sign_of(left - right);
  }
  return certified_sign_beyond_double([&](auto lift) {
    return (lift(b.x) - lift(a.x)) * (lift(c.y) - lift(a.y)) - (lift(b.y) - lift(a.y)) * (lift(c.x) - lift(a.x));
  });
}

/// The sign of (b - a)·(d - c). Exact.
[[nodiscard]] inline Sign alignment(Vec2 a, Vec2 b, Vec2 c, Vec2 d) noexcept {
  return certified_sign([&](auto lift) {
    return (lift(b.x) - lift(a.x)) * (lift(d.x) - lift(c.x)) + (lift(b.y) - lift(a.y)) * (lift(d.y) - lift(c.y));
  });
}

}  // namespace carom
