#include <gtest/gtest.h>

#include <array>
#include <utility>

#include "world/testing/swept_world_test.hpp"

// Platforms that stop from one side only, in every loop: by a rule, and by a listener.
namespace carom::swept_test {
namespace {

struct OneWayLoop {
  const char* name;
  Detection detection = Detection::swept;
  double friction = 0;
  std::optional<double> substep = {};
  friend void PrintTo(const OneWayLoop& loop, std::ostream* out) { *out << loop.name; }
};

constexpr double k_dt = 1.0 / 64;

WorldSettings settings_of(const OneWayLoop& loop, double restitution = 0, Vec2 gravity = {0, -10}) {
  WorldSettings settings = settings_with(k_dt, restitution, gravity);
  settings.detection = loop.detection;
  settings.friction = loop.friction;
  settings.substep = loop.substep;
  return settings;
}

Rule one_way(Vec2 direction, std::string platform = "platform") {
  Rule rule;
  rule.between = {std::move(platform), "player"};
  rule.one_way = direction;
  return rule;
}

/// Lets pass what does not come from above.
class FromAbove : public Listener {
 public:
  bool before(World&, const PendingContact& contact) override {
    const bool platform_is_a = contact.a.serial == platform;
    return (platform_is_a ? -contact.normal : contact.normal).y > 0;
  }
  std::uint64_t platform = 0;
};

class OneWay : public testing::TestWithParam<OneWayLoop> {};

struct Jump {
  World world;
  BodyId player;
  std::vector<ContactEvent> events;

