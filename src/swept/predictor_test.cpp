#include <gtest/gtest.h>

#include "carom/math/random.hpp"
#include "swept/swept_step.hpp"
#include "world/testing/swept_world_test.hpp"

// No contact is missed: whole gases in box, periodic box and ring, watched for bodies that get out or into each other. The
// long runs are in tests/worlds.
namespace carom::swept_test {
namespace {

/// `count` discs on a square lattice of the given pitch around the origin, radii from 1 to `ratio` times the smallest.
void add_gas(World& world, int side, double pitch, double ratio) {
  Random random(17);
  const double largest = 0.48 * pitch;
  for (int k = 0; k < side * side; ++k) {
    const Vec2 at{(k % side - 0.5 * (side - 1)) * pitch, (k / side - 0.5 * (side - 1)) * pitch};
    const double radius = largest * random.uniform(1 / ratio, 1);
    add(world, disc(radius, at, random.normal_pair(), radius * radius));
  }
}

struct Seen {
  double deepest = 0;
  double outside = 0;
  double drift = 0;
};

Seen run_gas(World& world, std::uint64_t collisions) {
  Seen seen;
  const double energy = world.energy().kinetic;
  while (world.collision_count() < collisions && world.step_count() < 100000) {
    world.step();
    seen.deepest = std::max(seen.deepest, deepest_overlap(world));
    if (world.settings().bounds) seen.outside = std::max(seen.outside, farthest_outside(world));
  }
  seen.drift = std::abs(world.energy().kinetic / energy - 1);
  EXPECT_GE(world.collision_count(), collisions);
  EXPECT_EQ(policy_count(world), 0U);
  EXPECT_LT(seen.deepest, 1e-12);
  EXPECT_LT(seen.drift, 1e-12);
  return seen;
}

TEST(SweptPredict, ABoxHoldsItsGas) {
  for (const double ratio : {1.0, 5.0}) {
    World world = make_world(bounded(settings_with(0.5), {-5, -5}, {5, 5}));
    add_gas(world, 9, 1.05, ratio);
    EXPECT_LT(run_gas(world, 10000).outside, 1e-14);
  }
}

TEST(SweptPredict, APeriodicBoxHoldsItsGasAndItsMomentum) {
  for (const double ratio : {1.0, 5.0}) {
    World world = make_world(bounded(settings_with(0.5), {-5, -5}, {5, 5}, Edges::periodic));
    add_gas(world, 9, 1.1, ratio);
    const Vec2 momentum = world.momentum();
    EXPECT_EQ(run_gas(world, 10000).outside, 0);
    EXPECT_LT(length(world.momentum() - momentum) / world.momentum_scale(), 1e-12);
  }
}

TEST(SweptPredict, ARingHoldsItsGas) {
  for (const double ratio : {1.0, 5.0}) {
    World world = make_world(settings_with(0.5));
    add(world, fixed(ring(7, {0, 0})));
    add_gas(world, 8, 1.1, ratio);
    run_gas(world, 10000);
  }
}

TEST(SweptPredict, AGasAmongFixedObstacles) {
  World world = make_world(bounded(settings_with(0.5), {-6, -6}, {6, 6}));
  for (int k = 0; k < 16; ++k) {
    const Vec2 at{(k % 4 - 1.5) * 3, (k / 4 - 1.5) * 3};
    add(world, fixed(k % 2 == 0 ? disc(0.4, at) : box({0.4, 0.3}, at)));
  }
  Random random(3);
  for (int k = 0; k < 9; ++k) add(world, disc(0.3, {(k % 3 - 1) * 3.0, (k / 3 - 1) * 3.0}, 3 * random.normal_pair()));
  const Seen seen = run_gas(world, 5000);
  EXPECT_LT(seen.outside, 1e-14);
}

}  // namespace
}  // namespace carom::swept_test
