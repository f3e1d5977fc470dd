#pragma once

#include "carom/world/settings.hpp"

namespace carom::detail {

/// The box around a shape, relative to its body's origin; endless along a border.
struct ShapeBox {
  Vec2 low;
  Vec2 high;
};

[[nodiscard]] ShapeBox shape_box(const BodyShape& shape) noexcept;

[[nodiscard]] ShapeBox box_around(std::span<const Vec2> points) noexcept;
[[nodiscard]] ShapeBox box_around(const ShapeBox& a, const ShapeBox& b) noexcept;

/// Does a shape with this box, standing at `at`, have no point within the bounds?
[[nodiscard]] bool is_outside(const ShapeBox& box, Vec2 at, const Bounds& bounds) noexcept;

}  // namespace carom::detail
