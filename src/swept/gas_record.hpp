#pragma once

#include "carom/response/response.hpp"
#include "swept/step_bodies.hpp"
#include "world/bodies/sweep.hpp"
#include "world/pairs/narrow.hpp"
#include "world/state.hpp"

/// A contact in an elastic gas leaves behind what it was found from, a third of what there is to tell of it: event and corners
/// are functions of that, and most are never asked for.
namespace carom::detail {

/// Two discs that touch, of which b is seen where its nearest image is. Velocities are theirs.
[[nodiscard]] inline Encounter disc_encounter(Vec2 at_a, Vec2 seen_b, const Sweep& a, const Sweep& b) noexcept {
  Encounter e{unit(at_a - seen_b), a.velocity, b.velocity, a.inverse_mass, b.inverse_mass, 1};
  // Two centres in one place have no direction; any will do, as long as it is always the same.
  if (e.normal == Vec2{}) e.normal = {1, 0};
  return e;
}

[[nodiscard]] inline EdgeContact disc_at_edge(Vec2 at, double radius, const Bounds& bounds,
                                              std::uint32_t edge) noexcept {
  return edge_contact(Circle{.radius = radius, .center = {}, .hollow = false}, {{-radius, -radius}, {radius, radius}},
                      at, bounds, edge);
}

/// Events and corners of all that has been left so.
void unfold_gas(World::State& state, const StepBodies& bodies);

}  // namespace carom::detail
