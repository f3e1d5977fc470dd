#pragma once

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "world/state.hpp"

/// Pairs as a file knows them, and as a step does.
///
/// A body passes each edge by itself: one that leaves over the right edge and later reaches the upper one meets the edges
/// twice, and one that leaves through an open side still stands on the floor. It passes an edge for as long as some of it is
/// beyond. Outside of the step there is one partner, `bounds`: which edges are meant is seen from where the body is.
namespace carom::detail {

/// The edges are listed once, whichever they are.
[[nodiscard]] std::vector<World::Pair> pairs_of(const std::set<PairKey>& keys);
[[nodiscard]] PairKey key_of(const World::Pair& pair);

/// When a pair that passes through each other has last parted within a step, and how often it has.
struct Parted {
  double t = 0;
  std::uint32_t count = 0;
};

/// Whatever rounding makes of the gap between two that have just parted, they do not meet again at the same moment: from here
/// on they may, each time after twice as much of the step as before, so that their passes come to an end.
[[nodiscard]] inline double next_pass_from(const Parted& parted, double step) noexcept {
  constexpr std::uint32_t halvings = 32;
  return parted.t + std::ldexp(step, -static_cast<int>(halvings - std::min(parted.count, halvings)));
}

/// What World::passing() has listed passes again; the bodies must be there already.
void restore_sensor_overlap(World::State& state, const World::Pair& pair);

}  // namespace carom::detail
