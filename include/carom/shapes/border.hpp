#pragma once

#include <cstdint>

#include "carom/math/vec2.hpp"

namespace carom {

enum class Axis : std::uint8_t { x, y };

/// The coordinate of `p` along `axis`.
[[nodiscard]] constexpr double coordinate(Vec2 p, Axis axis) noexcept { return axis == Axis::x ? p.x : p.y; }
/// The unit vector along `axis`.
[[nodiscard]] constexpr Vec2 direction(Axis axis) noexcept { return axis == Axis::x ? Vec2{1, 0} : Vec2{0, 1}; }

/// The endless line on which the coordinate `axis` equals `at`. It has two sides and no inside, and never moves.
struct Border {
  Axis axis = Axis::x;
  double at = 0;
};

}  // namespace carom
