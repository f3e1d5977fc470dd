#include <utility>

#include "carom/world/world.hpp"
#include "piles.hpp"

namespace carom::bench {

Result run_carom(const Pile& pile) {
  WorldSettings settings;
  settings.dt = k_dt;
  settings.gravity = {0, -k_gravity};
  settings.friction = k_friction;
  settings.restitution = pile.restitution;
  World world = std::move(World::make(settings)).value();
  const auto add = [&](BodyShape shape, Vec2 at, bool fixed, double spin) {
    BodyDef def;
    def.shape = std::move(shape);
    def.at = at;
    def.fixed = fixed;
    def.spin = spin;
    return world.add(std::move(def)).value();
  };
  if (pile.floor) add(Border{Axis::y, 0}, {}, true, 0);
  for (const double x : {-pile.wall, pile.wall}) {
    if (pile.wall > 0) add(Border{Axis::x, x}, {}, true, 0);
  }
  if (!pile.drum.empty()) add(Polygon::make(pile.drum, true).value(), {}, true, pile.drum_spin);
  std::vector<BodyId> ids;
  for (const Piece& piece : pile.pieces) ids.push_back(add(Polygon::make(piece.vertices).value(), piece.at, false, 0));
  world.set_recording(false);
  Result outcome;
  time_steps(pile, outcome, [&] { world.step(); });
  outcome.energy = world.energy().total();
  for (const BodyId id : ids) outcome.places.push_back({world.body(id)->state.at, world.body(id)->state.angle});
  return outcome;
}

}  // namespace carom::bench
