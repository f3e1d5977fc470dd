#pragma once

#include "carom/response/response.hpp"
#include "response/unit_excess.hpp"

namespace carom::detail {

/// What two that close exchange, by the law of impulse.
///
/// The normal is a unit but for rounding, and so is the sum of the inverse masses. In a gas of equal discs both are rounded
/// the same way time after time: what one contact loses by it is nothing, a million of them are a drift. So both errors are
/// taken out again. Test: response_test, EnergyDoesNotDriftOneWay.
[[nodiscard]] inline Aftermath exchanged(const Encounter& e, double closing) noexcept {
  // Halves, whose sum cannot overflow.
  const DoubleDouble mean = two_sum(0.5 * e.inverse_mass_a, 0.5 * e.inverse_mass_b);
  const double rounded = 0.5 * (1 + e.restitution) * closing / mean.hi;
  const double lambda = rounded - rounded * (unit_excess(e.normal) + mean.lo / mean.hi);
  return {e.velocity_a + (lambda * e.inverse_mass_a) * e.normal, e.velocity_b - (lambda * e.inverse_mass_b) * e.normal,
          lambda};
}

}  // namespace carom::detail
