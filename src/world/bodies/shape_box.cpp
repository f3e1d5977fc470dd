#include "world/bodies/shape_box.hpp"

#include <algorithm>
#include <limits>

#include "world/bodies/body_shape.hpp"

namespace carom::detail {
namespace {

constexpr double k_unbounded = std::numeric_limits<double>::infinity();

ShapeBox box_of(const Circle& circle) noexcept {
  const Vec2 r = {circle.radius, circle.radius};
  return {circle.center - r, circle.center + r};
}
ShapeBox box_of(const Border& border) noexcept {
  const Vec2 along = border.axis == Axis::x ? Vec2{0, k_unbounded} : Vec2{k_unbounded, 0};
  const Vec2 at = border.axis == Axis::x ? Vec2{border.at, 0} : Vec2{0, border.at};
  return {at - along, at + along};
}
ShapeBox box_of(const Segment& segment) noexcept { return box_around(segment.ends); }
ShapeBox box_of(const Polygon& polygon) noexcept { return box_around(polygon.vertices()); }

}  // namespace

ShapeBox box_around(std::span<const Vec2> points) noexcept {
  ShapeBox box{points.front(), points.front()};
  for (const Vec2 p : points) {
    box.low = {std::min(box.low.x, p.x), std::min(box.low.y, p.y)};
    box.high = {std::max(box.high.x, p.x), std::max(box.high.y, p.y)};
  }
  return box;
}

ShapeBox box_around(const ShapeBox& a, const ShapeBox& b) noexcept {
  return {{std::min(a.low.x, b.low.x), std::min(a.low.y, b.low.y)},
          {std::max(a.high.x, b.high.x), std::max(a.high.y, b.high.y)}};
}

ShapeBox shape_box(const BodyShape& shape) noexcept {
  ShapeBox box{{k_unbounded, k_unbounded}, {-k_unbounded, -k_unbounded}};
  for_each_part(shape, [&](const auto& part) { box = box_around(box, box_of(part)); });
  return box;
}

bool is_outside(const ShapeBox& box, Vec2 at, const Bounds& bounds) noexcept {
  const Vec2 low = at + box.low;
  const Vec2 high = at + box.high;
  return high.x < bounds.min.x || low.x > bounds.max.x || high.y < bounds.min.y || low.y > bounds.max.y;
}

}  // namespace carom::detail