  /// A ball thrown up through a platform, which comes down on it.
  explicit Jump(WorldSettings settings, bool player_first, Listener* listener = nullptr)
      : world(make_world(std::move(settings))) {
    const BodyDef ball = called(disc(0.25, {0, -2}, {0, 9}), "player");
    if (player_first) player = add(world, ball);
    add(world, called(fixed(box({2, 0.25}, {0, 0})), "platform"));
    if (!player_first) player = add(world, ball);
    world.set_listener(listener);
    run_until(world, 3, [&](const ContactEvent& event) { events.push_back(event); });
  }
};

TEST_P(OneWay, ABallComesThroughFromBelowAndLandsOnTop) {
  for (const bool player_first : {true, false}) {
    WorldSettings settings = settings_of(GetParam());
    settings.rules.push_back(one_way({0, 1}));
    const Jump jump(settings, player_first);
    ASSERT_GE(jump.events.size(), 2U);
    EXPECT_EQ(jump.events[0].response, Response::ignore);
    EXPECT_EQ(jump.events[0].normal, (Vec2{0, player_first ? -1.0 : 1.0}));
    EXPECT_EQ(jump.events[1].response, Response::impulse);
    EXPECT_EQ(jump.events[1].normal, (Vec2{0, player_first ? 1.0 : -1.0}));
    for (std::size_t k = 2; k < jump.events.size(); ++k) EXPECT_EQ(jump.events[k].response, Response::impulse);
    EXPECT_NEAR(at(jump.world, jump.player).y, 0.5, 1e-2);
    EXPECT_LT(length(velocity(jump.world, jump.player)), 0.2);
  }
}

TEST_P(OneWay, AListenerDoesTheSame) {
  for (const bool player_first : {true, false}) {
    WorldSettings settings = settings_of(GetParam());
    FromAbove listener;
    listener.platform = player_first ? 1 : 0;
    const Jump listening(settings, player_first, &listener);
    settings.rules.push_back(one_way({0, 1}));
    const Jump ruled(settings, player_first);
    EXPECT_EQ(listening.world.hash(), ruled.world.hash());
    EXPECT_EQ(listening.events.size(), ruled.events.size());
  }
}

TEST_P(OneWay, TheOtherWayRoundItIsACeiling) {
  WorldSettings settings = settings_of(GetParam());
  settings.rules.push_back(one_way({0, -3}));
  const Jump jump(settings, true);
  ASSERT_GE(jump.events.size(), 1U);
  EXPECT_EQ(jump.events[0].response, Response::impulse);
  EXPECT_LT(at(jump.world, jump.player).y, -5) << "it has fallen again";
}

TEST_P(OneWay, WhatDoesNotGetThroughFallsBackThroughIt) {
  WorldSettings settings = settings_of(GetParam());
  settings.rules.push_back(one_way({0, 1}));
  World world = make_world(settings);
  // The highest point of its centre is in the middle of the platform.
  const BodyId player = add(world, called(disc(0.25, {0, -1.25}, {0, 5}), "player"));
  add(world, called(fixed(box({2, 0.25}, {0, 0})), "platform"));
  std::size_t stopped = 0;
  run_until(world, 2, [&](const ContactEvent& event) { stopped += event.response == Response::impulse ? 1 : 0; });
  EXPECT_EQ(stopped, 0U);
  EXPECT_NEAR(at(world, player).y, -1.25 + 5 * 2 - 5 * 4, 1e-9);
}

TEST_P(OneWay, ItsEndsAreNoWalls) {
  WorldSettings settings = settings_of(GetParam(), 1, {});
  settings.rules.push_back(one_way({0, 1}));
  World world = make_world(settings);
  const BodyId player = add(world, called(disc(0.125, {-4, 0}, {4, 0}), "player"));
  add(world, called(fixed(box({2, 0.25}, {0, 0})), "platform"));
  run_until(world, 2);
  EXPECT_EQ(at(world, player), (Vec2{4, 0}));
  EXPECT_EQ(world.collision_count(), 1U) << "reported once";
}

TEST_P(OneWay, OfTwoThatMoveTheFirstOfBetweenIsThePlatform) {
  if (GetParam().detection == Detection::overlap) return;  // it does not tell which way they came
  // A lift that comes from below takes the ball with it; from above it goes through.
  for (const double side : {1.0, -1.0}) {
    WorldSettings settings = settings_of(GetParam(), 1, {});
    settings.rules.push_back(one_way({0, 1}));
    World world = make_world(settings);
    const BodyId player = add(world, called(disc(0.25, {0, 0}), "player"));
    BodyDef lift = called(fixed(box({1, 0.25}, {0, -2 * side})), "platform");
    lift.velocity = {0, 2 * side};
    add(world, lift);
    run_until(world, 2);
    EXPECT_EQ(velocity(world, player), (side > 0 ? Vec2{0, 4} : Vec2{0, 0}));
  }
}

INSTANTIATE_TEST_SUITE_P(Loops, OneWay,
                         testing::Values(OneWayLoop{"swept"}, OneWayLoop{"rotating", Detection::swept, 0.5},
                                         OneWayLoop{"integrated", Detection::swept, 0, 0.01},
                                         OneWayLoop{"overlap", Detection::overlap},
                                         OneWayLoop{"event", Detection::event}),
                         testing::PrintToStringParamName());

TEST(OneWayRules, EdgesMayBeOne) {
  WorldSettings settings = bounded(settings_with(0.25), {-2, -2}, {2, 2});
  settings.rules.push_back(one_way({-1, 0}, "bounds"));
  World world = make_world(settings);
  const BodyId player = add(world, called(disc(0.5, {0, 0}, {1, 1}), "player"));
  run_until(world, 10);
  // The right edge, and no other, stops it.
  EXPECT_EQ(at(world, player), (Vec2{-7, 10}));
}

TEST(OneWayRules, AreRefusedWithPlaceAndReason) {
  WorldSettings settings = settings_with(1);
  settings.rules.push_back(one_way({0, 0}));
  EXPECT_EQ(World::make(settings).error().place, "/rules/0/one_way");
  settings.rules[0].one_way = Vec2{0, 1e61};
  EXPECT_EQ(World::make(settings).error().place, "/rules/0/one_way/1");
  settings.rules[0] = one_way({0, 1});
  settings.rules[0].response = Response::none;
  EXPECT_EQ(World::make(settings).error().place, "/rules/0/one_way");
}

}  // namespace
}  // namespace carom::swept_test
