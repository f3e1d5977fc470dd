#include "swept/neighbour_grids.hpp"

#include <gtest/gtest.h>

namespace carom::detail {
namespace {

TEST(NeighbourGrids, FindMoversAndStaticBodiesNearby) {
  World::State state;
  StepBodies bodies;
  const auto add = [&](Vec2 at, double inverse_mass) {
    Body body;
    body.shape = Circle{.radius = 1, .center = {}, .hollow = false};
    body.reach = 1;
    body.state.at = at;
    body.mass = 1;
    body.inverse_mass = inverse_mass;
    const BodyId id = state.now.bodies.add(body);
    bodies.add(state.now.bodies.at_slot(id.slot), {});
  };
  add({0, 0}, 1);
  add({50, 0}, 1);
  add({2.5, 0}, 1);
  add({1.5, 1.75}, 0);
  add({50, 50}, 0);
  const StepContext context(state, 1, {});
  StepClock clock;
  clock.window_end = 1;
  NeighbourGrids grids;
  EXPECT_TRUE(grids.unused());
  for (Sweep& f : bodies.movers()) f.velocity = {1, 0};
  grids.read_movers(context, clock, bodies);
  EXPECT_EQ(grids.statistics().count, 3);
  grids.sort_movers(context, clock, bodies);
  grids.sort_fixed(context, clock, bodies);
  std::vector<NearPair> pairs;
  grids.pairs(pairs, state.guard);
  ASSERT_EQ(pairs.size(), 1U);
  const std::uint32_t found = bodies.movers()[pairs[0].first].body_index + bodies.movers()[pairs[0].second].body_index;
  EXPECT_EQ(found, 2U);  // 0 and 2

  std::vector<Near> near;
  grids.near_fixed(context, clock, bodies.sweep(bodies.at(0).ref), 0, false, near);
  ASSERT_EQ(near.size(), 1U);
  EXPECT_EQ(bodies.gridded()[grids.fixed_at(near[0])], bodies.at(3).ref);
}

}  // namespace
}  // namespace carom::detail
