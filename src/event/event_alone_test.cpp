#include <gtest/gtest.h>

#include "event/event_run.hpp"
#include "world/testing/event_world_test.hpp"

// What is predicted on a parabola, for every kind of body that stands or moves by itself.
namespace carom::swept_test {
namespace {

/// A ball of radius 1 dropped from (0, 10) with gravity 8 falls h in √(h / 4).
void expect_first_hit(const BodyDef& below, double height, Vec2 normal) {
  World world = world_with(event_settings(1, {0, -8}), {disc(1, {0, 10}), below});
  world.step_to(1.9);
  ASSERT_GE(world.events().size(), 1U);
  EXPECT_NEAR(world.events()[0].t, std::sqrt(height / 4), 1e-12);
  EXPECT_NEAR(length(world.events()[0].normal - normal), 0, 1e-11);
  EXPECT_NEAR(world.energy().total(), 80, 1e-10);
}

TEST(EventAlone, FallingOntoEveryKindOfBody) {
  const double half = std::sqrt(0.5);
  expect_first_hit(fixed(disc(2, {0, 2})), 5, {0, 1});
  expect_first_hit(fixed(disc(2, {1.8, 2})), 8 - 2.4, {-0.6, 0.8});
  expect_first_hit(segment({-5, 0}, {5, 0}), 9, {0, 1});
  expect_first_hit(segment({-5, 5}, {5, -5}), 10 - std::sqrt(2.0), {half, half});
  expect_first_hit(segment({0.6, 0}, {5, 0}), 10 - 0.8, {-0.6, 0.8});
  expect_first_hit(border(Axis::y, 1), 8, {0, 1});
  expect_first_hit(fixed(box({3, 1}, {0, 0})), 8, {0, 1});
  expect_first_hit(fixed(box({3, 1}, {3.6, 0})), 10 - 1 - 0.8, {-0.6, 0.8});
  expect_first_hit(fixed(ring(9, {0, 6})), 12, {0, 1});
  expect_first_hit(fixed(box({4, 9}, {0, 6}, true)), 12, {0, 1});
}

TEST(EventAlone, OntoAFixedBodyThatMoves) {
  // It rises with 2 a second: 10 - 4 t² - 1 = 1 + 2 t.
  World world = world_with(event_settings(1, {0, -8}), {disc(1, {0, 10}), fixed(moving(box({5, 1}, {0, 0}), {0, 2}))});
  world.step_to(1.3);
  ASSERT_EQ(world.events().size(), 1U);
  const double t = (-2 + std::sqrt(4.0 + 4 * 4 * 8)) / 8;
  EXPECT_NEAR(world.events()[0].t, t, 1e-13);
  EXPECT_NEAR(world.events()[0].speed, 8 * t + 2, 1e-12);
  EXPECT_NEAR(velocity(world, world.bodies()[0]).y, 8 * t + 4 - 8 * (1.3 - t), 1e-12);
  EXPECT_NEAR(world.energy().total() - world.exchanged_energy(), 80, 1e-11);
}

TEST(EventAlone, MovablePolygonsAndSegmentsFallToo) {
  BodyDef rod = segment({-1, 0}, {1, 0.5}, {20, 10});
  rod.fixed = false;
  rod.mass = 1;
  World world = world_with(event_settings(1, {0, -8}),
                           {box({1, 1}, {0, 10}), rod, fixed(box({50, 1}, {0, 0})), ring(1, {40, 10})});
  world.step_to(1.6);
  ASSERT_EQ(world.events().size(), 3U);
  for (const ContactEvent& event : world.events()) {
    const double height = event.a.serial == 1 || (event.b && event.b->serial == 1) ? 9 : 8;
    EXPECT_NEAR(event.t, std::sqrt(height / 4), 1e-12);
  }
}

/// Through no wall of an arena, whichever it overlaps at the start.
TEST(EventAlone, FromOneWallOfAnArenaToTheOther) {
  const std::vector<Vec2> triangle{{1.1667, 0.0}, {-1.9642, 3.4021}, {-1.9642, -3.4021}};
  for (const Vec2 gravity : {Vec2{0, -7.362}, Vec2{}}) {
    World world = make_world(event_settings(1, gravity));
    add(world, fixed(polygon(triangle, {}, true)));
    const BodyId ball = add(world, disc(0.1198, {0.84863, 0.18689}, gravity == Vec2{} ? Vec2{0, -1} : Vec2{}));
    world.step_to(0.377);
    EXPECT_EQ(world.collision_count(), 1U);
    world.step_to(20);
    const Vec2 end = at(world, ball);
    EXPECT_GT(end.x, -1.9642 + 0.1197);
    EXPECT_LT(0.7359 * end.x + 0.6771 * std::abs(end.y), 0.7359 * 1.1667 - 0.1197);
  }
}

}  // namespace
}  // namespace carom::swept_test
