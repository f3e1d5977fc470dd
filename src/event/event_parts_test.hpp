#pragma once

#include "event/event_types.hpp"
#include "world/testing/event_world_test.hpp"

namespace carom::swept_test {

/// The parts of the event loop with the bodies of a world, in an epoch of a hundred seconds, without a run.
struct EventParts {
  explicit EventParts(const World& world) {
    state.settings = world.settings();
    for (const BodyId id : world.bodies()) state.now.bodies.add(*world.body(id));
    w.context.begin_run(state);
    w.context.clock().length = 100;
    w.bodies.begin_run(state.now.bodies);
    w.bodies.clear(world.bodies().size(), world.settings().restitution < 1);
    for (const std::uint32_t slot : state.now.bodies.in_order()) w.bodies.add(state.now.bodies.at_slot(slot), false);
    w.zeno.reset();
    w.jams.reset();
  }

  World::State state;
  detail::EventWorkspace w;
};

}  // namespace carom::swept_test
