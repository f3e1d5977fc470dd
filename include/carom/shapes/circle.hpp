#pragma once

#include "carom/math/vec2.hpp"

namespace carom {

/// A disc, or with `hollow` a ring: a line that holds things inside and keeps others out. Radius 0 is a point.
struct Circle {
  double radius = 0;
  Vec2 center;
  bool hollow = false;
};

}  // namespace carom
