#include <gtest/gtest.h>

#include <cmath>

#include "carom/math/random.hpp"
#include "world/testing/event_world_test.hpp"

// Spin and friction of circles in the event world: against closed forms, against the swept world, and what is kept.
namespace carom::swept_test {
namespace {

constexpr double k_pi = 3.14159265358979323846;

double spin(const World& world, BodyId id) { return world.body(id)->state.spin; }
double angle(const World& world, BodyId id) { return world.body(id)->state.angle; }

BodyDef spinning(BodyDef def, double spin, std::optional<double> friction = {}) {
  def.spin = spin;
  def.friction = friction;
  return def;
}

WorldSettings rough(double friction, double restitution = 1, Vec2 gravity = {}) {
  WorldSettings settings = event_settings(restitution, gravity);
  settings.friction = friction;
  return settings;
}

/// A disc of radius r comes from the left at v, spinning at w, and hits an equal one at rest in the middle. Where friction
/// holds, p = m w r / 6 stops the slip w r of the two surfaces, as each of them yields by 1/m + r²/I = 3/m.
TEST(EventFriction, TwoDiscsThatGrip) {
  constexpr double m = 3;
  constexpr double r = 0.5;
  constexpr double v = 2;
  constexpr double w = 6;
  World world = world_with(rough(1), {spinning(disc(r, {-2, 0}, {v, 0}, m), w), disc(r, {0, 0}, {}, m)});
  const BodyId a = world.bodies()[0];
  const BodyId b = world.bodies()[1];
  const double momentum = world.angular_momentum();
  const double energy = world.energy().total();
  world.step_to(1);  // they meet at 0.5
  ASSERT_EQ(world.collision_count(), 1U);
  EXPECT_NEAR(velocity(world, a).x, 0, 1e-15);
  EXPECT_NEAR(velocity(world, b).x, v, 1e-15);
  EXPECT_NEAR(velocity(world, a).y, -w * r / 6, 1e-15);
  EXPECT_NEAR(velocity(world, b).y, w * r / 6, 1e-15);
  EXPECT_NEAR(spin(world, a), 2 * w / 3, 1e-14);
  EXPECT_NEAR(spin(world, b), -w / 3, 1e-14);
  EXPECT_NEAR(angle(world, a), 0.5 * w + 0.5 * (2 * w / 3), 1e-14);
  EXPECT_NEAR(angle(world, b), 0.5 * (-w / 3), 1e-14);
  EXPECT_NEAR(world.events()[0].impulse, m * std::hypot(v, w * r / 6), 1e-14);
  EXPECT_NEAR(world.angular_momentum(), momentum, 1e-14);
  // ½ (w r)² over 6/m is what stopping the slip takes.
  EXPECT_NEAR(world.energy().total(), energy - 0.5 * m * w * r * w * r / 6, 1e-14);
  EXPECT_NEAR(world.energy().total() - world.exchanged_energy(), energy, 1e-14);
}

/// The same where μ p along the normal is all that friction has: it slides on.
TEST(EventFriction, TwoDiscsThatSlip) {
  constexpr double m = 3;
  constexpr double r = 0.5;
  constexpr double v = 2;
  constexpr double w = 60;
  constexpr double friction = 0.25;
  constexpr double e = 0.5;
  World world = world_with(rough(friction, e), {spinning(disc(r, {-2, 0}, {v, 0}, m), w), disc(r, {0, 0}, {}, m)});
  world.step_to(1);
  const double push = 0.5 * (1 + e) * v;  // of the normal, over the mass
  const BodyId a = world.bodies()[0];
  const BodyId b = world.bodies()[1];
  EXPECT_NEAR(velocity(world, a).x, v - push, 1e-15);
  EXPECT_NEAR(velocity(world, b).x, push, 1e-15);
  EXPECT_NEAR(velocity(world, a).y, -friction * push, 1e-15);
  EXPECT_NEAR(velocity(world, b).y, friction * push, 1e-15);
  EXPECT_NEAR(spin(world, a), w - 2 * friction * push / r, 1e-13);
  EXPECT_NEAR(spin(world, b), -2 * friction * push / r, 1e-14);
}

/// A ball that bounces obliquely: below μ (1 + e) v_n = v_t / 3 it slides, above it rolls off.
TEST(EventFriction, ABallOnAWall) {
  for (const double friction : {0.1, 2.0}) {
    constexpr double e = 0.8;
    constexpr double r = 0.25;
    const Vec2 before{3, -2};
    World world = world_with(bounded(rough(friction, e), {-50, 0}, {50, 50}), {disc(r, {0, 1}, before, 2)});
    world.step_to(1);
    const BodyId ball = world.bodies()[0];
    const double push = (1 + e) * 2;
    const double along = std::min(friction * push, before.x / 3);
    EXPECT_NEAR(velocity(world, ball).y, e * 2, 1e-15);
    EXPECT_NEAR(velocity(world, ball).x, before.x - along, 1e-15);
    EXPECT_NEAR(spin(world, ball), -2 * along / r, 1e-14);
  }
}

/// The wall of a ring that spins sets what it holds in motion: inside and outside, whether the ring is a or b.
TEST(EventFriction, ADrum) {
  for (const bool ring_first : {true, false}) {
    constexpr double w = 3;
    BodyDef drum = fixed(ring(4, {0, 0}));
    drum.spin = w;
    const BodyDef ball = disc(1, {0, 0}, {1, 0}, 2);
    const std::vector<BodyDef> bodies = ring_first ? std::vector{drum, ball} : std::vector{ball, drum};
    World world = world_with(rough(20), bodies);
    const BodyId id = world.bodies()[ring_first ? 1 : 0];
    world.step_to(3.25);  // it meets the wall at (4, 0), t = 3, which comes upward at 4 w there
    ASSERT_EQ(world.collision_count(), 1U);
    EXPECT_NEAR(velocity(world, id).x, -1, 1e-15);
    EXPECT_NEAR(velocity(world, id).y, 4 * w / 3, 1e-14);
    EXPECT_NEAR(spin(world, id), 2 * (4 * w / 3), 1e-14);
    EXPECT_EQ(spin(world, world.bodies()[ring_first ? 0 : 1]), w);
    EXPECT_NEAR(world.energy().kinetic - world.exchanged_energy(), 1, 1e-13) << "the drum's work is told";
  }
}

/// Shapes that do not turn are slowed down by friction all the same.
TEST(EventFriction, ABoxIsSlowedAndDoesNotTurn) {
  BodyDef def = box({1, 1}, {0, 2});
  def.fixed = false;
  def.turns = true;
  def.velocity = {3, -1};
  def.mass = 2;
  World world = world_with(bounded(rough(0.5, 0.5), {-50, 0}, {50, 50}), {def});
  world.step_to(1.5);
  const BodyId id = world.bodies()[0];
  EXPECT_NEAR(velocity(world, id).x, 3 - 0.5 * 1.5, 1e-14);
  EXPECT_NEAR(velocity(world, id).y, 0.5, 1e-14);
  EXPECT_EQ(spin(world, id), 0);
  EXPECT_EQ(angle(world, id), 0);
}

/// Discs, a spinning wall and walls that do not, none of them smooth: event by event what the swept world has.
TEST(EventFriction, TheSwept) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    for (const double e : {1.0, 0.75}) {
      WorldSettings settings = bounded(settings_with(1.0 / 64, e), {0, 0}, {8, 8});
      settings.friction = 0.3;
      settings.contact_duration = 0;
      std::vector<BodyDef> bodies = some_discs(4, 8, 2, seed);
      Random random(seed);
      for (BodyDef& body : bodies) body.spin = random.uniform(-5, 5);
      bodies[5] = fixed(bodies[5]);
      bodies[5].velocity = {};
      bodies[6].friction = 1.5;
      expect_the_swept_story(settings, bodies, 2, 40);
    }
  }
}

