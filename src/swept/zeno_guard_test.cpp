#include <gtest/gtest.h>

#include "carom/math/random.hpp"
#include "swept/swept_step.hpp"
#include "world/testing/swept_world_test.hpp"

// Every step ends. A time limit would test the machine, so contacts and policies are counted instead: a run without end
// shows in them.
namespace carom::swept_test {
namespace {

constexpr Vec2 k_pull{0, -9.81};

/// Runs, and checks after every step that energy has not grown beyond rounding and what moving fixtures bring. The most
/// contacts that one step had, told or not.
struct Watch {
  double energy_grown = 0;  ///< most in one step, as a fraction of the scale
  double deepest = 0;       ///< see deepest_overlap
  std::uint64_t contacts = 0;
};

Watch watch(World& world, int steps, double energy_scale) {
  Watch seen;
  double before = world.energy().total();
  for (int k = 0; k < steps; ++k) {
    world.step();
    const double now = world.energy().total();
    seen.energy_grown = std::max(seen.energy_grown, (now - before) / energy_scale);
    seen.deepest = std::max(seen.deepest, deepest_overlap(world));
    before = now;
  }
  seen.contacts = world.collision_count();
  return seen;
}

/// A contact within a drift is met at a place that is off the parabola by up to g dt²/8: so much energy per mass a step may
/// be misplaced, one way or the other.
double leapfrog_energy() { return 9.81 * 9.81 / (60 * 60); }

// Balls at rest.

TEST(SweptPolicy, ABallAtRestOnAFloorStays) {
  const std::vector<BodyDef> floors = {border(Axis::y, 0), segment({-2, 0}, {2, 0}),
                                       fixed(polygon({{-2, -1e-6}, {2, -1e-6}, {2, 0}, {-2, 0}}, {})),
                                       fixed(box({2, 0.5}, {0, -0.5})), fixed(disc(1, {0, -1}))};
  for (const double e : {0.0, 0.5, 1.0}) {
    for (std::size_t k = 0; k < floors.size(); ++k) {
      SCOPED_TRACE("floor " + std::to_string(k) + ", e = " + std::to_string(e));
      World world = make_world(settings_with(1.0 / 60, e, k_pull));
      add(world, floors[k]);
      const BodyId ball = add(world, disc(0.5, {0, 0.5}));
      const Watch seen = watch(world, 600, 1);
      EXPECT_LE(world.collision_count(), 1U);
      EXPECT_LT(seen.energy_grown, 1e-12);
      EXPECT_NEAR(at(world, ball).y, 0.5, 1e-12);
      EXPECT_NEAR(at(world, ball).x, 0, 1e-12);
      EXPECT_LT(length(velocity(world, ball)), 0.1);
    }
  }
}

TEST(SweptPolicy, ABallAtRestOnTheEdgeOfTheWorldStays) {
  for (const double e : {0.0, 0.5, 1.0}) {
    World world = make_world(bounded(settings_with(1.0 / 60, e, k_pull), {-3, 0}, {3, 5}));
    const BodyId ball = add(world, disc(0.5, {0, 0.5}));
    const Watch seen = watch(world, 600, 1);
    EXPECT_LE(world.collision_count(), 1U) << e;
    EXPECT_LT(seen.energy_grown, 1e-12) << e;
    EXPECT_NEAR(at(world, ball).y, 0.5, 1e-12) << e;
  }
}

TEST(SweptPolicy, ADroppedBallComesToRestAfterCountableBounces) {
  for (const double e : {0.0, 0.3, 0.5, 0.9}) {
    World world = make_world(settings_with(1.0 / 60, e, k_pull));
    add(world, border(Axis::y, 0));
    const BodyId ball = add(world, disc(0.5, {0, 2.5}));
    const Watch seen = watch(world, 60 * 20, 2 * 9.81);
    EXPECT_LT(seen.energy_grown, 1e-12) << e;
    EXPECT_LT(seen.contacts, 60U) << e;
    EXPECT_NEAR(at(world, ball).y, 0.5, 1e-9) << e;
    EXPECT_GT(world.policies().rests, 0U);
    const std::uint64_t before = world.collision_count();
    watch(world, 600, 1);
    EXPECT_EQ(world.collision_count(), before) << "rest is silent";
  }
}

TEST(SweptPolicy, ElasticBouncesGoOnForever) {
  World world = make_world(settings_with(1.0 / 60, 1, k_pull));
  add(world, border(Axis::y, 0));
  add(world, disc(0.5, {0, 2.5}));
  const double before = world.energy().total();
  run_until(world, 100);
  const double bounces = 100 / (2 * std::sqrt(2 * 2 / 9.81));
  EXPECT_NEAR(static_cast<double>(world.collision_count()), bounces, 2);
  EXPECT_NEAR(world.energy().total() / before, 1, 1e-2);
  EXPECT_EQ(policy_count(world), 0U);
}

// Inelastic collapse.

TEST(SweptPolicy, AColumnBetweenWallsCollapses) {
  for (const double e : {0.0, 0.1, 0.5}) {
    World world = make_world(bounded(settings_with(1.0 / 60, e), {0, -1}, {30, 1}));
    for (int k = 0; k < 10; ++k) add(world, disc(0.5, {1.0 + 2.5 * k, 0}, {k % 2 == 0 ? 5.0 : -4.0, 0}));
    const double before = world.energy().total();
    const Watch seen = watch(world, 600, before);
    EXPECT_LT(seen.energy_grown, 1e-12) << e;
    EXPECT_LT(seen.deepest, 1e-9) << e;
    EXPECT_LT(seen.contacts, 100000U) << e;
    EXPECT_LT(farthest_outside(world), 1e-9) << e;
    EXPECT_LT(world.energy().total(), 0.5 * before);
  }
}

TEST(SweptPolicy, ClustersCollapse) {
  for (const double e : {0.0, 0.1, 0.5}) {
    World world = make_world(settings_with(1.0 / 60, e));
    Random random(5);
    for (int k = 0; k < 36; ++k) {
      const Vec2 at{1.3 * (k % 6) - 3.25 + 0.1 * random.uniform(), 1.3 * (k / 6) - 3.25 + 0.1 * random.uniform()};
      add(world, disc(0.5, at, -3 * at));
    }
    const double before = world.energy().total();
    const Vec2 momentum = world.momentum();
    const Watch seen = watch(world, 300, before);
    EXPECT_LT(seen.energy_grown, 1e-12) << e;
    EXPECT_LT(seen.deepest, 1e-9) << e;
    EXPECT_LT(seen.contacts, 300000U) << e;
    EXPECT_LT(length(world.momentum() - momentum), 1e-10) << e;
    EXPECT_TRUE(e > 0.2 || world.policies().calms > 0) << e;
  }
}

TEST(SweptPolicy, AClumpEndsWithItsStep) {
  // Restitution 0 by the world's own value, and nothing else that would stir: what was held in one step is free in the next.
  World world = make_world(bounded(settings_with(0.5, 0), {0, -1}, {8, 1}));
  for (int k = 0; k < 6; ++k) add(world, disc(0.5, {1 + 1.05 * k, 0}, {k % 2 == 0 ? 5.0 : -4.0, 0}));
  const BodyId last = add(world, disc(0.5, {7.4, 0}, {-30, 0}));
  for (int k = 0; k < 20; ++k) world.step();
  for (const BodyId id : world.bodies()) EXPECT_TRUE(std::isfinite(at(world, id).x) && std::isfinite(at(world, id).y));
  world.set_velocity(last, {3, 0});
  const double x = at(world, last).x;
  world.step(1e-3);
  EXPECT_NEAR(at(world, last).x, std::min(x + 3e-3, 7.5), 1e-12);
}

// Corners, dishes, piles.

TEST(SweptPolicy, ABallFallsIntoAnAcuteCorner) {
  for (const double e : {0.0, 0.5, 0.9}) {
    World world = make_world(settings_with(1.0 / 60, e, k_pull));
    add(world, fixed(polygon({{0, 0}, {1, 5}, {-1, 5}}, {0, 0}, true)));
    const BodyId ball = add(world, disc(0.2, {0.1, 4}));
    const Watch seen = watch(world, 400, 40);
    const double rest = 0.2 / (1 / std::sqrt(26.0));  // height of the centre where it touches both walls
    // Of 4.9 J; what is at rest is solved to 4e-9 of the resting speed, wall after wall.
    EXPECT_LT(seen.energy_grown, 1e-6) << e;
    EXPECT_LT(seen.contacts, 20000U) << e;
    EXPECT_NEAR(at(world, ball).y, rest, 1e-3) << e;
    EXPECT_GT(at(world, ball).y, rest - 1e-9) << e;
  }
}

TEST(SweptPolicy, AColumnOfDiscsInADish) {
  for (const double e : {0.0, 0.5, 0.9, 1.0}) {
    World world = make_world(settings_with(1.0 / 60, e, k_pull));
    add(world, fixed(ring(5, {0, 0})));
    for (int k = 0; k < 6; ++k) add(world, disc(0.4, {0.0, -4.6 + 0.9 * k}));
    const double before = world.energy().total();
    const Watch seen = watch(world, 300, 6 * leapfrog_energy());
    EXPECT_LT(seen.deepest, 1e-9) << e;
    EXPECT_LT(seen.contacts, 300000U) << e;
    EXPECT_LT(seen.energy_grown, 1) << e;
    EXPECT_LT(world.energy().total(), before + (e < 1 ? 0 : 0.01 * std::abs(before))) << e;
  }
}

TEST(SweptPolicy, APileInABox) {
  for (const double e : {0.0, 0.5, 0.9}) {
    World world = make_world(bounded(settings_with(1.0 / 60, e, k_pull), {0, 0}, {3.2, 20}));
    Random random(11);
    for (int k = 0; k < 15; ++k) {
      add(world,
          disc(0.3 + 0.1 * random.uniform(), {0.6 + 0.95 * (k % 3) + 0.1 * random.uniform(), 0.6 + k / 3 * 1.0}));
    }
    const double before = world.energy().total();
    const Watch seen = watch(world, 120, 15 * leapfrog_energy());
    EXPECT_LT(seen.deepest, 1e-9) << e;
    EXPECT_LT(farthest_outside(world), 1e-9) << e;
    EXPECT_LT(seen.energy_grown, 1) << e;
    EXPECT_LT(world.energy().total(), before) << e;
    EXPECT_LT(seen.contacts, 1000000U) << e;
    EXPECT_GT(world.policies().rests, 0U) << e;
  }
}

// Sliding, tangential.

TEST(SweptPolicy, ABallSlidesAlongAnArenasFloorIntoItsWall) {
  for (const double e : {0.0, 0.5, 1.0}) {
    World world = make_world(settings_with(1.0 / 60, e));
    add(world, fixed(box({3, 2}, {0, 0}, true)));
    const BodyId ball = add(world, disc(0.5, {0, -1.5}, {2, 0}));
    run_until(world, 2);
    EXPECT_EQ(world.collision_count(), 1U) << e;
    EXPECT_NEAR(velocity(world, ball).x, -2 * e, 1e-12) << e;
    EXPECT_NEAR(at(world, ball).x, 2.5 - e * 2 * (2 - 1.25), 0.04) << e;
    EXPECT_NEAR(at(world, ball).y, -1.5, 1e-12) << e;
  }
}

TEST(SweptPolicy, ABallRollsAlongAnArenasFloorUnderGravity) {
  for (const double e : {0.0, 0.5, 1.0}) {
    World world = make_world(settings_with(1.0 / 60, e, k_pull));
    add(world, fixed(box({3, 2}, {0, 0}, true)));
    const BodyId ball = add(world, disc(0.5, {0, -1.5}, {2, 0}));
    const Watch seen = watch(world, 120, 10);
    EXPECT_LE(world.collision_count(), 2U) << e;
    EXPECT_LT(seen.energy_grown, 1e-12) << e;
    EXPECT_NEAR(velocity(world, ball).x, -2 * e, 1e-12) << e;
    EXPECT_NEAR(at(world, ball).y, -1.5, 1e-12) << e;
  }
}

TEST(SweptPolicy, ABallMovesTangentiallyInsideARing) {
  for (const double e : {0.5, 1.0}) {
    World world = make_world(settings_with(1.0 / 60, e));
    add(world, fixed(ring(3, {0, 0})));
    const BodyId ball = add(world, disc(0.5, {2.5, 0}, {0, 4}));
    const Watch seen = watch(world, 600, 8);
    EXPECT_LT(seen.energy_grown, 1e-12) << e;
    EXPECT_LT(seen.deepest, 1e-12) << e;
    EXPECT_LT(seen.contacts, 600U * 256) << e;
    EXPECT_GT(world.policies().grazes, 0U) << e;
    EXPECT_NEAR(length(velocity(world, ball)), 4, e < 1 ? 4 : 1e-12);
  }
}

TEST(SweptPolicy, PointsMeetLines) {
  const std::vector<BodyDef> lines = {border(Axis::y, 0), segment({-9, 0}, {9, 0}),
                                      fixed(polygon({{-9, -1e-6}, {9, -1e-6}, {9, 0}, {-9, 0}}, {}))};
  for (const BodyDef& line : lines) {
    for (const double e : {0.0, 0.5, 1.0}) {
      for (const Vec2 gravity : {Vec2{}, k_pull}) {
        World world = make_world(settings_with(1.0 / 60, e, gravity));
        add(world, line);
        const BodyId point = add(world, disc(0, {0.3, 0.7}, {0.1, -1.3}));
        const Watch seen = watch(world, 300, 10);
        EXPECT_LT(seen.contacts, 1000U);
        EXPECT_GE(at(world, point).y, 0);
        EXPECT_LT(seen.energy_grown, e < 1 ? 1e-12 : 1e-3);
      }
    }
  }
}

// Nothing of it in an elastic gas.

TEST(SweptPolicy, AnElasticGasNeedsNoPolicy) {
  World world = make_world(bounded(settings_with(0.05), {0, 0}, {10, 10}));
  Random random(3);
  for (int k = 0; k < 49; ++k) {
    add(world, disc(0.3 + 0.2 * random.uniform(), {1 + 1.3 * (k % 7), 1 + 1.3 * (k / 7)}, 5 * random.normal_pair()));
  }
  const double before = world.energy().total();
  const Watch seen = watch(world, 400, before);
  EXPECT_GT(seen.contacts, 5000U);
  EXPECT_EQ(policy_count(world), 0U);
  EXPECT_NEAR(world.energy().total() / before, 1, 1e-12);
  EXPECT_LT(seen.deepest, 1e-12);
  EXPECT_LT(farthest_outside(world), 1e-14);
}

}  // namespace
}  // namespace carom::swept_test
