#pragma once

#include "world/forces/nbody_forces.hpp"

namespace carom::detail {

/// A step is cut into at most 2^this parts.
inline constexpr unsigned k_most_cuts = 16;

/// What the rule asks for, and what it gets.
struct StepCuts {
  unsigned cuts = 0;  ///< the step is cut into 2^cuts parts
  /// The rule asks for shorter parts than 2^k_most_cuts gives, also with the softened distance √(d² + softening²) in the place
  /// of d: bodies that pass through each other, softly, need ever shorter parts, and nothing is wrong.
  bool capped = false;
  friend bool operator==(const StepCuts&, const StepCuts&) = default;
};

/// Into how many parts, as a power of two, a step of `dt` is to be cut so that h = dt / 2^level keeps the rule for every
/// two bodies, and every body and source:
///
///   h² (|a| d + v²) <= 8 fraction d²
///
/// Symbols    d: distance of the centres, v, a: relative velocity and acceleration
/// Why        on an arc of acceleration a, a chord of duration h is a h²/8 off in the middle: this bounds it by `fraction` of
///            d, and the way that the two move past each other by √(8 fraction) d, so that the pull between them cannot be
///            another one before the step is over
/// Cost       pairs so far apart that they cannot ask for a shorter part than is known already are not looked at
/// Bits       the least part over all pairs does not depend on the order in which they are tested
[[nodiscard]] StepCuts cuts_needed(const NBodyForces& nbody, const std::vector<Source>& sources, double fraction,
                                   double dt);

/// Cuts a step into parts: `cuts_now` returns how many cuts, as a power of two, the state needs; `play` plays on to a time.
/// A part begins where parts of its length begin, so that the last one ends with the step.
template <class Cuts, class Play>
void in_parts(double start, double end, const Cuts& cuts_now, const Play& play) {
  constexpr std::uint32_t whole = 1U << k_most_cuts;
  for (std::uint32_t done = 0; done < whole;) {
    std::uint32_t part = whole >> cuts_now();
    while (done % part != 0) part /= 2;
    done += part;
    play(done == whole ? end : start + (end - start) * (static_cast<double>(done) / whole));
  }
}

}  // namespace carom::detail
