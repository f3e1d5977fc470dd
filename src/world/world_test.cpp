#include "carom/world/world.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "world/testing/swept_world_test.hpp"

namespace carom::swept_test {
namespace {

TEST(World, AnOldHandleIsNoticedNotFollowed) {
  World world = make_world(settings_with(1));
  const BodyId first = add(world, disc(1, {0, 0}));
  EXPECT_TRUE(world.remove(first));
  EXPECT_FALSE(world.remove(first));
  const BodyId second = add(world, disc(1, {5, 0}));
  EXPECT_NE(first, second);
  EXPECT_EQ(world.body(first), nullptr);
  EXPECT_FALSE(world.teleport(first, {1, 1}));
  EXPECT_FALSE(world.set_velocity(first, {1, 1}));
  EXPECT_FALSE(world.apply_force(first, {1, 1}));
  EXPECT_FALSE(world.apply_impulse(first, {1, 1}));
  EXPECT_FALSE(world.set_user_data(first, 1));
  EXPECT_FALSE(world.add_tag(first, "x"));
  EXPECT_FALSE(world.set_filter(first, 1, 1));
  EXPECT_FALSE(world.state_at(first, 0));
  EXPECT_EQ(world.body(BodyId{}), nullptr) << "the handle of no body";
  EXPECT_EQ(world.body(second)->serial, 1U);
  EXPECT_EQ(world.body_count(), 1U);
}

TEST(World, NamesAndUserData) {
  World world = make_world(settings_with(1));
  const BodyId cue = add(world, called(disc(1, {0, 0}), "cue"));
  const BodyId plain = add(world, disc(1, {5, 0}));
  EXPECT_EQ(world.find("cue"), cue);
  EXPECT_EQ(world.find("#1"), plain);
  EXPECT_FALSE(world.find("nobody"));
  EXPECT_EQ(world.name(0), "cue");
  EXPECT_EQ(world.name(1), "#1");
  EXPECT_FALSE(world.add(called(disc(1, {9, 0}), "cue"))) << "a name of its own";
  EXPECT_TRUE(world.set_user_data(cue, 42));
  EXPECT_EQ(world.body(cue)->user_data, 42U);
  EXPECT_EQ(world.bodies(), (std::vector<BodyId>{cue, plain}));
}

TEST(World, AResponseThatIsNoNumberIsNoAnswer) {
  WorldSettings rotating = settings_with(1);
  rotating.friction = 0.5;
  WorldSettings overlap = settings_with(0.25);
  overlap.detection = Detection::overlap;
  for (const WorldSettings& settings : {settings_with(1), rotating, event_settings(), overlap}) {
    for (const double wrong : {std::nan(""), std::numeric_limits<double>::infinity(), 1e61}) {
      World world = make_world(settings);
      const BodyId left = add(world, disc(1, {-1.25, 0}, {1, 0}));
      const BodyId right = add(world, disc(1, {1.25, 0}, {-1, 0}));
      int asked = 0;
      world.set_response([&](const World&, const PendingContact& pending) -> std::optional<NewVelocities> {
        ++asked;
        return asked % 2 == 1 ? NewVelocities{{0, wrong}, pending.velocity_b}
                              : NewVelocities{pending.velocity_a, {wrong, 0}};
      });
      while (world.time() < 1) world.step();
      EXPECT_GT(asked, 0);
      EXPECT_EQ(velocity(world, left), (Vec2{-1, 0})) << "the built-in response has answered";
      EXPECT_EQ(velocity(world, right), (Vec2{1, 0}));
    }
  }
}

TEST(World, ForceLastsForOneStep) {
  World world = make_world(settings_with(0.5));
  const BodyId ball = add(world, disc(1, {0, 0}, {}, 2));
  EXPECT_TRUE(world.apply_force(ball, {8, 0}));
  world.step();
  EXPECT_EQ(velocity(world, ball), (Vec2{2, 0}));
  EXPECT_EQ(at(world, ball), (Vec2{0.5, 0}));
  world.step();
  EXPECT_EQ(velocity(world, ball), (Vec2{2, 0}));
}

TEST(World, ImpulseActsAtOnce) {
  World world = make_world(settings_with(0.5));
  const BodyId ball = add(world, disc(1, {0, 0}, {1, 0}, 2));
  EXPECT_TRUE(world.apply_impulse(ball, {0, 4}));
  EXPECT_EQ(velocity(world, ball), (Vec2{1, 2}));
}

TEST(World, DampingSlowsDown) {
  World world = make_world(settings_with(0.5));
  BodyDef def = disc(1, {0, 0}, {3, 0});
  def.damping = 1;
  const BodyId ball = add(world, def);
  world.step();
  EXPECT_EQ(velocity(world, ball), (Vec2{2, 0}));
}

TEST(World, TeleportMovesWithoutCollisions) {
  World world = make_world(settings_with(1));
  const BodyId ball = add(world, disc(1, {0, 0}));
  add(world, disc(1, {5, 0}));
  EXPECT_TRUE(world.teleport(ball, {10, 0}));
  EXPECT_EQ(at(world, ball), (Vec2{10, 0}));
  world.step();
  EXPECT_EQ(world.collision_count(), 0U);
}

TEST(World, NothingThatIsNoNumberGetsIn) {
  World world = make_world(settings_with(0.5));
  const BodyId ball = add(world, disc(1, {1, 2}, {3, 4}, 1e-3));
  const std::uint64_t before = world.hash();
  const double inf = std::numeric_limits<double>::infinity();
  for (const Vec2 bad : {Vec2{std::nan(""), 0}, Vec2{0, std::nan("")}, Vec2{inf, 0}, Vec2{0, -inf}, Vec2{1e61, 0}}) {
    EXPECT_FALSE(world.add(disc(1, bad)));
    EXPECT_FALSE(world.add(disc(1, {0, 0}, bad)));
    EXPECT_FALSE(world.teleport(ball, bad));
    EXPECT_FALSE(world.set_velocity(ball, bad));
    EXPECT_FALSE(world.apply_force(ball, bad));
    EXPECT_FALSE(world.apply_impulse(ball, bad));
  }
  EXPECT_FALSE(world.apply_impulse(ball, {1e59, 0})) << "too fast for so light a body";
  EXPECT_FALSE(world.apply_force(ball, {1e59, 0}));
  EXPECT_EQ(world.hash(), before);
  EXPECT_EQ(world.body(ball)->force, Vec2{});
  EXPECT_EQ(world.body_count(), 1U);
}

TEST(World, APeriodicBoxHasAllBodiesInside) {
  World world = make_world(bounded(settings_with(1), {-1, 0}, {9, 10}, Edges::periodic));
  EXPECT_EQ(at(world, add(world, disc(1, {22, -3}))), (Vec2{2, 7}));
  EXPECT_EQ(at(world, add(world, fixed(disc(1, {9, 10})))), (Vec2{-1, 0}));
  const BodyId ball = add(world, disc(1, {0.1, 0.7}));
  EXPECT_EQ(at(world, ball), (Vec2{0.1, 0.7})) << "to the bit";
  EXPECT_TRUE(world.teleport(ball, {-2, 11}));
  EXPECT_EQ(at(world, ball), (Vec2{8, 1}));
}

TEST(World, AForceGivenInACallbackActsInTheNextStep) {
  struct Pusher : Listener {
    void after(World& world, const ContactEvent& event) override { world.apply_force(event.a.id, {0, 8}); }
  } pusher;
  World world = make_world(settings_with(1));
  const BodyId ball = add(world, disc(1, {-4, 0}, {4, 0}, 2));
  add(world, fixed(disc(1, {0, 0})));
  world.set_listener(&pusher);
  world.step();
  EXPECT_EQ(velocity(world, ball), (Vec2{-4, 0}));
  world.step();
  EXPECT_EQ(velocity(world, ball), (Vec2{-4, 4}));
  world.step();
  EXPECT_EQ(velocity(world, ball), (Vec2{-4, 4}));
}

TEST(World, FiltersDecideWhichBodiesMeet) {
  const auto meets = [](std::uint32_t category, std::uint32_t mask) {
    World world = make_world(settings_with(1));
    const BodyId ball = add(world, disc(1, {-4, 0}, {5, 0}));
    const BodyId wall = add(world, fixed(disc(1, {0, 0})));
    EXPECT_TRUE(world.set_filter(ball, category, mask));
    EXPECT_TRUE(world.set_filter(wall, 4, 3));
    world.step();
    return world.collision_count() == 1;
  };
  EXPECT_TRUE(meets(1, 4));
  EXPECT_TRUE(meets(2, 0xffffffffU));
  EXPECT_FALSE(meets(1, 3)) << "the ball does not want the wall";
  EXPECT_FALSE(meets(8, 4)) << "the wall does not want the ball";
}

TEST(World, StepsThatAreNoneDoNothing) {
  World world = make_world(settings_with(1));
  add(world, disc(1, {0, 0}, {1, 0}));
  const std::uint64_t before = world.hash();
  world.step(0);
  world.step(-1);
  world.step(std::nan(""));
  world.step(std::numeric_limits<double>::infinity());
  EXPECT_EQ(world.hash(), before);
  EXPECT_EQ(world.step_count(), 0U);
}

TEST(World, StepToEndsExactlyThere) {
  World world = make_world(settings_with(0.1));
  world.step_to(0.3);
  EXPECT_EQ(world.time(), 0.3);
}

// Snapshots.

/// Runs on from a snapshot taken after `steps` and compares with a run that was not stopped.
template <class Make>
void expect_resumable(const Make& make, int steps) {
  World straight = make();
  World stopped = make();
  for (int k = 0; k < steps; ++k) {
    straight.step();
    stopped.step();
  }
  const World::Snapshot snapshot = stopped.snapshot();
  for (int k = 0; k < 50; ++k) stopped.step();
  stopped.restore(snapshot);
  EXPECT_EQ(stopped.time(), straight.time());
  for (int k = 0; k < 100; ++k) {
    straight.step();
    stopped.step();
    ASSERT_EQ(stopped.hash(), straight.hash()) << "step " << k;
    ASSERT_EQ(stopped.events().size(), straight.events().size()) << "step " << k;
    ASSERT_EQ(stopped.touches().size(), straight.touches().size()) << "step " << k;
  }
  EXPECT_EQ(stopped.collision_count(), straight.collision_count());
  EXPECT_EQ(stopped.exchanged_energy(), straight.exchanged_energy());
  EXPECT_EQ(stopped.policies().rests, straight.policies().rests);
}

TEST(World, SnapshotInTheMiddleOfRestingContacts) {
  const auto make = [] {
    World world = make_world(bounded(settings_with(1.0 / 60, 0.5, {0, -9.81}), {0, 0}, {5, 9}));
    for (int k = 0; k < 5; ++k) add(world, disc(0.4, {1.0 + 0.1 * k, 0.5 + 0.9 * k}));
    return world;
  };
  for (const int steps : {10, 60, 150}) expect_resumable(make, steps);
}

TEST(World, SnapshotInTheMiddleOfPassingPairs) {
  const auto make = [] {
    WorldSettings settings = settings_with(0.05);
    settings.rules.push_back({{"ghost", "*"}, Response::none, {}, {}, {}});
    World world = make_world(settings);
    add(world, called(disc(1, {-3, 0}, {1, 0}), "ghost"));
    BodyDef zone = disc(1, {3, 0}, {-0.5, 0});
    zone.sensor = true;
    add(world, zone);
    add(world, disc(1, {0, 0.5}));
    return world;
  };
  for (const int steps : {20, 30, 40}) expect_resumable(make, steps);
}

TEST(World, SnapshotKeepsHandlesAndNames) {
  World world = make_world(settings_with(1));
  const BodyId old = add(world, called(disc(1, {0, 0}), "a"));
  const World::Snapshot snapshot = world.snapshot();
  world.remove(old);
  add(world, called(disc(1, {0, 0}), "b"));
  world.restore(snapshot);
  EXPECT_NE(world.body(old), nullptr);
  EXPECT_FALSE(world.find("b"));
}

TEST(World, FindsBodiesByTheirSerial) {
  World world = World::make({}).value();
  const BodyId a = world.add({}).value();
  const BodyId b = world.add({}).value();
  world.remove(a);
  EXPECT_EQ(world.find_serial(1), b);
  EXPECT_FALSE(world.find_serial(0));
  EXPECT_FALSE(world.find_serial(2));
}

BodyDef ball_at(double x, std::string name) {
  BodyDef def;
  def.name = std::move(name);
  def.at = {x, 0};
  return def;
}

TEST(World, RedefinedBodyKeepsItsHandle) {
  for (const Detection detection : {Detection::swept, Detection::overlap, Detection::event}) {
    WorldSettings settings;
    settings.detection = detection;
    World world = World::make(settings).value();
    const BodyId a = world.add(ball_at(0, "a")).value();
    const BodyId b = world.add(ball_at(10, "b")).value();
    world.set_velocity(a, {1, 0});
    world.step_to(0.5);
    BodyDef def = ball_at(2, "c");
    def.shape = Circle{0.5, {}, false};
    def.mass = 7;
    def.velocity = {4, 0};
    def.restitution = 0;
    ASSERT_FALSE(world.redefine(a, def));
    EXPECT_EQ(world.find("c"), a);
    EXPECT_FALSE(world.find("a"));
    EXPECT_EQ(world.name(0), "c");
    EXPECT_EQ(world.body(a)->mass, 7);
    EXPECT_EQ(world.body(a)->serial, 0U);
    // It meets b at x = 9 - 0.5, with the mass and the restitution that it has now.
    while (world.time() < 3) world.step();
    EXPECT_EQ(world.collision_count(), 1U);
    EXPECT_NEAR(world.body(a)->state.velocity.x, world.body(b)->state.velocity.x, 1e-9);
    EXPECT_NEAR(world.momentum().x, 28, 1e-9);
  }
}

TEST(World, RedefiningRefusesWhatAddRefuses) {
  World world = World::make({}).value();
  const BodyId a = world.add(ball_at(0, "a")).value();
  ASSERT_TRUE(world.add(ball_at(10, "b")));
  EXPECT_EQ(world.redefine(a, ball_at(0, "b"))->place, "/name");
  BodyDef heavy = ball_at(0, "a");
  heavy.mass = -1;
  EXPECT_EQ(world.redefine(a, heavy)->place, "/mass");
  EXPECT_EQ(world.find("a"), a);
  EXPECT_FALSE(world.redefine(a, ball_at(1, "a")));
  world.remove(a);
  EXPECT_TRUE(world.redefine(a, ball_at(1, "a")));
}

}  // namespace
}  // namespace carom::swept_test
