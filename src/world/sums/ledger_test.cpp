#include "world/sums/ledger.hpp"

#include <gtest/gtest.h>

#include "world/snapshot/persistence.hpp"
#include "world/testing/swept_world_test.hpp"

namespace carom::swept_test {
namespace {

TEST(Ledger, EnergyIsKineticPlusThePotentialOfEveryField) {
  WorldSettings settings = settings_with(1, 1, {0, -10});
  settings.sources.push_back({{0, 0}, 8});
  World world = make_world(settings);
  add(world, disc(1, {0, 4}, {3, 0}, 2));
  add(world, fixed(moving(disc(1, {20, 0}), {5, 0})));
  EXPECT_EQ(world.energy().kinetic, 9) << "a fixed body's motion is not the world's";
  EXPECT_EQ(world.energy().potential, 2 * (40 - 2.0));
  EXPECT_EQ(world.energy().total(), world.energy().kinetic + world.energy().potential);
}

TEST(Ledger, Momentum) {
  World world = make_world(settings_with(1));
  add(world, disc(1, {0, 0}, {3, 4}, 2));
  add(world, disc(1, {9, 0}, {-6, 0}, 1));
  EXPECT_EQ(world.momentum(), (Vec2{0, 8}));
  EXPECT_EQ(world.momentum_scale(), 16);
  EXPECT_TRUE(world.keeps_momentum());
  add(world, fixed(disc(1, {0, 30})));
  EXPECT_FALSE(world.keeps_momentum());
}

TEST(Ledger, MomentumIsKeptWhereThereIsNothingThatTakesIt) {
  EXPECT_FALSE(make_world(bounded(settings_with(1), {0, 0}, {1, 1})).keeps_momentum());
  EXPECT_TRUE(make_world(bounded(settings_with(1), {0, 0}, {1, 1}, Edges::periodic)).keeps_momentum());
  EXPECT_FALSE(make_world(settings_with(1, 1, {0, -1})).keeps_momentum());
}

TEST(Ledger, TheHashSeesTheLastBit) {
  const auto hash = [](double x, double v) {
    World world = make_world(settings_with(1));
    add(world, disc(1, {x, 0}, {v, 0}));
    return world.hash();
  };
  EXPECT_EQ(hash(1, 2), hash(1, 2));
  EXPECT_NE(hash(1, 2), hash(std::nextafter(1, 2), 2));
  EXPECT_NE(hash(1, 2), hash(1, std::nextafter(2, 3)));
  EXPECT_NE(hash(0.0, 2), hash(-0.0, 2));
}

TEST(Ledger, BodiesAddedAndRemovedAreRecorded) {
  World world = make_world(settings_with(1, 1, {0, -1}));
  const BodyId ball = add(world, disc(1, {0, 3}, {2, 0}, 2));
  const double start = world.energy().total();
  world.remove(ball);
  EXPECT_EQ(world.exchanged_energy(), -start);
  EXPECT_EQ(world.exchanged_momentum(), (Vec2{-4, 0}));
  EXPECT_EQ(world.energy().total() - start - world.exchanged_energy(), 0);
}

TEST(Ledger, AWorldGoesOnFromItsLedger) {
  const WorldSettings settings = bounded(settings_with(1.0 / 60, 0.5, {0, -9.81}), {0, 0}, {5, 9});
  World world = make_world(settings);
  for (int k = 0; k < 4; ++k) add(world, disc(0.4, {1.0 + 0.1 * k, 0.5 + 0.9 * k}));
  for (int k = 0; k < 80; ++k) world.step();
  std::vector<Body> bodies;
  for (const BodyId id : world.bodies()) bodies.push_back(*world.body(id));
  World other = make_world(settings);
  EXPECT_FALSE(detail::Persistence::resume(other, bodies, detail::Persistence::ledger(world)));
  EXPECT_EQ(other.hash(), world.hash());
  for (int k = 0; k < 100; ++k) {
    world.step();
    other.step();
    ASSERT_EQ(other.hash(), world.hash()) << k;
  }
  EXPECT_EQ(other.collision_count(), world.collision_count());
  EXPECT_EQ(other.exchanged_energy(), world.exchanged_energy());
  EXPECT_TRUE(detail::Persistence::resume(other, bodies, detail::Persistence::ledger(world)))
      << "only into a world without bodies";
}

/// Two moments of a step that are one in scene time: the body created first comes first.
TEST(Ledger, EventsOfOneMomentAreInTheOrderOfCreation) {
  World world = make_world(settings_with(1));
  world.step_to(0x1p30);
  const BodyId first = add(world, disc(1, {0, 0}));
  add(world, disc(1, {3 + 0x1p-30, 0}, {-2, 0}));
  const BodyId third = add(world, disc(1, {0, 9}));
  add(world, disc(1, {3, 9}, {-2, 0}));
  world.step_to(0x1p30 + 1);
  const auto& events = world.events();
  ASSERT_EQ(events.size(), 2U);
  EXPECT_EQ(events[0].t, events[1].t);
  EXPECT_EQ(events[0].a.id, first);
  EXPECT_EQ(events[1].a.id, third);
}

TEST(Ledger, EventsAreToldInFull) {
  World world = make_world(settings_with(1));
  add(world, disc(1, {-4, 0}, {4, 0}));
  const BodyId target = add(world, disc(1, {0, 0}));
  world.step();
  ASSERT_EQ(world.events().size(), 1U);
  EXPECT_EQ(world.events()[0].t, 0.5);
  EXPECT_EQ(world.events()[0].b->id, target);
  world.step();
  EXPECT_EQ(world.events().size(), 0U) << "of the last step only";
  EXPECT_EQ(world.collision_count(), 1U);
}

}  // namespace
}  // namespace carom::swept_test
