#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "world/testing/overlap_world_test.hpp"

// Contacts of the a posteriori world and their answers.
namespace carom::test {
namespace {

constexpr double k_step = 0.125;

/// Two discs of radius 1/2 that overlap by 1/8 after one step, closing at 2.
struct HeadOn {
  World world;
  BodyId left;
  BodyId right;

  explicit HeadOn(WorldSettings settings = stepping(k_step))
      : world(overlap_world(std::move(settings))),
        left(add(world, named(disc({-0.5625, 0}, {1, 0}), "left"))),
        right(add(world, named(disc({0.5625, 0}, {-1, 0}), "right"))) {}
};

WorldSettings with_rule(Rule rule) {
  WorldSettings settings = stepping(k_step);
  settings.rules.push_back(std::move(rule));
  return settings;
}

Rule between_all(Response response) {
  Rule rule;
  rule.response = response;
  return rule;
}

/// A listener made of what it is to do.
struct Told : Listener {
  std::function<bool(World&, const PendingContact&)> on_before = [](World&, const PendingContact&) { return true; };
  std::function<void(World&, const ContactEvent&)> on_after = [](World&, const ContactEvent&) {};
  std::function<void(World&, const Touch&)> on_touch = [](World&, const Touch&) {};
  int befores = 0;
  int afters = 0;
  int touches = 0;

