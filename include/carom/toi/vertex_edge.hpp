#pragma once

#include <optional>

#include "carom/motion/chain.hpp"

/// A moving vertex P and a moving edge AB, in both forms of the equation.
///
/// By time      e(t) × w(t) = 0 with e = B - A, w = P - A: a quadratic in t; then alpha = w·e / e·e must be in [0, 1].
///              This is the form that polygons are answered with, in exact decisions (src/toi/straight/vertex_edge.hpp).
/// By position  alpha² (b × d) + alpha (a × d + b × c) + a × c = 0 with a = A0 - P0, b = B0 - A0,
///              c = (P1 - P0) - (A1 - A0), d = (A1 - A0) - (B1 - B0): a quadratic in alpha; then
///              t = (a + alpha b) / (c + alpha d) along the axis with the larger divisor must be in [0, 1].
///              Plain double, not certified: an independent second opinion. Test: vertex_edge_test compares both.
/// Source       docs/mathematics.md, section 4
namespace carom {

/// Where on the edge, and when.
struct EdgeReach {
  double t = 0;
  double alpha = 0;  ///< 0 at the start of the edge, 1 at its end
};

/// The first time in (0, 1] at which the vertex, not on the edge at t = 0, comes to lie on it.
[[nodiscard]] std::optional<EdgeReach> vertex_edge_by_time(const Track& vertex, const Track& start,
                                                           const Track& end) noexcept;
[[nodiscard]] std::optional<EdgeReach> vertex_edge_by_position(const Track& vertex, const Track& start,
                                                               const Track& end) noexcept;

}  // namespace carom
