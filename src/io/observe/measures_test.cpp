#include "io/observe/measures.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "carom/math/elementary.hpp"
#include "carom/math/random.hpp"

namespace carom::io {
namespace {

/// n by m rows of a hexagonal lattice of distance 1 that fits its periodic box.
std::vector<Vec2> hexagonal(int columns, int rows, ObservedBox& box) {
  const double height = std::sqrt(3.0) / 2;
  box = {{0, 0}, {static_cast<double>(columns), rows * height}, true};
  std::vector<Vec2> points;
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < columns; ++x) points.push_back({x + (y % 2) * 0.5, y * height});
  }
  return points;
}

std::vector<Vec2> anywhere(std::uint64_t seed, int count, const ObservedBox& box) {
  Random random(seed);
  std::vector<Vec2> points;
  for (int k = 0; k < count; ++k) {
    const double x = random.uniform();
    points.push_back(box.min + Vec2{x * box.size.x, random.uniform() * box.size.y});
  }
  return points;
}

TEST(Measures, PointsThatStandAnywhereHaveGAndSOfOne) {
  for (const bool periodic : {true, false}) {
    const ObservedBox box{{-3, 1}, {10, 8}, periodic};
    std::vector<double> found(10);
    std::vector<double> expected(10);
    const auto shells = wave_shells(box, 20, 10);
    std::vector<double> structure(shells.size());
    constexpr int repeats = 40;
    for (int k = 0; k < repeats; ++k) {
      const auto points = anywhere(static_cast<std::uint64_t>(k) + 1, 400, box);
      const RadialCounts counts =
          radial_counts(PointTree(points, periodic ? std::optional(box) : std::nullopt), box, 3, 10);
      for (std::size_t b = 0; b < 10; ++b) {
        found[b] += counts.found[b];
        expected[b] += counts.expected[b];
      }
      const auto factors = structure_factors(points, box, shells);
      for (std::size_t s = 0; s < shells.size(); ++s) structure[s] += factors[s] / repeats;
    }
    for (std::size_t b = 0; b < 10; ++b) EXPECT_NEAR(found[b] / expected[b], 1, 6 / std::sqrt(expected[b] / 2)) << b;
    for (std::size_t s = 1; s < shells.size(); ++s) EXPECT_NEAR(structure[s], 1, 0.35) << s;
  }
}

TEST(Measures, AHexagonalLattice) {
  ObservedBox box;
  const auto points = hexagonal(12, 14, box);
  const PointTree tree(points, box);
  const auto order = bond_order(tree);
  ASSERT_TRUE(order);
  EXPECT_NEAR(order->local, 1, 1e-12);
  EXPECT_NEAR(order->global, 1, 1e-12);
  // Six at distance 1, six at √3, six at 2: sums of found counts up to there.
  const RadialCounts counts = radial_counts(tree, box, 2.5, 250);
  const auto up_to = [&](std::size_t bin) {
    return std::accumulate(counts.found.begin(), counts.found.begin() + static_cast<std::ptrdiff_t>(bin), 0.0) /
           static_cast<double>(points.size());
  };
  EXPECT_EQ(up_to(99), 0);
  EXPECT_EQ(up_to(105), 6);
  EXPECT_EQ(up_to(180), 12);
  EXPECT_EQ(up_to(205), 18);
  // A reciprocal vector, at 4 pi / √3, has S = N; between them nothing scatters.
  double peak = 0;
  for (const WaveShell& shell : wave_shells(box, 8, 400)) {
    const double s = structure_factors(points, box, std::array{shell})[0];
    if (std::fabs(shell.number - 4 * k_pi / std::sqrt(3.0)) < 0.01) peak = std::max(peak, s);
    if (shell.number < 7) {
      EXPECT_LT(s, 1e-9) << shell.number;
    }
  }
  EXPECT_GT(peak, 0.12 * static_cast<double>(points.size()));
  std::vector<ObservedBody> bodies;
  for (const Vec2 p : points) bodies.push_back({bodies.size(), p, {}, 1, 0.5});
  const Neighbourhood near = neighbourhood(tree, bodies, 1.1);
  EXPECT_EQ(near.coordination, std::vector<std::uint32_t>(points.size(), 6));
  EXPECT_EQ(near.clusters, std::vector<std::uint32_t>{static_cast<std::uint32_t>(points.size())});
}

