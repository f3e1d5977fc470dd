#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "carom/overlap/overlap.hpp"
#include "world/testing/rotating_world_test.hpp"

// Impacts that the solved drift still leads to.
namespace carom::swept_test {
namespace {

/// Of all boxes, and of each with the floor.
double deepest_overlap(const World& world) {
  std::vector<Polygon> placed;
  for (const BodyId id : world.bodies()) {
    const Body& body = *world.body(id);
    const auto* const box = std::get_if<Polygon>(&body.shape);
    if (box == nullptr) continue;
    std::vector<Vec2> vertices;
    for (const Vec2 v : box->vertices()) vertices.push_back(body.state.at + v);
    placed.push_back(Polygon::make(vertices).value());
  }
  double deepest = 0;
  const auto see = [&](const Shape& a, const Shape& b) {
    if (const auto found = overlap(a, b)) deepest = std::max(deepest, found->depth);
  };
  for (std::size_t a = 0; a < placed.size(); ++a) {
    see(&placed[a], Border{Axis::y, 0});
    for (std::size_t b = a + 1; b < placed.size(); ++b) see(&placed[a], &placed[b]);
  }
  return deepest;
}

/// Boxes thrown down onto others, in columns that reach each other.
World rain(int columns, int rows) {
  World world = under_gravity(0.2, 0.5);
  add(world, border(Axis::y, 0));
  Random random(11);
  for (int k = 0; k < columns * rows; ++k) {
    const Vec2 place{0.9 * (k % columns) + random.uniform(-0.05, 0.05), 0.6 + 1.1 * (k / columns)};
    BodyDef def = block(0.7, 0.5, place, random.uniform(-0.5, 0.5));
    def.velocity = {random.uniform(-1, 1), k < columns ? 0.0 : -6.0};
    def.spin = random.uniform(-3, 3);
    add(world, def);
  }
  return world;
}

TEST(RotatingImpacts, ARainOfBoxesNeverOverlaps) {
  World world = rain(8, 8);
  for (int k = 0; k < 150; ++k) {
    world.step();
    ASSERT_LT(deepest_overlap(world), 1e-9) << "step " << k;
  }
  EXPECT_EQ(world.policies().clumps, 0U);
}

/// Each impact at its own moment would be solved with a group of its own: step 20 would have more work than this.
TEST(RotatingImpacts, ARainOfBoxesIsSolvedInAFewPasses) {
  World world = rain(8, 8);
  world.set_limits({.work = 24'576, .work_a_body = 0, .records = 1U << 16U, .records_a_body = 0});
  for (int k = 0; k < 80; ++k) {
    const StepResult result = world.step();
    ASSERT_TRUE(result.completed()) << "step " << k << ": " << result.reason;
  }
}

TEST(RotatingImpacts, EachIsRecordedWithItsOwnTime) {
  World world = rain(8, 3);
  for (int k = 0; k < 60; ++k) {
    const double start = world.time();
    world.step();
    double last = start;
    for (const ContactEvent& event : world.events()) {
      EXPECT_GE(event.t, last);
      EXPECT_LE(event.t, world.time());
      EXPECT_GT(event.speed, 0);
      last = event.t;
    }
  }
}

}  // namespace
}  // namespace carom::swept_test
