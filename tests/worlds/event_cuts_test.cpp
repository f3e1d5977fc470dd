#include <gtest/gtest.h>

#include <functional>

#include "carom/math/random.hpp"
#include "world/snapshot/persistence.hpp"
#include "worlds/witness_test.hpp"

// However a run is cut into calls, snapshots and files: the same bits.
namespace carom::witness {
namespace {

using swept_test::bounded;
using swept_test::make_world;

Scene scene_of(Edges edges, Vec2 gravity, double restitution) {
  Scene scene;
  scene.settings = bounded({}, {0, 0}, {100, 100}, edges);
  scene.settings.detection = Detection::event;
  scene.settings.gravity = gravity;
  scene.settings.restitution = restitution;
  if (edges == Edges::rebound) {
    scene.obstacles = {swept_test::fixed(swept_test::disc(9, {40, 45})),
                       swept_test::fixed(swept_test::segment({-8, -5}, {8, 5}, {70, 70})),
                       swept_test::fixed(swept_test::box({6, 5}, {75, 25}))};
  }
  scatter(scene, {}, 11);
  return scene;
}

World resumed(const World& world) {
  std::vector<Body> bodies;
  for (const BodyId id : world.bodies()) bodies.push_back(*world.body(id));
  World again = make_world(world.settings());
  const auto error = detail::Persistence::resume(again, std::move(bodies), detail::Persistence::ledger(world));
  EXPECT_FALSE(error) << error->place << ": " << error->reason;
  return again;
}

struct Ending {
  std::uint64_t hash = 0;
  std::uint64_t later = 0;  ///< some time after the last cut
  std::uint64_t collisions = 0;
  std::uint64_t contacts = 0;
  double virial = 0;
  friend bool operator==(const Ending&, const Ending&) = default;
};

Ending ending(const Scene& scene, const std::function<void(World&)>& run) {
  World world = scene.world();
  run(world);
  EXPECT_EQ(world.time(), 10);
  EXPECT_EQ(world.step_count(), 0U);
  Ending end;
  end.hash = world.hash();
  world.step_to(11);
  end.later = world.hash();
  end.collisions = world.collision_count();
  end.contacts = world.gas().contacts;
  end.virial = world.gas().virial;
  return end;
}

void expect_no_cut_is_seen(const Scene& scene) {
  const Ending whole = ending(scene, [](World& world) { world.step_to(10); });
  EXPECT_GT(whole.collisions, 500U);
  EXPECT_EQ(whole, ending(scene, [](World& world) {
              for (int k = 1; k <= 100; ++k) world.step_to(k == 100 ? 10.0 : 0.1 * k);
            }));
  EXPECT_EQ(whole, ending(scene, [](World& world) {
              Random random(1);
              while (world.time() < 10) world.step_to(std::min(10.0, world.time() + 0.03 * random.uniform()));
            }));
  EXPECT_EQ(whole, ending(scene, [](World& world) {
              world.set_recording(false);
              world.step_to(10);
            }));
  EXPECT_EQ(whole, ending(scene, [](World& world) {
              world.step_to(4.7);
              const World::Snapshot snapshot = world.snapshot();
              world.step_to(6);
              world.restore(snapshot);
              world.step_to(10);
            }));
  EXPECT_EQ(whole, ending(scene, [](World& world) {
              for (const double cut : {0.001, 3.3, 7.9}) {
                world.step_to(cut);
                world = resumed(world);
              }
              world.step_to(10);
            }));
}

TEST(EventCuts, BetweenWalls) { expect_no_cut_is_seen(scene_of(Edges::rebound, {}, 1)); }
TEST(EventCuts, WithoutEnd) { expect_no_cut_is_seen(scene_of(Edges::periodic, {}, 1)); }
TEST(EventCuts, UnderGravity) { expect_no_cut_is_seen(scene_of(Edges::rebound, {0, -9.81}, 1)); }
TEST(EventCuts, WithLoss) { expect_no_cut_is_seen(scene_of(Edges::rebound, {0, -9.81}, 0.8)); }

/// Looking at every body in the middle of a flight changes nothing.
TEST(EventCuts, LookingChangesNothing) {
  const Scene scene = scene_of(Edges::rebound, {0, -9.81}, 1);
  const Ending whole = ending(scene, [](World& world) { world.step_to(10); });
  EXPECT_EQ(whole, ending(scene, [](World& world) {
              for (const double cut : {1.1, 2.2, 3.3, 10.0}) {
                world.step_to(cut);
                for (const BodyId id : world.bodies()) EXPECT_GT(world.body(id)->reach, 0);
                EXPECT_GT(world.energy().kinetic, 0);
                EXPECT_NE(world.hash(), 0U);
                EXPECT_TRUE(world.nearest({50, 50}));
              }
            }));
}

}  // namespace
}  // namespace carom::witness