/// A rough gas keeps momentum and angular momentum, and its loss is told.
TEST(EventFriction, WhatARoughGasKeeps) {
  for (const double e : {1.0, 0.7}) {
    std::vector<BodyDef> bodies = some_discs(12, 20, 2, 7);
    Random random(9);
    // Toward each other, so that they meet again and again in the open plane.
    for (BodyDef& body : bodies) {
      body.velocity = body.velocity - 2 * (body.at - Vec2{10, 10});
      body.spin = random.uniform(-20, 20);
    }
    World world = world_with(rough(0.4, e), bodies);
    const Vec2 momentum = world.momentum();
    const double turning = world.angular_momentum();
    const double energy = world.energy().total();
    world.step_to(3);
    EXPECT_GT(world.collision_count(), 150U);
    EXPECT_LT(length(world.momentum() - momentum), 1e-12 * world.momentum_scale());
    EXPECT_TRUE(world.keeps_angular_momentum());
    EXPECT_LT(std::abs(world.angular_momentum() - turning), 1e-12 * world.angular_momentum_scale());
    EXPECT_LT(world.energy().total(), 0.97 * energy);
    EXPECT_NEAR(world.energy().total() - world.exchanged_energy(), energy, 1e-12 * energy);
  }
}

/// Spins change nothing where nothing rubs: the same bits as without.
TEST(EventFriction, SmoothDiscsDoNotSeeSpin) {
  WorldSettings settings = bounded(event_settings(), {0, 0}, {30, 30}, Edges::periodic);
  std::vector<BodyDef> bodies = some_discs(14, 30, 2, 3);
  World still = world_with(settings, bodies);
  for (BodyDef& body : bodies) body.spin = 4;
  World world = world_with(settings, bodies);
  still.step_to(6);
  world.step_to(6);
  EXPECT_GT(world.collision_count(), 500U);
  EXPECT_EQ(world.collision_count(), still.collision_count());
  for (const BodyId id : world.bodies()) {
    EXPECT_EQ(at(world, id), at(still, id));
    EXPECT_EQ(velocity(world, id), velocity(still, id));
    EXPECT_NEAR(angle(world, id), 24, 1e-12);
  }
}

