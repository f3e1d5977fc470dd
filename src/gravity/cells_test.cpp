#include "gravity/cells.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "carom/math/random.hpp"

namespace carom::detail {
namespace {

struct Some {
  std::vector<double> x;
  std::vector<double> y;
  std::vector<double> mass;

  Some(std::size_t count, double largest_mass) {
    Random random(11);
    for (std::size_t k = 0; k < count; ++k) {
      x.push_back(random.uniform(-1, 1));
      y.push_back(random.uniform(-1, 1));
      mass.push_back(random.uniform(0, largest_mass));
    }
  }
  [[nodiscard]] Bodies bodies() const { return {x.data(), y.data(), mass.data()}; }
};

TEST(Cells, LevelsOfFamiliesOfFour) {
  const Some some(8 * 21, 1);
  Cells cells;
  cells.build(some.bodies(), 21, 1);
  ASSERT_EQ(cells.levels().size(), 4);
  EXPECT_EQ(cells.levels()[0].count, 21);
  EXPECT_EQ(cells.levels()[1].count, 6);
  EXPECT_EQ(cells.levels()[1].first, 24);
  EXPECT_EQ(cells.levels()[2].count, 2);
  EXPECT_EQ(cells.levels()[3].count, 1);
  // What fills up has no mass and is far away.
  EXPECT_EQ(cells.cells()[21].mass, 0);
  EXPECT_GT(cells.x()[23], 1e9);
}

/// Each cell against the definition, from its bodies.
void check_moments(const Some& some, const Cells& cells, std::size_t level, std::size_t k) {
  const Cell& cell = cells.cell(level, k);
  const std::size_t width = k_leaf << (2 * level);
  const std::size_t last = std::min(some.x.size(), (k + 1) * width);
  double sums[k_moments] = {};
  for (std::size_t n = k * width; n < last; ++n) {
    const double dx = cell.x - some.x[n];
    const double dy = cell.y - some.y[n];
    EXPECT_LE(std::sqrt(dx * dx + dy * dy), cell.radius * (1 + 1e-14));
    double xs[k_order];
    double ys[k_order];
    divided_powers(dx, xs);
    divided_powers(dy, ys);
    for (std::size_t i = 0; i < k_order; ++i) {
      for (std::size_t j = 0; i + j < k_order; ++j) sums[term(i, j)] += some.mass[n] * xs[i] * ys[j];
    }
  }
  EXPECT_NEAR(cell.mass, sums[0], 1e-12);
  EXPECT_NEAR(sums[term(1, 0)], 0, 1e-12);
  EXPECT_NEAR(sums[term(0, 1)], 0, 1e-12);
  for (std::size_t n = 3; n < k_moments; ++n) EXPECT_NEAR(cell.moments[n - 3], sums[n], 1e-11) << n;
}

TEST(Cells, MomentsOfEveryLevelAreThoseOfTheBodies) {
  const Some some(8 * 21, 1);
  for (const unsigned threads : {1U, 2U}) {
    Cells cells;
    cells.build(some.bodies(), 21, threads);
    for (std::size_t level = 0; level < cells.levels().size(); ++level) {
      for (std::size_t k = 0; k < cells.levels()[level].count; ++k) check_moments(some, cells, level, k);
    }
  }
}

TEST(Cells, WithoutMass) {
  const Some some(32, 0);
  Cells cells;
  cells.build(some.bodies(), 4, 1);
  EXPECT_EQ(cells.cell(1, 0).mass, 0);
  EXPECT_EQ(cells.cell(1, 0).x, some.x[0]);
  EXPECT_GT(cells.cell(1, 0).radius, 0.1);
}

}  // namespace
}  // namespace carom::detail
