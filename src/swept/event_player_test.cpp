#include <gtest/gtest.h>

#include "swept/swept_step.hpp"
#include "world/testing/swept_world_test.hpp"

// What happens in a window, in its order: hits, passing pairs, edges, ends of lives.
namespace carom::swept_test {
namespace {

TEST(SweptPlay, EventsComeInOrderOfTimeThenOfCreation) {
  World world = make_world(settings_with(1));
  // Two pairs meet at t = 1/2, one at 1/4, a later one after that.
  for (const double y : {0.0, 10.0}) {
    add(world, disc(1, {-2, y}, {2, 0}));
    add(world, disc(1, {2, y}, {-2, 0}));
  }
  add(world, disc(1, {-2, 20}, {4, 0}));
  add(world, disc(1, {2, 20}, {-4, 0}));
  world.step();
  const auto events = world.events();
  ASSERT_EQ(events.size(), 3U);
  EXPECT_EQ(events[0].t, 0.25);
  EXPECT_EQ(events[0].a.serial, 4U);
  EXPECT_EQ(events[1].t, 0.5);
  EXPECT_EQ(events[1].a.serial, 0U);
  EXPECT_EQ(events[2].t, 0.5);
  EXPECT_EQ(events[2].a.serial, 2U);
  EXPECT_EQ(events[2].b->serial, 3U);
}

TEST(SweptPlay, ContactAfterContactWithinOneStep) {
  World world = make_world(settings_with(10));
  const BodyId ball = add(world, disc(1, {0, 0}, {8, 0}));
  add(world, border(Axis::x, -3));
  add(world, border(Axis::x, 3));
  world.step();
  // 80 to go, in a room that is 4 wide for the centre: hits after 2, 6, 10, …
  EXPECT_EQ(world.collision_count(), 20U);
  EXPECT_NEAR(at(world, ball).x, 0, 1e-13);
}

TEST(SweptPlay, FastMeetsFast) {
  World world = make_world(settings_with(1));
  const BodyId a = add(world, disc(1e-3, {-1e4, 0}, {2e4, 0}));
  const BodyId b = add(world, disc(1e-3, {1e4, 0}, {-2e4, 0}));
  world.step();
  EXPECT_EQ(world.collision_count(), 1U);
  EXPECT_LT(at(world, a).x, 0);
  EXPECT_GT(at(world, b).x, 0);
}

TEST(SweptPlay, TouchingAndClosingCollidesNowPartingNever) {
  for (const double gap : {0.0, -1e-15, 1e-15}) {
    World world = make_world(settings_with(1));
    const BodyId a = add(world, disc(1, {0, 0}, {1, 0}));
    const BodyId b = add(world, disc(1, {2 + gap, 0}));
    world.step();
    EXPECT_EQ(world.collision_count(), 1U);
    EXPECT_NEAR(velocity(world, a).x, 0, 1e-15);
    EXPECT_NEAR(velocity(world, b).x, 1, 1e-15);
    world.step();
    EXPECT_EQ(world.collision_count(), 1U);
  }
}

// Sensors and rules that let pass.

TEST(SweptPlay, ASensorTellsWhenItBeginsAndEnds) {
  World world = make_world(settings_with(0.25));
  BodyDef zone = fixed(disc(1, {0, 0}));
  zone.sensor = true;
  add(world, zone);
  const BodyId ball = add(world, disc(0.5, {-3, 0}, {2, 0}));
  std::vector<Touch> touches;
  std::uint64_t events = 0;
  while (world.time() < 3) {
    world.step();
    events += world.events().size();
    touches.insert(touches.end(), world.touches().begin(), world.touches().end());
  }
  EXPECT_EQ(events, 1U);
  ASSERT_EQ(touches.size(), 2U);
  EXPECT_EQ(touches[0].change, TouchChange::begin);
  EXPECT_NEAR(touches[0].t, 0.75, 1e-15);
  EXPECT_EQ(touches[1].change, TouchChange::end);
  EXPECT_NEAR(touches[1].t, 2.25, 1e-15);
  EXPECT_EQ(velocity(world, ball), (Vec2{2, 0}));
  EXPECT_EQ(world.exchanged_energy(), 0);
}

TEST(SweptPlay, NoneAndIgnoreAreToldOnceAPass) {
  for (const Response response : {Response::none, Response::ignore}) {
    WorldSettings settings = bounded(settings_with(0.1), {-5, -5}, {5, 5});
    settings.rules.push_back({{"wizard", "wall"}, response, {}, {SoundEffect{"magic"}}, {SoundEffect{"never"}}});
    World world = make_world(settings);
    add(world, called(fixed(box({0.5, 3}, {0, 0})), "wall"));
    const BodyId wizard = add(world, called(disc(0.5, {-3, 0}, {4, 0}), "wizard"));
    std::uint64_t through = 0;
    std::size_t sounds = 0;
    run_until(world, 4, [&](const ContactEvent& event) {
      if (!event.b) return;
      ++through;
      sounds += event.effects.size();
      EXPECT_EQ(event.response, response);
      EXPECT_EQ(event.impulse, 0);
    });
    // Through the wall to the right, back from the edge through it to the left, and once more.
    EXPECT_EQ(through, 2U);
    EXPECT_EQ(sounds, response == Response::none ? 4U : 2U) << "ignore runs only the prologue";
    EXPECT_EQ(length(velocity(world, wizard)), 4);
  }
}

TEST(SweptPlay, PassingPairsAreListedWhileTheyPass) {
  WorldSettings settings = settings_with(0.5);
  settings.rules.push_back({{"*", "*"}, Response::none, {}, {}, {}});
  World world = make_world(settings);
  add(world, disc(1, {-2.5, 0}, {1, 0}));
  add(world, fixed(disc(1, {0, 0})));
  std::vector<std::size_t> passing;
  for (int k = 0; k < 10; ++k) {
    world.step();
    passing.push_back(world.passing().size());
  }
  EXPECT_EQ(passing, (std::vector<std::size_t>{1, 1, 1, 1, 1, 1, 1, 1, 0, 0}));
  EXPECT_EQ(world.collision_count(), 1U);
}

// Edges.

TEST(SweptPlay, ReboundOffTheEdges) {
  World world = make_world(bounded(settings_with(1, 0.5), {0, 0}, {10, 10}));
  const BodyId ball = add(world, disc(1, {8, 5}, {4, 0}));
  const BodyId crate = add(world, moving(box({1, 2}, {5, 3}), {0, -2}));
  world.step();
  ASSERT_EQ(world.events().size(), 2U);
  const ContactEvent& event = world.events()[0];
  EXPECT_FALSE(event.b);
  EXPECT_EQ(event.t, 0.25);
  EXPECT_EQ(event.normal, (Vec2{-1, 0}));
  EXPECT_EQ(event.point, (Vec2{10, 5}));
  EXPECT_EQ(velocity(world, ball), (Vec2{-2, 0}));
  EXPECT_EQ(at(world, ball), (Vec2{7.5, 5}));
  EXPECT_EQ(velocity(world, crate), (Vec2{0, 1}));
  EXPECT_EQ(world.events()[1].point, (Vec2{5, 0}));
}

TEST(SweptPlay, RemovedOnceAllOfItIsOutside) {
  World world = make_world(bounded(settings_with(0.25), {0, 0}, {10, 10}, Edges::remove));
  const BodyId ball = add(world, disc(1, {8, 5}, {2, 0}));
  while (world.time() < 1.25) world.step();
  EXPECT_NE(world.body(ball), nullptr) << "as long as some of it is inside it stays";
  world.step();
  world.step();
  EXPECT_EQ(world.body(ball), nullptr);
  EXPECT_EQ(world.collision_count(), 0U);
  EXPECT_NEAR(world.exchanged_energy(), -2, 1e-15);
}

TEST(SweptPlay, PeriodicBodiesMeetAcrossTheEdge) {
  World world = make_world(bounded(settings_with(1), {0, 0}, {10, 10}, Edges::periodic));
  const BodyId a = add(world, disc(1, {8, 9.5}, {2, 0}));
  const BodyId b = add(world, disc(1, {3, 0.5}, {-2, 0}));
  const Vec2 momentum = world.momentum();
  world.step();
  ASSERT_EQ(world.events().size(), 1U);
  EXPECT_NEAR(world.events()[0].t, (5 - std::sqrt(3.0)) / 4, 1e-15);
  EXPECT_LT(length(world.momentum() - momentum), 1e-15);
  EXPECT_NEAR(velocity(world, a).y, -std::sqrt(3.0), 1e-14);
  EXPECT_NEAR(velocity(world, b).y, std::sqrt(3.0), 1e-14);
  EXPECT_EQ(farthest_outside(world), 0);
}

TEST(SweptPlay, PositionsAreWrappedIntoThePeriodicBox) {
  World world = make_world(bounded(settings_with(1), {-1, 0}, {9, 10}, Edges::periodic));
  const BodyId ball = add(world, disc(1, {8, 5}, {33, -21}));
  world.step();
  EXPECT_NEAR(at(world, ball).x, 1, 1e-13);
  EXPECT_NEAR(at(world, ball).y, 4, 1e-13);
}

// Lives.

TEST(SweptPlay, ALifeEndsInTheMiddleOfAStep) {
  World world = make_world(settings_with(1));
  BodyDef bubble = fixed(disc(1, {0, 0}));
  bubble.lifetime = 0.5;
  add(world, bubble);
  const BodyId early = add(world, disc(1, {-4, 0}, {6, 0}));
  const BodyId late = add(world, disc(1, {0, 7}, {0, -6}));
  world.step();
  EXPECT_EQ(world.body_count(), 2U);
  EXPECT_EQ(velocity(world, early), (Vec2{-6, 0})) << "met the bubble at 1/3";
  EXPECT_EQ(velocity(world, late), (Vec2{0, -6})) << "would have met it at 5/6";
}

}  // namespace
}  // namespace carom::swept_test
