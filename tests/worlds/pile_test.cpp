#include <gtest/gtest.h>

#include <cstdio>

#include "carom/math/random.hpp"
#include "world/swept_world_test.hpp"

// Sixty discs fall into a box and come to rest: the hardest thing for a world that goes from contact to contact.
namespace carom::swept_test {
namespace {

void pile_up(double restitution, int steps) {
  World world = make_world(bounded(settings_with(1.0 / 60, restitution, {0, -9.81}), {0, 0}, {6, 20}));
  Random random(11);
  for (int k = 0; k < 60; ++k) {
    const Vec2 at{0.6 + 0.95 * (k % 6) + 0.1 * random.uniform(), 0.5 + 0.85 * (k / 6)};
    add(world, disc(0.3 + 0.1 * random.uniform(), at));
  }
  const double before = world.energy().total();
  double deepest = 0;
  double outside = 0;
  for (int k = 0; k < steps; ++k) {
    world.step();
    deepest = std::max(deepest, deepest_overlap(world));
    outside = std::max(outside, farthest_outside(world));
  }
  const PolicyCounts& p = world.policies();
  std::printf("e = %g: %llu contacts told, %llu rests, %llu calms, %llu clumps, deepest %.2g, outside %.2g\n",
              restitution, static_cast<unsigned long long>(world.collision_count()),
              static_cast<unsigned long long>(p.rests), static_cast<unsigned long long>(p.calms),
              static_cast<unsigned long long>(p.clumps), deepest, outside);
  EXPECT_EQ(world.step_count(), static_cast<std::uint64_t>(steps));
  EXPECT_LT(deepest, 1e-9);
  EXPECT_LT(outside, 1e-9);
  EXPECT_LT(world.energy().total(), before);
  EXPECT_GT(p.rests, 0U);
  // It has come to lie.
  EXPECT_LT(world.energy().kinetic, 0.01 * before);
}

TEST(Pile, OfSixtyDiscsSlow) {
  pile_up(0, 90);
  pile_up(0.5, 90);
}

/// Corners that pass along the floor while their island is pushed off it: taken off it by a push, never left to the drift.
TEST(Pile, PolygonsThatFallStayAboveTheFloorSlow) {
  WorldSettings settings = settings_with(1.0 / 60, 0.2, {0, -9.81});
  settings.friction = 0.5;
  World world = make_world(settings);
  add(world, fixed(border(Axis::y, 0)));
  for (const double x : {-12.0, 12.0}) add(world, fixed(border(Axis::x, x)));
  Random random(3);
  std::vector<BodyId> pieces;
  for (int k = 0; k < 1000; ++k) {
    const int sides = 3 + static_cast<int>(random.below(5));
    std::vector<Vec2> vertices;
    for (int i = 0; i < sides; ++i) {
      const double angle = 2 * k_pi * (i + 0.2 * random.uniform()) / sides;
      vertices.push_back({0.45 * std::cos(angle), 0.45 * std::sin(angle)});
    }
    BodyDef piece;
    piece.shape = Polygon::make(std::move(vertices)).value();
    piece.at = {-11 + 1.0 * (k % 22) + 0.05 * random.uniform(), 1.0 + k / 22};
    pieces.push_back(world.add(std::move(piece)).value());
  }
  for (int step = 0; step < 84; ++step) {
    world.step();
    double lowest = 0;
    for (const BodyId id : pieces) {
      const BodyState& state = world.body(id)->state;
      for (const Vec2 v : std::get<Polygon>(world.body(id)->upright).vertices()) {
        lowest = std::min(lowest, (state.at + turned(v, sin_cos(state.angle))).y);
      }
    }
    ASSERT_GT(lowest, -1e-9) << step;
  }
}

}  // namespace
}  // namespace carom::swept_test
