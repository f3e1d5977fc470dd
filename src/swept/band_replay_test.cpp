#include "swept/band_replay.hpp"

#include "swept/bare_step_test.hpp"
#include "swept/many_threads_test.hpp"

// Strips that are played side by side meet at every line between them; what the bands make of it is compared with the step
// in turn, to the last bit.
namespace carom::swept_test {
namespace {

/// Played in strips to the end, every step: otherwise all the comparisons below would say nothing.
void expect_strips(const World& world, unsigned threads, int count) {
  BareSteps steps(world, threads);
  for (int k = 0; k < count; ++k) {
    steps.step();
    EXPECT_FALSE(steps.failed()) << "step " << k;
    const auto& workers = steps.workspace().strips.workers;
    const bool periodic = world.settings().bounds->edges == Edges::periodic;
    const unsigned bands = periodic ? threads : threads - 1;
    ASSERT_EQ(workers.size(), 2 * threads);
    EXPECT_EQ(workers[0].rows.scope.first, 0);
    for (unsigned s = 0; s < threads; ++s) {
      EXPECT_EQ(workers[s].rows.scope.last,
                s + 1 < threads ? workers[s + 1].rows.scope.first : steps.workspace().gas.grid.rows());
    }
    for (unsigned b = 0; b < bands; ++b) {
      EXPECT_EQ(workers[threads + b].rows.scope.first, workers[b].rows.scope.last - detail::k_half_band);
      EXPECT_EQ(workers[threads + b].rows.scope.last, workers[b].rows.scope.last + detail::k_half_band);
    }
  }
  EXPECT_GT(steps.contacts(), 500U);
}

TEST(BandReplay, StripsAreUsedAndDoNotFail) {
  for (const Edges edges : {Edges::rebound, Edges::periodic}) {
    for (const double covered : {0.1, 0.3}) {
      SCOPED_TRACE(std::to_string(covered) + (edges == Edges::periodic ? " periodic" : " in a box"));
      const World world = gas({.count = 10000, .covered = covered, .edges = edges, .dt = 0.05});
      expect_strips(world, 2, 6);
      expect_strips(world, 3, 3);
    }
  }
}

TEST(BandReplay, TwoStripsInABox) {
  World world = gas({});
  EXPECT_GT(expect_same_bits(world, {2}, 20), 2000U);
}

TEST(BandReplay, AcrossAPeriodicEdgeTheLastStripIsTheFirstOnesNeighbour) {
  for (const unsigned threads : {2U, 3U}) {
    World world = gas({.count = 1600, .edges = Edges::periodic});
    EXPECT_GT(expect_same_bits(world, {threads}, 20), 2000U);
  }
}

TEST(BandReplay, EightStrips) {
  for (const Edges edges : {Edges::rebound, Edges::periodic}) {
    World world = gas({.count = 16000, .edges = edges, .dt = 0.05});
    expect_strips(world, 8, 2);
    EXPECT_GT(expect_same_bits(world, {8, 5}, 4), 3000U);
  }
}

// Often so far that the rims differ, and the window is played in turn.
TEST(BandReplay, WhatCrossesTheLineSpreadsFarInADenseGas) {
  for (const Edges edges : {Edges::rebound, Edges::periodic}) {
    World world = gas({.count = 2500, .covered = 0.65, .edges = edges});
    EXPECT_GT(expect_same_bits(world, {2}, 10), 5000U);
  }
}

TEST(BandReplay, SizesFromOneToFour) {
  World world = gas({.count = 3000, .covered = 0.5, .largest = 3.9});
  expect_strips(world, 2, 3);
  EXPECT_GT(expect_same_bits(world, {2}, 10), 1000U);
}

TEST(BandReplay, LongStepsHaveManyWindows) {
  World world = gas({.dt = 1});
  EXPECT_GT(expect_same_bits(world, {2}, 3), 2000U);
}

/// Edges, fixtures on the line between two strips, and a ring that discs graze along the inside of.
TEST(BandReplay, FixturesOnTheLineBetweenTwoStripsBelongToBoth) {
  const GasPlan plan{.count = 2500};
  const double middle = width(plan) / 2;
  const std::vector<BodyDef> fixtures = {fixed(disc(5, {middle, middle})), fixed(box({3, 6}, {middle / 2, middle})),
                                         segment({1.4 * middle, 0.8 * middle}, {1.6 * middle, 1.2 * middle}),
                                         fixed(ring(12, {1.2 * middle, 0.9 * middle})),
                                         fixed(ring(0.95 * middle, {middle, middle}))};
  World world = gas(plan, fixtures);
  expect_strips(world, 2, 5);
  EXPECT_GT(expect_same_bits(world, {2}, 20), 2000U);
}

/// Discs that run along the inside of a ring, from the line on, and are turned once each: that count is replayed as well.
TEST(BandReplay, GrazesAreCountedOnce) {
  const GasPlan plan{.count = 2500, .covered = 0.1};
  const double middle = width(plan) / 2;
  std::vector<BodyDef> others = {fixed(ring(30, {middle, middle}))};
  for (const double side : {-1.0, 1.0}) others.push_back(disc(1, {middle + 29 * side, middle}, {0, 10 * side}));
  World world = gas(plan, others);
  expect_strips(world, 2, 4);
  const World::Snapshot start = world.snapshot();
  const auto grazes_with = [&](unsigned threads) {
    world.restore(start);
    world.set_threads(threads);
    for (int k = 0; k < 4; ++k) world.step();
    return world.policies().grazes;
  };
  const std::uint64_t grazes = grazes_with(1);
  EXPECT_EQ(grazes, 2U);
  EXPECT_EQ(grazes_with(2), grazes);
  world.restore(start);
  EXPECT_GT(expect_same_bits(world, {2}, 10), 500U);
}

TEST(BandReplay, MoversThatAreNoDiscsAreNoGas) {
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