/// On a floor under gravity a ball that slides is slowed by μ g until it rolls, at two thirds of its speed. Lying still is
/// a row of micro-bounces here: each has its share of friction.
TEST(EventFriction, SlidingBecomesRolling) {
  for (const double e : {0.0, 0.5}) {
    constexpr double g = 10;
    constexpr double friction = 0.25;
    constexpr double v = 6;
    constexpr double r = 0.5;
    WorldSettings settings = rough(friction, e, {0, -g});
    World world = world_with(settings, {border(Axis::y, 0), disc(r, {0, r}, {v, 0}, 2)});
    const double energy = world.energy().total();
    const BodyId ball = world.bodies()[1];
    world.step_to(0.5);
    const double hop = 1e-2 * std::sqrt(2 * r / g);
    EXPECT_NEAR(velocity(world, ball).x, v - friction * g * 0.5, friction * g * hop) << e;
    EXPECT_NEAR(spin(world, ball), -2 * friction * g * 0.5 / r, 2 * friction * g * hop / r) << e;
    world.step_to(1.5);  // v / (3 μ g) = 0.8 s
    EXPECT_NEAR(velocity(world, ball).x, 2 * v / 3, 1e-12) << e;
    EXPECT_NEAR(spin(world, ball), -2 * v / 3 / r, 1e-12) << e;
    EXPECT_NEAR(world.energy().total() - world.exchanged_energy(), energy, 1e-12 * energy) << e;
  }
}

