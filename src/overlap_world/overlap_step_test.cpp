#include "overlap_world/overlap_step.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>

#include "carom/math/random.hpp"
#include "world/testing/overlap_world_test.hpp"

namespace carom::test {
namespace {

constexpr Vec2 k_origin{};

TEST(OverlapStep, AMovingFixedBodyPushes) {
  World world = overlap_world(stepping(0.125));
  BodyDef plough = fixed(box({0.5, 2}, {0, 0}, {1, 0}));
  plough.restitution = 0;
  const BodyId pusher = add(world, plough);
  const BodyId ball = add(world, disc({1.0625, 0}));
  run(world, 8);
  EXPECT_EQ(at(world, pusher), (Vec2{1, 0}));
  EXPECT_EQ(velocity(world, pusher), (Vec2{1, 0}));
  expect_near(velocity(world, ball), {1, 0}, 1e-15);
  expect_near(at(world, ball), {2, 0}, 1e-15);
  EXPECT_NEAR(world.energy().kinetic, 0.5, 1e-15);
  EXPECT_NEAR(world.exchanged_energy(), 0.5, 1e-15) << "the work is done by what moves the plough";
}

TEST(OverlapStep, ABulletPassesThroughPaperAtALargeStepOnly) {
  const auto beyond = [](double dt) {
    World world = overlap_world(stepping(dt));
    add(world, fixed(box({0.05, 2}, {0, 0})));
    const BodyId bullet = add(world, disc({-0.75, 0}, {10, 0}, 0.1));
    run(world, static_cast<int>(std::lround(0.25 / dt)));
    return at(world, bullet).x > 0;
  };
  EXPECT_TRUE(beyond(0.05));
  EXPECT_FALSE(beyond(0.005));
}

TEST(OverlapStep, ReboundingEdgesKeepAllInside) {
  World world = overlap_world(in_bounds(0.125, Edges::rebound, {-2, -2}, {2, 2}));
  const BodyId ball = add(world, disc({1, 0}, {8, 0}));
  world.step();
  EXPECT_EQ(at(world, ball), (Vec2{1.5, 0}));
  EXPECT_EQ(velocity(world, ball), (Vec2{-8, 0}));
  ASSERT_EQ(world.events().size(), 1U);
  const ContactEvent event = world.events()[0];
  EXPECT_FALSE(event.b);
  EXPECT_EQ(event.t, 0.125);
  EXPECT_EQ(event.point, (Vec2{2, 0}));
  EXPECT_EQ(event.normal, (Vec2{-1, 0}));
  EXPECT_EQ(event.speed, 8);
  EXPECT_EQ(event.impulse, 16);
}

TEST(OverlapStep, ACornerIsTwoEdges) {
  World world = overlap_world(in_bounds(0.125, Edges::rebound, {-2, -2}, {2, 2}));
  const BodyId ball = add(world, disc({1, -1}, {8, -8}));
  world.step();
  EXPECT_EQ(at(world, ball), (Vec2{1.5, -1.5}));
  EXPECT_EQ(velocity(world, ball), (Vec2{-8, 8}));
  EXPECT_EQ(world.events().size(), 2U);
  EXPECT_EQ(world.touches().size(), 1U) << "the edges are one partner";
}

TEST(OverlapStep, PairsMeetAcrossAPeriodicEdge) {
  World world = overlap_world(in_bounds(0.125, Edges::periodic, {0, 0}, {8, 8}));
  const BodyId left = add(world, disc({0.5, 1}, {-1, 0}));
  const BodyId right = add(world, disc({7.5, 1}, {1, 0}));
  world.step();
  EXPECT_EQ(velocity(world, left), (Vec2{1, 0}));
  EXPECT_EQ(velocity(world, right), (Vec2{-1, 0}));
  expect_near(at(world, left), {0.5, 1}, 1e-15);
  expect_near(at(world, right), {7.5, 1}, 1e-15);
  ASSERT_EQ(world.events().size(), 1U);
  EXPECT_EQ(world.events()[0].normal, (Vec2{1, 0}));
}

TEST(OverlapStep, RemovingEdgesRemoveBodiesAllOutside) {
  World world = overlap_world(in_bounds(0.125, Edges::remove, {-2, -2}, {2, 2}));
  const BodyId leaver = add(world, disc({1.5, 0}, {4, 0}));
  const BodyId stayer = add(world, disc({0, 1.5}, {0, 4}));
  add(world, [] {
    BodyDef def;
    def.shape = Border{Axis::x, 5};
    return def;
  }());
  world.set_velocity(stayer, {0, 2});
  run(world, 2);
  EXPECT_NE(world.body(leaver), nullptr) << "its rim is on the edge";
  world.step();
  EXPECT_EQ(world.body(leaver), nullptr);
  EXPECT_NE(world.body(stayer), nullptr);
  EXPECT_EQ(world.body_count(), 2U) << "a border outside stays";
  EXPECT_EQ(world.collision_count(), 0U);
  EXPECT_EQ(world.exchanged_energy(), -8);
  EXPECT_EQ(world.exchanged_momentum(), (Vec2{-4, 0}));
}

TEST(OverlapStep, LifetimesEndWithTheStep) {
  World world = overlap_world(stepping(0.125));
  BodyDef def = disc({0, 0});
  def.lifetime = 0.3;
  const BodyId spark = add(world, def);
  run(world, 2);
  EXPECT_NE(world.body(spark), nullptr);
  world.step();
  EXPECT_EQ(world.body(spark), nullptr);
}

TEST(OverlapStep, AnExpiredBodyMeetsNothing) {
  for (const double lifetime : {0.25, 2.0}) {
    World world = overlap_world(stepping(1));
    BodyDef def = disc({0, 0}, {1, 0});
    def.lifetime = lifetime;
    add(world, def);
    add(world, disc({1.5, 0}));
    world.step();
    EXPECT_EQ(world.collision_count(), lifetime < 1 ? 0U : 1U);
    EXPECT_EQ(world.body_count(), lifetime < 1 ? 1U : 2U);
  }
}

/// 200 discs thrown into a box that they fill to 0.63, wherever they happen to fall.
World crowd(std::uint64_t seed) {
  WorldSettings settings = in_bounds(0.01, Edges::rebound, {0, 0}, {25, 10});
  settings.restitution = 0.5;
  World world = overlap_world(settings);
  Random random(seed);
  for (int k = 0; k < 200; ++k) {
    const Vec2 at{random.uniform(0.5, 24.5), random.uniform(0.5, 9.5)};
    const Vec2 velocity{random.uniform(-1, 1), 0};
    add(world, disc(at, velocity));
  }
  return world;
}

double deepest(const World& world) {
  double depth = 0;
  const auto ids = world.bodies();
  for (const BodyId a : ids) {
    for (const BodyId b : ids) {
      if (!(a == b)) depth = std::max(depth, 1 - length(at(world, a) - at(world, b)));
    }
  }
  return depth;
}

TEST(OverlapStep, AnExpiredBodyDoesNotHideTheContactsOfOthers) {
  World world = overlap_world(stepping(1));
  BodyDef brief = disc({9, 9});
  brief.lifetime = 0.5;
  add(world, brief);
  add(world, disc({0, 0}));
  add(world, disc({0.75, 0}));
  world.step();
  ASSERT_EQ(world.events().size(), 1U);
  EXPECT_EQ(world.events()[0].a.serial, 1U);
  EXPECT_EQ(world.events()[0].b->serial, 2U);
}

TEST(OverlapStep, ACrowdRelaxes) {
  World world = crowd(7);
  const double before = deepest(world);
  EXPECT_GT(before, 0.5);
  run(world, 300);
  EXPECT_LT(deepest(world), 0.001);
  for (const BodyId id : world.bodies()) {
    EXPECT_GE(at(world, id).x, 0.5 - 1e-12);
    EXPECT_LE(at(world, id).x, 24.5 + 1e-12);
    EXPECT_GE(at(world, id).y, 0.5 - 1e-12);
    EXPECT_LE(at(world, id).y, 9.5 + 1e-12);
  }
}

TEST(OverlapStep, TheSameBitsEveryTime) {
  World one = crowd(7);
  World other = crowd(7);
  World different = crowd(8);
  run(one, 20);
  const auto half_way = one.snapshot();
  run(one, 20);
  run(other, 40);
  run(different, 40);
  EXPECT_EQ(one.hash(), other.hash());
  EXPECT_NE(one.hash(), different.hash());
  EXPECT_EQ(one.collision_count(), other.collision_count());
  World again = crowd(7);
  again.restore(half_way);
  run(again, 20);
  EXPECT_EQ(again.hash(), one.hash());
  EXPECT_EQ(again.collision_count(), one.collision_count());
}

TEST(OverlapStep, ABallOnTheFloorComesToRest) {
  // Not with 0.9: there, what a ball gains by being pushed out of the floor makes up for what it loses by bouncing.
  for (const double restitution : {0.0, 0.5, 0.7, 0.8}) {
    WorldSettings settings = in_bounds(1.0 / 64, Edges::rebound, {-2, 0}, {2, 4});
    settings.gravity = {0, -10};
    settings.restitution = restitution;
    World world = overlap_world(settings);
    const BodyId ball = add(world, disc({0, 1.5}));
    run(world, 64 * 10);
    EXPECT_EQ(velocity(world, ball), k_origin);
    EXPECT_NEAR(at(world, ball).y, 0.5, 1e-15);
    EXPECT_EQ(world.policies().rests > 0, restitution > 0);
    const std::uint64_t before = world.collision_count();
    run(world, 64);
    EXPECT_EQ(world.collision_count(), before) << "resting is one contact";
    EXPECT_EQ(world.touching().size(), 1U);
  }
}

TEST(OverlapStep, AnElasticBallGoesOnBouncing) {
  WorldSettings settings = in_bounds(1.0 / 256, Edges::rebound, {-2, 0}, {2, 4});
  settings.gravity = {0, -10};
  World world = overlap_world(settings);
  const BodyId ball = add(world, disc({0, 1.5}));
  double highest = 0;
  for (int k = 0; k < 2560; ++k) {
    world.step();
    if (k > 2048) highest = std::max(highest, at(world, ball).y);
  }
  EXPECT_EQ(world.policies().rests, 0U);
  EXPECT_GT(world.collision_count(), 9U);
  // Pushed out of the floor it gains a little height at every bounce, at most what it falls in one step: u dt = 0.0175.
  EXPECT_NEAR(highest, 1.5, 0.0175 * static_cast<double>(world.collision_count()));
  EXPECT_GT(highest, 1.4);
}

RC_GTEST_PROP(OverlapStep, TheElasticGasKeepsEnergyAndMomentum, ()) {
  Random random(*rc::gen::arbitrary<std::uint64_t>());
  World world = overlap_world(in_bounds(0.02, Edges::periodic, {0, 0}, {10, 10}));
  for (int k = 0; k < 30; ++k) {
    const Vec2 at{random.uniform(0, 10), random.uniform(0, 10)};
    const Vec2 velocity = 3 * random.direction();
    add(world, heavy(disc(at, velocity, 0.3), random.uniform(0.5, 2)));
  }
  const double energy = world.energy().kinetic;
  const Vec2 momentum = world.momentum();
  run(world, 50);
  RC_ASSERT(world.collision_count() > 0);
  RC_ASSERT(std::abs(world.energy().kinetic / energy - 1) < 1e-13);
  RC_ASSERT(length(world.momentum() - momentum) < 1e-13 * world.momentum_scale());
  RC_ASSERT(world.exchanged_energy() == 0);
}

}  // namespace
}  // namespace carom::test
