#pragma once

#include <cmath>
#include <limits>

namespace carom::detail {

/// When a gap that shrinks at `closing`, and faster by `pull` every second, is used up: gap - closing t - pull t²/2 = 0, falling.
///
/// A gap that is none any more counts as 0: if it shrinks it is used up now, if it opens, when it is used up again. Never:
/// infinity. The root is taken in the form that does not cancel. Test: falling_time_test.
[[nodiscard]] inline double falling_time(double gap, double closing, double pull) noexcept {
  constexpr double k_endless = std::numeric_limits<double>::infinity();
  if (!(gap > 0)) {
    if (closing > 0 || (closing == 0 && pull > 0)) return 0;
    return pull > 0 ? -2 * closing / pull : k_endless;
  }
  if (gap == k_endless) return k_endless;
  if (pull == 0) return closing > 0 ? gap / closing : k_endless;
  const double square = closing * closing + 2 * pull * gap;
  if (square < 0) return k_endless;
  const double root = std::sqrt(square);
  if (closing > 0) return 2 * gap / (closing + root);
  return pull > 0 ? (root - closing) / pull : k_endless;
}

}  // namespace carom::detail
