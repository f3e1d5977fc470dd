#include "carom/world/debug_draw.hpp"

#include <gtest/gtest.h>

#include "world/testing/swept_world_test.hpp"

namespace carom::swept_test {
namespace {

struct Seen : DebugDraw {
  void body(const Body& body) override { bodies.push_back(body.serial); }
  void contact(const DebugContact& contact) override { contacts.push_back(contact); }
  void cell(Vec2 min, Vec2 max, std::size_t count) override {
    EXPECT_LE(min.x, max.x);
    EXPECT_LE(min.y, max.y);
    in_cells += count;
  }
  std::vector<std::uint64_t> bodies;
  std::vector<DebugContact> contacts;
  std::size_t in_cells = 0;
};

Seen seen(const World& world) {
  Seen all;
  world.draw(all);
  return all;
}

TEST(DebugDraw, ShowsAHitWithItsNormalAndImpulse) {
  World world = make_world(settings_with(1));
  add(world, disc(1, {-4, 0}, {4, 0}));
  add(world, disc(1, {2, 0}, {-4, 0}));
  EXPECT_TRUE(seen(world).contacts.empty());
  world.step();
  const Seen all = seen(world);
  EXPECT_EQ(all.bodies, (std::vector<std::uint64_t>{0, 1}));
  ASSERT_EQ(all.contacts.size(), 1U);
  EXPECT_EQ(all.contacts[0].normal, (Vec2{-1, 0}));
  EXPECT_EQ(all.contacts[0].impulse, 8);
  EXPECT_FALSE(all.contacts[0].resting);
  EXPECT_EQ(all.in_cells, 2U);
}

TEST(DebugDraw, ShowsWhatABoxRestsOn) {
  WorldSettings settings = settings_with(1.0 / 64, 0, {0, -10});
  settings.friction = 0.5;
  World world = make_world(settings);
  const BodyId floor = add(world, fixed(box({5, 0.5}, {0, -0.5})));
  const BodyId crate = add(world, box({0.5, 0.5}, {0, 0.5}));
  run_until(world, 1);
  std::vector<DebugContact> resting = seen(world).contacts;
  std::erase_if(resting, [](const DebugContact& contact) { return !contact.resting; });
  ASSERT_EQ(resting.size(), 2U) << "its two lower corners";
  for (const DebugContact& contact : resting) {
    EXPECT_EQ(contact.a.id, floor);
    EXPECT_EQ(contact.b->id, crate);
    EXPECT_NEAR(contact.normal.y, -1, 1e-9);
    EXPECT_NEAR(contact.point.y, 0, 1e-3);
    EXPECT_NEAR(std::abs(contact.point.x), 0.5, 1e-3);
    EXPECT_GT(contact.impulse, 0) << "its weight";
  }
}

TEST(DebugDraw, ShowsWhatRestsOnTheEdges) {
  World world = make_world(bounded(settings_with(1.0 / 64, 0, {0, -10}), {-2, -1}, {2, 9}));
  add(world, disc(0.5, {0, -0.5}));
  run_until(world, 0.5);
  std::vector<DebugContact> resting = seen(world).contacts;
  std::erase_if(resting, [](const DebugContact& contact) { return !contact.resting; });
  ASSERT_EQ(resting.size(), 1U);
  EXPECT_FALSE(resting[0].b);
  EXPECT_EQ(resting[0].normal, (Vec2{0, 1}));
  EXPECT_EQ(resting[0].point, (Vec2{0, -1}));
}

TEST(DebugDraw, LookingChangesNothing) {
  for (const Detection detection : {Detection::swept, Detection::overlap, Detection::event}) {
    std::array<std::uint64_t, 2> hashes{};
    for (const bool looks : {false, true}) {
      WorldSettings settings = bounded(settings_with(1.0 / 32), {-3, -3}, {3, 3}, Edges::periodic);
      settings.detection = detection;
      World world = make_world(settings);
      for (int k = 0; k < 9; ++k) add(world, disc(0.3, {k % 3 - 1.0, k / 3 - 1.0}, {1.0 + k, 0.3 * k}));
      for (int k = 0; k < 60; ++k) {
        world.step();
        EXPECT_EQ(looks ? seen(world).bodies.size() : 9U, 9U);
      }
      hashes[looks ? 1 : 0] = world.hash();
    }
    EXPECT_EQ(hashes[0], hashes[1]);
  }
}

}  // namespace
}  // namespace carom::swept_test
