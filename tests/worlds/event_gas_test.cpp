#include <gtest/gtest.h>

#include <optional>

#include "worlds/witness_test.hpp"

// The event world against the reference, hit by hit, and against the swept world, which is held against the same hits
// (witness_test.hpp). No step appears in any result, so the lengths asked for range from many steps a hit to one for
// all.
namespace carom::witness {
namespace {

using swept_test::bounded;
using swept_test::box;
using swept_test::disc;
using swept_test::fixed;
using swept_test::polygon;
using swept_test::ring;
using swept_test::segment;

Scene room_of(double size, Edges edges = Edges::rebound, Vec2 gravity = {}) {
  Scene scene;
  scene.settings = bounded({}, {0, 0}, {size, size}, edges);
  scene.settings.detection = Detection::event;
  scene.settings.gravity = gravity;
  return scene;
}

/// The last places of a coordinate, seen by the smallest disc: what rounding alone may do to an overlap.
double rounding(const Scene& scene) {
  double smallest = scene.settings.bounds->max.x;
  for (const BodyDef& def : scene.discs) smallest = std::min(smallest, std::get<Circle>(def.shape).radius);
  return 0x1p-51 * scene.settings.bounds->max.x / smallest;
}

void expect_agreement(const char* what, Scene scene) {
  const std::vector<reference::Hit> hits = trusted_hits(scene);
  ASSERT_GT(hits.size(), 100U) << what;
  const auto last = static_cast<double>(hits.back().t);
  for (const double step : {last / 100, last / 7, 10 * last}) {
    const Agreement found = agreement(scene, hits, step);
    EXPECT_EQ(found.contacts, hits.size()) << what << ", asked every " << step << " s";
    EXPECT_LT(found.drift, 1e-12) << what;
    EXPECT_LE(found.deepest, rounding(scene)) << what;
    EXPECT_LE(found.outside, 0x1p-51 * scene.settings.bounds->max.x) << what;
    print(what, found);
  }
  // To the swept world's steps gravity is a kick.
  if (!(scene.settings.gravity == Vec2{})) return;
  scene.settings.detection = Detection::swept;
  const Agreement found = agreement(scene, hits, 0.1);
  EXPECT_EQ(found.contacts, hits.size()) << what;
  print("  the swept world", found);
}

TEST(EventGas, BetweenWalls) {
  for (const std::uint64_t seed : {1U, 2U}) {
    Scene scene = room_of(120);
    scatter(scene, {}, seed);
    expect_agreement("between walls", scene);
  }
}

TEST(EventGas, WithoutEnd) {
  for (const std::uint64_t seed : {3U, 4U}) {
    Scene scene = room_of(120, Edges::periodic);
    scatter(scene, {}, seed);
    expect_agreement("periodic", scene);
  }
}

TEST(EventGas, UnderGravity) {
  for (const Vec2 gravity : {Vec2{0, -9.81}, Vec2{30, -40}}) {
    Scene scene = room_of(120, Edges::rebound, gravity);
    scatter(scene, {}, 5);
    expect_agreement("under gravity", scene);
  }
}

TEST(EventGas, WithLoss) {
  Scene scene = room_of(120);
  scene.settings.restitution = 0.8;
  scene.settings.contact_duration = 0;
  scatter(scene, {}, 6);
  expect_agreement("restitution 0.8", scene);
}

Scene among_obstacles(Vec2 gravity) {
  Scene scene = room_of(140, Edges::rebound, gravity);
  scene.obstacles = {fixed(disc(9, {40, 45})), fixed(segment({-8, -5}, {8, 5}, {100, 40})),
                     fixed(polygon({{-9, -6}, {10, -4}, {3, 9}}, {45, 100})), fixed(box({8, 5}, {100, 95}))};
  scatter(scene, {}, 7);
  return scene;
}

TEST(EventGas, AmongFixedObstacles) { expect_agreement("among obstacles", among_obstacles({})); }

TEST(EventGas, AmongFixedObstaclesUnderGravity) {
  expect_agreement("among obstacles, gravity", among_obstacles({0, -9.81}));
}

TEST(EventGas, InARing) {
  for (const Vec2 gravity : {Vec2{}, Vec2{0, -9.81}}) {
    Scene scene = room_of(160, Edges::rebound, gravity);
    scene.obstacles = {fixed(ring(75, {80, 80})), fixed(disc(10, {70, 60}))};
    scatter(scene, {}, 8);
    expect_agreement(gravity == Vec2{} ? "in a ring" : "in a ring, gravity", scene);
  }
}

TEST(EventGas, SizesOneToTen) {
  for (const Edges edges : {Edges::rebound, Edges::periodic}) {
    Scene scene = room_of(80, edges);
    scatter(scene, {.discs = 150, .large = 10, .smallest = 0.5, .others = 0.8, .largest = 5}, 9);
    expect_agreement("1:10", scene);
  }
}

TEST(EventGas, SizesOneToAHundred) {
  for (const Edges edges : {Edges::rebound, Edges::periodic}) {
    Scene scene = room_of(150, edges);
    scatter(scene, {.discs = 150, .large = 3, .smallest = 0.25, .others = 0.25, .largest = 25}, 10);
    expect_agreement("1:100", scene);
  }
}

}  // namespace
}  // namespace carom::witness
