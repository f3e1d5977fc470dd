#pragma once

#include "swept/substep.hpp"
#include "world/state.hpp"

namespace carom::detail {

/// Is there something that bends paths in a way that needs more than one leapfrog's drift, or more than fields?
[[nodiscard]] bool integrates(const WorldSettings& settings) noexcept;

/// One step of the swept world: in one drift, or in as many parts and drifts as the sub-step rule and the integrator ask for.
void advance_swept(World& world, World::State& state, double end);

/// Cuts a step into parts: `cuts_now` tells how many cuts, as a power of two, the state asks for; `play` plays on to a time.
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
