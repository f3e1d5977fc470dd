#pragma once

#include "carom/toi/thrown.hpp"

/// Shapes that own their polygons, for tests of what is thrown.
namespace carom {

using ThrownShape = std::variant<Circle, Border, Segment, Polygon>;

[[nodiscard]] inline Shape view_of(const ThrownShape& shape) noexcept {
  if (const auto* const polygon = std::get_if<Polygon>(&shape)) return polygon;
  if (const auto* const segment = std::get_if<Segment>(&shape)) return *segment;
  if (const auto* const border = std::get_if<Border>(&shape)) return *border;
  return std::get<Circle>(shape);
}

[[nodiscard]] inline std::optional<Contact> contact_of(const ThrownShape& mover, const Throw& way,
                                                       const ThrownShape& stander) {
  return thrown_contact(view_of(mover), way, view_of(stander));
}

}  // namespace carom
