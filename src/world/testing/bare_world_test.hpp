#pragma once

#include "world/state.hpp"
#include "world/testing/swept_world_test.hpp"

/// The state behind a world, with a loop of its own, so that a test can ask the loop itself.
namespace carom::swept_test {

class BareWorld {
 public:
  using MakeLoop = std::unique_ptr<detail::TimeLoop> (*)(World::State&);

  /// With the bodies of `world`.
  BareWorld(const World& world, MakeLoop make_loop) : shell_(make_world(world.settings())) {
    state.settings = world.settings();
    for (const BodyId id : world.bodies()) state.now.bodies.add(*world.body(id));
    state.loop = make_loop(state);
  }

  void step() {
    state.last.clear();
    state.last.start = state.now.time;
    state.last.dt = state.settings.dt;
    state.last.absolute = !state.loop->has_steps();
    state.now.time = state.loop->advance(shell_, state.now.time + state.settings.dt);
  }
  /// As it is stored, which may be older than what the loop knows.
  [[nodiscard]] Body& stored(std::uint64_t serial) {
    return state.now.bodies.at_slot(state.now.bodies.in_order()[serial]);
  }

  World::State state;

 private:
  World shell_;
};

}  // namespace carom::swept_test
