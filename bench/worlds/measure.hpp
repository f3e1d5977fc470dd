#pragma once

#include <optional>

#include "engine.hpp"

namespace carom::bench {

/// What one engine did with one gas.
struct Measured {
  double milliseconds = 0;  ///< a step; the least of three blocks, which the machine disturbs least
  std::size_t truth = 0;    ///< true first contacts in the judged steps
  std::size_t handled = 0;
  double energy_drift = 0;  ///< relative, over `drift_steps`
  int drift_steps = 0;
  std::size_t outside = 0;
  double bytes_per_body = 0;   ///< heap in use after the timed steps
  double contacts_a_step = 0;  ///< in the block that counts
};

/// A step that takes longer ends the row.
constexpr int k_longest_step = 10;  // seconds

/// Lets the gas relax, judges a few steps, times others for about `seconds`. In a process of its own, which can be ended
/// within a step and starts with an untouched heap. Nothing: a step took too long.
[[nodiscard]] std::optional<Measured> measure(const EngineKind& kind, const Gas& gas, double seconds);

}  // namespace carom::bench
