#include <gtest/gtest.h>

#include "event/event_run.hpp"
#include "world/snapshot/persistence.hpp"
#include "world/testing/event_world_test.hpp"

// Policies: what follows too soon loses nothing, what is too slow hops. Energy is recorded, and runs end.
namespace carom::swept_test {
namespace {

TEST(EventResolve, AChainThatCollapsesGoesOn) {
  // Three in a row at restitution 0.05: the middle one would be hit endlessly often in no time.
  World world = world_with(event_settings(0.05), {disc(1, {-4, 0}, {1, 0}), disc(1, {0, 0}), disc(1, {4, 0}, {-1, 0})});
  world.step_to(100);
  EXPECT_GT(world.policies().briefs, 0U);
  EXPECT_LT(world.collision_count(), 100'000U);
  EXPECT_LT(deepest_overlap(world), 1e-12);
  EXPECT_LT(unexplained(world, 1), 1e-13);
  EXPECT_NEAR(length(world.momentum()), 0, 1e-13);
}

TEST(EventResolve, ContactDurationIsWhatIsGiven) {
  // The second hit of the middle one follows 2/7 s after its first.
  const std::vector<BodyDef> bodies{disc(1, {-3, 0}, {1, 0}), disc(1, {0, 0}), disc(1, {3.5, 0}, {-1, 0}, 1e6)};
  for (const double duration : {0.0, 0.2, 10.0}) {
    WorldSettings settings = event_settings(0.5);
    settings.contact_duration = duration;
    World world = world_with(settings, bodies);
    world.step_to(1.3);
    ASSERT_EQ(world.collision_count(), 2U);
    EXPECT_EQ(world.policies().briefs, duration == 10 ? 1U : 0U) << duration;
    EXPECT_EQ(detail::Persistence::ledger(world).clock.contact_duration, duration);
  }
}

TEST(EventResolve, ElasticWorldsHaveNoPolicy) {
  World world = world_with(bounded(event_settings(1, {0, -9}), {0, 0}, {10, 10}), some_discs(5, 10, 3, 1));
  world.step_to(5);
  EXPECT_EQ(world.policies().briefs + world.policies().hops + policy_count(world), 0U);
  EXPECT_EQ(detail::Persistence::ledger(world).clock.contact_duration, 0);
}

TEST(EventResolve, ABallComesToRest) {
  for (const double restitution : {0.0, 0.5, 0.9}) {
    World world = make_world(bounded(event_settings(restitution, {0, -10}), {-5, 0}, {5, 10}));
    const BodyId ball = add(world, disc(1, {0, 4}, {}));
    const double start = world.energy().total();
    world.step_to(20);
    EXPECT_GT(world.policies().hops, 0U);
    EXPECT_NEAR(at(world, ball).y, 1, 1e-4) << "it hops, by 1e-5 of its size";
    EXPECT_GE(at(world, ball).y, 1);
    EXPECT_LT(unexplained(world, start), 1e-10 * start) << restitution;
    EXPECT_LT(world.energy().kinetic, 1e-3);
    const std::uint64_t before = world.collision_count();
    world.step_to(21);
    RecordProperty("collisions a second at rest", static_cast<int>(world.collision_count() - before));
    EXPECT_LT(world.collision_count() - before, 1000U);
  }
}

TEST(EventResolve, AnElasticBallThatLiesOnTheFloor) {
  World world = make_world(bounded(event_settings(1, {0, -10}), {-5, 0}, {5, 10}));
  const BodyId ball = add(world, disc(1, {0, 1}, {}));
  world.step_to(10);
  EXPECT_GE(at(world, ball).y, 1);
  EXPECT_LT(at(world, ball).y, 1.0001);
  EXPECT_GE(world.policies().hops, 1U);
  EXPECT_LT(unexplained(world, 10), 1e-11);
  EXPECT_LT(world.exchanged_energy(), 1e-3) << "hops are small";
}

TEST(EventResolve, ABallRollsToTheBottomOfADish) {
  for (const double restitution : {0.0, 0.6}) {
    World world = make_world(event_settings(restitution, {0, -10}));
    add(world, fixed(ring(5, {0, 0})));
    const BodyId ball = add(world, disc(0.5, {2.5, 0}, {}));
    const double start = world.energy().total();
    world.step_to(5);
    const std::uint64_t before = world.collision_count();
    world.step_to(6);
    EXPECT_LT(world.collision_count() - before, 2000U) << restitution;
    EXPECT_LT(length(at(world, ball)), 4.5 + 1e-9);
    EXPECT_LT(unexplained(world, start), 1e-9) << restitution;
    EXPECT_LT(world.energy().total(), start + 0.01);
  }
}

TEST(EventResolve, ABallInACorner) {
  for (const double restitution : {0.0, 0.5}) {
    World world = make_world(event_settings(restitution, {0, -10}));
    add(world, segment({-10, 10}, {0, 0}));
    add(world, segment({0, 0}, {10, 10}));
    const BodyId ball = add(world, disc(1, {0.5, 4}, {}));
    const double start = world.energy().total();
    world.step_to(5);
    const std::uint64_t before = world.collision_count();
    world.step_to(6);
    EXPECT_LT(world.collision_count() - before, 5000U) << restitution;
    EXPECT_NEAR(length(at(world, ball) - Vec2{0, std::sqrt(2.0)}), 0, 0.02) << restitution;
    EXPECT_LT(unexplained(world, start), 1e-9) << restitution;
  }
}

TEST(EventResolve, TwoStackedOnTheFloor) {
  for (const double restitution : {0.0, 0.5}) {
    World world = make_world(bounded(event_settings(restitution, {0, -10}), {-5, 0}, {5, 10}));
    const BodyId low = add(world, disc(1, {0, 2}, {}));
    const BodyId high = add(world, disc(1, {0, 5}, {}));
    const double start = world.energy().total();
    world.step_to(5);
    const std::uint64_t before = world.collision_count();
    world.step_to(6);
    EXPECT_LT(world.collision_count() - before, 5000U) << restitution;
    EXPECT_NEAR(at(world, low).y, 1, 0.01) << restitution;
    EXPECT_NEAR(at(world, high).y, 3, 0.01) << restitution;
    EXPECT_LT(unexplained(world, start), 1e-9) << restitution;
    EXPECT_LT(deepest_overlap(world), 1e-12);
  }
}

TEST(EventResolve, ABallSlidesDownASlope) {
  World world = make_world(event_settings(0, {0, -10}));
  add(world, segment({-10, 10}, {10, -10}));
  const double half = std::sqrt(0.5);
  const BodyId ball = add(world, disc(1, {-5 + half, 5 + half}, {}));
  world.step_to(1);
  // Without friction: g sin 45° along the slope; hops do not slow it.
  EXPECT_NEAR(dot(velocity(world, ball), Vec2{half, -half}), 10 * half, 0.01);
  EXPECT_LT(world.collision_count(), 2000U);
}

TEST(EventResolve, HopsInARingAreNoShorterForFastBodies) {
  // At 20 m/s the wall curves away from a tangent with 100 m/s², ten times gravity.
  World world = world_with(event_settings(0.5, {0, -10}), {fixed(ring(5, {})), disc(1, {0, -4}, {20, 0})});
  const double start = world.energy().total();
  world.step_to(1);
  const double duration = detail::Persistence::ledger(world).clock.contact_duration;
  EXPECT_GT(world.policies().hops, 0U);
  EXPECT_LT(static_cast<double>(world.policies().hops), 1.1 / duration);
  EXPECT_LT(unexplained(world, start), 1e-10 * start);
  EXPECT_GT(length(at(world, world.bodies()[1])), 4 - 1e-3) << "along the wall";
  EXPECT_LT(deepest_overlap(world), 1e-12);
}

TEST(EventResolve, ACustomResponseThatTakesEnergyDoesNotCollapse) {
  // No restitution is below 1; the response takes nearly all there is along the normal.
  World world = world_with(event_settings(), {disc(1, {-4, 0}, {1, 0}), disc(1, {0, 0}), disc(1, {4, 0}, {-1, 0})});
  world.set_response([](const World&, const PendingContact& m) {
    const Vec2 change = (0.5 * 1.05 * dot(m.velocity_a - m.velocity_b, m.normal)) * m.normal;
    return std::optional(NewVelocities{m.velocity_a - change, m.velocity_b + change});
  });
  std::uint64_t asked = 0;
  world.set_interrupt([&asked] { return ++asked > 100; });
  world.step_to(100);
  EXPECT_EQ(world.time(), 100) << "it collapses";
  EXPECT_GT(world.policies().briefs, 0U);
  EXPECT_LT(unexplained(world, 1), 1e-13);
}

TEST(EventResolve, ARemovedBodyDoesNotChangeTheHopsOfARunThatIsCut) {
  // Elastic, under gravity: what was laid down hops, as long as the smallest body there was at first makes it.
  const auto end_of = [](bool cut) {
    World world = make_world(bounded(event_settings(1, {0, -10}), {-5, 0}, {5, 10}));
    BodyDef small = disc(0.01, {3, 5});
    small.lifetime = 0.5;
    add(world, small);
    const BodyId falling = add(world, disc(1, {0, 4}));
    Recorder recorder;
    recorder.on_after = [&](World& w, const ContactEvent& event) {
      if (event.a.id == falling && event.speed > 1) w.set_velocity(falling, {});
    };
    world.set_listener(&recorder);
    if (cut) world.step_to(0.6);
    world.step_to(1.2);
    world.set_listener(nullptr);
    EXPECT_GT(world.policies().hops, 0U);
    return world.hash();
  };
  EXPECT_EQ(end_of(true), end_of(false));
}

TEST(EventResolve, AlongTheInsideOfARing) {
  World world = world_with(event_settings(), {fixed(ring(5, {})), disc(1, {0, -4}, {3, 0})});
  world.step_to(20);
  EXPECT_GT(world.policies().grazes, 0U) << "a tangent leads into the wall at once";
  EXPECT_LT(world.collision_count(), 200'000U);
  EXPECT_NEAR(length(at(world, world.bodies()[1])), 4, 1e-3);
  EXPECT_NEAR(world.energy().kinetic, 4.5, 1e-11);
}

TEST(EventResolve, RulesDecide) {
  for (const auto& [response, after] : {std::pair{Response::rebound, Vec2{-2, 1.5}}, {Response::slide, Vec2{0, 2.5}}}) {
    WorldSettings settings = event_settings();
    settings.rules.push_back({{"ball", "*"}, response, 0.5, {}, {}});
    World world = world_with(settings, {called(disc(1, {-5, 0}, {4, 3}), "ball"), border(Axis::x, 0)});
    world.step_to(1.5);
    EXPECT_EQ(world.collision_count(), 1U);
    EXPECT_NEAR(length(velocity(world, world.bodies()[0]) - after), 0, 1e-14);
    EXPECT_NEAR(world.energy().kinetic - world.exchanged_energy(), 12.5, 1e-14);
  }
}

/// Each keeps its speed: the ball is thrown back by the ring, and the ring where the ball runs against it.
TEST(EventResolve, ABallReboundsInsideAMovableRing) {
  for (const Detection detection : {Detection::event, Detection::swept}) {
    WorldSettings settings = detection == Detection::event ? event_settings() : settings_with(1.0 / 60);
    settings.rules.push_back({{"*", "*"}, Response::rebound, {}, {}, {}});
    World world = world_with(settings, {disc(0.3, {}, {3, 0}), ring(1, {}, {1, 0})});
    world.step_to(2);
    // After 0.7 / 2 s, and then every 1.4 / 4 s.
    EXPECT_EQ(world.collision_count(), 5U);
    EXPECT_EQ(world.energy().kinetic, 5);
    EXPECT_EQ(world.exchanged_energy(), 0);
    EXPECT_EQ(length(world.momentum() - detail::Persistence::ledger(world).exchanged_momentum), 4);
  }
}

TEST(EventResolve, ABallSlidesInsideAMovableRing) {
  WorldSettings settings = event_settings();
  settings.rules.push_back({{"*", "*"}, Response::slide, {}, {}, {}});
  World world = world_with(settings, {disc(0.3, {}, {3, -4}), ring(1, {}, {0.25, -1.8})});
  const double before = world.energy().kinetic;
  world.step_to(2);
  EXPECT_LT(world.collision_count(), 1'000'000U);
  EXPECT_LE(world.energy().kinetic, before * (1 + 1e-12));
  EXPECT_LT(length(at(world, world.bodies()[0]) - at(world, world.bodies()[1])), 0.7 + 1e-9);
}

TEST(EventResolve, AFixedBodyThatMovesGivesEnergy) {
  World world = world_with(event_settings(), {fixed(disc(1, {-5, 0}, {3, 0})), disc(1, {0, 0})});
  world.step_to(2);
  EXPECT_EQ(velocity(world, world.bodies()[1]), (Vec2{6, 0}));
  EXPECT_NEAR(world.exchanged_energy(), 18, 1e-13);
  EXPECT_EQ(velocity(world, world.bodies()[0]), (Vec2{3, 0}));
}

TEST(EventResolve, APointBouncesOffALineForEver) {
  World world = world_with(event_settings(1, {0, -10}), {disc(0, {0, 1}, {0.1, 0}, 1), segment({-50, 0}, {50, 0})});
  for (int k = 1; k <= 100; ++k) {
    world.step_to(k);
    ASSERT_GE(at(world, world.bodies()[0]).y, 0) << k;
  }
  EXPECT_NEAR(world.energy().total(), 10 + 0.005, 1e-11);
}

}  // namespace
}  // namespace carom::swept_test
