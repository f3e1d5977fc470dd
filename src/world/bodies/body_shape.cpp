#include "world/bodies/body_shape.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace carom::detail {
namespace {

constexpr double k_infinite_reach = std::numeric_limits<double>::infinity();

double reach_of(const Border&, Vec2) noexcept { return k_infinite_reach; }
double reach_of(const Circle& circle, Vec2 center) noexcept {
  return circle.center == center ? circle.radius : circle.radius + length(circle.center - center);
}
template <class Chain>
double reach_of(const Chain& chain, Vec2 center) noexcept {
  double reach = 0;
  for (const Vec2 corner : corners(chain)) reach = std::max(reach, length(corner - center));
  return reach;
}

/// A part of an upright shape, placed and turned. A polygon whose rounded vertices make none any more is given up.
std::optional<BodyShape> placed_part(const Border& border, const Pose& pose) {
  return Border{border.axis, border.at + coordinate(pose.at, border.axis)};
}
std::optional<BodyShape> placed_part(const Circle& circle, const Pose& pose) {
  return Circle{circle.radius, pose.at + turned(circle.center, sin_cos(pose.angle)), circle.hollow};
}
std::optional<BodyShape> placed_part(const Segment& segment, const Pose& pose) {
  const SinCos angle = sin_cos(pose.angle);
  return Segment{{pose.at + turned(segment.ends[0], angle), pose.at + turned(segment.ends[1], angle)}};
}
std::optional<BodyShape> placed_part(const Polygon& polygon, const Pose& pose) {
  const SinCos angle = sin_cos(pose.angle);
  std::vector<Vec2> vertices(polygon.vertices().begin(), polygon.vertices().end());
  for (Vec2& vertex : vertices) vertex = pose.at + turned(vertex, angle);
  auto made = Polygon::make(std::move(vertices), polygon.hollow());
  if (!made) return std::nullopt;
  return std::move(made).value();
}

std::vector<BodyShape> placed_parts(const BodyShape& upright, const Pose& pose) {
  std::vector<BodyShape> parts;
  for_each_part(upright, [&](const auto& part) {
    if (auto placed = placed_part(part, pose)) parts.push_back(std::move(*placed));
  });
  return parts;
}

bool same(const Circle& a, const Circle& b) noexcept {
  return a.radius == b.radius && a.center == b.center && a.hollow == b.hollow;
}
bool same(const Border& a, const Border& b) noexcept { return a.axis == b.axis && a.at == b.at; }
bool same(const Segment& a, const Segment& b) noexcept { return a.ends == b.ends; }
bool same(const Polygon& a, const Polygon& b) noexcept {
  return a.hollow() == b.hollow() && std::ranges::equal(a.vertices(), b.vertices());
}
template <class... Shapes>
bool same(const std::variant<Shapes...>& a, const std::variant<Shapes...>& b) noexcept;
bool same(const Compound& a, const Compound& b) noexcept {
  return std::ranges::equal(a.parts, b.parts, [](const Part& p, const Part& q) { return same(p, q); });
}
template <class... Shapes>
bool same(const std::variant<Shapes...>& a, const std::variant<Shapes...>& b) noexcept {
  const auto same_kind = [&]<class One>(const One& one) {
    const One* const other = std::get_if<One>(&b);
    return other != nullptr && same(one, *other);
  };
  return std::visit(same_kind, a);
}

}  // namespace

bool equal(const BodyShape& a, const BodyShape& b) noexcept { return same(a, b); }

double distance_between(const BodyShape& a, const Pose& pose_a, const BodyShape& b, const Pose& pose_b) {
  const std::vector<BodyShape> parts_b = placed_parts(b, pose_b);
  double least = k_infinite_reach;
  for (const BodyShape& p : placed_parts(a, pose_a)) {
    for (const BodyShape& q : parts_b) {
      if (const auto closest = closest_points(view_of(p), view_of(q))) least = std::min(least, closest->distance);
    }
  }
  return least;
}

double reach_around(const BodyShape& shape, Vec2 center) noexcept {
  double reach = 0;
  for_each_part(shape, [&](const auto& part) { reach = std::max(reach, reach_of(part, center)); });
  if (const auto* const circle = std::get_if<Circle>(&shape); circle != nullptr && circle->center == center)
    return reach;
  // Up by more than length() and turning may round: no body may reach out of the circle that it is searched by.
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
