#include <gtest/gtest.h>

#include "swept/swept_step.hpp"
#include "world/testing/swept_world_test.hpp"

// Prologue and epilogue, and what callbacks do to a step that is running.
namespace carom::swept_test {
namespace {

struct Duel {
  World world = make_world(settings_with(1));
  BodyId a = add(world, disc(1, {-4, 0}, {4, 0}));
  BodyId b = add(world, disc(1, {2, 0}, {-4, 0}));
  Recorder recorder;
  Duel() { world.set_listener(&recorder); }
};

TEST(SweptCallbacks, AddingABodyThatIsHitInTheSameStep) {
  Duel duel;
  BodyId shield;
  duel.recorder.on_after = [&](World& world, const ContactEvent& event) {
    if (event.b && event.b->serial == 1) shield = add(world, fixed(disc(0.5, {-4, 0})));
  };
  duel.world.step();
  EXPECT_EQ(duel.world.events().size(), 2U);
  EXPECT_EQ(velocity(duel.world, duel.a), (Vec2{4, 0})) << "thrown back by the first, then by the shield";
  EXPECT_NEAR(duel.world.events()[1].t, 0.5 + 0.5 / 4, 1e-15);
}

TEST(SweptCallbacks, AddingAMovingBody) {
  Duel duel;
  BodyId bullet;
  duel.recorder.on_after = [&](World& world, const ContactEvent& event) {
    if (event.b && event.b->serial == 1) bullet = add(world, disc(0.5, {-5, 0}, {4, 0}));
  };
  duel.world.step();
  ASSERT_EQ(duel.world.events().size(), 2U);
  EXPECT_NEAR(velocity(duel.world, bullet).x, -4, 1e-14);
  EXPECT_NEAR(at(duel.world, bullet).x, -5 + 4 * (1.5 / 8) - 4 * (0.5 - 1.5 / 8), 1e-14);
  EXPECT_EQ(duel.world.body_count(), 3U);
}

TEST(SweptCallbacks, TeleportingOneOfTheTwo) {
  Duel duel;
  duel.recorder.on_after = [&](World& world, const ContactEvent&) { world.teleport(duel.a, {50, 50}); };
  duel.world.step();
  EXPECT_EQ(at(duel.world, duel.a), (Vec2{48, 50}));
  EXPECT_EQ(at(duel.world, duel.b), (Vec2{2, 0}));
}

TEST(SweptCallbacks, SettingTheVelocityOfABystander) {
  World world = make_world(settings_with(1));
  add(world, disc(1, {-4, 0}, {4, 0}));
  add(world, disc(1, {2, 0}, {-4, 0}));
  const BodyId other = add(world, disc(1, {0, 10}));
  const BodyId wall = add(world, fixed(disc(1, {0, 14})));
  Recorder recorder;
  recorder.on_after = [&](World& w, const ContactEvent& event) {
    if (event.a.serial == 0) w.set_velocity(other, {0, 8});
  };
  world.set_listener(&recorder);
  world.step();
  EXPECT_EQ(world.events().size(), 2U);
  EXPECT_EQ(velocity(world, other), (Vec2{0, -8}));
  EXPECT_NEAR(at(world, other).y, 12 - 8 * 0.25, 1e-14);
  EXPECT_NE(world.body(wall), nullptr);
}

TEST(SweptCallbacks, StepFromInsideDoesNothing) {
  Duel duel;
  duel.recorder.on_after = [](World& world, const ContactEvent&) { world.step(); };
  duel.world.step();
  EXPECT_EQ(duel.world.step_count(), 1U);
  EXPECT_EQ(duel.world.time(), 1);
}

// Rules, after the example of the scene format.

TEST(SweptCallbacks, ARocketExplodes) {
  WorldSettings settings = settings_with(0.25);
  BodyDef blast = disc(0.5, {0, 0});
  blast.name = "explosion";
  blast.lifetime = 0.3;
  blast.sensor = true;
  settings.rules.push_back({{"rocket", "wall"},
                            Response::none,
                            {},
                            {SoundEffect{"hit"}},
                            {DestroyEffect{"rocket"}, SpawnEffect{blast}, SoundEffect{"explosion"},
                             MarkEffect{"wall", "charred"}, DamageEffect{50, 4, "character"}}});
  World world = make_world(settings);
  const BodyId rocket = add(world, called(disc(0.2, {-4, 0}, {8, 0}), "rocket"));
  const BodyId wall = add(world, called(fixed(box({0.5, 3}, {0, 0})), "wall"));
  BodyDef near = tagged(disc(0.3, {-2, 2}), {"character"});
  near.health = 80;
  const BodyId hurt = add(world, near);
  near.at = {-1, -1};
  near.health = 40;
  const BodyId dead = add(world, near);
  near.at = {-9, 0};
  const BodyId far = add(world, near);
  while (world.collision_count() == 0) world.step();
  const ContactEvent event = world.events()[0];
  EXPECT_NEAR(event.t, 3.3 / 8, 1e-15);
  EXPECT_NEAR(event.point.x, -0.5, 1e-15);
  EXPECT_EQ(event.effects.size(), 7U) << "one damage for each that was hurt";
  EXPECT_EQ(world.body(rocket), nullptr);
  EXPECT_TRUE(world.body(wall)->has_tag("charred"));
  EXPECT_EQ(*world.body(hurt)->health, 30);
  EXPECT_EQ(world.body(dead), nullptr);
  EXPECT_EQ(*world.body(far)->health, 40);
  const auto explosion = world.find("explosion");
  ASSERT_TRUE(explosion);
  EXPECT_EQ(at(world, *explosion).x, event.point.x);
  run_until(world, 1);
  EXPECT_EQ(world.body(*explosion), nullptr) << "its life is over";
}

TEST(SweptCallbacks, AMarkChangesTheRuleThatApplies) {
  WorldSettings settings = bounded(settings_with(0.5), {-10, -10}, {10, 10});
  settings.rules.push_back({{"ball", "wall"}, Response::impulse, {}, {}, {MarkEffect{"wall", "open"}}});
  settings.rules.push_back({{"ball", "open"}, Response::ignore, {}, {}, {}});
  World world = make_world(settings);
  const BodyId ball = add(world, called(disc(0.5, {-5, 0}, {4, 0}), "ball"));
  const BodyId wall = add(world, called(fixed(box({0.5, 3}, {0, 0})), "wall"));
  run_until(world, 6);
  EXPECT_TRUE(world.body(wall)->has_tag("open"));
  EXPECT_GT(at(world, ball).x, 1) << "the second time it goes through";
}

TEST(SweptCallbacks, ASpawnedNameThatIsTakenGetsANumber) {
  WorldSettings settings = bounded(settings_with(1), {-5, -5}, {5, 5});
  BodyDef spark = disc(0.1, {0, 0});
  spark.name = "spark";
  spark.sensor = true;
  settings.rules.push_back({{"ball", "bounds"}, Response::impulse, {}, {}, {SpawnEffect{spark}}});
  World world = make_world(settings);
  add(world, called(disc(1, {0, 0}, {4, 0}), "ball"));
  std::uint64_t edges = 0;
  run_until(world, 6, [&](const ContactEvent& event) { edges += event.b ? 0U : 1U; });
  EXPECT_EQ(edges, 3U);
  EXPECT_TRUE(world.find("spark"));
  EXPECT_TRUE(world.find("spark#2"));
  EXPECT_TRUE(world.find("spark#3"));
}

/// Windows within a step, and other images, begin no pass anew and end none.
TEST(SweptCallbacks, APassThroughAPeriodicBoxIsToldOnce) {
  const auto passes = [](double dt) {
    WorldSettings settings = bounded(settings_with(dt), {-5, -5}, {5, 5}, Edges::periodic);
    settings.rules.push_back({{"*", "*"}, Response::none, {}, {}, {}});
    World world = make_world(settings);
    add(world, disc(0.78, {-3, 0}, {6.07, -3.87}));
    add(world, disc(1.8, {2, 1}, {-3.42, -4.84}));
    std::vector<double> times;
    while (world.time() < 5.95) {
      world.step();
      for (const ContactEvent& event : world.events()) {
        times.push_back(event.t);
        EXPECT_GT(event.speed, 0) << dt;
      }
    }
    return times;
  };
  const auto expected = passes(0.01);
  EXPECT_GE(expected.size(), 4U);
  for (const double dt : {0.05, 0.1, 0.2, 0.5, 1.0}) {
    const auto times = passes(dt);
    ASSERT_EQ(times.size(), expected.size()) << dt;
    for (std::size_t k = 0; k < times.size(); ++k) EXPECT_NEAR(times[k], expected[k], 1e-9) << dt;
  }
}

}  // namespace
}  // namespace carom::swept_test
