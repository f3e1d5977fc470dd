#include "worlds/strip_mender.hpp"

#include "worlds/many_threads_test.hpp"

// Strips that are played side by side meet at every line between them; what the mender makes of it is compared with the
// step in turn, to the last bit.
namespace carom::swept_test {
namespace {

TEST(StripMender, TwoStripsInABox) {
  World world = gas({});
  EXPECT_GT(expect_same_bits(world, {2}, 20), 2000U);
}

TEST(StripMender, AcrossAPeriodicEdgeTheLastStripIsTheFirstOnesNeighbour) {
  World world = gas({.edges = Edges::periodic});
  EXPECT_GT(expect_same_bits(world, {2}, 20), 2000U);
}

TEST(StripMender, EightStrips) {
  for (const Edges edges : {Edges::rebound, Edges::periodic}) {
    World world = gas({.count = 4200, .edges = edges, .dt = 0.05});
    EXPECT_GT(expect_same_bits(world, {8, 5}, 6), 1000U);
  }
}

TEST(StripMender, WhatIsSetRightSpreadsFarInADenseGas) {
  World world = gas({.covered = 0.65});
  EXPECT_GT(expect_same_bits(world, {2}, 10), 5000U);
}

TEST(StripMender, LargeBodiesReachDeepIntoTheNextStrip) {
  World world = gas({.covered = 0.5, .largest = 5});
  EXPECT_GT(expect_same_bits(world, {2}, 20), 1000U);
}

TEST(StripMender, LongStepsHaveManyWindows) {
  World world = gas({.dt = 1});
  EXPECT_GT(expect_same_bits(world, {2}, 3), 2000U);
}

TEST(StripMender, FixturesOnTheLineBetweenTwoStripsBelongToBoth) {
  const double middle = width({}) / 2;
  const std::vector<BodyDef> fixtures = {fixed(disc(5, {middle, middle})), fixed(box({3, 6}, {middle / 2, middle})),
                                         segment({1.4 * middle, 0.8 * middle}, {1.6 * middle, 1.2 * middle}),
                                         fixed(ring(12, {1.2 * middle, 0.7 * middle}))};
  World world = gas({}, fixtures);
  EXPECT_GT(expect_same_bits(world, {2}, 20), 2000U);
}

TEST(StripMender, MoversThatAreNoDiscs) {
  const double middle = width({}) / 2;
  std::vector<BodyDef> others;
  for (int k = 0; k < 8; ++k) {
    const double x = middle * (0.3 + 0.2 * k);
    others.push_back(moving(box({2, 1}, {x, middle - 3}), {1.0 * k, 20}));
    others.push_back(moving(polygon({{-2, -1}, {2, -1}, {0, 2}}, {x, middle + 3}), {-1.0 * k, -20}));
  }
  World world = gas({}, others);
  EXPECT_GT(expect_same_bits(world, {2}, 20), 2000U);
}

}  // namespace
}  // namespace carom::swept_test
