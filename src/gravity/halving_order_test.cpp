#include "gravity/halving_order.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "carom/math/random.hpp"

namespace carom::detail {
namespace {

constexpr std::size_t k_leaf_size = 8;

struct Points {
  std::vector<double> x;
  std::vector<double> y;
};

std::vector<std::uint32_t> order_of(const Points& points, unsigned threads = 1) {
  HalvingOrder order;
  order.sort(points.x, points.y, k_leaf_size, threads);
  std::vector<std::uint32_t> result;
  for (std::size_t k = 0; k < points.x.size(); ++k) result.push_back(order[k]);
  return result;
}

bool is_permutation_of_all(std::vector<std::uint32_t> order) {
  std::sort(order.begin(), order.end());
  for (std::size_t k = 0; k < order.size(); ++k) {
    if (order[k] != k) return false;
  }
  return true;
}

Points square(std::size_t count) {
  Random random(5);
  Points points;
  for (std::size_t k = 0; k < count; ++k) {
    points.x.push_back(0.25 + random.uniform());
    points.y.push_back(-0.5 + random.uniform());
  }
  return points;
}

/// The longer side of the box around a run, which is there.
double box_size(const Points& points, const std::vector<std::uint32_t>& order, std::size_t first, std::size_t last) {
  double low[2] = {9, 9};
  double high[2] = {-9, -9};
  for (std::size_t k = first; k < std::min(last, order.size()); ++k) {
    const double at[2] = {points.x[order[k]], points.y[order[k]]};
    for (int n = 0; n < 2; ++n) {
      low[n] = std::min(low[n], at[n]);
      high[n] = std::max(high[n], at[n]);
    }
  }
  return std::max(high[0] - low[0], high[1] - low[1]);
}

TEST(HalvingOrder, RunsOfEverySizeAreInCompactBoxes) {
  const Points points = square(10'000);
  const auto order = order_of(points);
  ASSERT_TRUE(is_permutation_of_all(order));
  for (std::size_t run = k_leaf_size; run <= 2048; run *= 4) {
    double sum = 0;
    const std::size_t runs = order.size() / run;
    for (std::size_t k = 0; k < runs; ++k) sum += box_size(points, order, k * run, (k + 1) * run);
    // A square with so many bodies in it has this side.
    const double side = std::sqrt(static_cast<double>(run) / static_cast<double>(order.size()));
    EXPECT_LT(sum / static_cast<double>(runs), 1.4 * side) << run;
  }
}

TEST(HalvingOrder, AnyNumberOfBodies) {
  for (const std::size_t count : {0U, 1U, 2U, 8U, 9U, 16U, 17U, 63U, 64U, 65U, 1000U}) {
    EXPECT_TRUE(is_permutation_of_all(order_of(square(count)))) << count;
  }
}

TEST(HalvingOrder, ClustersWithinClusters) {
  // A quarter of them in a square of 2^-36, a quarter in one of 2^-24, and so on.
  Points points = square(8192);
  for (std::size_t k = 0; k < points.x.size(); ++k) {
    const double shrink = std::ldexp(1.0, -12 * static_cast<int>(k % 4));
    points.x[k] = (points.x[k] - 0.25) * shrink;
    points.y[k] = (points.y[k] + 0.5) * shrink;
  }
  const auto order = order_of(points);
  EXPECT_TRUE(is_permutation_of_all(order));
  std::size_t compact = 0;
  for (std::size_t k = 0; k < order.size(); k += k_leaf_size) {
    // In the innermost square a leaf has about 2^-36 / 16.
    if (box_size(points, order, k, k + k_leaf_size) < std::ldexp(1.0, -36 - 2)) ++compact;
  }
  EXPECT_GT(compact, 2048 / k_leaf_size - 10);
}

TEST(HalvingOrder, OnePointAndOneLine) {
  Points points{std::vector<double>(5000, 0.5), std::vector<double>(5000, -1)};
  EXPECT_TRUE(is_permutation_of_all(order_of(points)));
  for (std::size_t k = 0; k < points.y.size(); ++k) points.y[k] = static_cast<double>(k * 7919 % 5000) / 5000;
  const auto order = order_of(points);
  EXPECT_TRUE(is_permutation_of_all(order));
  for (std::size_t k = 0; k < order.size(); k += k_leaf_size) {
    EXPECT_LT(box_size(points, order, k, k + k_leaf_size), 7.5 / 5000);
  }
}

TEST(HalvingOrder, ThreadsDoNotMatter) {
  const Points points = square(20'000);
  const auto one = order_of(points, 1);
  EXPECT_EQ(order_of(points, 2), one);
  EXPECT_EQ(order_of(points, 3), one);
}

}  // namespace
}  // namespace carom::detail
