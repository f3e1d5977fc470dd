#pragma once

#include "world/bodies/shape_box.hpp"

/// Bounds that remove: is all of a body outside, and when will it be?
///
/// A shape is taken for the box around it. What is round is taken for itself: beside a corner its box may reach into the bounds
/// when it does not.
namespace carom::detail {

struct Outline {
  ShapeBox box;
  bool round = false;  ///< a disc or a ring, which fills its box from side to side
};

[[nodiscard]] Outline outline_of(const BodyShape& shape) noexcept;

/// Does it have no point within the bounds, standing at `at`?
[[nodiscard]] bool is_outside(const Outline& outline, Vec2 at, const Bounds& bounds) noexcept;

/// Seconds until it has none: 0 if that is so already, infinity if it never will be. Around a corner only straight flights
/// are followed: on a parabola that would be a root of fourth degree, and the box tells.
[[nodiscard]] double leaving_time(const Outline& outline, Vec2 at, Vec2 velocity, Vec2 gravity,
                                  const Bounds& bounds) noexcept;

}  // namespace carom::detail
