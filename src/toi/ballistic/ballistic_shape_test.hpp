#pragma once

#include "carom/toi/ballistic.hpp"

/// Shapes that own their polygons, for tests of ballistic motion.
namespace carom {

using BallisticShape = std::variant<Circle, Border, Segment, Polygon>;

[[nodiscard]] inline Shape view_of(const BallisticShape& shape) noexcept {
  if (const auto* const polygon = std::get_if<Polygon>(&shape)) return polygon;
  if (const auto* const segment = std::get_if<Segment>(&shape)) return *segment;
  if (const auto* const border = std::get_if<Border>(&shape)) return *border;
  return std::get<Circle>(shape);
}

[[nodiscard]] inline std::optional<Contact> contact_of(const BallisticShape& mover, const BallisticPath& way,
                                                       const BallisticShape& stander) {
  return ballistic_contact(view_of(mover), way, view_of(stander));
}

}  // namespace carom
