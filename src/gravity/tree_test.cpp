#include "gravity/tree.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "carom/math/random.hpp"
#include "carom/math/vec2.hpp"
#include "gravity/units.hpp"
#include "math/effort_test.hpp"

namespace carom::detail {
namespace {

Scaled random_square(std::size_t count) {
  Random random(21);
  Scaled bodies;
  for (std::size_t k = 0; k < count; ++k) {
    bodies.x.push_back(random.uniform(-1, 1));
    bodies.y.push_back(random.uniform(-1, 1));
    bodies.mass.push_back(random.uniform(0, 1));
  }
  return bodies;
}

/// Largest difference from the definition, in parts of the largest acceleration.
double error(const Scaled& bodies, double opening) {
  const std::size_t count = bodies.x.size();
  Tree tree;
  tree.build(bodies, 1);
  std::vector<double> ax(count, NAN);
  std::vector<double> ay(count, NAN);
  tree.accelerations(opening, 1e-4, 1, ax, ay);
  double worst = 0;
  double largest = 0;
  for (std::size_t i = 0; i < count; ++i) {
    Vec2 sum;
    for (std::size_t j = 0; j < count; ++j) {
      const Vec2 d{bodies.x[j] - bodies.x[i], bodies.y[j] - bodies.y[i]};
      const double root = std::sqrt(dot(d, d) + 1e-4);
      sum = sum + bodies.mass[j] / (root * root * root) * d;
    }
    worst = std::max(worst, length(Vec2{ax[i], ay[i]} - sum));
    largest = std::max(largest, length(sum));
  }
  return worst / largest;
}

TEST(Tree, AnyNumberOfBodies) {
  for (const std::size_t count : {2U, 7U, 8U, 9U, 31U, 32U, 33U, 257U, 1000U}) {
    const Scaled bodies = random_square(count);
    EXPECT_LT(error(bodies, 0.5), 5e-3) << count;
    EXPECT_LT(error(bodies, 0.01), 1e-13) << count;
  }
}

TEST(Tree, OneMemoryForManySizes) {
  Tree tree;
  for (const std::size_t count : {900U, 20U, 2000U, 1U}) {
    const Scaled bodies = random_square(count);
    std::vector<double> again(count, NAN);
    std::vector<double> fresh(count, NAN);
    tree.build(bodies, 1);
    tree.potentials(0.5, 1e-4, 1, again);
    Tree other;
    other.build(bodies, 2);
    other.potentials(0.5, 1e-4, 2, fresh);
    EXPECT_EQ(again, fresh);
  }
}

/// Points on a grid, several at each, and clusters too small for their coordinates: wherever two leaves are as near as they
/// may be, or nearly, each must find the other.
Scaled lattice(std::size_t side, double step, int at_each) {
  Scaled bodies;
  for (std::size_t k = 0; k < side * side; ++k) {
    for (int n = 0; n < at_each; ++n) {
      bodies.x.push_back(-0.9 + step * static_cast<double>(k % side));
      bodies.y.push_back(0.7 - step * static_cast<double>(k / side) + n * 1e-16);
      bodies.mass.push_back(1);
    }
  }
  return bodies;
}

TEST(Tree, LeavesThatAreNearKnowEachOther) {
  for (const double opening : {0.1, 0.3, 0.5, 1.0}) {
    if (test::is_short_run() && opening != 0.5) continue;
    const double allowed = opening > 0.5 ? 0.05 : 0.01;
    EXPECT_LT(error(lattice(48, 0.03, 1), opening), allowed) << opening;
    EXPECT_LT(error(lattice(16, 0.1, 8), opening), allowed) << opening;
    EXPECT_LT(error(lattice(8, 0.2, 32), opening), allowed) << opening;
    EXPECT_LT(error(lattice(40, 1e-15, 1), opening), allowed) << opening;
  }
}

}  // namespace
}  // namespace carom::detail
