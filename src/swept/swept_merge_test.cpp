#include <gtest/gtest.h>

#include "world/testing/gravity_world_test.hpp"

namespace carom {
namespace {

using namespace swept_test;

WorldSettings merging() {
  WorldSettings settings = settings_with(1);
  Rule& rule = settings.rules.emplace_back();
  rule.between = {"rock", "rock"};
  rule.response = Response::merge;
  return settings;
}

TEST(SweptMerge, ABodyThatIsGrownOverMergesAtOnce) {
  World world = make_world(merging());
  // Two that meet end on end; a third lies so close beside them that the one they make covers it.
  add(world, tagged(disc(1, {-2, 0}, {1, 0}), {"rock"}));
  add(world, tagged(disc(1, {2, 0}, {-1, 0}), {"rock"}));
  add(world, tagged(disc(0.1, {0, 1.3}, {0, 0}), {"rock"}));
  world.step_to(1.5);
  EXPECT_EQ(world.events().size(), 2U);
  EXPECT_EQ(world.body_count(), 1U);
  EXPECT_NEAR(world.body(world.bodies()[0])->reach, std::sqrt(2.01), 1e-15);
  EXPECT_LT(length(world.momentum()), 1e-15);
}

TEST(SweptMerge, ABodyThatDoesNotMergeIsLeftAlone) {
  World world = make_world(merging());
  add(world, tagged(disc(1, {-2, 0}, {1, 0}), {"rock"}));
  add(world, tagged(disc(1, {2, 0}, {-1, 0}), {"rock"}));
  add(world, disc(0.1, {0, 1.3}, {0, 0}));
  world.step_to(1.5);
  EXPECT_EQ(world.body_count(), 2U);
}

TEST(SweptMerge, TheOneThatIsLeftMeetsOthersInTheSameStep) {
  World world = make_world(merging());
  add(world, tagged(disc(0.5, {0, 0}, {4, 0}, 2), {"rock"}));
  add(world, tagged(disc(0.5, {2, 0}, {0, 0}, 2), {"rock"}));
  const BodyId wall = add(world, fixed(box({0.1, 5}, {4, 0})));
  world.step_to(1.5);
  ASSERT_EQ(world.events().size(), 2U);
  EXPECT_EQ(world.events()[0].t, 0.25);
  // One of radius √0.5 from x = 1.5 on with speed 2.
  EXPECT_NEAR(world.events()[1].t, 0.25 + (3.9 - std::sqrt(0.5) - 1.5) / 2, 1e-15);
  EXPECT_NE(world.body(wall), nullptr);
}

TEST(SweptMerge, ManyMergeAndNothingIsLost) {
  WorldSettings settings = attracting(0.05);
  Rule& rule = settings.rules.emplace_back();
  rule.between = {"*", "*"};
  rule.response = Response::merge;
  World world = make_world(settings);
  double mass = 0;
  for (int k = 0; k < 60; ++k) {
    const BodyDef def =
        disc(0.04, {0.2 * (k % 8) + 0.013 * k, 0.2 * (k / 8)}, {0.05 * (k % 3), -0.04 * (k % 5)}, 0.01 + 0.001 * k);
    mass += *def.mass;
    add(world, def);
  }
  const Vec2 momentum = world.momentum();
  const double spin = world.angular_momentum();
  for (int k = 0; k < 60; ++k) world.step();
  EXPECT_LT(world.body_count(), 30U);
  EXPECT_EQ(world.body_count() + world.collision_count(), 60U);
  double left = 0;
  for (const BodyId id : world.bodies()) left += world.body(id)->mass;
  EXPECT_NEAR(left, mass, 1e-14);
  EXPECT_LT(length(world.momentum() - momentum - world.exchanged_momentum()), 1e-13);
  EXPECT_NEAR(world.angular_momentum() - spin, world.exchanged_angular_momentum(), 1e-13);
}

}  // namespace
}  // namespace carom
