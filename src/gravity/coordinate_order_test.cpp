#include "gravity/coordinate_order.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "carom/math/random.hpp"

namespace carom::detail {
namespace {

std::vector<std::uint32_t> order_of(const std::vector<double>& at, std::size_t together, unsigned threads = 1) {
  CoordinateOrder order;
  order.sort(at, together, threads);
  std::vector<std::uint32_t> result;
  for (std::size_t k = 0; k < at.size(); ++k) result.push_back(order[k]);
  return result;
}

/// By value, then by number.
std::vector<std::uint32_t> exact_order(const std::vector<double>& at) {
  std::vector<std::uint32_t> order(at.size());
  for (std::uint32_t k = 0; k < order.size(); ++k) order[k] = k;
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return at[a] != at[b] ? at[a] < at[b] : a < b; });
  return order;
}

std::vector<double> numbers(std::size_t count, double size) {
  Random random(5);
  std::vector<double> at;
  for (std::size_t k = 0; k < count; ++k) at.push_back(-0.25 + size * random.uniform());
  return at;
}

TEST(CoordinateOrder, SortedWhereNoneMayStayTogether) {
  for (const std::size_t count : {0U, 1U, 2U, 100U, 511U, 512U, 20'000U}) {
    const std::vector<double> at = numbers(count, 1);
    EXPECT_EQ(order_of(at, 1), exact_order(at)) << count;
  }
}

TEST(CoordinateOrder, UpToSoManyMayStayTogether) {
  // Eight in one stretch, in falling order, at each of 128 places: they stay so, nine are sorted.
  for (const int group : {8, 9}) {
    std::vector<double> at;
    for (int place = 0; place < 128; ++place) {
      for (int k = 0; k < group; ++k) at.push_back(std::ldexp(place, -7) + std::ldexp(group - k, -40));
    }
    at.push_back(1);
    EXPECT_EQ(order_of(at, 8) == exact_order(at), group == 9) << group;
  }
}

TEST(CoordinateOrder, ClustersWithinClusters) {
  std::vector<double> at = numbers(8192, 1);
  for (std::size_t k = 0; k < at.size(); ++k) at[k] *= std::ldexp(1.0, -24 * static_cast<int>(k % 4));
  const auto order = order_of(at, 8);
  double last = -1;
  for (const std::uint32_t body : order) {
    if (body % 4 != 3) continue;
    EXPECT_GE(at[body], last);
    last = at[body];
  }
}

TEST(CoordinateOrder, EqualsKeepTheirOrder) {
  const auto order = order_of(std::vector<double>(5000, 0.5), 8);
  EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
  EXPECT_EQ(order.size(), 5000);
}

TEST(CoordinateOrder, TheSmallestDistancesThereAre) {
  std::vector<double> at;
  for (int k = 0; k < 100; ++k) at.push_back((99 - k) * 5e-324);
  EXPECT_EQ(order_of(at, 8), exact_order(at));
}

TEST(CoordinateOrder, ThreadsDoNotMatter) {
  const std::vector<double> at = numbers(20'000, 0.7);
  const auto one = order_of(at, 8, 1);
  EXPECT_EQ(order_of(at, 8, 2), one);
  EXPECT_EQ(order_of(at, 8, 3), one);
}

}  // namespace
}  // namespace carom::detail
