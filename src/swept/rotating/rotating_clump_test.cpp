#include <gtest/gtest.h>

#include <cstdlib>

#include "carom/overlap/overlap.hpp"
#include "world/bodies/images.hpp"
#include "world/testing/rotating_world_test.hpp"

// Contacts without end: bodies fly on as one until the step ends, and nothing passes into anything.
namespace carom::swept_test {
namespace {

/// Regular: of concave ones `overlap` tells more than the least depth.
std::vector<Vec2> convex_polygon(Random& random, double size) {
  std::vector<Vec2> vertices;
  const int count = 3 + static_cast<int>(random.below(4));
  for (int k = 0; k < count; ++k) {
    vertices.push_back({size * std::cos(2 * k_pi * k / count), size * std::sin(2 * k_pi * k / count)});
  }
  return vertices;
}

/// How deep any two of them overlap, at a moment of the last step.
double deepest_at(const World& world, const std::vector<BodyId>& bodies, double t) {
  const std::vector<BodyState> states = world.states_at(bodies, t);
  std::vector<Polygon> placed;
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    std::vector<Vec2> vertices;
    const SinCos angle = sin_cos(states[k].angle);
    for (const Vec2 v : std::get<Polygon>(world.body(bodies[k])->upright).vertices()) {
      vertices.push_back(states[k].at + turned(v, angle));
    }
    placed.push_back(Polygon::make(std::move(vertices)).value());
  }
  double deepest = 0;
  for (std::size_t a = 0; a < placed.size(); ++a) {
    for (std::size_t b = a + 1; b < placed.size(); ++b) {
      if (const auto found = overlap(&placed[a], &placed[b])) deepest = std::max(deepest, found->depth);
    }
  }
  return deepest;
}

double outside(const World& world, const std::vector<BodyId>& bodies, double half) {
  double farthest = 0;
  for (const BodyId id : bodies) {
    const BodyState& now = world.body(id)->state;
    for (const Vec2 v : std::get<Polygon>(world.body(id)->upright).vertices()) {
      const Vec2 p = now.at + turned(v, sin_cos(now.angle));
      farthest = std::max({farthest, std::abs(p.x) - half, std::abs(p.y) - half});
    }
  }
  return farthest;
}

/// Polygons without gravity that lose energy in every contact, some of them very fast: they collapse onto each other.
TEST(RotatingClump, InelasticPolygonsDoNotOverlap) {
  std::uint64_t clumps = 0;
  const std::uint64_t seeds = std::getenv("CAROM_LONG") != nullptr ? 40 : 4;
  for (const double speed : {10.0, 30.0, 100.0, 300.0}) {
    for (const double restitution : {0.0, 0.3}) {
      for (std::uint64_t seed = 0; seed < seeds; ++seed) {
        Random random(seed);
        WorldSettings settings = bounded(settings_with(1.0 / 60, restitution), {-4, -4}, {4, 4});
        settings.friction = 0.3;
        World world = make_world(settings);
        std::vector<BodyId> bodies;
        for (int k = 0; k < 20; ++k) {
          const double angle = random.uniform(0, 6.28);
          bodies.push_back(
              add(world, rotating_polygon(convex_polygon(random, 0.4), {-2.4 + 1.2 * (k % 5), -1.8 + 1.2 * (k / 5)},
                                          {speed * std::cos(angle), speed * std::sin(angle)}, random.uniform(-5, 5))));
        }
        double energy = world.energy().kinetic;
        for (int step = 0; step < 60; ++step) {
          world.step();
          for (const double part : {0.3, 0.7}) {
            ASSERT_LT(deepest_at(world, bodies, world.time() - part / 60), 1e-9) << speed << ' ' << seed << ' ' << step;
          }
          ASSERT_LT(deepest_at(world, bodies, world.time()), 1e-9) << speed << ' ' << seed << ' ' << step;
          ASSERT_LT(outside(world, bodies, 4), 1e-9);
          ASSERT_LE(world.energy().kinetic, energy * (1 + 1e-12)) << "none comes from nothing";
          energy = world.energy().kinetic;
        }
        EXPECT_LT(std::abs(whole_energy(world) / (energy - world.exchanged_energy()) - 1), 1e-9);
        clumps += world.policies().clumps;
      }
    }
  }
  EXPECT_GT(clumps, 0U) << "the test is about them";
}

/// In the open both momenta are kept, in clumps too; the angular one but for the gap that is kept, which moves places.
TEST(RotatingClump, MomentumAndAngularMomentumAreKept) {
  std::uint64_t clumps = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random(seed);
    WorldSettings settings = settings_with(1.0 / 60, 0);
    settings.friction = 0.3;
    World world = make_world(settings);
    // All fly towards the middle.
    for (int k = 0; k < 12; ++k) {
      const Vec2 place{-1.5 + 1.0 * (k % 4), -1 + 1.0 * (k / 4)};
      add(world, rotating_polygon(convex_polygon(random, 0.4), place, -20.0 * place, random.uniform(-5, 5)));
    }
    const Vec2 momentum = world.momentum();
    const double angular = world.angular_momentum();
    const double scale = world.angular_momentum_scale();
    run_until(world, 0.5);
    EXPECT_LT(length(world.momentum() - momentum), 1e-11) << seed;
    EXPECT_LT(std::abs(world.angular_momentum() - angular), 1e-5 * scale) << seed;
    clumps += world.policies().clumps;
  }
  EXPECT_GT(clumps, 0U) << "the test is about them";
}

