#pragma once

#include <algorithm>

#include "carom/math/double_double.hpp"
#include "carom/math/vec2.hpp"

namespace carom::detail {

/// n·n - 1 without the rounding of its terms, which is larger than the difference itself.
[[nodiscard]] inline double unit_excess(Vec2 n) noexcept {
  const DoubleDouble x = two_product(n.x, n.x);
  const DoubleDouble y = two_product(n.y, n.y);
  const double larger = std::max(x.hi, y.hi);
  const double smaller = std::min(x.hi, y.hi);
  return ((larger - 1) + smaller) + (x.lo + y.lo);
}

}  // namespace carom::detail