/// Points without a size that are neighbours within the distance 2: discs of radius 1 that may overlap. Alone is a share
/// exp(-4 η) of them, η = π n; in pairs one of n ∫ exp(-n u(r)) 2π r dr, u being the area of two circles of radius 2 at the
/// distance r from 0 to 2 (J. Quintanilla, S. Torquato, Phys. Rev. E 54, 5331 (1996)). One cluster goes through all of the
/// plane from η = 1.12808737 on (S. Mertens, C. Moore, Phys. Rev. E 86, 061109 (2012)).
TEST(Measures, ClustersOfDiscsThatOverlapAreThoseOfContinuumPercolation) {
  constexpr double side = 250;
  const ObservedBox box{{0, 0}, {side, side}, true};
  for (const double eta : {0.2, 0.6, 1.03, 1.23}) {
    const double density = eta / k_pi;
    const int count = static_cast<int>(density * side * side);
    const auto points = anywhere(7, count, box);
    std::vector<ObservedBody> bodies;
    for (const Vec2 p : points) bodies.push_back({bodies.size(), p, {}, 1, 1});
    const Neighbourhood near = neighbourhood(PointTree(points, box), bodies, 1);
    const auto share = [&](std::uint32_t size) {
      return size * static_cast<double>(std::ranges::count(near.clusters, size)) / count;
    };
    double pairs = 0;
    constexpr int steps = 1000;
    for (int k = 0; k < steps; ++k) {
      const double r = 2 * (k + 0.5) / steps;
      const double shared = 8 * std::acos(r / 4) - r / 2 * std::sqrt(16 - r * r);
      pairs += density * std::exp(-density * (8 * k_pi - shared)) * 2 * k_pi * r * 2 / steps;
    }
    const double error = 5 / std::sqrt(static_cast<double>(count));
    EXPECT_NEAR(share(1), std::exp(-4 * eta), error) << eta;
    EXPECT_NEAR(share(2), pairs, error) << eta;
    const double mean = std::accumulate(near.coordination.begin(), near.coordination.end(), 0.0) / count;
    EXPECT_NEAR(mean, 4 * eta, 2 * error * std::sqrt(4 * eta)) << eta;
    const double largest = static_cast<double>(near.clusters.front()) / count;
    EXPECT_TRUE(eta < 1.128 ? largest < 0.3 : largest > 0.7) << eta << ": " << largest;
  }
}

/// Its four nearest cancel, and of the second four the two with the lowest numbers do too.
TEST(Measures, ASquareLatticeHasNoSixfoldOrder) {
  std::vector<Vec2> points;
  for (int k = 0; k < 100; ++k) points.push_back({k % 10 + 0.0, static_cast<double>(k / 10)});
  const auto order = bond_order(PointTree(points, ObservedBox{{0, 0}, {10, 10}, true}));
  EXPECT_LT(order->global, 0.1);
  EXPECT_LT(order->local, 0.4);
  EXPECT_FALSE(bond_order(PointTree({{0, 0}, {1, 0}, {2, 0}}, std::nullopt)));
}

/// Directions that have nothing to do with each other: <|ψ|²> = 1/6.
TEST(Measures, PointsThatStandAnywhereHaveLittleOrder) {
  const ObservedBox box{{0, 0}, {10, 10}, true};
  const auto order = bond_order(PointTree(anywhere(1, 20'000, box), box));
  EXPECT_LT(order->global, 0.02);
  EXPECT_NEAR(order->local, 0.39, 0.05);
}

TEST(Measures, ClustersOfDifferentSizes) {
  std::vector<ObservedBody> bodies;
  const auto add = [&](Vec2 at, double radius) { bodies.push_back({bodies.size(), at, {}, 1, radius}); };
  for (int k = 0; k < 5; ++k) add({2.0 * k, 0}, 1);  // a chain
  add({0, 50}, 1);
  add({0, 52.1}, 1);  // too far for a reach of 1.04
  add({30, 30}, 10);
  add({30, 40.5}, 0.5);  // a small one on a large one
  std::vector<Vec2> points;
  for (const ObservedBody& body : bodies) points.push_back(body.at);
  const Neighbourhood near = neighbourhood(PointTree(points, std::nullopt), bodies, 1.04);
  EXPECT_EQ(near.clusters, (std::vector<std::uint32_t>{5, 2, 1, 1}));
  EXPECT_EQ(near.coordination, (std::vector<std::uint32_t>{1, 2, 2, 2, 1, 0, 0, 1, 1}));
}

}  // namespace
}  // namespace carom::io
