#pragma once

#include <string_view>

#include "carom/world/settings.hpp"

namespace carom {

/// An integrator: what a scene calls it, how fast its error falls with the step, what a step costs, its source.
struct IntegratorInfo {
  std::string_view name;
  int order = 0;        ///< the error over a given time falls with this power of the step
  int evaluations = 0;  ///< of all accelerations, a step; 0: as many as it takes
  std::string_view source;
};

/// In the order of `Integrator`. docs/mathematics.md, section 20.
inline constexpr IntegratorInfo k_integrators[] = {
    {"leapfrog", 2, 1, "C. Störmer 1907, L. Verlet 1967: kick, drift, kick"},
    {"chin", 4, 3,
     "M. Suzuki 1995, S. A. Chin 1997 (scheme A): no step back; I. P. Omelyan 2006: the gradient by a shift"},
    {"extrapolation", 12, 0, "W. B. Gragg 1965, P. Deuflhard 1983: Störmer's rule extrapolated, with steps of its own"},
};

[[nodiscard]] constexpr const IntegratorInfo& info(Integrator integrator) noexcept {
  return k_integrators[static_cast<unsigned>(integrator)];
}

}  // namespace carom
