#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "world/testing/rotating_world_test.hpp"

// Energy never grows, whatever is laid down, dropped or thrown.
namespace carom::swept_test {
namespace {

double energy_of(const World& world) {
  const Energy energy = world.energy();
  return energy.kinetic + energy.potential;
}

/// The most by which the energy grows over what it was before, as a fraction of what there was at the start.
double growth_until(World& world, double end) {
  const double start = energy_of(world);
  double least = start, most = 0;
  while (world.time() < end) {
    world.step();
    most = std::max(most, energy_of(world) - least);
    least = std::min(least, energy_of(world));
  }
  return most / start;
}

/// How many random scenes of a kind; with CAROM_LONG, 200.
int many() { return std::getenv("CAROM_LONG") != nullptr ? 200 : 40; }

World floor_under(double restitution, double friction, double dt = 1.0 / 60) {
  WorldSettings settings = settings_with(dt, restitution, {0, -k_g});
  settings.friction = friction;
  World world = make_world(settings);
  add(world, border(Axis::y, 0));
  return world;
}

TEST(RotatingEnergy, ABoxDroppedFlatReboundsFlatAndAsHigh) {
  for (const double restitution : {0.5, 1.0}) {
    for (const bool on_a_box : {false, true}) {
      World world = floor_under(restitution, 0);
      if (on_a_box) {
        BodyDef table = block(1, 1, {0.3, 0.5});
        table.fixed = true;
        add(world, table);
      }
      const double lowest = on_a_box ? 1.5 : 0.5;
      const BodyId box = add(world, block(0.7, 1, {0.37, lowest + 1}));
      double highest = 0, fastest_spin = 0;
      const double start = energy_of(world);
      bool bounced = false;
      while (world.time() < 20) {
        world.step();
        const BodyState& now = world.body(box)->state;
        // Only the first bounce, where energy is lost.
        bounced = bounced || now.velocity.y > 0;
        if (bounced) highest = std::max(highest, now.at.y - lowest);
        fastest_spin = std::max(fastest_spin, std::abs(now.spin));
        EXPECT_LE(energy_of(world), start * (1 + 1e-13));
      }
      EXPECT_NEAR(highest, restitution * restitution, 2e-3) << restitution << on_a_box;
      EXPECT_LT(fastest_spin, 1e-12) << restitution << on_a_box;
    }
  }
}

TEST(RotatingEnergy, ABoxDroppedOnAnotherDoesNotTurn) {
  for (const double restitution : {0.0, 0.3, 0.5, 1.0}) {
    World world = floor_under(restitution, 0);
    const BodyId lower = add(world, block(1, 1, {0.37, 0.5}));
    const BodyId upper = add(world, block(1, 1, {0.37, 2.3}));
    EXPECT_LT(growth_until(world, 10), 2e-6) << restitution;
    for (const BodyId box : {lower, upper}) {
      EXPECT_LT(std::abs(world.body(box)->state.angle), 1e-9) << restitution;
      EXPECT_NEAR(at(world, box).x, 0.37, 1e-9) << restitution;
    }
  }
}

/// Stacks of boxes of any size, touching or nearly so, that would rebound.
TEST(RotatingEnergy, WhatIsLaidDownGainsNone) {
  Random random(5);
  double worst = 0;
  for (int k = 0; k < many(); ++k) {
    World world = floor_under(1, k % 2 == 0 ? 0 : random.uniform(0, 1), k % 3 == 0 ? 1.0 / 30 : 1.0 / 60);
    double top = 0;
    const int count = random.range(1, 5);
    for (int box = 0; box < count; ++box) {
      const double width = random.uniform(0.4, 1.2), height = random.uniform(0.2, 0.8);
      top += random.below(2) == 0 ? 0 : random.uniform(0, 2e-4);
      add(world, block(width, height, {random.uniform(-0.1, 0.1), top + height / 2}));
      top += height;
    }
    const double growth = growth_until(world, 4);
    worst = std::max(worst, growth);
    EXPECT_LT(growth, 5e-4) << k;
  }
  std::printf("energy of what is laid down has grown by %.1e at most\n", worst);
}

/// Polygons and discs that come down on each other, rebound, slide and come to rest.
TEST(RotatingEnergy, WhatIsThrownGainsNone) {
  Random random(6);
  double worst = 0;
  for (int k = 0; k < many(); ++k) {
    const double restitutions[] = {0, 0.3, 0.5, 1};
    World world = floor_under(restitutions[k % 4], k % 3 == 0 ? 0 : random.uniform(0, 1));
    add(world, border(Axis::x, -3));
    add(world, border(Axis::x, 3));
    for (int body = 0; body < 4; ++body) {
      const Vec2 place{-2.2 + 1.4 * body, random.uniform(1, 4)};
      const Vec2 motion{random.uniform(-3, 3), random.uniform(-3, 3)};
      if (body == 1) {
        add(world, disc(0.4, place, motion));
      } else {
        add(world, rotating_polygon(some_polygon(random, 0.6), place, motion, random.uniform(-5, 5)));
      }
    }
    const double growth = growth_until(world, 5);
    worst = std::max(worst, growth);
    EXPECT_LT(growth, 1e-3) << k;
  }
  std::printf("energy of what is thrown has grown by %.1e at most\n", worst);
}

}  // namespace
}  // namespace carom::swept_test
