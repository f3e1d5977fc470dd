#pragma once

#include <cmath>

#include "carom/math/approx.hpp"
#include "carom/math/tolerances.hpp"

/// The quantities of circle_border.hpp in plain double with bounds of their errors, shared by the one-by-one and the batch
/// form. Each difference of inputs is right to u = 2^-53; the bounds below are rounded up.
namespace carom::detail {

struct BorderFilter {
  double gap;      ///< k s0 - r
  double end_gap;  ///< k s1 - r
  double closing;  ///< k (s0 - s1), right to u
  double error;    ///< of both gaps
  double t;

  /// |dt| <= (error of the gap) / closing + 2u t, with t at most 1 where it matters.
  [[nodiscard]] double time_allowance() const noexcept { return (0.5 * k_time_error) * closing; }
};

[[nodiscard]] inline BorderFilter border_filter(double from, double to, double radius, double at) noexcept {
  const double s0 = from - at;
  const double s1 = to - at;
  const double way = from - to;
  BorderFilter f;
  const bool left = s0 < 0;
  f.gap = (left ? -s0 : s0) - radius;
  f.end_gap = (left ? -s1 : s1) - radius;
  f.closing = left ? -way : way;
  const double size = std::abs(s0) + std::abs(s1) + radius;
  f.error = 4e-16 * size + k_tiny;
  f.t = f.gap / f.closing;
  return f;
}

}  // namespace carom::detail
