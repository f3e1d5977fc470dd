#pragma once

#include "carom/worlds/settings.hpp"

namespace carom::detail {

/// The box around a shape, relative to its body's origin; endless along a border.
struct ShapeBox {
  Vec2 low;
  Vec2 high;
};

[[nodiscard]] ShapeBox shape_box(const BodyShape& shape) noexcept;

}  // namespace carom::detail
