#pragma once

#include <set>
#include <vector>

#include "worlds/state.hpp"

/// Pairs as a file knows them, and as a step does.
///
/// A body passes each edge by itself: one that leaves over the right edge and later reaches the upper one meets the edges
/// twice, and one that leaves through an open side still stands on the floor. It passes an edge for as long as some of it is
/// beyond. Outside of the step there is one partner, `bounds`: which edges are meant is seen from where the body is.
namespace carom::detail {

/// The edges are listed once, whichever they are.
[[nodiscard]] std::vector<World::Pair> pairs_of(const std::set<PairKey>& keys);
[[nodiscard]] PairKey key_of(const World::Pair& pair);

/// What World::passing() has listed passes again; the bodies must be there already.
void put_back_passing(World::State& state, const World::Pair& pair);

}  // namespace carom::detail
