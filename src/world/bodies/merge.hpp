#pragma once

#include "world/state.hpp"

namespace carom::detail {

/// Two solid circles as one.
///
/// Keeps      mass; momentum; the centre of mass; the area, so that the radius is √(ra² + rb²). A fixed one stays where it is
///            and takes the other in
/// Stays      the fixed one, else the heavier, of two alike the one created first: with its name and all its own; tags of
///            both
/// Loses      kinetic energy, angular momentum (nothing turns), and the potential that the two had with each other
[[nodiscard]] Body merged(const Body& stays, const Body& goes);

/// Merges them at this moment of scene time, records what is lost, and notifies the step that is running. Returns the body
/// that is left.
BodyId merge_bodies(World& world, World::State& state, BodyId a, BodyId b);

}  // namespace carom::detail
