#pragma once

#include "carom/motion/moving.hpp"
#include "carom/toi/contact.hpp"

/// Circle and border.
///
/// Equation   |s(t)| = r,  s(t) = c(t) - w along the border's axis: linear in t
/// Symbols    w the border's coordinate, s0 and s1 = s at both ends of the step, k = sign of s0
/// Cases      |s0| < r overlaps; not approaching: a miss, touching and parting included; otherwise
///            t = (k s0 - r) / |s1 - s0| if k s1 <= r
/// Points     Radius 0 on the border parts from it whichever way it goes: a miss.
/// Error      decisions exact; |t - true t| <= k_time_error. Tests: circle_border_test
/// Source     docs/mathematics.md, section 3
namespace carom {

[[nodiscard]] ImpactTime impact_time(const MovingCircle& circle, const Border& border) noexcept;
[[nodiscard]] Impact time_of_impact(const MovingCircle& circle, const Border& border) noexcept;

}  // namespace carom
