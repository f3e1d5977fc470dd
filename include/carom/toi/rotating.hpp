#pragma once

#include "carom/motion/rotating.hpp"
#include "carom/toi/contact.hpp"

/// When do two bodies first meet that turn while they move?
///
/// Equation   gap(t) = 0: the distance of the outlines, on which every vertex travels on its arc (motion/rotating.hpp). Bodies
///            that do not overlap at the start can begin to only where their outlines meet.
/// Symbols    S size: the sum of how far the shapes reach around their centres (a circle's radius);
///            D the larger of the centres' distances at the start and the end, Φ the sum of largest |angle| times reach
///            tolerance = k_rotating_gap S + k_rotating_rounding (D + Φ)   (math/tolerances.hpp)
/// Answer     certified:  `hit`: no point of one touches the other up to and at `t`, and at `t` the gap is at most the tolerance;
///            `miss`: nothing touches in [0, 1];  `overlap`: they overlap at t = 0 by more than the tolerance.
///            A pass within the tolerance may be either; touching is decided within it, too.
/// Cases      convex solids and segments: one search;  concave ones and arenas: every edge, as they are;  a chain in a ring:
///            its vertices against the ring;  against a border: its vertices;  circles that are carried around: a vertex with a
///            radius;  circles that turn about their centres, and so look the same at every angle: time_of_impact
/// In touch   at the start, within the tolerance: closing is a hit at t = 0; parting, resting and sliding are none
/// Range      |coordinates| up to k_coordinate_limit, S from 1e-100 on; any spin, though each turn costs its time
/// Error      of t: that of the gap over the closing speed. Tests: rotating_oracle_test, rotating_test
/// Source     docs/mathematics.md, Rotating bodies; Mirtich, "Impulse-based dynamic simulation of rigid body systems" (1996)
namespace carom {

/// Every pair in either order; two borders are `Outcome::unanswerable`.
[[nodiscard]] Impact rotating_impact(const RotatingShape& a, const RotatingShape& b);
/// Its former name.
[[nodiscard]] inline Impact turning_impact(const RotatingShape& a, const RotatingShape& b) {
  return rotating_impact(a, b);
}

}  // namespace carom
