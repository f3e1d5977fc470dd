#include <gtest/gtest.h>

#include "event/event_run.hpp"
#include "world/testing/event_world_test.hpp"

// Rules, sensors, filters, lifetimes, and what callbacks do to a run.
namespace carom::swept_test {
namespace {

struct Duel {
  World world = make_world(event_settings());
  BodyId a = add(world, disc(1, {-4, 0}, {4, 0}));
  BodyId b = add(world, disc(1, {2, 0}, {-4, 0}));
  Recorder recorder;
  Duel() { world.set_listener(&recorder); }
};

WorldSettings ruled(std::array<std::string, 2> between, Response response, std::vector<Effect> before = {},
                    std::vector<Effect> after = {}, Vec2 gravity = {}) {
  WorldSettings settings = event_settings(1, gravity);
  settings.rules.push_back({std::move(between), response, {}, std::move(before), std::move(after)});
  return settings;
}

TEST(EventCallbacks, WithoutRecordingTheListenerIsToldAllTheSame) {
  Duel duel;
  duel.world.set_recording(false);
  duel.world.step_to(1);
  ASSERT_EQ(duel.recorder.events.size(), 1U);
  EXPECT_EQ(duel.recorder.events[0].impulse, 8);
  EXPECT_TRUE(duel.world.events().empty());
  EXPECT_TRUE(duel.world.touches().empty());
  EXPECT_EQ(duel.world.collision_count(), 1U);
}

TEST(EventCallbacks, TeleportAndVelocityInCallbacks) {
  Duel duel;
  duel.recorder.on_after = [&](World& world, const ContactEvent& event) {
    if (event.t > 0.6) return;
    EXPECT_TRUE(world.teleport(duel.a, {-10, 0}));
    EXPECT_TRUE(world.set_velocity(duel.a, {6, 0}));
    EXPECT_TRUE(world.set_velocity(duel.b, {0, 0}));
  };
  duel.world.step_to(3);
  // From -10 at 0.5 to -2 with speed 6.
  ASSERT_EQ(duel.world.events().size(), 2U);
  EXPECT_NEAR(duel.world.events()[1].t, 0.5 + 8.0 / 6, 1e-14);
  EXPECT_EQ(velocity(duel.world, duel.b), (Vec2{6, 0}));
}

TEST(EventCallbacks, TeleportBeforehandIsAnsweredWhereItIs) {
  Duel duel;
  duel.recorder.on_before = [&](World& world, const PendingContact& pending) {
    if (pending.t < 0.6) world.set_velocity(duel.a, {0, 3});
    return true;
  };
  duel.world.step_to(1);
  ASSERT_GE(duel.world.events().size(), 1U);
  EXPECT_EQ(duel.world.events().size(), 1U);
  EXPECT_EQ(velocity(duel.world, duel.a), (Vec2{-4, 3})) << "the new velocity is the one that answers";
  EXPECT_EQ(velocity(duel.world, duel.b), (Vec2{0, 0}));
}

TEST(EventCallbacks, AddedBodiesAreMetFromThenOn) {
  Duel duel;
  BodyId wall;
  duel.recorder.on_after = [&](World& world, const ContactEvent& event) {
    if (event.t < 0.6) wall = add(world, fixed(disc(1, {-8, 0})));
  };
  duel.world.step_to(3);
  // a flies back from -2 with speed 4 and meets it with its centre at -6.
  ASSERT_EQ(duel.world.events().size(), 2U);
  EXPECT_NEAR(duel.world.events()[1].t, 1.5, 1e-15);
  EXPECT_EQ(duel.world.events()[1].b->id, wall);
  // And in the next step too.
  duel.world.step_to(20);
  EXPECT_EQ(velocity(duel.world, duel.a), (Vec2{4, 0})) << "as fast as the other, and behind it";
}

TEST(EventCallbacks, AddedRemovedAndMovedInOneCallback) {
  Duel duel;
  duel.recorder.on_after = [&](World& world, const ContactEvent& event) {
    if (event.t > 0.6) return;
    const BodyId gone = add(world, disc(1, {-8, 0}));
    const BodyId kept = add(world, disc(1, {-18, 0}));
    EXPECT_TRUE(world.remove(gone));
    EXPECT_TRUE(world.teleport(kept, {-12, 0}));
    EXPECT_TRUE(world.set_velocity(kept, {1, 0}));
    EXPECT_EQ(at(world, kept), (Vec2{-12, 0}));
  };
  duel.world.step_to(3);
  ASSERT_EQ(duel.world.events().size(), 2U);
  EXPECT_NEAR(duel.world.events()[1].t, 0.5 + 8.0 / 5, 1e-14);
  EXPECT_EQ(duel.world.body_count(), 3U);
}

TEST(EventCallbacks, AFixedBodyIsRemovedInFrontOfAnother) {
  for (const Vec2 gravity : {Vec2{}, Vec2{4, 0}}) {
    Recorder recorder;
    World world = world_with(event_settings(1, gravity), {disc(1, {-4, 0}, {4, 0}), disc(1, {2, 0}, {-4, 0}),
                                                          fixed(disc(1, {9, 0})), disc(1, {0, 9}, {6, -6})});
    world.set_listener(&recorder);
    recorder.on_before = [&](World& in, const PendingContact&) {
      in.remove(in.bodies()[2]);
      recorder.on_before = nullptr;
      return true;
    };
    world.step_to(3);
    EXPECT_EQ(world.body_count(), 3U);
    for (const ContactEvent& event : world.events()) EXPECT_NE(event.b->serial, 2U) << "it is gone";
  }
}

TEST(EventCallbacks, AFixedBodyIsMovedInACallback) {
  Duel duel;
  const BodyId wall = add(duel.world, fixed(disc(1, {0, 50})));
  duel.recorder.on_after = [&](World& world, const ContactEvent& event) {
    if (event.t > 0.6) return;
    EXPECT_TRUE(world.teleport(wall, {-8, 0}));
    EXPECT_TRUE(world.set_velocity(wall, {4, 0}));
  };
  duel.world.step_to(1.1);
  ASSERT_EQ(duel.world.events().size(), 2U);
  EXPECT_NEAR(duel.world.events()[1].t, 1, 1e-15);
  EXPECT_EQ(velocity(duel.world, duel.a), (Vec2{12, 0}));
}

TEST(EventCallbacks, FiltersSetInACallback) {
  Duel duel;
  duel.recorder.on_after = [&](World& world, const ContactEvent&) {
    EXPECT_TRUE(world.set_velocity(duel.a, {4, 0}));
    EXPECT_TRUE(world.set_filter(duel.a, 2, 2));
  };
  duel.world.step_to(5);
  EXPECT_EQ(duel.world.events().size(), 1U);
  EXPECT_EQ(velocity(duel.world, duel.a), (Vec2{4, 0}));
}

TEST(EventCallbacks, PassedOnceAPass) {
  for (const Response response : {Response::none, Response::ignore}) {
    for (const Vec2 gravity : {Vec2{}, Vec2{0, -4}}) {
      WorldSettings settings =
          ruled({"ball", "gate"}, response, {SoundEffect{"magic"}}, {SoundEffect{"later"}}, gravity);
      World world = make_world(settings);
      add(world, called(disc(1, {-5, 0}, {4, 8}), "ball"));
      // Under gravity the ball comes down again at (11, 0) after 4 s.
      add(world, called(fixed(box({1, 30}, {0, 0})), "gate"));
      world.step_to(6);
      ASSERT_EQ(world.events().size(), 1U);
      EXPECT_NEAR(world.events()[0].t, 0.75, 1e-13);
      EXPECT_EQ(world.events()[0].response, response);
      EXPECT_EQ(world.events()[0].impulse, 0);
      EXPECT_EQ(world.events()[0].effects.size(), response == Response::none ? 2U : 1U);
      ASSERT_EQ(world.touches().size(), 2U);
      EXPECT_NEAR(world.touches()[0].t, 0.75, 1e-13);
      EXPECT_NEAR(world.touches()[1].t, 1.75, 1e-13);
      EXPECT_EQ(world.touches()[1].change, TouchChange::end);
      EXPECT_TRUE(world.passing().empty());
    }
  }
}

TEST(EventCallbacks, ThrownUpThroughASensorAndDownAgain) {
  BodyDef gate = fixed(box({10, 0.5}, {0, 3.5}));
  gate.sensor = true;
  World world = world_with(event_settings(1, {0, -4}), {disc(1, {0, -2}, {0, 8}), gate});
  // Its centre is at 6 - 2 (t - 2)²: in touch with the gate between 2 and 5, and clear of it on top.
  world.step_to(1.5);
  EXPECT_EQ(world.collision_count(), 1U);
  EXPECT_TRUE(world.passing().empty());
  ASSERT_EQ(world.touches().size(), 2U);
  EXPECT_NEAR(world.touches()[0].t, 2 - std::sqrt(2.0), 1e-12);
  EXPECT_NEAR(world.touches()[1].t, 2 - std::sqrt(0.5), 1e-12);
  world.step_to(6);
  EXPECT_EQ(world.collision_count(), 2U) << "down again is another pass";
  ASSERT_EQ(world.touches().size(), 2U);
  EXPECT_NEAR(world.touches()[0].t, 2 + std::sqrt(0.5), 1e-12);
  EXPECT_NEAR(world.touches()[1].t, 2 + std::sqrt(2.0), 1e-12);
}

TEST(EventCallbacks, SensorsBetweenMovers) {
  BodyDef feeler = disc(2, {6, 0});
  feeler.sensor = true;
  World world = world_with(event_settings(), {disc(1, {-4, 0}, {4, 0}), feeler, disc(1, {20, 0})});
  world.step_to(6);
  ASSERT_EQ(world.events().size(), 2U);
  EXPECT_NEAR(world.events()[0].t, 7.0 / 4, 1e-14);
  EXPECT_EQ(world.events()[0].response, Response::none);
  EXPECT_NEAR(world.events()[1].t, 22.0 / 4, 1e-14) << "nothing has slowed it";
}

TEST(EventCallbacks, FiltersKeepPairsFromMeeting) {
  for (const Vec2 gravity : {Vec2{}, Vec2{0, -1}}) {
    BodyDef ghost = disc(1, {0, 0});
    ghost.category = 2;
    ghost.mask = 2;
    BodyDef floor = fixed(box({50, 1}, {0, -20}));
    floor.category = 2;
    World world = world_with(event_settings(1, gravity), {disc(1, {-4, 0}, {4, 0}), ghost, floor});
    world.step_to(6);
    for (const ContactEvent& event : world.events()) {
      EXPECT_EQ(event.a.serial, 1U) << "only the ghost and the floor share a word";
      EXPECT_EQ(event.b->serial, 2U);
    }
  }
}

TEST(EventCallbacks, LifetimesEndOnTime) {
  for (const bool is_fixed : {false, true}) {
    BodyDef brief = disc(1, {0, 0});
    brief.fixed = is_fixed;
    brief.lifetime = 2;
    World world = world_with(event_settings(), {disc(1, {-12, 0}, {4, 0}), brief});
    world.step_to(1.9);
    EXPECT_EQ(world.body_count(), 2U);
    world.step_to(10);
    EXPECT_EQ(world.body_count(), 1U) << (is_fixed ? "a fixed body" : "a body");
    EXPECT_EQ(world.collision_count(), 0U) << "it was gone half a second before";
  }
}

TEST(EventCallbacks, AFixedBodyIsMetBeforeItsLifeEnds) {
  BodyDef brief = fixed(disc(1, {0, 0}));
  brief.lifetime = 3;
  World world = world_with(event_settings(), {disc(1, {-12, 0}, {4, 0}), brief, disc(1, {0, 40}, {0, -4})});
  world.step_to(10);
  EXPECT_EQ(world.collision_count(), 1U) << "the second one comes too late";
  EXPECT_EQ(world.body_count(), 2U);
}

TEST(EventCallbacks, RocketsExplode) {
  BodyDef explosion = fixed(disc(0.5, {}));
  explosion.name = "explosion";
  explosion.lifetime = 0.25;
  explosion.sensor = true;
  WorldSettings settings = ruled({"rocket", "wall"}, Response::none, {SoundEffect{"hit"}},
                                 {DestroyEffect{"rocket"}, SpawnEffect{explosion}, MarkEffect{"wall", "charred"},
                                  DamageEffect{50, 4, "character"}});
  World world = make_world(settings);
  add(world, called(disc(0.5, {-10, 0}, {8, 0}), "rocket"));
  const BodyId wall = add(world, called(fixed(box({1, 5}, {3, 0})), "wall"));
  BodyDef near = tagged(fixed(disc(1, {0, 2})), {"character"});
  near.health = 40;
  add(world, near);
  BodyDef far = tagged(fixed(disc(1, {-5, 8})), {"character"});
  far.health = 40;
  add(world, far);
  world.step_to(1.5);
  ASSERT_EQ(world.collision_count(), 1U);
  EXPECT_NEAR(world.events()[0].t, 11.5 / 8, 1e-14);
  EXPECT_EQ(world.events()[0].effects.size(), 5U);
  EXPECT_FALSE(world.find("rocket"));
  EXPECT_TRUE(world.find("explosion"));
  EXPECT_TRUE(world.body(wall)->has_tag("charred"));
  EXPECT_EQ(world.body_count(), 3U) << "wall, the one far away, and the explosion";
  world.step_to(2);
  EXPECT_FALSE(world.find("explosion")) << "its quarter of a second is over";
}

TEST(EventCallbacks, MarksChangeTheRulesAtOnce) {
  // Hit once, the target is open: a rule's tag that another rule's effect gives.
  WorldSettings settings = ruled({"ball", "target"}, Response::impulse, {}, {MarkEffect{"target", "open"}});
  settings.rules.push_back({{"ball", "open"}, Response::none, {}, {}, {}});
  World world = make_world(settings);
  add(world, tagged(disc(1, {-4, 0}, {4, 0}), {"ball"}));
  add(world, called(fixed(box({1, 1}, {0, 0})), "target"));
  add(world, tagged(disc(1, {10, 0}, {-4, 0}), {"ball"}));
  world.step_to(1.75);
  ASSERT_EQ(world.collision_count(), 1U);
  world.step_to(2.5);
  ASSERT_EQ(world.events().size(), 1U);
  EXPECT_EQ(world.events()[0].response, Response::none);
}

TEST(EventCallbacks, ACustomResponse) {
  Duel duel;
  duel.world.set_response([](const World&, const PendingContact& pending) -> std::optional<NewVelocities> {
    return NewVelocities{{0, pending.velocity_a.x}, {0, pending.velocity_b.x}};
  });
  duel.world.step_to(1);
  EXPECT_EQ(velocity(duel.world, duel.a), (Vec2{0, 4}));
  EXPECT_EQ(velocity(duel.world, duel.b), (Vec2{0, -4}));
  EXPECT_EQ(duel.world.collision_count(), 1U);
  EXPECT_EQ(duel.world.exchanged_momentum(), (Vec2{0, 0}));
}

TEST(EventCallbacks, HitsAreTouchesThatEndAtOnce) {
  Duel duel;
  duel.world.step_to(1);
  ASSERT_EQ(duel.world.touches().size(), 2U);
  EXPECT_EQ(duel.world.touches()[0].change, TouchChange::begin);
  EXPECT_EQ(duel.world.touches()[1].change, TouchChange::end);
  EXPECT_EQ(duel.world.touches()[1].t, 0.5);
  EXPECT_TRUE(duel.world.touching().empty());
  EXPECT_EQ(duel.recorder.touches.size(), 2U);
}

TEST(EventCallbacks, StepsInsideCallbacksAreRefused) {
  Duel duel;
  duel.recorder.on_before = [](World& world, const PendingContact&) {
    world.step_to(9);
    return true;
  };
  duel.world.step_to(1);
  EXPECT_EQ(duel.world.time(), 1);
}

TEST(EventCallbacks, EdgesArePassedByRule) {
  for (const Vec2 gravity : {Vec2{}, Vec2{0, -4}}) {
    WorldSettings settings = bounded(ruled({"ball", "bounds"}, Response::none, {}, {}, gravity), {-5, -5}, {5, 5});
    World world = make_world(settings);
    add(world, called(disc(1, {0, -2}, {0, 8}), "ball"));
    world.step_to(gravity == Vec2{} ? 1.5 : 3.5);
    ASSERT_EQ(world.events().size(), 1U);
    ASSERT_GE(world.touches().size(), 1U);
    EXPECT_NEAR(world.touches()[0].t, gravity == Vec2{} ? 0.75 : 1, 1e-13);
    if (gravity == Vec2{}) continue;
    ASSERT_EQ(world.touches().size(), 2U);
    EXPECT_NEAR(world.touches()[1].t, 3, 1e-13);
  }
}

/// Rules make the run observe every contact; that must not change the physics.
TEST(EventCallbacks, AListenerThatOnlyListensChangesNoBit) {
  const WorldSettings settings = bounded(event_settings(), {0, 0}, {10, 10});
  World alone = world_with(settings, some_discs(6, 10, 3, 9));
  World heard = world_with(settings, some_discs(6, 10, 3, 9));
  Recorder recorder;
  heard.set_listener(&recorder);
  alone.step_to(5);
  heard.step_to(5);
  EXPECT_EQ(alone.hash(), heard.hash());
  EXPECT_EQ(recorder.events.size(), alone.events().size());
}

}  // namespace
}  // namespace carom::swept_test
