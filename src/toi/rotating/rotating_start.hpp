#pragma once

#include <optional>

#include "carom/toi/contact.hpp"
#include "toi/rotating/rotating_gap.hpp"

/// How two bodies that turn stand to each other at t = 0. Their vertices are turned and rounded, as seen from b's centre; then
/// the exact classification of shapes at rest decides, and overlaps up to the tolerance are forgiven.
namespace carom::detail {

struct RotatingStart {
  std::optional<Contact> overlap = std::nullopt;  ///< deeper than the tolerance; the point as seen from b's centre
  bool resting = false;                           ///< they touch within the tolerance
  bool inner = false;                             ///< one lies inside the other's ring or arena
  bool held = false;                              ///< it is the ring around the chain
  bool apart = false;                             ///< and certain to stay so
};

/// Their place at t = 0: a's centre is at `between`, as seen from b's.
[[nodiscard]] RotatingStart rotating_start(const RotatingChain& a, const RotatingChain& b, Vec2 between,
                                           double tolerance);
/// A circle, or a point.
[[nodiscard]] RotatingStart rotating_start(const MovingCircle& a, const RotatingChain& b, Vec2 between,
                                           double tolerance);
/// How deep the chain overlaps the border that goes through its centre's foot; known to do so.
[[nodiscard]] Contact rotating_overlap(const RotatingChain& a, Axis axis, Vec2 between);

}  // namespace carom::detail
