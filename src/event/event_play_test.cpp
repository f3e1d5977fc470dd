#include <gtest/gtest.h>

#include "event/event_run.hpp"
#include "math/kernel_work.hpp"
#include "world/testing/event_world_test.hpp"

// The event world against the swept one, for every kind of body and edge; and edges under gravity.
namespace carom::swept_test {
namespace {

TEST(EventPlay, DiscsBetweenWalls) {
  expect_the_swept_story(bounded(event_settings(), {0, 0}, {10, 10}), some_discs(5, 10, 3, 1), 1, 60);
}

TEST(EventPlay, DiscsOfAllSizesBetweenWalls) {
  std::vector<BodyDef> bodies = some_discs(8, 10, 3, 2);
  bodies.push_back(disc(10, {25, 12}, {-3, 0}, 50));
  bodies.push_back(disc(0.01, {12, 3}, {-30, 4}, 0.01));
  bodies.push_back(disc(0, {12, 5}, {-30, 4}, 0.01));
  expect_the_swept_story(bounded(event_settings(), {0, 0}, {40, 30}), bodies, 0.5, 40);
}

TEST(EventPlay, WithLoss) {
  expect_the_swept_story(bounded(event_settings(0.9), {0, 0}, {10, 10}), some_discs(5, 10, 3, 3), 2, 40);
}

TEST(EventPlay, APeriodicBox) {
  expect_the_swept_story(bounded(event_settings(), {0, 0}, {10, 10}, Edges::periodic), some_discs(5, 10, 3, 4), 1, 60);
}

TEST(EventPlay, TwoInATinyPeriodicBox) {
  const std::vector<BodyDef> bodies{disc(0.6, {1, 1}, {3, 1}), disc(0.7, {2.5, 2.5}, {-1, 2}, 2)};
  expect_the_swept_story(bounded(event_settings(), {0, 0}, {3, 3}, Edges::periodic), bodies, 3, 8);
}

TEST(EventPlay, FixedBodiesInAPeriodicBox) {
  std::vector<BodyDef> bodies = some_discs(4, 10, 3, 5);
  bodies[3] = fixed(bodies[3]);
  bodies[12] = fixed(bodies[12]);
  bodies[12].velocity = {};
  bodies[3].velocity = {};
  expect_the_swept_story(bounded(event_settings(), {0, 0}, {10, 10}, Edges::periodic), bodies, 2, 20);
}

TEST(EventPlay, AFixedBodyThatMovesThroughAPeriodicBox) {
  const std::vector<BodyDef> bodies{fixed(disc(1, {5, 5}, {4, 0})), disc(0.5, {2, 5.2}, {0, 0.01})};
  expect_the_swept_story(bounded(event_settings(), {0, 0}, {10, 10}, Edges::periodic), bodies, 3, 1);
}

TEST(EventPlay, EdgesThatRemove) {
  expect_the_swept_story(bounded(event_settings(), {0, 0}, {10, 10}, Edges::remove), some_discs(5, 10, 3, 6), 3, 10);
}

TEST(EventPlay, ALeavingBodyIsRemovedOnceAllOfItIsOutside) {
  for (const Vec2 gravity : {Vec2{}, Vec2{2, 0}}) {
    World world = make_world(bounded(event_settings(1, gravity), {0, 0}, {10, 10}, Edges::remove));
    const BodyId ball = add(world, disc(1, {5, 5}, {4, 0}));
    const double gone = gravity == Vec2{} ? 1.5 : (-4 + std::sqrt(16.0 + 4 * 6)) / 2;
    world.step_to(gone - 1e-9);
    EXPECT_NE(world.body(ball), nullptr);
    world.step_to(gone + 1e-9);
    EXPECT_EQ(world.body(ball), nullptr);
    EXPECT_TRUE(world.events().empty());
    EXPECT_NEAR(world.energy().total() - world.exchanged_energy(), 8 - gravity.x * 5, 1e-12);
  }
}

TEST(EventPlay, ABallThrownUpThroughAnEdgeThatRemovesComesBack) {
  World world = make_world(bounded(event_settings(1, {0, -10}), {0, 0}, {10, 10}, Edges::remove));
  const BodyId ball = add(world, disc(1, {5, 8}, {0, 7.7}));
  world.step_to(1.5);
  EXPECT_NE(world.body(ball), nullptr) << "a part of it has always been inside";
  EXPECT_NEAR(at(world, ball).y, 8 + 7.7 * 1.5 - 5 * 2.25, 1e-12);
  world.step_to(4);
  EXPECT_EQ(world.body(ball), nullptr) << "down through the floor";
}

TEST(EventPlay, FixedShapesOfEveryKind) {
  std::vector<BodyDef> bodies = some_discs(6, 10, 3, 7);
  std::erase_if(bodies, [](const BodyDef& b) { return b.at.x < 5 && b.at.y < 5; });
  bodies.push_back(fixed(disc(0.8, {1.5, 1.5})));
  bodies.push_back(segment({-1, -1}, {1, 1}, {3.5, 1.5}));
  bodies.push_back(fixed(box({0.6, 0.4}, {1.5, 3.5})));
  bodies.push_back(border(Axis::x, 4.4));
  expect_the_swept_story(bounded(event_settings(), {0, 0}, {10, 10}), bodies, 1, 40);
}

TEST(EventPlay, InsideARing) {
  expect_the_swept_story(event_settings(), {fixed(ring(5, {})), disc(1, {1, 0}, {3, 2}), disc(0.5, {-2, 1}, {-1, 4})},
                         8, 12);
}

TEST(EventPlay, InsideAMovableRing) {
  expect_the_swept_story(bounded(event_settings(), {-12, -12}, {12, 12}),
                         {ring(5, {}, {0.5, 0}, 3), disc(1, {1, 0}, {3, 2}), disc(0.5, {-2, 1}, {-1, 4}),
                          disc(1, {8, 0}, {-2, 0.3}), disc(0.3, {-9, -9}, {2, 2})},
                         10, 12);
}

TEST(EventPlay, InsideAnArena) {
  expect_the_swept_story(
      event_settings(),
      {fixed(box({5, 4}, {}, true)), disc(1, {1, 0}, {3, 2}), disc(0.5, {-2, 1}, {-1, 4}), box({0.4, 0.3}, {-3, -2})},
      8, 12);
}

TEST(EventPlay, InsideAMovableArena) {
  BodyDef arena = moving(box({5, 4}, {}, true), {0.4, -0.3});
  arena.mass = 4;
  expect_the_swept_story(event_settings(), {arena, disc(1, {1, 0}, {3, 2}), disc(0.5, {-2, 1}, {-1, 4})}, 8, 12);
}

TEST(EventPlay, ARunThatIsInterruptedGoesOnInTheSameBits) {
  const auto settings = bounded(event_settings(0.9, {0, -1}), {0, 0}, {10, 10});
  const auto bodies = some_discs(6, 10, 3, 7);
  World whole = world_with(settings, bodies);
  whole.step_to(30);
  World world = world_with(settings, bodies);
  int asked = 0;
  world.set_interrupt([&] { return ++asked % 3 == 0; });
  int pieces = 0;
  for (double before = -1; world.time() < 30; ++pieces) {
    ASSERT_GT(world.time(), before);
    before = world.time();
    world.step_to(30);
    ASSERT_TRUE(world.state_at(world.bodies()[0], world.time()));
    if (pieces % 2 == 0) world.restore(world.snapshot());
  }
  EXPECT_GT(pieces, 3);
  EXPECT_EQ(world.hash(), whole.hash());
  EXPECT_EQ(world.collision_count(), whole.collision_count());
}

/// Scene time so late that thousands of events have the same one: the run is cut between any two of them, also where the
/// last one was a pair that has parted, which is in no flight.
TEST(EventPlay, ARunThatIsCutWithinAMomentGoesOnInTheSameBits) {
  WorldSettings settings = bounded(event_settings(), {-8, -8}, {8, 8}, Edges::periodic);
  settings.time = 0x1p50;
  std::vector<BodyDef> bodies;
  for (int k = 0; k < 25; ++k) {
    BodyDef post = fixed(disc(0.4 + 0.01 * k, {-6.5 + 3.1 * (k % 5), -6.3 + 3.2 * (k / 5)}));
    post.sensor = true;
    bodies.push_back(post);
  }
  for (int k = 0; k < 3; ++k) {
    BodyDef flier = disc(0.3, {-5.0 + 5.1 * k, -4.7}, {4001.0 + 713 * k, 1703.0 - 510 * k});
    flier.mask = 1;
    flier.category = 2;
    bodies.push_back(flier);
  }
  struct Ending {
    std::uint64_t hash;
    std::size_t touches;
    int cuts;
  };
  const auto ending = [&](bool cut) {
    World world = world_with(settings, bodies);
    if (cut) world.set_interrupt([] { return true; });
    Ending end{0, 0, 0};
    // Scene time is at the end a while before the last moment is over.
    bool done = false;
    for (int calls = 0; !done && calls < 10'000; ++calls) {
      const double before = world.time();
      done = world.step_to(0x1p50 + 1).completed();
      end.touches += world.touches().size();
      end.cuts += world.time() == before;
      if (cut) world.restore(world.snapshot());
    }
    EXPECT_EQ(world.time(), 0x1p50 + 1);
    end.hash = world.hash();
    return end;
  };
  const Ending whole = ending(false);
  const Ending parts = ending(true);
  EXPECT_GT(parts.cuts, 20);
  EXPECT_EQ(whole.touches, parts.touches);
  EXPECT_EQ(whole.hash, parts.hash);
}

/// Each disc that meets the wall makes another one that touches it: at one moment, without end.
TEST(EventPlay, AMomentWithoutEndIsTooMuchWork) {
  WorldSettings settings = bounded(event_settings(), {-5, -5}, {5, 5});
  Rule rule;
  rule.between = {"*", "bounds"};
  BodyDef next = disc(0.1, {});
  next.velocity = {1, 2};
  rule.after.push_back(SpawnEffect{next});
  settings.rules.push_back(rule);
  World world = make_world(settings);
  add(world, disc(0.5, {0, 0}, {9, 4}));
  world.set_limits({.work = 1U << 18U, .work_a_body = 0, .records = 1U << 20U, .records_a_body = 0});
  const StepResult result = world.step_to(5);
  EXPECT_EQ(result.end, StepResult::End::limit_reached);
  EXPECT_NE(result.reason.find("units of work"), std::string::npos) << result.reason;
  EXPECT_NEAR(world.time(), 0.5, 1e-9);
  // Work that is done while time goes on has no limit.
  World gas = world_with(bounded(event_settings(), {0, 0}, {10, 10}), some_discs(6, 10, 3, 7));
  gas.set_limits({.work = 1U << 17U, .work_a_body = 0, .records = 1U << 24U, .records_a_body = 0});
  gas.set_recording(false);
  EXPECT_EQ(gas.step_to(100).end, StepResult::End::completed);
}

/// Where kernels have to decide exactly an event may take milliseconds: their work counts, too.
TEST(EventPlay, ItIsAskedAfterSomeMillisecondsOfWorkWhateverThatIs) {
  WorldSettings settings = bounded(event_settings(0.3, {0, -4}), {-6, -6}, {6, 6});
  settings.contact_duration = 1e-3;
  World world = make_world(settings);
  add(world, moving(polygon({{-0.46931, 0.04631}, {0.29225, -0.37012}, {0.17423, 0.43823}}, {}, true), {-0.75, -0.17}));
  add(world, disc(0.2454, {0.233, 0.034}, {-1.8, 5.1}, 0.19));
  for (int k = 0; k < 12; ++k) {
    add(world, moving(polygon({{-0.5, -0.3}, {0.5, -0.3}, {0.6, 0.4}, {0, 0}, {-0.4, 0.5}},
                              {-4.0 + 1.5 * (k % 6), k < 6 ? 2.0 : 3.0}),
                      {0.1 * k, -1}));
  }
  std::uint64_t last = detail::kernel_work_done;
  std::uint64_t longest = 0;
  int asked = 0;
  world.set_interrupt([&] {
    longest = std::max(longest, detail::kernel_work_done - last);
    last = detail::kernel_work_done;
    return ++asked > 4000;
  });
  world.step_to(20);
  EXPECT_GT(asked, 100);
  EXPECT_LT(longest, 5'000'000U) << "of about a nanosecond each";
}

TEST(EventPlay, TiesGoInOneOrderAlsoAfterASnapshot) {
  // Without rebound discs are pressed into corners, where contacts follow each other at one and the same time.
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const auto end_of = [seed](bool cut) {
      World world = world_with(bounded(event_settings(0), {0, 0}, {4, 4}), some_discs(4, 4, 3, seed));
      for (double t = 0.4; cut && t < 5; t += 0.7) {
        world.step_to(t);
        world.restore(world.snapshot());
      }
      world.step_to(6);
      return std::pair(world.collision_count(), world.hash());
    };
    ASSERT_EQ(end_of(true), end_of(false)) << seed;
  }
}

TEST(EventPlay, MovablePolygonsSegmentsAndBorders) {
  BodyDef rod = segment({-0.5, 0}, {0.5, 0.2}, {7, 7});
  rod.fixed = false;
  rod.mass = 0.5;
  rod.velocity = {-2, -1};
  BodyDef wall = border(Axis::x, 9);
  wall.fixed = false;
  wall.mass = 5;
  wall.velocity = {-1, 0};
  expect_the_swept_story(bounded(event_settings(), {0, 0}, {12, 10}),
                         {moving(box({0.6, 0.4}, {2, 2}), {3, 2.5}), moving(box({0.5, 0.5}, {5, 5}), {-2, 1}), rod,
                          disc(0.7, {2, 7}, {3, -2}), wall},
                         8, 10);
}

TEST(EventPlay, FixedBodiesThatMove) {
  expect_the_swept_story(bounded(event_settings(), {0, 0}, {10, 10}),
                         {fixed(disc(1, {0, 3}, {1, 0.5})), fixed(moving(box({0.5, 0.5}, {8, 8}), {-0.7, -0.5})),
                          disc(0.5, {5, 5}, {3, 1}), disc(0.4, {2, 7}, {-2, 1})},
                         8, 8);
}

TEST(EventPlay, ABallMeetsTheEdgesUnderGravity) {
  for (const Vec2 gravity : {Vec2{0, -8}, Vec2{0, 8}, Vec2{8, 0}, Vec2{-8, 0}}) {
    World world = make_world(bounded(event_settings(1, gravity), {-5, -5}, {5, 5}));
    add(world, disc(1, {}, {}));
    const auto events = story(world, 11, 11);
    ASSERT_EQ(events.size(), 6U);
    for (std::size_t k = 0; k < events.size(); ++k) {
      EXPECT_NEAR(events[k].t, 1 + 2 * static_cast<double>(k), 1e-12);
      EXPECT_NEAR(length(events[k].normal + 0.125 * gravity), 0, 1e-15);
      EXPECT_NEAR(events[k].speed, 8, 1e-12);
      EXPECT_NEAR(events[k].impulse, 16, 1e-12);
    }
    EXPECT_NEAR(world.energy().total(), 0, 1e-11);
  }
}

TEST(EventPlay, GravityAndAPeriodAreNoPair) {
  EXPECT_FALSE(World::make(bounded(event_settings(1, {0, -1}), {0, 0}, {1, 1}, Edges::periodic)));
}

TEST(EventPlay, AGasUnderGravityStaysInItsBoxAndKeepsItsEnergy) {
  World world = world_with(bounded(event_settings(1, {0.5, -9.81}), {0, 0}, {10, 10}), some_discs(6, 10, 3, 8));
  const double start = world.energy().total();
  world.set_recording(false);
  for (int k = 1; k <= 40; ++k) {
    world.step_to(0.5 * k);
    ASSERT_LT(deepest_overlap(world), 1e-12) << k;
    ASSERT_LE(farthest_outside(world), 1e-13) << k;
  }
  EXPECT_GT(world.collision_count(), 2000U);
  EXPECT_NEAR(world.energy().total(), start, 1e-11 * std::abs(start));
}

}  // namespace
}  // namespace carom::swept_test
