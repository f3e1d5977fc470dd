#pragma once

#include <string>

#include "carom/motion/rotating.hpp"
#include "carom/overlap/overlap.hpp"
#include "carom/world/settings.hpp"

/// What there is to know of a body's shape, whichever it is.
namespace carom::detail {

/// Calls `see(shape)` for the circle, border, segment or polygon that it is, or for each that it is made of.
template <class See>
void for_each_part(const BodyShape& shape, const See& see) {
  if (const auto* const compound = std::get_if<Compound>(&shape)) {
    for (const Part& part : compound->parts) std::visit(see, part);
  } else if (const auto* const border = std::get_if<Border>(&shape)) {
    see(*border);
  } else if (const auto* const circle = std::get_if<Circle>(&shape)) {
    see(*circle);
  } else if (const auto* const segment = std::get_if<Segment>(&shape)) {
    see(*segment);
  } else {
    see(std::get<Polygon>(shape));
  }
}

/// A segment or a polygon; of a circle nothing.
[[nodiscard]] inline std::span<const Vec2> corners(const Segment& segment) noexcept { return segment.ends; }
[[nodiscard]] inline std::span<const Vec2> corners(const Polygon& polygon) noexcept { return polygon.vertices(); }

/// For the kernels that know one shape only; refers to it.
[[nodiscard]] inline Shape view_of(const BodyShape& shape) noexcept {
  if (const auto* const circle = std::get_if<Circle>(&shape)) return *circle;
  if (const auto* const border = std::get_if<Border>(&shape)) return *border;
  if (const auto* const segment = std::get_if<Segment>(&shape)) return *segment;
  return &std::get<Polygon>(shape);
}

/// The same numbers in the same order.
[[nodiscard]] bool equal(const BodyShape& a, const BodyShape& b) noexcept;

/// The largest distance of a point of the shape from `center`, rounded up; infinite for a border.
[[nodiscard]] double reach_around(const BodyShape& shape, Vec2 center) noexcept;

/// Of a border nothing.
[[nodiscard]] MassProperties mass_properties(const BodyShape& shape) noexcept;
/// What a density is multiplied by: lines have none.
[[nodiscard]] double covered_area(const BodyShape& shape) noexcept;

/// The shape turned about its origin. A border is not turned.
[[nodiscard]] Checked<BodyShape> turned(const BodyShape& shape, double angle);
/// Makes `shape`, which was made from `upright` before, the upright one turned about its origin.
void take_turned(const BodyShape& upright, SinCos angle, BodyShape& shape);

/// The distance of two upright shapes, their origins placed and turned; 0 where they touch or overlap, infinite for two
/// borders. At the accuracy of the turned vertices: for cases that are rare.
[[nodiscard]] double distance_between(const BodyShape& a, const Pose& pose_a, const BodyShape& b, const Pose& pose_b);

}  // namespace carom::detail
