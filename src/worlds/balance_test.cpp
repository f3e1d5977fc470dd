#include "worlds/balance.hpp"

#include <gtest/gtest.h>

#include "worlds/gravity_world_test.hpp"

namespace carom {
namespace {

using namespace swept_test;

TEST(Balance, ThePotentialIsThatOfEveryPairAndField) {
  WorldSettings settings = attracting(0.1);
  settings.gravity = {0, -2};
  settings.attraction->G = 3;
  World world = make_world(settings);
  add(world, disc(0.1, {0, 0}, {2, 0}, 2));
  add(world, disc(0.1, {3, 4}, {}, 5));
  EXPECT_EQ(world.energy().kinetic, 4);
  EXPECT_NEAR(world.energy().potential, 5 * 2 * 4 - 3 * 2 * 5 / 5.0, 1e-14);
}

TEST(Balance, FixedBodiesHaveNoPotentialAmongThemselves) {
  World world = make_world(attracting(0.1));
  add(world, fixed(disc(0.1, {0, 0}, {}, 100)));
  add(world, fixed(disc(0.1, {1, 0}, {}, 100)));
  EXPECT_EQ(world.energy().potential, 0);
  add(world, disc(0.1, {0, 2}, {}, 1));
  EXPECT_NEAR(world.energy().potential, -100 / 2.0 - 100 / std::sqrt(5.0), 1e-12);
}

TEST(Balance, WhoGoesTakesItsPotentialAlong) {
  World world = make_world(attracting(0.1));
  add(world, disc(0.1, {0, 0}, {1, 0}, 2));
  const BodyId goes = add(world, disc(0.1, {2, 0}, {0, 3}, 4));
  const BodyId anchor = add(world, fixed(disc(0.1, {0, 5}, {}, 7)));
  const double before = world.energy().total();
  const double spin = world.angular_momentum();
  EXPECT_EQ(spin, 24);
  world.remove(goes);
  EXPECT_NEAR(world.energy().total() - before, world.exchanged_energy(), 1e-14);
  EXPECT_EQ(world.exchanged_angular_momentum(), -24);
  world.remove(anchor);
  EXPECT_NEAR(world.energy().total() - before, world.exchanged_energy(), 1e-13);
}

TEST(Balance, AngularMomentumIsKeptWhereOnlyCirclesMeet) {
  World world = make_world(attracting(0.1));
  add(world, disc(0.1, {0, 2}, {3, 0}, 2));
  EXPECT_TRUE(world.keeps_angular_momentum());
  EXPECT_EQ(world.angular_momentum(), -12);
  EXPECT_EQ(world.angular_momentum_scale(), 12);
  const BodyId plank = add(world, box({1, 0.1}, {5, 5}));
  EXPECT_FALSE(world.keeps_angular_momentum());
  world.remove(plank);
  EXPECT_FALSE(world.keeps_angular_momentum());
}

TEST(Balance, DirectSummationHasNoForceError) {
  World world = make_world(attracting(0.1));
  add_kepler_pair(world, 0.5);
  EXPECT_LT(world.force_error(10), 1e-15);
  EXPECT_EQ(make_world(settings_with(1)).force_error(10), 0);
}

}  // namespace
}  // namespace carom
