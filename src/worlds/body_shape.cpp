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
  if (const auto* const compound = std::get_if<Compound>(&shape)) return covered_area(*compound);
  return std::holds_alternative<Segment>(shape) ? 0 : mass_properties(shape).area;
}

Checked<BodyShape> turned(const BodyShape& shape, double angle) {
  return std::visit(
      [&](const auto& one) -> Checked<BodyShape> {
        using One = std::decay_t<decltype(one)>;
        if constexpr (std::is_same_v<One, Border> || std::is_same_v<One, Circle>) {
          return BodyShape(one);
        } else {
          auto result = turned(one, angle);
          return result ? Checked<BodyShape>(std::move(result).value()) : Checked<BodyShape>(result.error());
        }
      },
      shape);
}

void take_turned(const BodyShape& upright, SinCos angle, BodyShape& shape) {
  std::visit(
      [&](const auto& one) {
        using One = std::decay_t<decltype(one)>;
        if constexpr (!std::is_same_v<One, Border>) take_turned(one, angle, std::get<One>(shape));
      },
      upright);
}

}  // namespace carom::detail