  bool before(World& world, const PendingContact& pending) override {
    ++befores;
    return on_before(world, pending);
  }
  void after(World& world, const ContactEvent& event) override {
    ++afters;
    on_after(world, event);
  }
  void touch(World& world, const Touch& touch) override {
    ++touches;
    on_touch(world, touch);
  }
};

TEST(OverlapResolve, AnElasticPairExchangesVelocities) {
  HeadOn pair;
  pair.world.step();
  EXPECT_EQ(velocity(pair.world, pair.left), (Vec2{-1, 0}));
  EXPECT_EQ(velocity(pair.world, pair.right), (Vec2{1, 0}));
  EXPECT_EQ(at(pair.world, pair.left), (Vec2{-0.5, 0}));
  EXPECT_EQ(at(pair.world, pair.right), (Vec2{0.5, 0}));
  EXPECT_EQ(pair.world.exchanged_energy(), 0);
  ASSERT_EQ(pair.world.events().size(), 1U);
  const ContactEvent event = pair.world.events()[0];
  EXPECT_EQ(event.t, k_step);
  EXPECT_EQ(event.a.id, pair.left);
  ASSERT_TRUE(event.b);
  EXPECT_EQ(event.b->id, pair.right);
  EXPECT_EQ(event.point, (Vec2{}));
  EXPECT_EQ(event.normal, (Vec2{-1, 0}));
  EXPECT_EQ(event.speed, 2);
  EXPECT_EQ(event.impulse, 2);
  EXPECT_EQ(event.response, Response::impulse);
}

TEST(OverlapResolve, AnInelasticPairBooksWhatItLoses) {
  WorldSettings settings = stepping(k_step);
  settings.restitution = 0.5;
  HeadOn pair(settings);
  pair.world.step();
  EXPECT_EQ(velocity(pair.world, pair.left), (Vec2{-0.5, 0}));
  EXPECT_EQ(pair.world.energy().kinetic, 0.25);
  EXPECT_EQ(pair.world.exchanged_energy(), -0.75);
}

TEST(OverlapResolve, ARulesRestitutionOverridesAll) {
  Rule rule = between_all(Response::impulse);
  rule.restitution = 0;
  HeadOn pair(with_rule(rule));
  pair.world.step();
  EXPECT_EQ(velocity(pair.world, pair.left), (Vec2{}));
}

TEST(OverlapResolve, TheLowerOfTwoRestitutionsCounts) {
  World world = overlap_world(stepping(k_step));
  BodyDef a = disc({-0.5625, 0}, {1, 0});
  a.restitution = 0.75;
  BodyDef b = disc({0.5625, 0}, {-1, 0});
  b.restitution = 0.25;
  const BodyId left = add(world, a);
  add(world, b);
  world.step();
  EXPECT_EQ(velocity(world, left), (Vec2{-0.25, 0}));
}

TEST(OverlapResolve, APairThatPartsIsPushedAndKeepsItsVelocities) {
  HeadOn pair;
  pair.world.set_velocity(pair.left, {-1, 0});
  pair.world.set_velocity(pair.right, {1, 0});
  pair.world.teleport(pair.left, {-0.25, 0});
  pair.world.teleport(pair.right, {0.25, 0});
  pair.world.step();
  EXPECT_EQ(velocity(pair.world, pair.left), (Vec2{-1, 0}));
  EXPECT_EQ(at(pair.world, pair.left), (Vec2{-0.5, 0}));
  ASSERT_EQ(pair.world.events().size(), 1U);
  EXPECT_EQ(pair.world.events()[0].speed, 0);
  EXPECT_EQ(pair.world.events()[0].impulse, 0);
}

TEST(OverlapResolve, NoneAndIgnoreAreToldOnceAPass) {
  for (const Response response : {Response::none, Response::ignore}) {
    HeadOn pair(with_rule(between_all(response)));
    Told told;
    pair.world.set_listener(&told);
    pair.world.step();
    ASSERT_EQ(pair.world.events().size(), 1U);
    EXPECT_EQ(pair.world.events()[0].response, response);
    EXPECT_EQ(pair.world.events()[0].impulse, 0);
    EXPECT_EQ(pair.world.passing().size(), 1U);
    run(pair.world, 3);
    EXPECT_EQ(pair.world.collision_count(), 1U);
    EXPECT_EQ(pair.world.passing().size(), 1U);
    run(pair.world, 20);
    EXPECT_EQ(pair.world.collision_count(), 1U);
    EXPECT_TRUE(pair.world.passing().empty());
    EXPECT_GT(at(pair.world, pair.left).x, at(pair.world, pair.right).x + 1) << "through each other";
    EXPECT_EQ(velocity(pair.world, pair.left), (Vec2{1, 0}));
    EXPECT_EQ(told.befores, 1);
    EXPECT_EQ(told.afters, response == Response::none ? 1 : 0);
    EXPECT_EQ(told.touches, 2);
    pair.world.set_velocity(pair.left, {-1, 0});
    pair.world.set_velocity(pair.right, {1, 0});
    run(pair.world, 40);
    EXPECT_EQ(pair.world.collision_count(), 2U) << "they had parted";
  }
}

TEST(OverlapResolve, APassIsToldWithTheSpeedItCameInWith) {
  for (const double x : {-0.25, 0.25}) {
    World world = overlap_world([] {
      WorldSettings settings = stepping(1);
      settings.rules.push_back(between_all(Response::none));
      return settings;
    }());
    BodyDef ring = fixed(disc({0, 0}, {}, 2));
    ring.shape = Circle{2, {}, true};
    add(world, ring);
    // Its centre has come to lie outside of the ring, or inside.
    add(world, disc({-3 + x, 0}, {1, 0}));
    world.step();
    ASSERT_EQ(world.events().size(), 1U);
    EXPECT_EQ(world.events()[0].speed, 1);
    EXPECT_EQ(world.events()[0].normal, (Vec2{1, 0}));
  }
}

TEST(OverlapResolve, ASensorIsToldAndMovesNothing) {
  World world = overlap_world(stepping(k_step));
  BodyDef gate = disc({0, 0});
  gate.sensor = true;
  const BodyId sensor = add(world, gate);
  const BodyId ball = add(world, disc({-2, 0}, {1, 0}));
  run(world, 40);
  EXPECT_EQ(world.collision_count(), 1U);
  EXPECT_EQ(at(world, sensor), (Vec2{}));
  EXPECT_EQ(at(world, ball), (Vec2{3, 0}));
}

TEST(OverlapResolve, FiltersKeepPairsFromMeeting) {
  HeadOn pair;
  pair.world.set_filter(pair.left, 2, 1);
  pair.world.set_filter(pair.right, 1, 1);
  run(pair.world, 20);
  EXPECT_EQ(pair.world.collision_count(), 0U);
  EXPECT_EQ(velocity(pair.world, pair.left), (Vec2{1, 0}));
}

TEST(OverlapResolve, OneEventPerUninterruptedContact) {
  WorldSettings settings = stepping(k_step);
  settings.gravity = {0, -1};
  settings.restitution = 0;
  World world = overlap_world(settings);
  add(world, fixed(box({4, 0.5}, {0, -0.5})));
  const BodyId ball = add(world, disc({0, 0.5}));
  Told told;
  world.set_listener(&told);
  run(world, 100);
  EXPECT_EQ(world.collision_count(), 1U);
  EXPECT_EQ(told.befores, 1);
  EXPECT_EQ(told.afters, 1);
  EXPECT_EQ(told.touches, 1);
  EXPECT_NEAR(at(world, ball).y, 0.5, 1e-15);
  EXPECT_EQ(velocity(world, ball), (Vec2{}));
  // Each step it falls for one step and is stopped: what the floor takes is recorded, reported or not.
  EXPECT_NEAR(world.exchanged_energy(), -100 * 0.5 * k_step * k_step, 1e-12);
  world.set_velocity(ball, {0, 2});
  world.step();
  ASSERT_EQ(world.touches().size(), 1U);
  EXPECT_EQ(world.touches()[0].change, TouchChange::end);
}

TEST(OverlapResolve, TheListenerMayIgnoreAContact) {
  HeadOn pair;
  Told told;
  told.on_before = [](World&, const PendingContact& pending) {
    EXPECT_EQ(pending.speed, 2);
    EXPECT_EQ(pending.velocity_a, (Vec2{1, 0}));
    EXPECT_EQ(pending.velocity_b, (Vec2{-1, 0}));
    return false;
  };
  pair.world.set_listener(&told);
  pair.world.step();
  ASSERT_EQ(pair.world.events().size(), 1U);
  EXPECT_EQ(pair.world.events()[0].response, Response::ignore);
  run(pair.world, 20);
  EXPECT_EQ(told.befores, 1);
  EXPECT_EQ(told.afters, 0);
  EXPECT_EQ(velocity(pair.world, pair.left), (Vec2{1, 0})) << "ignored for the whole pass";
}

TEST(OverlapResolve, RemovalInThePrologueIsSafe) {
  HeadOn pair;
  const BodyId third = add(pair.world, disc({0, 0.75}));
  Told told;
  told.on_before = [&](World& world, const PendingContact& pending) {
    world.remove(pending.a.id);
    return true;
  };
  pair.world.set_listener(&told);
  pair.world.step();
  // left met right and was removed: its other contact is void, and so is what right loses with it in the next call.
  EXPECT_EQ(pair.world.body(pair.left), nullptr);
  EXPECT_EQ(pair.world.body(pair.right), nullptr) << "it met the third one";
  EXPECT_NE(pair.world.body(third), nullptr);
  ASSERT_EQ(pair.world.events().size(), 2U);
  EXPECT_EQ(pair.world.events()[0].impulse, 0);
  EXPECT_EQ(told.touches, 4) << "begin and end of both contacts";
  EXPECT_TRUE(pair.world.touching().empty());
}

TEST(OverlapResolve, TwoThatBecomeOneHaveTouched) {
  HeadOn pair(with_rule(between_all(Response::merge)));
  std::vector<TouchChange> changes;
  Told told;
  told.on_touch = [&](World&, const Touch& touch) { changes.push_back(touch.change); };
  pair.world.set_listener(&told);
  pair.world.step();
  EXPECT_EQ(pair.world.body_count(), 1U);
  EXPECT_EQ(changes, (std::vector{TouchChange::begin, TouchChange::end}));
  EXPECT_TRUE(pair.world.touching().empty());
}

TEST(OverlapResolve, RemovalInTheEpilogueEndsTheTouch) {
  HeadOn pair;
  Told told;
  std::vector<TouchChange> changes;
  told.on_after = [](World& world, const ContactEvent& event) { world.remove(event.b->id); };
  told.on_touch = [&](World&, const Touch& touch) { changes.push_back(touch.change); };
  pair.world.set_listener(&told);
  pair.world.step();
  EXPECT_EQ(changes, (std::vector{TouchChange::begin, TouchChange::end}));
  EXPECT_EQ(velocity(pair.world, pair.left), (Vec2{-1, 0}));
  EXPECT_EQ(at(pair.world, pair.left), (Vec2{-0.4375, 0})) << "no body is left to push it";
}

TEST(OverlapResolve, AddingManyInACallbackIsSafe) {
  HeadOn pair;
  Told told;
  told.on_before = [](World& world, const PendingContact&) {
    for (int k = 0; k < 1000; ++k) add(world, disc({10.0 + 2 * k, 0}));
    return true;
  };
  pair.world.set_listener(&told);
  pair.world.step();
  EXPECT_EQ(pair.world.body_count(), 1002U);
  EXPECT_EQ(velocity(pair.world, pair.left), (Vec2{-1, 0}));
  pair.world.step();
  EXPECT_EQ(pair.world.collision_count(), 1U);
}

TEST(OverlapResolve, ABodyTeleportedInACallbackMeetsNothingWhereItWas) {
  World world = overlap_world(stepping(k_step));
  const BodyId a = add(world, disc({0, 0}));
  const BodyId b = add(world, disc({0.75, 0}));
  const BodyId c = add(world, disc({1.5, 0}));
  Told told;
  told.on_before = [&](World& w, const PendingContact&) {
    w.teleport(b, {50, 50});
    return true;
  };
  world.set_listener(&told);
  world.step();
  EXPECT_EQ(world.collision_count(), 1U);
  EXPECT_EQ(at(world, a), (Vec2{}));
  EXPECT_EQ(at(world, b), (Vec2{50, 50}));
  EXPECT_EQ(at(world, c), (Vec2{1.5, 0}));
}

TEST(OverlapResolve, AForceFromACallbackIsForTheNextStep) {
  HeadOn pair;
  Told told;
  told.on_after = [](World& world, const ContactEvent& event) { world.apply_force(event.a.id, {8, 0}); };
  pair.world.set_listener(&told);
  pair.world.step();
  EXPECT_EQ(velocity(pair.world, pair.left), (Vec2{-1, 0}));
  pair.world.step();
  EXPECT_EQ(velocity(pair.world, pair.left), (Vec2{0, 0}));
}

TEST(OverlapResolve, EffectsRunOnceAndAreListed) {
  Rule rule;
  rule.between = {"left", "right"};
  rule.before = {SoundEffect{"clink"}};
  BodyDef spark = disc({0, 3});
  spark.name = "spark";
  rule.after = {DestroyEffect{"second"}, SpawnEffect{spark}, MarkEffect{"first", "charred"}};
  HeadOn pair(with_rule(rule));
  pair.world.step();
  EXPECT_EQ(pair.world.body(pair.right), nullptr);
  EXPECT_TRUE(pair.world.body(pair.left)->has_tag("charred"));
  const auto spawned = pair.world.find("spark");
  ASSERT_TRUE(spawned);
  EXPECT_EQ(at(pair.world, *spawned), (Vec2{0, 3}));
  ASSERT_EQ(pair.world.events().size(), 1U);
  const std::vector<Effect> effects = pair.world.events()[0].effects;
  ASSERT_EQ(effects.size(), 4U);
  EXPECT_EQ(std::get<SoundEffect>(effects[0]).sound, "clink");
  EXPECT_EQ(std::get<DestroyEffect>(effects[1]).who, "right");
  EXPECT_EQ(std::get<MarkEffect>(effects[3]).who, "left");
}

TEST(OverlapResolve, ACustomResponseDecides) {
  HeadOn pair;
  pair.world.set_response([](const World&, const PendingContact& pending) -> std::optional<NewVelocities> {
    return NewVelocities{{0, 3}, pending.velocity_b};
  });
  pair.world.step();
  EXPECT_EQ(velocity(pair.world, pair.left), (Vec2{0, 3}));
  EXPECT_EQ(velocity(pair.world, pair.right), (Vec2{-1, 0}));
  EXPECT_EQ(pair.world.exchanged_energy(), 4);
  EXPECT_EQ(pair.world.exchanged_momentum(), (Vec2{-1, 3}));
  EXPECT_DOUBLE_EQ(pair.world.events()[0].impulse, std::sqrt(10.0));
}

TEST(OverlapResolve, RulesForTheEdges) {
  Rule rule;
  rule.between = {"bounds", "left"};
  rule.response = Response::none;
  WorldSettings settings = with_rule(rule);
  settings.bounds = Bounds{{-1, -1}, {1, 1}, Edges::rebound};
  World world = overlap_world(settings);
  const BodyId ball = add(world, named(disc({0, 0}, {-2, 0}), "left"));
  run(world, 16);
  EXPECT_EQ(at(world, ball), (Vec2{-4, 0}));
  EXPECT_EQ(world.collision_count(), 1U);
}

}  // namespace
}  // namespace carom::test
