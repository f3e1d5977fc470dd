#include "world/sums/balance.hpp"

#include <gtest/gtest.h>

#include "carom/math/elementary.hpp"
#include "world/sums/totals.hpp"
#include "world/testing/gravity_world_test.hpp"

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

TEST(Balance, ABodyThatIsNoLongerFiniteIsNamed) {
  for (const Detection detection : {Detection::swept, Detection::overlap, Detection::event}) {
    WorldSettings settings = settings_with(1);
    settings.detection = detection;
    World world = make_world(settings);
    add(world, disc(0.1, {0, 0}, {}, 1));
    const BodyId far = add(world, disc(0.1, {1, 0}, {1e60, 0}, 1));
    EXPECT_FALSE(world.first_not_finite());
    world.step(1);
    EXPECT_FALSE(world.first_not_finite());
    if (detection == Detection::event) continue;  // it would go there in epochs
    world.step(1e300);
    const auto lost = world.first_not_finite();
    ASSERT_TRUE(lost);
    EXPECT_EQ(lost->id, far);
    EXPECT_EQ(lost->serial, 1U);
  }
}

TEST(Balance, FixedBodiesHaveNoPotentialAmongThemselves) {
  World world = make_world(attracting(0.1));
  add(world, fixed(disc(0.1, {0, 0}, {}, 100)));
  add(world, fixed(disc(0.1, {1, 0}, {}, 100)));
  EXPECT_EQ(world.energy().potential, 0);
  add(world, disc(0.1, {0, 2}, {}, 1));
  EXPECT_NEAR(world.energy().potential, -100 / 2.0 - 100 / std::sqrt(5.0), 1e-12);
}

