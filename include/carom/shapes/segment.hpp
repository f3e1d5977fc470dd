#pragma once

#include <array>

#include "carom/math/vec2.hpp"

namespace carom {

/// A line piece between two different ends. It has two sides and no inside.
struct Segment {
  std::array<Vec2, 2> ends;
};

}  // namespace carom
