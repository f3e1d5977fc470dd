#include "worlds/body_shape.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace carom::detail {
namespace {

constexpr double k_endless = std::numeric_limits<double>::infinity();

double reach_of(const Border&, Vec2) noexcept { return k_endless; }
double reach_of(const Circle& circle, Vec2 center) noexcept {
  return circle.center == center ? circle.radius : circle.radius + length(circle.center - center);
}
template <class Chain>
double reach_of(const Chain& chain, Vec2 center) noexcept {
  double reach = 0;
  for (const Vec2 corner : corners(chain)) reach = std::max(reach, length(corner - center));
  return reach;
}

}  // namespace

double reach_around(const BodyShape& shape, Vec2 center) noexcept {
  double reach = 0;
  for_each_part(shape, [&](const auto& part) { reach = std::max(reach, reach_of(part, center)); });
  if (const auto* const circle = std::get_if<Circle>(&shape); circle != nullptr && circle->center == center)
    return reach;
  // Up by more than length() and turning may round: nobody may stand outside of the circle that he is looked for in.
  return reach * (1 + 8 * std::numeric_limits<double>::epsilon());
}

MassProperties mass_properties(const BodyShape& shape) noexcept {
  return std::visit(
      [](const auto& one) {
        if constexpr (std::is_same_v<std::decay_t<decltype(one)>, Border>) {
          return MassProperties{};
        } else {
          return mass_properties(one);
        }
      },
      shape);
}

double covered_area(const BodyShape& shape) noexcept {
  bool covers = false;
  for_each_part(shape, [&](const auto& part) {
    using One = std::decay_t<decltype(part)>;
    covers = covers || std::is_same_v<One, Circle> || std::is_same_v<One, Polygon>;
  });
  return covers ? mass_properties(shape).area : 0;
}

Checked<BodyShape> turned(const BodyShape& shape, double angle) {
  if (const auto* const segment = std::get_if<Segment>(&shape)) {
    const auto result = turned(*segment, angle);
    return result ? Checked<BodyShape>(result.value()) : Checked<BodyShape>(result.error());
  }
  if (const auto* const polygon = std::get_if<Polygon>(&shape)) {
    auto result = turned(*polygon, angle);
    return result ? Checked<BodyShape>(std::move(result).value()) : Checked<BodyShape>(result.error());
  }
  if (const auto* const compound = std::get_if<Compound>(&shape)) {
    Compound result;
    for (const Part& part : compound->parts) {
      auto one = placed(part, angle, {});
      if (!one) return one.error();
      result.parts.push_back(std::move(one).value());
    }
    return BodyShape(std::move(result));
  }
  return shape;
}

void take_turned(const BodyShape& upright, SinCos angle, BodyShape& shape) {
  if (const auto* const segment = std::get_if<Segment>(&upright)) {
    shape = Segment{{turned(segment->ends[0], angle), turned(segment->ends[1], angle)}};
  } else if (const auto* const polygon = std::get_if<Polygon>(&upright)) {
    std::get<Polygon>(shape).take_turned(*polygon, angle.sin, angle.cos);
  } else if (const auto* const compound = std::get_if<Compound>(&upright)) {
    take_turned(*compound, angle, std::get<Compound>(shape));
  }
}

}  // namespace carom::detail
