#include "carom/shapes/compound.hpp"

#include <algorithm>
#include <utility>

namespace carom {
namespace {

bool is_line(const Part& part) noexcept { return std::holds_alternative<Segment>(part); }

Checked<Part> moved(const Circle& circle, Vec2 by) {
  return Part(Circle{circle.radius, circle.center == Vec2{} ? by : circle.center + by, circle.hollow});
}
Checked<Part> moved(const Segment& segment, Vec2 by) {
  const Segment result{{segment.ends[0] + by, segment.ends[1] + by}};
  if (result.ends[0] == result.ends[1]) {
    return Error{"", "moved, the ends fall together, expected a longer segment or one nearer to its origin"};
  }
  return Part(result);
}
Checked<Part> moved(const Polygon& polygon, Vec2 by) {
  std::vector<Vec2> vertices(polygon.vertices().begin(), polygon.vertices().end());
  for (Vec2& v : vertices) v = v + by;
  auto result = Polygon::make(std::move(vertices), polygon.hollow());
  if (!result) return result.error();
  return Part(std::move(result).value());
}

Checked<Circle> turned(const Circle& circle, double angle) {
  return angle == 0 ? circle : Circle{circle.radius, turned(circle.center, sin_cos(angle)), circle.hollow};
}

}  // namespace

Checked<Part> placed(const Part& part, double angle, Vec2 at) {
  return std::visit(
      [&](const auto& shape) -> Checked<Part> {
        const auto upright = turned(shape, angle);
        if (!upright) return upright.error();
        // Moving by 0 would make 0 of -0.
        return at == Vec2{} ? Checked<Part>(Part(upright.value())) : moved(upright.value(), at);
      },
      part);
}

Checked<Compound> turned(const Compound& compound, double angle) {
  Compound result;
  for (const Part& part : compound.parts) {
    auto one = placed(part, angle, {});
    if (!one) return one.error();
    result.parts.push_back(std::move(one).value());
  }
  return result;
}

void take_turned(const Circle& upright, SinCos angle, Circle& result) noexcept {
  result.center = turned(upright.center, angle);
}
void take_turned(const Segment& upright, SinCos angle, Segment& result) noexcept {
  result = {{turned(upright.ends[0], angle), turned(upright.ends[1], angle)}};
}
void take_turned(const Polygon& upright, SinCos angle, Polygon& result) {
  result.take_turned(upright, angle.sin, angle.cos);
}
void take_turned(const Compound& upright, SinCos angle, Compound& result) {
  for (std::size_t k = 0; k < upright.parts.size(); ++k) {
    std::visit(
        [&](const auto& part) { take_turned(part, angle, std::get<std::decay_t<decltype(part)>>(result.parts[k])); },
        upright.parts[k]);
  }
}

double covered_area(const Compound& compound) noexcept {
  return std::ranges::all_of(compound.parts, is_line) ? 0 : mass_properties(compound).area;
}

MassProperties mass_properties(const Compound& compound) noexcept {
  const bool only_lines = std::ranges::all_of(compound.parts, is_line);
  MassProperties whole;
  const auto for_each_weight = [&](const auto& add) {
    for (const Part& part : compound.parts) {
      if (!only_lines && is_line(part)) continue;
      add(std::visit([](const auto& shape) { return mass_properties(shape); }, part));
    }
  };
  for_each_weight([&](const MassProperties& part) { whole.area += part.area; });
  if (!(whole.area > 0)) return whole;
  for_each_weight(
      [&](const MassProperties& part) { whole.centroid = whole.centroid + (part.area / whole.area) * part.centroid; });
  for_each_weight([&](const MassProperties& part) {
    const Vec2 arm = part.centroid - whole.centroid;
    whole.second_moment += part.second_moment + part.area * dot(arm, arm);
  });
  return whole;
}

}  // namespace carom
