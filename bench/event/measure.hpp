#pragma once

#include "gas.hpp"

namespace carom::bench {

/// Collisions, all discs together, unless it says otherwise.
struct Plan {
  double equilibration = 20;  ///< a disc
  double measured = 3e6;
  double between = 3e7;  ///< from the first measurement to the second
};

struct Measured {
  double fresh = 0;         ///< collisions a second of processor time, after the equilibration
  double diffused = 0;      ///< the same, after the long run
  double collisions = 0;    ///< of a disc, in all
  double square = 0;        ///< mean square displacement from the lattice, in squares of the small diameter
  double set_up = 0;        ///< seconds to fill the box and create the bodies
  double world_bytes = 0;   ///< a disc: growth of the resident set by creating the bodies
  double flight_bytes = 0;  ///< a disc: further growth by everything that came after
  double energy_drift = 0;
};

[[nodiscard]] Measured measure(const Case& which, Order order, const Plan& plan);

/// Equilibrates, plays about plan.measured collisions in one call of play_measured, and returns how many they were. For
/// profilers, which can be told to look at that function alone.
std::uint64_t play_bare(const Case& which, Order order, const Plan& plan);
void play_measured(World& world, double end);

}  // namespace carom::bench