/// Five bodies that reach around a periodic box, with masses of 0.12 to 5,464: the images of a clump that turned would do so
/// about places of their own, each into the next.
TEST(RotatingClump, WhatReachesAroundAPeriodicBoxDoesNotTurnIntoItself) {
  const Vec2 half{54.8189, 27.4095};
  WorldSettings settings = bounded(settings_with(1.0 / 60), -half, half, Edges::periodic);
  settings.friction = 2;
  World world = make_world(settings);
  BodyDef bar = block(8.87, 5.282, {15.804, -4.9462});
  bar.velocity = {-111.4, 154.3};
  bar.mass = 143.3;
  BodyDef small = disc(5.678, {4.5093, -1.8183}, {56.01, -13.5}, 0.0783 * k_pi * 5.678 * 5.678);
  small.angle = 3.566;
  small.restitution = 0.2;
  BodyDef rough = disc(9.293, {-45.026, -15.312}, {101.7, 160.8}, k_pi * 9.293 * 9.293);
  rough.restitution = 0.2;
  rough.friction = 3;
  add(world, disc(7.386, {-20.439, -11.795}, {}, 0.1234));
  add(world, bar);
  add(world, small);
  add(world, disc(11.82, {-18.02, 11.563}, {39.85, 148.3}, 5464));
  add(world, rough);
  double deepest = 0;
  for (int step = 0; step < 60; ++step) {
    world.step();
    for (const BodyId a : world.bodies()) {
      for (const BodyId b : world.bodies()) {
        const auto* const first = std::get_if<Circle>(&world.body(a)->shape);
        const auto* const second = std::get_if<Circle>(&world.body(b)->shape);
        if (first == nullptr || second == nullptr || !(a.slot < b.slot)) continue;
        const Vec2 way = detail::nearest_image(at(world, a) - at(world, b), Vec2{2 * half.x, 2 * half.y});
        deepest = std::max(deepest, first->radius + second->radius - length(way));
      }
    }
  }
  EXPECT_GT(world.policies().clumps, 0U) << "the test is about them";
  EXPECT_LT(deepest, 1e-9);
}

/// What falls on a light body presses it on the floor, not through it.
TEST(RotatingClump, NothingIsPressedThroughTheFloor) {
  for (const double ratio : {1e2, 1e4, 1e6}) {
    World world = under_gravity(0.3, 0.5, {0, -10});
    add(world, border(Axis::y, 0));
    BodyDef light = block(1, 1, {0, 0.5});
    light.mass = 1;
    BodyDef heavy = block(1, 1, {-0.39, 20}, 0.336);
    heavy.mass = ratio;
    const std::vector<BodyId> boxes{add(world, light), add(world, heavy)};
    while (world.time() < 10) {
      world.step();
      ASSERT_LT(deepest_at(world, boxes, world.time()), 1e-9) << ratio << ' ' << world.time();
      for (const BodyId id : boxes) {
        const BodyState& now = world.body(id)->state;
        for (const Vec2 v : std::get<Polygon>(world.body(id)->upright).vertices()) {
          ASSERT_GT((now.at + turned(v, sin_cos(now.angle))).y, -1e-9) << ratio << ' ' << world.time();
        }
      }
    }
  }
}

/// A blade that turns carries what it has driven together on its arc. There is room between it and the walls for all of them.
TEST(RotatingClump, WhatABladeCarriesIsNotCut) {
  WorldSettings settings = bounded(settings_with(1.0 / 60, 0), {-6, -6}, {6, 6});
  settings.friction = 0.5;
  World world = make_world(settings);
  BodyDef blade = fixed(rotating_polygon({{-2.5, -0.05}, {2.5, -0.05}, {2.5, 0.05}, {-2.5, 0.05}}, {}, {}, 8));
  std::vector<BodyId> bodies{add(world, blade)};
  Random random(5);
  for (int k = 0; k < 24; ++k) {
    const Vec2 place{-2.5 + 1.0 * (k % 6), k < 12 ? 0.7 + 0.9 * (k / 6) : -0.7 - 0.9 * (k / 6 - 2)};
    bodies.push_back(add(world, rotating_polygon(convex_polygon(random, 0.3), place)));
  }
  for (int step = 0; step < 120; ++step) {
    world.step();
    ASSERT_LT(deepest_at(world, bodies, world.time()), 1e-9) << step;
    ASSERT_LT(outside(world, {bodies.begin() + 1, bodies.end()}, 6), 1e-9) << step;
  }
}

}  // namespace
}  // namespace carom::swept_test
