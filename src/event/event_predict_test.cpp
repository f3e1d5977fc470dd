#include <gtest/gtest.h>

#include "event/event_run.hpp"
#include "world/testing/event_world_test.hpp"

// What is predicted of movers, and in what order.
namespace carom::swept_test {
namespace {

TEST(EventPredict, TwoThatFallTogetherMeetAsIfThereWereNoGravity) {
  World falling = world_with(event_settings(1, {3, -8}), {disc(1, {-4, 0}, {4, 0}), disc(1, {2, 0.5}, {-4, 0})});
  World straight = world_with(event_settings(), {disc(1, {-4, 0}, {4, 0}), disc(1, {2, 0.5}, {-4, 0})});
  falling.step_to(1);
  straight.step_to(1);
  ASSERT_EQ(falling.events().size(), 1U);
  EXPECT_NEAR(falling.events()[0].t, straight.events()[0].t, 1e-15);
  EXPECT_NEAR(length(at(falling, falling.bodies()[0]) - at(straight, straight.bodies()[0]) - Vec2{1.5, -4}), 0, 1e-13);
}

TEST(EventPredict, TiesGoByTheOrderOfCreation) {
  // Four pairs, in any order of place, all at t = 1 exactly.
  std::vector<BodyDef> bodies;
  for (const double y : {30.0, 0.0, 20.0, 10.0}) bodies.push_back(disc(1, {-4, y}, {4, 0}));
  for (const double y : {0.0, 30.0, 10.0, 20.0}) bodies.push_back(disc(1, {2, y}));
  World world = world_with(event_settings(), bodies);
  Recorder recorder;
  world.set_listener(&recorder);
  world.step_to(2);
  ASSERT_EQ(recorder.events.size(), 4U);
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_EQ(recorder.events[k].t, 1);
    EXPECT_EQ(recorder.events[k].a.serial, k) << "as they happened";
    EXPECT_EQ(world.events().size(), 4U);
    EXPECT_EQ(world.events()[k].a.serial, k) << "in the order of the events";
  }
}

TEST(EventPredict, OneThatMeetsTwoAtOnce) {
  // Symmetric: the middle one meets both at t = 1; the one created first goes first.
  World world = world_with(event_settings(), {disc(1, {-6, 0}, {4, 0}), disc(1, {6, 0}, {-4, 0}), disc(1, {0, 0})});
  world.step_to(1);
  ASSERT_GE(world.events().size(), 2U);
  EXPECT_EQ(world.events()[0].a.serial, 0U);
  EXPECT_EQ(world.events()[0].b->serial, 2U);
  EXPECT_LT(deepest_overlap(world), 1e-15);
  world.step_to(3);
  EXPECT_NEAR(world.energy().kinetic, 16, 1e-13);
  EXPECT_EQ(velocity(world, world.bodies()[2]).y, 0);
}

TEST(EventPredict, PiByCollisions) {
  World world = make_world(event_settings());
  add(world, border(Axis::x, 0));
  add(world, disc(1, {5, 0}, {}, 1));
  add(world, disc(1, {10, 0}, {-1, 0}, 10'000));
  world.step_to(1000);
  EXPECT_EQ(world.collision_count(), 314U);
}

TEST(EventPredict, AShotFromFarAwayHits) {
  World world =
      world_with(event_settings(), {disc(0.01, {-1e6, 0}, {1e5, 0}), fixed(disc(0.01, {0, 0})), disc(1, {5, 9})});
  world.step_to(11);
  ASSERT_EQ(world.collision_count(), 1U);
  EXPECT_NEAR(world.events()[0].t, 10, 1e-6);
}

TEST(EventPredict, AMovableBorderFallsOntoWhatStands) {
  BodyDef lid = border(Axis::y, 0);
  lid.at = {0, 6};
  lid.fixed = false;
  lid.mass = 2;
  World world = world_with(event_settings(1, {0, -10}), {lid, fixed(disc(1, {3, 0})), fixed(box({1, 0.5}, {-40, 0}))});
  for (int k = 1; k <= 40; ++k) {
    world.step_to(0.1 * k);
    ASSERT_GE(at(world, world.bodies()[0]).y, 1 - 1e-12) << k;
  }
  // Down at 1, 3, ...
  EXPECT_EQ(world.collision_count(), 2U);
  EXPECT_NEAR(world.energy().total(), 120, 1e-11);
}

TEST(EventPredict, AMovableBorderPushesWhatIsInItsWay) {
  BodyDef wall = border(Axis::x, -10);
  wall.fixed = false;
  wall.mass = 1e6;
  wall.velocity = {5, 0};
  std::vector<BodyDef> bodies{wall};
  for (int k = 0; k < 30; ++k) bodies.push_back(disc(0.4, {1.0 * k, std::fmod(7.0 * k, 5.0)}));
  World world = world_with(event_settings(), bodies);
  world.step_to(20);
  for (const BodyId id : world.bodies()) {
    if (id == world.bodies()[0]) continue;
    EXPECT_GE(at(world, id).x, at(world, world.bodies()[0]).x - 10 + 0.4 - 1e-10) << "no body is behind the wall";
  }
}

}  // namespace
}  // namespace carom::swept_test
