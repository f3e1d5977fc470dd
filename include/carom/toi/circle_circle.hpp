#pragma once

#include "carom/motion/moving.hpp"
#include "carom/toi/contact.hpp"

/// Circle and circle, from outside and (one of them hollow) from inside.
///
/// Equation   |d(t)|² = R²,  d(t) = (1-t) d0 + t d1
/// Symbols    d0 = a.from - b.from, d1 = a.to - b.to: the relative position at both ends of the step
///            v = d1 - d0, A = v·v, b = -d0·v, x = d0 × d1 = d0 × v
///            R = ra + rb outside, |ra - rb| inside;  C = d0·d0 - R²,  D = A R² - x²  (Lagrange: no large squares cancel)
/// Outside    C < 0 overlaps; b <= 0 parts; D < 0 passes by; otherwise t = C / (b + sqrt D), both terms of one sign
/// Inside     |d0| <= R, the hollow one not the smaller: the gap closes as |d| grows, so the larger root,
///            t = -C / (-b + sqrt D) if b < 0, else (b + sqrt D) / A; touching and not moving inward is a hit at t = 0
/// Points     Radius 0 is a point, hollow or not. A point on a ring counts as inside it.
/// Range      every finite input up to k_coordinate_limit
/// Error      decisions exact; |t - true t| <= k_time_error (1.4e-14); normal within 1e-14. Tests: circle_circle_test
/// Source     docs/mathematics.md, sections 1 and 2
namespace carom {

/// Outcome and time only.
[[nodiscard]] ImpactTime impact_time(const MovingCircle& a, const MovingCircle& b) noexcept;

[[nodiscard]] Impact time_of_impact(const MovingCircle& a, const MovingCircle& b) noexcept;

}  // namespace carom
