#include "gravity/near_field.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "carom/math/random.hpp"
#include "gravity/units.hpp"

namespace carom::detail {
namespace {

constexpr std::size_t k_count = 24;

struct Cluster {
  std::array<double, k_count> x;
  std::array<double, k_count> y;
  std::array<double, k_count> mass;

  explicit Cluster(std::uint64_t seed) {
    Random random(seed);
    for (std::size_t k = 0; k < k_count; ++k) {
      x[k] = random.uniform(-1, 1);
      y[k] = random.uniform(-1, 1);
      mass[k] = random.uniform(0, 1);
    }
  }
  [[nodiscard]] Bodies bodies() const { return {x.data(), y.data(), mass.data()}; }
};

/// The definition, in long double, over the bodies of the stretches.
struct Definition {
  long double ax = 0;
  long double ay = 0;
  long double potential = 0;

  Definition(const Cluster& some, std::size_t i, std::span<const Stretch> stretches, double softening_squared) {
    for (const Stretch run : stretches) {
      for (std::size_t j = run.first; j < run.last; ++j) {
        if (j == i) continue;
        const long double dx = static_cast<long double>(some.x[j]) - some.x[i];
        const long double dy = static_cast<long double>(some.y[j]) - some.y[i];
        const long double root = std::sqrt(dx * dx + dy * dy + softening_squared);
        ax += some.mass[j] * dx / (root * root * root);
        ay += some.mass[j] * dy / (root * root * root);
        potential += some.mass[j] / root;
      }
    }
  }
};

TEST(NearField, IsTheDefinition) {
  const std::array<Stretch, 2> stretches = {Stretch{3, 9}, Stretch{12, 24}};
  for (const double softening_squared : {k_least_square, 0.01}) {
    const Cluster some(7);
    for (std::size_t first = 0; first < k_count; first += 8) {
      std::array<double, 8> ax;
      std::array<double, 8> ay;
      std::array<double, 8> potential;
      near_accelerations(some.bodies(), first, some.bodies(), stretches, softening_squared, ax.data(), ay.data());
      near_potentials(some.bodies(), first, stretches, softening_squared, potential.data());
      for (std::size_t k = 0; k < 8; ++k) {
        const Definition exact(some, first + k, stretches, softening_squared);
        const auto size = static_cast<double>(std::abs(exact.ax) + std::abs(exact.ay) + 10);
        EXPECT_NEAR(ax[k], static_cast<double>(exact.ax), 1e-14 * size);
        EXPECT_NEAR(ay[k], static_cast<double>(exact.ay), 1e-14 * size);
        EXPECT_NEAR(potential[k], static_cast<double>(exact.potential), 1e-14 * static_cast<double>(exact.potential));
      }
    }
  }
}

TEST(NearField, CoincidentCentres) {
  Cluster some(8);
  some.x.fill(0.3);
  some.y.fill(-0.2);
  const Stretch all{0, k_count};
  std::array<double, 8> ax;
  std::array<double, 8> ay;
  std::array<double, 8> potential;
  near_accelerations(some.bodies(), 0, some.bodies(), {&all, 1}, k_least_square, ax.data(), ay.data());
  near_potentials(some.bodies(), 0, {&all, 1}, k_least_square, potential.data());
  for (std::size_t k = 0; k < 8; ++k) {
    EXPECT_EQ(ax[k], 0);
    EXPECT_EQ(ay[k], 0);
    EXPECT_EQ(potential[k], 0);
  }
  near_potentials(some.bodies(), 0, {&all, 1}, 0.25, potential.data());
  double others = 0;
  for (std::size_t j = 1; j < k_count; ++j) others += some.mass[j];
  EXPECT_NEAR(potential[0], 2 * others, 1e-13);
}

TEST(NearField, MutualIsBothSidesOfThePlainOne) {
  const Cluster some(9);
  for (const double softening_squared : {k_least_square, 0.01}) {
    std::array<double, k_count> sum_x{};
    std::array<double, k_count> sum_y{};
    const std::array<std::uint32_t, 2> others = {16, 0};
    add_mutual_accelerations(some.bodies(), 8, others, softening_squared, sum_x.data(), sum_y.data());
    for (std::size_t i = 0; i < k_count; ++i) {
      const bool is_own = i >= 8 && i < 16;
      const std::array<Stretch, 2> both = {Stretch{0, 8}, Stretch{16, 24}};
      const std::array<Stretch, 1> own = {Stretch{8, 16}};
      const Definition exact(some, i, is_own ? std::span<const Stretch>(both) : own, softening_squared);
      const auto size = static_cast<double>(std::abs(exact.ax) + std::abs(exact.ay) + 10);
      EXPECT_NEAR(sum_x[i], static_cast<double>(exact.ax), 1e-14 * size) << i;
      EXPECT_NEAR(sum_y[i], static_cast<double>(exact.ay), 1e-14 * size) << i;
    }
  }
}

}  // namespace
}  // namespace carom::detail
