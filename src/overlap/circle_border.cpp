#include <algorithm>

#include "overlap/depth.hpp"
#include "overlap/measure.hpp"

/// Circle and border.
///
/// Symbols    s = centre - w along the border's axis
/// Out        r - |s| along the axis, away from the border on the side of the centre; forward when it is on the border
/// Point      the foot of the centre; of a ring, which has no inside, one of the two points where it crosses
/// Error      a few units in the last place. Tests: circle_border_test
namespace carom {

Overlap overlap_depth(const Circle& a, const Border& b) noexcept {
  const Vec2 axis = direction(b.axis);
  const DoubleDouble s = two_difference(coordinate(a.center, b.axis), b.at);
  const bool behind = s.hi < 0;
  const double depth = std::max((DoubleDouble(a.radius) - (behind ? -s : s)).rounded(), 0.0);
  const double along = a.hollow ? detail::half_chord(a.radius, std::min(std::abs(s.hi), a.radius)) : 0;
  const Vec2 point = b.axis == Axis::x ? Vec2{b.at, a.center.y + along} : Vec2{a.center.x + along, b.at};
  return {point, behind ? -axis : axis, depth};
}

}  // namespace carom
