#include "swept/rest_solver.hpp"

#include <gtest/gtest.h>

namespace carom::detail {
namespace {

Sweep sweep(double inverse_mass, Vec2 velocity) {
  Sweep f;
  f.inverse_mass = inverse_mass;
  f.velocity = velocity;
  return f;
}

TEST(RestSolver, StopsWhatClosesAndLeavesTheRest) {
  Sweep ball = sweep(1, {3, -2});
  std::vector<RestingPair> pairs = {{&ball, nullptr, {0, 1}, 0, 0}};
  solve_resting(pairs, 0);
  EXPECT_EQ(ball.velocity, (Vec2{3, 0}));
  EXPECT_EQ(pairs[0].pushed, 2);
}

TEST(RestSolver, NeverPulls) {
  Sweep ball = sweep(1, {0, 2});
  std::vector<RestingPair> pairs = {{&ball, nullptr, {0, 1}, 0, 0}};
  solve_resting(pairs, 0);
  EXPECT_EQ(ball.velocity, (Vec2{0, 2}));
}

TEST(RestSolver, LetsThemComeAsCloseAsTheyMay) {
  Sweep ball = sweep(1, {0, -2});
  std::vector<RestingPair> pairs = {{&ball, nullptr, {0, 1}, -0.5, 0}};
  solve_resting(pairs, 0);
  EXPECT_EQ(ball.velocity, (Vec2{0, -0.5}));
}

TEST(RestSolver, AColumnStandsOnItsFloor) {
  std::vector<Sweep> discs(10, sweep(2, {0, -1}));
  std::vector<RestingPair> pairs = {{&discs[0], nullptr, {0, 1}, 0, 0}};
  for (std::size_t k = 1; k < discs.size(); ++k) pairs.push_back({&discs[k], &discs[k - 1], {0, 1}, 0, 0});
  solve_resting(pairs, 1e-10);
  for (const Sweep& disc : discs) EXPECT_NEAR(disc.velocity.y, 0, 1e-8);
  // The floor carries all of them.
  EXPECT_NEAR(pairs[0].pushed, 5, 1e-7);
}

TEST(RestSolver, AWedgeIsLeftWhenItIsPushedOpen) {
  // Two walls hold the ball; a pull that is stronger than one wall's push lets go of the other.
  Sweep ball = sweep(1, {1, -0.1});
  std::vector<RestingPair> pairs = {{&ball, nullptr, {0, 1}, 0, 0}, {&ball, nullptr, {1, 0}, 0, 0}};
  solve_resting(pairs, 0);
  EXPECT_EQ(ball.velocity, (Vec2{1, 0}));
  EXPECT_EQ(pairs[1].pushed, 0);
}

TEST(RestSolver, MovesNoFixedBody) {
  Sweep floor = sweep(0, {0, 1});
  Sweep ball = sweep(1, {0, 0});
  std::vector<RestingPair> pairs = {{&ball, &floor, {0, 1}, 0, 0}, {&floor, nullptr, {0, -1}, 0, 0}};
  solve_resting(pairs, 0);
  EXPECT_EQ(floor.velocity, (Vec2{0, 1}));
  EXPECT_EQ(ball.velocity, (Vec2{0, 1}));
}

}  // namespace
}  // namespace carom::detail
