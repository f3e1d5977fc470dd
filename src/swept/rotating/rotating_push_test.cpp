#include <gtest/gtest.h>

#include "carom/math/tolerances.hpp"
#include "world/testing/rotating_world_test.hpp"

// What has come too close is taken off each other.
namespace carom::swept_test {
namespace {

/// Half the diagonal of a unit box.
constexpr double k_reach = 0.7071;

/// Whatever is lifted costs energy: what stands is lifted by as little as keeps it apart.
TEST(RotatingPush, WhatStandsTooCloseIsHardlyLifted) {
  World world = under_gravity(0, 0.5);
  add(world, border(Axis::y, 0));
  const BodyId box = add(world, block(1, 1, {0, 0.5}));
  run_until(world, 1);
  const double gap = at(world, box).y - 0.5;
  EXPECT_GT(gap, 0.001 * k_contact_skin * k_reach);
  EXPECT_LT(gap, 0.01 * k_contact_skin * k_reach);
  EXPECT_LT(length(world.body(box)->state.velocity), 1e-9);
}

TEST(RotatingPush, WhatSlidesTooCloseIsTakenOffWithoutGainingSpeed) {
  World world = under_gravity(0, 0);
  add(world, border(Axis::y, 0));
  const BodyId box = add(world, block(1, 1, {0, 0.5 + 1e-7}));
  ASSERT_TRUE(world.set_velocity(box, {2, 0}));
  run_until(world, 1);
  const double gap = at(world, box).y - 0.5;
  EXPECT_GT(gap, 0.3 * k_contact_skin * k_reach);
  EXPECT_LT(gap, 1.1 * k_contact_skin * k_reach);
  EXPECT_LT(length(world.body(box)->state.velocity - Vec2{2, 0}), 1e-4);
}

/// How far a polygon is beyond the lines y = 0 and |x| = 1.5 at worst.
double beyond_the_walls(const World& world) {
  double worst = 0;
  for (const BodyId id : world.bodies()) {
    const auto* polygon = std::get_if<Polygon>(&world.body(id)->shape);
    if (polygon == nullptr) continue;
    for (const Vec2 v : polygon->vertices()) {
      const Vec2 place = world.body(id)->state.at + v;
      worst = std::max({worst, -place.y, std::abs(place.x) - 1.5});
    }
  }
  return worst;
}

/// Polygons tumble between borders, which are the first bodies. In its hundredth step a corner comes to the floor by the
/// drift alone, while its own motion does not close: it is taken off, whatever the size of what it comes to.
TEST(RotatingPush, WhatTumblesOntoABorderThatCameFirstStaysOnItsSide) {
  struct Tumbling {
    std::vector<Vec2> vertices;
    Vec2 place;
    double spin;
  };
  const std::vector<Tumbling> all = {
      {{{0.440376, 0.060949}, {-0.076534, 0.449637}, {-0.430058, -0.067218}, {0.102323, -0.441397}},
       {-0.944851, 1},
       -0.422411},
      {{{0.42855, 0.057682}, {-0.117944, 0.43634}, {-0.429192, -0.00407}, {0.130681, -0.448903}},
       {0.003882, 1},
       0.584747},
      {{{0.448691, 0.077618},
        {0.222482, 0.427049},
        {-0.248513, 0.361632},
        {-0.449847, -0.004131},
        {-0.224372, -0.414844},
        {0.269142, -0.345771}},
       {0.975534, 1},
       -0.459281},
      {{{0.44993, 0.132451}, {-0.027886, 0.441375}, {-0.433414, -0.085311}, {0.022044, -0.44978}},
       {-0.946225, 2},
       0.291927},
      {{{0.449913, 0.041043}, {-0.314332, 0.265841}, {-0.063281, -0.443834}}, {0.009804, 2}, -0.556539},
      {{{0.415405, 0.131232}, {-0.312353, 0.385836}, {-0.209107, -0.4103}}, {0.952452, 2}, -2.197287},
      {{{0.448281, 0.101678},
        {0.055184, 0.446803},
        {-0.414671, 0.196915},
        {-0.339588, -0.305537},
        {0.18028, -0.426833}},
       {-0.948677, 3},
       0.405562},
      {{{0.44991, 0.077243},
        {0.217154, 0.383707},
        {-0.102753, 0.435191},
        {-0.424371, 0.143298},
        {-0.372954, -0.198784},
        {-0.022407, -0.441473},
        {0.298604, -0.302179}},
       {0.002002, 3},
       2.209558},
      {{{0.422138, 0.168934}, {-0.307442, 0.293235}, {-0.178426, -0.442698}}, {0.95965, 3}, 0.763524},
      {{{0.449992, 0.010447},
        {0.207908, 0.400433},
        {-0.24385, 0.344419},
        {-0.447533, -0.036327},
        {-0.172339, -0.403751},
        {0.231618, -0.339412}},
       {-0.948019, 4},
       -2.073566},
      {{{0.449978, 0.074505}, {-0.275576, 0.36947}, {-0.170229, -0.426215}}, {0.019688, 4}, -1.56305},
      {{{0.443957, 0.057567},
        {0.273978, 0.362296},
        {-0.158694, 0.436008},
        {-0.427579, 0.192492},
        {-0.381155, -0.243199},
        {-0.05709, -0.448497},
        {0.335652, -0.29697}},
       {0.951594, 4},
       -0.092587},
  };
  WorldSettings settings = settings_with(1.0 / 60, 0.2, {0, -10});
  settings.friction = 0.5;
  World world = make_world(settings);
  add(world, border(Axis::y, 0));
  add(world, border(Axis::x, -1.5));
  add(world, border(Axis::x, 1.5));
  for (const Tumbling& one : all) add(world, rotating_polygon(one.vertices, one.place, {}, one.spin));
  for (int step = 1; step <= 120; ++step) {
    world.step();
    EXPECT_LT(beyond_the_walls(world), 1e-9) << step;
  }
}

/// The gaps of a heap add up: one that stands is lifted by as little as keeps its bodies apart.
TEST(RotatingPush, AHeapThatStandsIsHardlyLifted) {
  constexpr int rows = 8;
  World world = under_gravity(0, 0.6);
  add(world, border(Axis::y, 0));
  BodyId top;
  for (int row = 0; row < rows; ++row) {
    for (int k = 0; k < rows - row; ++k)
      top = add(world, block(1, 1, {(k - 0.5 * (rows - row - 1)) * 1.02, 0.5 + row}));
  }
  run_until(world, 2);
  EXPECT_EQ(world.events().size(), 0U);
  EXPECT_GT(at(world, top).y, rows - 0.5) << "nothing overlaps";
  EXPECT_LT(at(world, top).y, rows - 0.5 + 0.2 * rows * k_contact_skin * k_reach);
}

}  // namespace
}  // namespace carom::swept_test
