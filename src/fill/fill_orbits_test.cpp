#include "fill/fill_orbits.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "carom/fill/fill.hpp"
#include "world/testing/gravity_world_test.hpp"

namespace carom {
namespace {

using namespace swept_test;

TEST(FillOrbits, ACircleAboutAHeavyBody) {
  const BodyDef planet = disc(0.5, {3, 1}, {}, 4);
  std::vector<BodyDef> moons = {disc(0.1, {4, 1}, {}, 1e-9), disc(0.1, {3, 3}, {1, 0}, 1e-9)};
  detail::put_on_orbits(moons, {3, 1}, attracting(0.1), std::span(&planet, 1));
  EXPECT_LT(length(moons[0].velocity - Vec2{0, 2}), 1e-8);
  EXPECT_LT(length(moons[1].velocity - Vec2{1 - std::sqrt(2.0), 0}), 1e-8);
}

TEST(FillOrbits, WhatIsPushedOutwardStandsStill) {
  WorldSettings settings;
  settings.sources = {{{0, 0}, -1}};
  std::vector<BodyDef> bodies = {disc(0.1, {1, 0})};
  detail::put_on_orbits(bodies, {0, 0}, settings, {});
  EXPECT_EQ(bodies[0].velocity, Vec2{});
}

TEST(FillOrbits, ARingIsFilledAndStays) {
  FillDef def;
  def.count = 200;
  def.radius_min = def.radius_max = 0.02;
  def.annulus = Annulus{{1, 0}, 2, 3};
  def.min = {-2, -3};
  def.max = {4, 3};
  def.velocities = Velocities::orbit;
  def.body.mass = 1e-12;
  const BodyDef planet = disc(1, {1, 0}, {}, 1);
  const auto ring = fill(def, attracting(0.01), std::span(&planet, 1));
  ASSERT_TRUE(ring);
  World world = make_world(attracting(0.05));
  add(world, planet);
  for (const BodyDef& body : ring.value()) {
    const double distance = length(body.at - Vec2{1, 0});
    EXPECT_GE(distance - 0.02, 2);
    EXPECT_LE(distance + 0.02, 3);
    add(world, body);
  }
  for (int k = 0; k < 100; ++k) world.step();
  for (const BodyId id : world.bodies()) {
    if (world.body(id)->mass == 1) continue;
    EXPECT_GT(length(at(world, id) - Vec2{1, 0}), 1.9);
  }
}

TEST(FillOrbits, LatticesFillADiscToo) {
  FillDef def;
  def.count = 100;
  def.radius_min = def.radius_max = 0.05;
  def.annulus = Annulus{{0, 0}, 0, 1};
  def.min = {-1, -1};
  def.max = {1, 1};
  def.arrangement = Arrangement::hexagonal;
  const auto disc = fill(def, WorldSettings{}, {});
  ASSERT_TRUE(disc) << disc.error().reason;
  for (const BodyDef& body : disc.value()) EXPECT_LE(length(body.at) + 0.05, 1 + 1e-15);
  def.count = 500;
  EXPECT_FALSE(fill(def, WorldSettings{}, {}));
}

}  // namespace
}  // namespace carom
