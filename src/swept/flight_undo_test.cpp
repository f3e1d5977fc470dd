#include "swept/flight_undo.hpp"

#include <gtest/gtest.h>

#include "world/testing/swept_world_test.hpp"

namespace carom::swept_test {
namespace {

TEST(FlightUndo, PutsBackMoversAndStaticBodiesByIndexOrBySlot) {
  for (const bool one_drift : {true, false}) {
    World world = make_world(settings_with(1));
    add(world, disc(1, {0, 0}, {2, 0}));
    add(world, fixed(disc(1, {5, 0})));
    add(world, disc(1, {9, 1}, {0, -3}));
    detail::BodyStore store;
    detail::StepBodies bodies;
    for (const BodyId id : world.bodies()) {
      const BodyId stored = store.add(*world.body(id));
      bodies.add(*store.find(stored), {});
    }
    detail::FlightUndo undo;
    EXPECT_TRUE(undo.empty());
    undo.keep(bodies, one_drift, 1);
    EXPECT_FALSE(undo.empty());
    for (const std::uint32_t slot : store.in_order()) store.at_slot(slot).state = {};
    undo.put_back(bodies, store);
    for (const BodyId id : world.bodies()) {
      const BodyState& found = store.by_serial(world.body(id)->serial)->state;
      EXPECT_EQ(found.at, world.body(id)->state.at);
      EXPECT_EQ(found.velocity, world.body(id)->state.velocity);
    }
    undo.clear();
    EXPECT_TRUE(undo.empty());
  }
}

}  // namespace
}  // namespace carom::swept_test
