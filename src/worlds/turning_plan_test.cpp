#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "carom/overlap/overlap.hpp"
#include "worlds/turning_world_test.hpp"

// Crowds: what many that lie on each other are about to meet is answered ahead.
namespace carom::swept_test {
namespace {

constexpr double k_wall = 2.5;

std::vector<Vec2> convex_piece(Random& random) {
  const auto sides = 3 + static_cast<int>(random.below(5));
  std::vector<Vec2> vertices;
  for (int k = 0; k < sides; ++k) {
    const double angle = 2 * k_pi * (k + random.uniform(0, 0.2)) / sides;
    vertices.push_back({0.35 * std::cos(angle), 0.35 * std::sin(angle)});
  }
  return vertices;
}

World heap_of(int count, std::vector<BodyId>& pieces) {
  World world = under_gravity(0.2, 0.5);
  add(world, border(Axis::y, 0));
  add(world, border(Axis::x, -k_wall));
  add(world, border(Axis::x, k_wall));
  Random random(4);
  for (int k = 0; k < count; ++k) {
    std::vector<Vec2> piece = convex_piece(random);
    const double spin = random.uniform(-2, 2);
    const Vec2 place{-2.0 + 0.8 * (k % 6), 0.6 + 0.8 * (k / 6)};
    pieces.push_back(add(world, turning_polygon(std::move(piece), place, {}, spin)));
  }
  return world;
}

double deepest(const World& world, const std::vector<BodyId>& pieces) {
  double depth = 0;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const Polygon& one = std::get<Polygon>(world.body(pieces[i])->shape);
    std::vector<Vec2> here;
    for (const Vec2 p : one.vertices()) {
      here.push_back(p + world.body(pieces[i])->state.at);
      depth = std::max({depth, -here.back().y, std::abs(here.back().x) - k_wall});
    }
    const Polygon placed = Polygon::make(here).value();
    for (std::size_t j = 0; j < i; ++j) {
      std::vector<Vec2> there;
      for (const Vec2 p : std::get<Polygon>(world.body(pieces[j])->shape).vertices()) {
        there.push_back(p + world.body(pieces[j])->state.at);
      }
      const Polygon other = Polygon::make(there).value();
      if (const auto both = overlap(&placed, &other)) depth = std::max(depth, both->depth);
    }
  }
  return depth;
}

TEST(TurningPlan, NothingOverlapsWhileACrowdComesToRest) {
  std::vector<BodyId> pieces;
  World world = heap_of(60, pieces);
  const double before = world.energy().total();
  double last = before;
  for (int step = 0; step < 300; ++step) {
    world.step();
    ASSERT_LT(deepest(world, pieces), 1e-9) << step;
    const double now = world.energy().total();
    ASSERT_LT(now, last + 1e-3 * before) << step;
    last = now;
  }
  EXPECT_EQ(world.policies().clumps, 0U);
  EXPECT_GE(world.touching().size(), 60U) << "they lie on each other";
  for (const BodyId id : pieces) EXPECT_LT(length(world.body(id)->state.velocity), 0.05);
}

TEST(TurningPlan, WhatFallsOnACrowdStillHasItsTimeAndItsSpeed) {
  std::vector<BodyId> pieces;
  World world = heap_of(60, pieces);
  run_until(world, 5);
  const double highest = [&] {
    double y = 0;
    for (const BodyId id : pieces) y = std::max(y, at(world, id).y);
    return y;
  }();
  BodyDef stone = block(0.3, 0.3, {0, highest + 3});
  stone.velocity = {0, -20};
  const BodyId falls = add(world, std::move(stone));
  const double thrown = world.time();
  for (int step = 0; step < 30; ++step) {
    world.step();
    for (const ContactEvent& event : world.events()) {
      if (event.a.id != falls && !(event.b && event.b->id == falls)) continue;
      // The heap hardly moves: what closes is the stone's fall, along the normal.
      const double fall = 20 + 9.81 * (event.t - thrown);
      EXPECT_NEAR(event.speed, fall * std::abs(event.normal.y), 0.1);
      EXPECT_GT(event.impulse, 0);
      EXPECT_GT(event.t, world.time() - 1.0 / 60 - 1e-12);
      EXPECT_LE(event.t, world.time() + 1e-12);
      return;
    }
  }
  FAIL() << "it has not been told of";
}

/// Of those that meet within a crowd each rebounds when the step ends, and takes no more than the meeting has left.
TEST(TurningPlan, WhatFallsOnACrowdRebounds) {
  World world = under_gravity(0.5, 0.5);
  add(world, border(Axis::y, 0));
  for (int k = 0; k < 30; ++k) add(world, block(1, 1, {1.001 * k, 0.5}));
  run_until(world, 0.5);
  const BodyId falls = add(world, block(1, 1, {1.001 * 15, 1.8}));
  const double before = world.energy().total();
  double fastest = 0;
  for (int step = 0; step < 30; ++step) {
    world.step();
    EXPECT_LT(world.energy().total(), before + 0.05);
    fastest = std::max(fastest, world.body(falls)->state.velocity.y);
  }
  const double struck = std::sqrt(2 * k_g * 0.3);
  EXPECT_GT(fastest, 0.4 * struck);
  EXPECT_LT(fastest, 0.55 * struck);
}

TEST(TurningPlan, ACrowdGoesOnFromASnapshotAsIfNothingHadBeen) {
  std::vector<BodyId> pieces;
  World world = heap_of(60, pieces);
  run_until(world, 1);
  const World::Snapshot then = world.snapshot();
  run_until(world, 2);
  const std::uint64_t hash = world.hash();
  world.restore(then);
  run_until(world, 2);
  EXPECT_EQ(world.hash(), hash);
}

}  // namespace
}  // namespace carom::swept_test
