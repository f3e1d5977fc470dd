#pragma once

#include "carom/math/elementary.hpp"
#include "carom/worlds/settings.hpp"

namespace carom::detail {

/// The box around a shape, relative to its body's origin; endless along a border.
struct ShapeBox {
  Vec2 low;
  Vec2 high;
};

[[nodiscard]] ShapeBox shape_box(const BodyShape& shape) noexcept;

/// Makes `shape` the upright one turned about its origin.
void turn_shape(const BodyShape& upright, SinCos angle, BodyShape& shape);

}  // namespace carom::detail
