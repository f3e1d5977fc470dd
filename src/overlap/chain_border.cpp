#include <algorithm>
#include <limits>

#include "overlap/depth.hpp"
#include "overlap/hull.hpp"

/// Chain and border.
///
/// Symbols    s = vertex - w along the border's axis, of the vertex farthest on either side
/// Out        the lesser of -min s forward and max s backward along the axis; forward when they are equal
/// Point      where an edge crosses, the lowest one; of a convex solid the middle between the lowest and the highest
/// Error      one rounding of the depth. Tests: chain_border_test
namespace carom {
namespace {

struct Range {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();

  void add(double x) noexcept {
    low = std::min(low, x);
    high = std::max(high, x);
  }
};

/// Where the chain meets the border, as coordinates along the border.
Range meeting_places(const Chain& chain, const Border& border) noexcept {
  const Axis along = border.axis == Axis::x ? Axis::y : Axis::x;
  Range places;
  for (int i = 0; i < chain.edges(); ++i) {
    const Vec2 p = chain.from[i];
    const Vec2 q = chain.from[chain.next(i)];
    const double before = coordinate(p, border.axis) - border.at;
    const double after = coordinate(q, border.axis) - border.at;
    if (before == 0) places.add(coordinate(p, along));
    if (after == 0) places.add(coordinate(q, along));
    if ((before < 0 && after > 0) || (before > 0 && after < 0)) {
      const double share = before / (before - after);
      places.add(coordinate(p, along) + share * (coordinate(q, along) - coordinate(p, along)));
    }
  }
  return places;
}

}  // namespace

Overlap overlap_depth(const Chain& a, const Border& b) noexcept {
  Range offsets;
  for (int i = 0; i < a.count; ++i) offsets.add(coordinate(a.from[i], b.axis) - b.at);
  const Range places = meeting_places(a, b);
  const bool convex_solid = a.kind == ChainKind::solid && detail::is_convex(a);
  const double along = convex_solid ? 0.5 * places.low + 0.5 * places.high : places.low;
  const Vec2 point = b.axis == Axis::x ? Vec2{b.at, along} : Vec2{along, b.at};
  const bool forward = -offsets.low <= offsets.high;
  const Vec2 axis = direction(b.axis);
  return {point, forward ? axis : -axis, std::max(forward ? -offsets.low : offsets.high, 0.0)};
}

}  // namespace carom