/// Down a slope of angle θ: g (sin θ − μ cos θ) where it slides, (2/3) g sin θ where μ > tan(θ) / 3 lets it roll.
TEST(EventFriction, DownASlope) {
  constexpr double g = 10;
  constexpr double slope = k_pi / 6;
  for (const double friction : {0.1, 0.5}) {
    WorldSettings settings = rough(friction, 0, {g * std::sin(slope), -g * std::cos(slope)});
    World world = world_with(settings, {border(Axis::y, 0), disc(0.5, {0, 0.5})});
    const BodyId ball = world.bodies()[1];
    world.step_to(2);
    const double rolling = 2 * g * std::sin(slope) / 3;
    const double expected =
        friction > std::tan(slope) / 3 ? rolling : g * (std::sin(slope) - friction * std::cos(slope));
    const double hop = 1e-2 * std::sqrt(1 / g);
    EXPECT_NEAR(velocity(world, ball).x, 2 * expected, g * hop) << friction;
    EXPECT_NEAR(at(world, ball).x, 0.5 * expected * 4, 2 * g * hop) << friction;
    const double surface = velocity(world, ball).x + 0.5 * spin(world, ball);
    const double slip = expected == rolling ? 0 : 2 * (expected - 2 * friction * g * std::cos(slope));
    EXPECT_NEAR(surface, slip, g * hop) << friction;
  }
}

/// Cut into pieces, with snapshots between: the same bits, and the same answers about the past.
TEST(EventFriction, CutsAreNotSeen) {
  WorldSettings settings = bounded(rough(0.5, 0.8, {0, -3}), {0, 0}, {10, 10});
  std::vector<BodyDef> bodies = some_discs(6, 10, 2, 5);
  for (BodyDef& body : bodies) body.spin = body.at.x - 5;
  World whole = world_with(settings, bodies);
  whole.step_to(2);
  EXPECT_GT(whole.collision_count(), 60U);
  World cut = world_with(settings, bodies);
  while (cut.time() < 2) {
    const auto bytes = cut.snapshot().bytes();
    auto kept = World::Snapshot::from_bytes(bytes);
    ASSERT_TRUE(kept);
    World next = make_world(settings);
    next.restore(kept.value());
    cut = std::move(next);
    cut.step_to(std::min(2.0, cut.time() + 0.0625));
    for (const BodyId id : cut.bodies()) {
      const double t = cut.time() - 0.03125;
      const auto then = whole.state_at(id, t);
      const auto now = cut.state_at(id, t);
      ASSERT_TRUE(then && now);
      EXPECT_NEAR(then->angle, now->angle, 1e-12);
      EXPECT_EQ(then->spin, now->spin);
    }
  }
  EXPECT_EQ(cut.hash(), whole.hash());
}

TEST(EventFriction, OnlyCirclesAreGivenASpin) {
  WorldSettings settings = event_settings();
  World world = world_with(settings, {disc(1, {0, 0}), box({1, 1}, {5, 0}), fixed(ring(1, {9, 0}))});
  const auto ids = world.bodies();
  EXPECT_TRUE(world.set_spin(ids[0], 2));
  EXPECT_FALSE(world.set_spin(ids[1], 2));
  EXPECT_TRUE(world.set_spin(ids[2], -1));
  world.step_to(3);
  EXPECT_EQ(angle(world, ids[0]), 6);
  EXPECT_EQ(angle(world, ids[2]), -3);
  BodyDef def = box({1, 1}, {20, 0});
  def.spin = 1;
  const auto refused = world.add(def);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().place, "/spin");
}

/// In the middle of a run: one that was smooth until a callback spins a body.
TEST(EventFriction, ACallbackSpins) {
  struct Spinner : Listener {
    void after(World& world, const ContactEvent& event) override { spun = world.set_spin(event.a.id, 8); }
    bool spun = false;
  };
  Spinner spinner;
  World world = world_with(event_settings(), {disc(1, {0, 0}, {1, 0}), disc(1, {4, 0}, {-1, 0})});
  world.set_listener(&spinner);
  world.step_to(3);
  EXPECT_TRUE(spinner.spun);
  EXPECT_NEAR(angle(world, world.bodies()[0]), 16, 1e-12);
  EXPECT_EQ(spin(world, world.bodies()[1]), 0);
}

}  // namespace
}  // namespace carom::swept_test
