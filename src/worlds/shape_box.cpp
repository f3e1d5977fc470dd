#include "worlds/shape_box.hpp"

#include <algorithm>
#include <limits>
#include <span>

#include "carom/shapes/mass.hpp"

namespace carom::detail {
namespace {

ShapeBox box_of(std::span<const Vec2> points) noexcept {
  ShapeBox box{points.front(), points.front()};
  for (const Vec2 p : points) {
    box.low = {std::min(box.low.x, p.x), std::min(box.low.y, p.y)};
    box.high = {std::max(box.high.x, p.x), std::max(box.high.y, p.y)};
  }
  return box;
}

}  // namespace

ShapeBox shape_box(const BodyShape& shape) noexcept {
  if (const auto* circle = std::get_if<Circle>(&shape)) {
    const double r = circle->radius;
    return {{-r, -r}, {r, r}};
  }
  if (const auto* segment = std::get_if<Segment>(&shape)) return box_of(segment->ends);
  if (const auto* border = std::get_if<Border>(&shape)) {
    constexpr double k_endless = std::numeric_limits<double>::infinity();
    const Vec2 along = border->axis == Axis::x ? Vec2{0, k_endless} : Vec2{k_endless, 0};
    const Vec2 at = border->axis == Axis::x ? Vec2{border->at, 0} : Vec2{0, border->at};
    return {at - along, at + along};
  }
  return box_of(std::get<Polygon>(shape).vertices());
}

void turn_shape(const BodyShape& upright, SinCos angle, BodyShape& shape) {
  if (const auto* segment = std::get_if<Segment>(&upright)) {
    shape = Segment{{turned(segment->ends[0], angle), turned(segment->ends[1], angle)}};
  } else if (const auto* polygon = std::get_if<Polygon>(&upright)) {
    std::get<Polygon>(shape).take_turned(*polygon, angle.sin, angle.cos);
  }
}

}  // namespace carom::detail