TEST(Balance, ARemovedBodyTakesItsPotentialAlong) {
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

BodyDef spinning(BodyDef def, double spin) {
  def.spin = spin;
  def.turns = true;
  return def;
}

TEST(Balance, SpinHasEnergyAndAngularMomentum) {
  World world = make_world(settings_with(0.1));
  add(world, spinning(disc(2, {0, 5}, {3, 0}, 4), 0.5));  // inertia ½ m r² = 8
  EXPECT_EQ(world.energy().kinetic, 0.5 * 4 * 9 + 0.5 * 8 * 0.25);
  EXPECT_EQ(world.angular_momentum(), -4 * 3 * 5 + 8 * 0.5);
  EXPECT_EQ(world.angular_momentum_scale(), 60 + 4);
  const BodyId goes = add(world, spinning(box({0.5, 1.5}, {9, 0}), -2));  // mass 3, inertia 3 (1² + 3²) / 12 = 2.5
  EXPECT_NEAR(world.energy().kinetic, 19 + 0.5 * 2.5 * 4, 1e-14);
  EXPECT_NEAR(world.angular_momentum(), -56 - 5, 1e-14);
  EXPECT_TRUE(world.keeps_angular_momentum());
  const double before = world.energy().total();
  world.remove(goes);
  EXPECT_NEAR(world.energy().total() - before, world.exchanged_energy(), 1e-14);
  EXPECT_NEAR(world.exchanged_angular_momentum(), 5, 1e-14);
}

TEST(Balance, WhatIsFixedOrNotToBeTurnedHasNoSpinOfItsOwn) {
  World world = make_world(settings_with(0.1));
  add(world, fixed(spinning(disc(1, {0, 0}), 3)));
  BodyDef wheel = spinning(disc(1, {5, 0}, {}, 2), 3);
  wheel.turns = false;
  add(world, wheel);
  EXPECT_EQ(world.energy().kinetic, 0);
  EXPECT_EQ(world.angular_momentum(), 0);
  EXPECT_EQ(world.angular_momentum_scale(), 0);
}

/// Spinning bodies in a field, some of several corners, one fixed.
World world_of_all_sums() {
  WorldSettings settings = settings_with(0.01);
  settings.gravity = {0.5, -2};
  settings.sources = {{{3, 8}, 2}};
  World world = make_world(settings);
  add(world, spinning(disc(0.5, {0, 5}, {3, 0}, 4), 0.5));
  BodyDef lever = spinning(disc(1, {}), -3);
  lever.shape = Polygon::make({{0, 0}, {4, 0}, {4, 1}, {0, 1}}).value();  // about (2, 0.5)
  lever.at = {10, 1};
  lever.angle = 1;
  lever.velocity = {1, -2};
  add(world, lever);
  add(world, fixed(disc(1, {-9, -9})));
  return world;
}

TEST(Balance, SumsOfOtherStatesAreThoseOfAWorldInThem) {
  const World before = world_of_all_sums();
  World after = world_of_all_sums();
  after.step_to(0.3);
  std::vector<BodyThen> bodies;
  for (const BodyId id : after.bodies()) bodies.push_back({before.body(id), after.body(id)->state});
  const detail::Totals found = detail::totals_of(before, bodies);
  const detail::Totals expected = detail::totals(after);
  EXPECT_GT(std::fabs(expected.energy.kinetic - before.energy().kinetic), 1);
  EXPECT_NEAR(found.energy.kinetic, expected.energy.kinetic, 1e-12);
  EXPECT_NEAR(found.energy.potential, expected.energy.potential, 1e-12);
  EXPECT_EQ(found.momentum, expected.momentum);
  EXPECT_NEAR(found.angular_momentum, expected.angular_momentum, 1e-12);
}

TEST(Balance, SumsOfOtherStatesHaveTheAttraction) {
  World world = make_world(attracting(0.1));
  const BodyId near = add(world, disc(0.1, {0, 0}, {}, 2));
  add(world, fixed(disc(0.1, {3, 4}, {}, 5)));
  add(world, fixed(disc(0.1, {3, 5}, {}, 5)));
  std::vector<BodyThen> bodies;
  for (const BodyId id : world.bodies()) bodies.push_back({world.body(id), world.body(id)->state});
  EXPECT_EQ(detail::totals_of(world, bodies).energy.potential, world.energy().potential);
  bodies[0].state.at = {3, 3};
  EXPECT_NEAR(detail::totals_of(world, bodies).energy.potential, -10.0 - 10 / 2.0, 1e-14);
  EXPECT_TRUE(world.teleport(near, {3, 3}));
  EXPECT_EQ(detail::totals_of(world, bodies).energy.potential, world.energy().potential);
}

TEST(Balance, AngularMomentumIsKeptWhereAllAreTurned) {
  World world = make_world(settings_with(0.1));
  add(world, spinning(box({1, 0.1}, {5, 5}), 0));
  EXPECT_TRUE(world.keeps_angular_momentum());
  BodyDef stiff = disc(0.1, {0, 0});
  stiff.turns = false;
  add(world, stiff);
  EXPECT_FALSE(world.keeps_angular_momentum());
}

TEST(Balance, WhatTurnsIsPulledAtItsCentreOfMass) {
  WorldSettings settings = settings_with(0.1);
  settings.gravity = {0, -2};
  World world = make_world(settings);
  BodyDef lever;
  lever.shape = Polygon::make({{0, 0}, {4, 0}, {4, 1}, {0, 1}}).value();  // centre (2, 0.5), mass 4
  lever.at = {10, 1};
  lever.angle = k_pi / 2;
  lever.velocity = {1, 0};
  add(world, lever);
  EXPECT_NEAR(world.energy().potential, 4 * 2 * (1 + 2), 1e-13);
  EXPECT_NEAR(world.angular_momentum(), -4 * 3, 1e-13);
}

TEST(Balance, DirectSummationHasNoForceError) {
  World world = make_world(attracting(0.1));
  add_kepler_pair(world, 0.5);
  EXPECT_LT(world.force_error(10), 1e-15);
  EXPECT_EQ(make_world(settings_with(1)).force_error(10), 0);
}

}  // namespace
}  // namespace carom
