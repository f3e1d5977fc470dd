#include "gravity/far_field.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include "carom/math/random.hpp"
#include "gravity/units.hpp"

namespace carom::detail {
namespace {

/// Eight bodies within `size` of a centre.
struct Group {
  std::array<double, 8> x;
  std::array<double, 8> y;
  std::array<double, 8> mass;
  Cells cells;

  Group(double centre_x, double centre_y, double size, Random& random) {
    for (std::size_t k = 0; k < 8; ++k) {
      x[k] = centre_x + random.uniform(-size, size);
      y[k] = centre_y + random.uniform(-size, size);
      mass[k] = random.uniform(0.5, 1.5);
    }
    cells.build(bodies(), 1, 1);
  }
  [[nodiscard]] Bodies bodies() const { return {x.data(), y.data(), mass.data()}; }
  [[nodiscard]] const Cell& cell() const { return cells.cell(0, 0); }
};

/// One cell, and seven that fill up.
struct Alone {
  std::array<Cell, 2> cells;
  std::array<std::uint32_t, 8> numbers = {0, 1, 1, 1, 1, 1, 1, 1};

  explicit Alone(const Cell& cell) : cells{cell, k_no_cell} {}
  [[nodiscard]] FarSources sources(bool is_closer) const { return {cells.data(), numbers, is_closer ? 1U : 0U}; }
};

struct Errors {
  double force = 0;
  double potential = 0;
};

/// Of the expansion against the sums over bodies, relative, the worst of eight targets. As one of many, a source that is
/// not among the `closer` has one order less.
Errors errors(double size, double softening, bool is_closer = true) {
  Random random(3);
  const Group source(0.7, -0.4, size, random);
  const Group target(-0.5, 0.6, size, random);
  const double squared = std::max(softening * softening, k_least_square);
  const Stretch all{0, 8};
  std::array<double, 8> ax;
  std::array<double, 8> ay;
  near_accelerations(target.bodies(), 0, source.bodies(), {&all, 1}, squared, ax.data(), ay.data());
  Expansion expansion;
  add_far_field(Alone(source.cell()).sources(is_closer), target.cell().x, target.cell().y, squared, Wanted::value,
                expansion);
  std::array<double, 8> fx{};
  std::array<double, 8> fy{};
  std::array<double, 8> value{};
  add_gradient(expansion, target.cell().x, target.cell().y, target.x.data(), target.y.data(), fx.data(), fy.data());
  add_value(expansion, target.cell().x, target.cell().y, target.x.data(), target.y.data(), value.data());
  Errors worst;
  for (std::size_t k = 0; k < 8; ++k) {
    double potential = 0;
    for (std::size_t j = 0; j < 8; ++j) {
      const double dx = source.x[j] - target.x[k];
      const double dy = source.y[j] - target.y[k];
      potential += source.mass[j] / std::sqrt(dx * dx + dy * dy + squared);
    }
    worst.force = std::max(worst.force, length({fx[k] - ax[k], fy[k] - ay[k]}) / length({ax[k], ay[k]}));
    worst.potential = std::max(worst.potential, std::abs(value[k] / potential - 1));
  }
  return worst;
}

TEST(FarField, ErrorFallsWithTheFifthPowerOfTheSize) {
  for (const double softening : {0.0, 0.5}) {
    const Errors large = errors(0.1, softening);
    const Errors small = errors(0.025, softening);
    EXPECT_LT(large.force, 2e-3);
    // The force loses all terms of order 5, the potential only one: a quarter of the size, 4^-5 or less.
    EXPECT_NEAR(std::log2(large.force / small.force), 10, 1.5) << "softening " << softening;
    EXPECT_GT(std::log2(large.potential / small.potential), 8.5) << "softening " << softening;
  }
}

TEST(FarField, ADistantSourceHasOneOrderLess) {
  const Errors large = errors(0.1, 0, false);
  const Errors small = errors(0.025, 0, false);
  EXPECT_NEAR(std::log2(large.force / small.force), 8, 1.5);
  EXPECT_GT(large.force, errors(0.1, 0).force);
}

TEST(FarField, TheGradientNeedsNoValue) {
  Random random(6);
  const Group source(2, 0, 0.1, random);
  const Alone alone(source.cell());
  Expansion value;
  Expansion gradient;
  for (const bool is_closer : {false, true}) {
    const FarSources sources = alone.sources(is_closer);
    add_far_field(sources, 0.1, 0.2, 1e-4, Wanted::value, value);
    add_far_field(sources, 0.1, 0.2, 1e-4, Wanted::gradient, gradient);
  }
  EXPECT_EQ(gradient.terms[0], 0);
  for (std::size_t n = 1; n < k_terms; ++n) EXPECT_EQ(gradient.terms[n], value.terms[n]) << n;
}

TEST(FarField, ManySourcesAddUp) {
  Random random(4);
  std::vector<Cell> cells;
  for (int k = 0; k < 21; ++k) {
    cells.push_back(Group(random.uniform(2, 3), random.uniform(-1, 1), 0.1, random).cell());
  }
  cells.push_back(k_no_cell);
  for (const std::uint32_t count : {1U, 7U, 8U, 21U}) {
    std::vector<std::uint32_t> list;
    Expansion one_by_one;
    for (std::uint32_t k = 0; k < count; ++k) {
      list.push_back(k);
      // The first nine are closer; those that fill up their second eight count as closer too.
      add_far_field(Alone(cells[k]).sources(k < 16), 0.1, 0.2, 1e-4, Wanted::value, one_by_one);
    }
    while (list.size() % 8 != 0) list.push_back(21);
    Expansion together;
    add_far_field({cells.data(), list, 9}, 0.1, 0.2, 1e-4, Wanted::value, together);
    for (std::size_t n = 0; n < k_terms; ++n) {
      EXPECT_NEAR(together.terms[n], one_by_one.terms[n], 1e-12 * std::abs(one_by_one.terms[n]) + 1e-13) << n;
    }
  }
}

TEST(FarField, HandedDownItIsTheSamePolynomial) {
  Random random(5);
  Expansion parent;
  for (double& term : parent.terms) term = random.uniform(-1, 1);
  std::vector<Cell> children(3);
  for (Cell& child : children) {
    child.x = random.uniform(-1, 1);
    child.y = random.uniform(-1, 1);
  }
  std::array<Expansion, 3> handed;
  hand_down(parent, 0.3, 0.4, children, handed.data());
  std::array<double, 8> x;
  std::array<double, 8> y;
  for (std::size_t k = 0; k < 8; ++k) {
    x[k] = random.uniform(-1, 1);
    y[k] = random.uniform(-1, 1);
  }
  std::array<double, 8> before{};
  add_value(parent, 0.3, 0.4, x.data(), y.data(), before.data());
  for (std::size_t k = 0; k < children.size(); ++k) {
    std::array<double, 8> after{};
    add_value(handed[k], children[k].x, children[k].y, x.data(), y.data(), after.data());
    for (std::size_t n = 0; n < 8; ++n) EXPECT_NEAR(after[n], before[n], 1e-13);
  }
}

}  // namespace
}  // namespace carom::detail
