#include <gtest/gtest.h>

#include "worlds/turning_world_test.hpp"

// Who is near whom: also those whom somebody goes to only because a crowd has turned it away.
namespace carom::swept_test {
namespace {

/// A row that is pressed together flings its last one out at right angles to where it was going; what stands in its new way
/// was not near its old one.
TEST(TurningLook, WhoIsTurnedAwayInACrowdMeetsWhomItGoesTo) {
  World world = under_gravity(0.2, 0.2);
  add(world, border(Axis::y, 0));
  for (int k = 0; k < 30; ++k) add(world, block(0.5, 0.5, {0.501 * k, 0.25}));
  // A wedge falls between two of them and drives the ends of the row apart.
  BodyDef wedge = turning_polygon({{-0.2, 0.4}, {0, -0.4}, {0.2, 0.4}}, {0.501 * 14.5, 1.2}, {0, -25}, 0);
  wedge.density = 50;
  add(world, std::move(wedge));
  const BodyId plate = add(world, fixed(block(0.02, 4, {0.501 * 29 + 0.251 + 0.3, 2.05})));
  const double wall = at(world, plate).x;
  for (int step = 0; step < 120; ++step) {
    world.step();
    for (const BodyId id : world.bodies()) {
      if (id == plate || world.body(id)->fixed()) continue;
      EXPECT_LT(at(world, id).x, wall) << "through the plate, in step " << step;
    }
  }
}

/// Fast ones that cross a step's neighbourhood meet a border that moves towards them.
TEST(TurningLook, ABorderThatMovesIsNear) {
  World world = under_gravity(0.5, 0);
  BodyDef floor = border(Axis::y, -2);
  floor.velocity = {0, 60};
  floor.fixed = true;
  const BodyId lift = add(world, std::move(floor));
  const BodyId box = add(world, block(1, 1, {0, 0}));
  for (int step = 0; step < 10; ++step) {
    world.step();
    EXPECT_GT(at(world, box).y - 0.5, world.body(lift)->state.at.y - 2 - 1e-9) << step;
  }
}

}  // namespace
}  // namespace carom::swept_test
