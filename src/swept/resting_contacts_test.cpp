#include <gtest/gtest.h>

#include <cmath>

#include "carom/fill/fill.hpp"
#include "swept/swing_test.hpp"
#include "world/testing/swept_world_test.hpp"

namespace carom::swept_test {
namespace {

constexpr Vec2 k_down{0, -9.81};

TEST(SweptRest, WhatRestsIsToldOnceAndStays) {
  for (const double e : {0.0, 0.5}) {
    World world = make_world(settings_with(1.0 / 60, e, k_down));
    add(world, border(Axis::y, 0));
    const BodyId low = add(world, disc(0.5, {0, 0.5}));
    const BodyId high = add(world, disc(0.5, {0, 1.5}));
    for (int k = 0; k < 300; ++k) world.step();
    EXPECT_LE(world.collision_count(), 2U) << e;
    EXPECT_NEAR(at(world, low).y, 0.5, 1e-9) << e;
    EXPECT_NEAR(at(world, high).y, 1.5, 1e-9) << e;
    EXPECT_EQ(world.touching().size(), 2U) << e;
    EXPECT_GT(world.policies().rests, 0U) << e;
    EXPECT_EQ(world.policies().clumps, 0U) << e;
  }
}

TEST(SweptRest, WhatAFloorLiftsThatRisesIsBooked) {
  for (const bool floor_first : {true, false}) {
    for (const Integrator integrator : {Integrator::leapfrog, Integrator::extrapolation}) {
      WorldSettings settings = settings_with(1.0 / 60, 0, k_down);
      settings.integrator = integrator;
      World world = make_world(settings);
      BodyDef floor = fixed(moving(border(Axis::y, 0), {0, 0.5}));
      if (floor_first) add(world, floor);
      const BodyId low = add(world, disc(0.5, {0, 0.5}));
      add(world, disc(0.5, {0, 1.5}));
      if (!floor_first) add(world, floor);
      const double start = world.energy().total();
      for (int k = 0; k < 240; ++k) world.step();
      EXPECT_NEAR(at(world, low).y, 2.5, 1e-6);
      const double gained = world.energy().total() - start;
      EXPECT_GT(gained, 20);
      // Until a pair counts as resting, what holds it against a half kick is in no record.
      const double half_kick = 2 * 9.81 * 0.5 * world.settings().dt;
      EXPECT_NEAR(world.exchanged_energy(), gained, 3 * half_kick * 0.5) << floor_first;
    }
  }
}

/// Beyond the wall is a well that drives them by their own sizes in a step.
TEST(SweptRest, AStrongWellPressesNothingIntoAWall) {
  WorldSettings settings = bounded(settings_with(1.0 / 64, 0), {-7.59728, -6.07783}, {7.59728, 6.07783});
  settings.sources = {{{-7.83, -2.848}, 974.7}};
  settings.integrator = Integrator::extrapolation;
  World world = make_world(settings);
  const std::vector<BodyId> bodies{
      add(world, polygon({{0.59721, -0.42108}, {0.61882, 0.21389}, {-0.20224, -0.076566}}, {0.62862, 1.7484})),
      add(world, box({0.2244, 0.2719}, {3.5259, 1.4535}))};
  double deepest = 0;
  while (world.time() < 1.6) {
    world.step();
    for (const BodyId id : bodies) {
      for (const Vec2 v : std::get<Polygon>(world.body(id)->shape).vertices()) {
        const Vec2 p = at(world, id) + v;
        deepest = std::max({deepest, std::abs(p.x) - 7.59728, std::abs(p.y) - 6.07783});
      }
    }
  }
  EXPECT_LT(deepest, 2e-10);
  EXPECT_GT(world.policies().rests, 0U);
}

TEST(SweptRest, ATallColumnIsSolvedWithoutAClump) {
  World world = make_world(settings_with(1.0 / 60, 0.5, k_down));
  add(world, border(Axis::y, 0));
  std::vector<BodyId> column;
  for (int k = 0; k < 12; ++k) column.push_back(add(world, disc(0.5, {0, 0.5 + k})));
  for (int k = 0; k < 120; ++k) world.step();
  for (std::size_t k = 0; k < column.size(); ++k) {
    EXPECT_NEAR(at(world, column[k]).y, 0.5 + static_cast<double>(k), 1e-7) << k;
    EXPECT_LT(length(velocity(world, column[k])), 1e-5) << k;
  }
  EXPECT_EQ(world.policies().clumps, 0U);
}

TEST(SweptRest, AShotWakesWhatRests) {
  World world = make_world(settings_with(1.0 / 60, 0.5, k_down));
  add(world, border(Axis::y, 0));
  const BodyId ball = add(world, disc(0.5, {0, 0.5}));
  for (int k = 0; k < 30; ++k) world.step();
  add(world, disc(0.2, {-3, 0.5}, {20, 0}));
  for (int k = 0; k < 30; ++k) world.step();
  EXPECT_GT(velocity(world, ball).x, 0.5);
}

/// Without friction nothing turns; on the wall of a ring the drift is a chord, and the swing is kept.
/// A fast box strikes a pile of boxes that do not turn: what the pile takes when it is solved at once is recorded.
TEST(SweptRest, WhatAPileTakesFromAShotIsBooked) {
  World world = make_world(settings_with(1.0 / 60, 0, {0, -2}));
  add(world, border(Axis::y, 0));
  const auto box = [](double half, Vec2 place) {
    BodyDef def = polygon({{-half, -half / 4}, {half, -half / 4}, {half, half / 4}, {-half, half / 4}}, place);
    def.turns = false;
    return def;
  };
  for (int row = 0; row < 6; ++row) {
    for (int k = 0; k < 6 - row; ++k) add(world, box(0.4, {0.81 * (k + 0.5 * row), 0.1 + 0.2 * row}));
  }
  for (int k = 0; k < 30; ++k) world.step();
  add(world, moving(box(0.8, {2, 4}), {0, -12}));
  const auto whole = [&] { return world.energy().kinetic + world.energy().potential - world.exchanged_energy(); };
  const double before = whole();
  for (int k = 0; k < 60; ++k) world.step();
  EXPECT_GT(world.policies().calms, 0U) << "nothing was solved at once";
  EXPECT_NEAR(whole(), before, 1e-3 * std::abs(before));
}

TEST(SweptRest, ADiscThatSlidesInARingKeepsItsSwing) {
  for (const double dt : {1.0 / 60, 1.0 / 240}) {
    EXPECT_NEAR(swing_after_a_minute(settings_with(dt, 0, k_down), 0.1, 1e-8), 0.1, 1e-4) << dt;
  }
}

/// 200 discs that fall together and lose energy: they come to lie on each other in clumps that go around. Pair by pair they
/// would meet over and over in every step.
TEST(SweptRest, DiscsThatAttractEachOtherComeToLieInClumps) {
  const auto run = [](double restitution) {
    WorldSettings settings = settings_with(1.0 / 60, restitution);
    settings.attraction = Attraction{1, 0, 0.5};
    World world = make_world(settings);
    FillDef def;
    def.count = 200;
    def.radius_min = def.radius_max = 0.05;
    def.min = {-2, -2};
    def.max = {2, 2};
    def.speed = 0.1;
    const auto bodies = fill(def, settings, {});
    for (const BodyDef& one : bodies.value()) add(world, one);
    const double start = world.energy().kinetic + world.energy().potential;
    run_until(world, 2, [](const ContactEvent&) {});
    EXPECT_LT(deepest_overlap(world), 1e-9);
    EXPECT_LT(length(world.momentum()), 1e-14);
    const double end = world.energy().kinetic + world.energy().potential;
    EXPECT_LT(end, start + 1e-3 * std::abs(start));
    EXPECT_NEAR((end - world.exchanged_energy()) / start, 1, 1e-2);
    return world.collision_count() + world.policies().rests;
  };
  const std::uint64_t elastic = run(1);
  const std::uint64_t inelastic = run(0.5);
  EXPECT_GT(elastic, 1000U);
  EXPECT_LT(inelastic, 25 * elastic) << "each of them some microseconds: no more than a few times as long";
}

/// Where an integrator keeps polygons from turning they rest by their faces: solved at once, a few contacts a step.
TEST(SweptRest, BoxesRestUnderEveryIntegrator) {
  for (const Integrator integrator : {Integrator::chin, Integrator::extrapolation}) {
    for (const bool on_border : {false, true}) {
      WorldSettings settings = settings_with(1.0 / 60, 0.3, k_down);
      settings.integrator = integrator;
      if (!on_border) settings = bounded(settings, {-2, 0}, {2, 4});
      World world = make_world(settings);
      if (on_border) add(world, border(Axis::y, 0));
      const BodyId low = add(world, box({0.0762, 0.0762}, {0, 0.23}));
      const BodyId high = add(world, box({0.0762, 0.0762}, {0.03, 0.53}));
      run_until(world, 1);
      const std::uint64_t rests = world.policies().rests;
      const std::uint64_t collisions = world.collision_count();
      for (int k = 0; k < 60; ++k) world.step();
      EXPECT_NEAR(at(world, low).y, 0.0762, 1e-7);
      EXPECT_NEAR(at(world, high).y, 3 * 0.0762, 2e-7);
      EXPECT_LE(world.policies().rests - rests, 60U * 8U);
      EXPECT_EQ(world.collision_count(), collisions) << "rest is no news";
      EXPECT_EQ(world.policies().clumps, 0U);
      EXPECT_LT(world.energy().kinetic, 1e-12);
    }
  }
}

/// What rests in an arena, or is not convex, is solved along the normals of its contacts before it has cost much.
TEST(SweptRest, WhatIsNotConvexIsSolvedAlongItsContacts) {
  WorldSettings settings = settings_with(1.0 / 60, 0.3, k_down);
  settings.integrator = Integrator::chin;
  World world = make_world(settings);
  add(world, fixed(polygon({{-1, 0}, {1, 0}, {1, 2}, {-1, 2}}, {}, true)));
  add(world, box({0.1, 0.1}, {0, 0.3}));
  const BodyId high = add(world, polygon({{-0.1, -0.1}, {0.1, -0.1}, {0.1, 0.1}, {0, 0}, {-0.1, 0.1}}, {0.05, 0.6}));
  for (int k = 0; k < 120; ++k) {
    const std::uint64_t rests = world.policies().rests;
    world.step();
    EXPECT_LE(world.policies().rests - rests, 256U);
  }
  EXPECT_GT(at(world, high).y, 0.3 - 1e-6);
}

}  // namespace
}  // namespace carom::swept_test
