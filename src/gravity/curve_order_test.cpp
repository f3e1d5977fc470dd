#include "gravity/curve_order.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "carom/math/random.hpp"

namespace carom::detail {
namespace {

TEST(CurveOrder, TheCurveGoesFromSquareToNeighbour) {
  // The quarter of 64 by 64 squares where the curve begins; with sixteen levels it is the curve's first 4096 squares.
  std::vector<std::pair<int, int>> place(64 * 64, {-1, -1});
  for (int x = 0; x < 64; ++x) {
    for (int y = 0; y < 64; ++y) {
      const std::uint32_t index = curve_index(static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y));
      ASSERT_LT(index, place.size());
      ASSERT_EQ(place[index].first, -1) << "visited twice";
      place[index] = {x, y};
    }
  }
  for (std::size_t k = 1; k < place.size(); ++k) {
    EXPECT_EQ(std::abs(place[k].first - place[k - 1].first) + std::abs(place[k].second - place[k - 1].second), 1);
  }
}

struct Points {
  std::vector<double> x;
  std::vector<double> y;
};

std::vector<std::uint32_t> order_of(const Points& points, unsigned threads = 1) {
  CurveOrder order;
  order.sort(points.x, points.y, 8, threads);
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

/// The way from each to the next, all together.
double way(const Points& points, const std::vector<std::uint32_t>& order) {
  double sum = 0;
  for (std::size_t k = 1; k < order.size(); ++k) {
    const double dx = points.x[order[k]] - points.x[order[k - 1]];
    const double dy = points.y[order[k]] - points.y[order[k - 1]];
    sum += std::sqrt(dx * dx + dy * dy);
  }
  return sum;
}

Points square(std::size_t count, double size) {
  Random random(5);
  Points points;
  for (std::size_t k = 0; k < count; ++k) {
    points.x.push_back(0.25 + size * random.uniform());
    points.y.push_back(-0.5 + size * random.uniform());
  }
  return points;
}

TEST(CurveOrder, AShortWayThroughAllOfThem) {
  const Points points = square(10'000, 1);
  const auto order = order_of(points);
  EXPECT_TRUE(is_permutation_of_all(order));
  // The shortest is 0.71 √(N A); a space-filling curve is a quarter longer (Platzman, Bartholdi 1989); at random: 5200.
  EXPECT_LT(way(points, order), 1.0 * 100);
}

TEST(CurveOrder, ClustersWithinClusters) {
  // Half of them in one square of the grid, half of those in one square of the finer grid, and so on.
  Points points = square(8192, 1);
  Points inner;
  for (std::size_t k = 0; k < points.x.size(); ++k) {
    const double shrink = std::ldexp(1.0, -12 * static_cast<int>(k % 4));
    points.x[k] = (points.x[k] - 0.25) * shrink;
    points.y[k] = (points.y[k] + 0.5) * shrink;
    if (k % 4 == 3) {
      inner.x.push_back(points.x[k]);
      inner.y.push_back(points.y[k]);
    }
  }
  const auto order = order_of(points);
  EXPECT_TRUE(is_permutation_of_all(order));
  std::vector<std::uint32_t> innermost;
  for (const std::uint32_t body : order) {
    if (body % 4 == 3) innermost.push_back(body);
  }
  // 2048 in a square of 2^-36; unsorted it would be ten times as far.
  EXPECT_LT(way(points, innermost), 2 * std::sqrt(2048.0) * std::ldexp(1.0, -36));
}

TEST(CurveOrder, BodiesAtOnePointKeepTheirOrder) {
  const Points points{std::vector<double>(5000, 0.5), std::vector<double>(5000, -1)};
  const auto order = order_of(points);
  EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
  EXPECT_EQ(order.size(), 5000);
}

TEST(CurveOrder, ThreadsDoNotMatter) {
  const Points points = square(20'000, 0.7);
  const auto one = order_of(points, 1);
  EXPECT_EQ(order_of(points, 2), one);
  EXPECT_EQ(order_of(points, 3), one);
}

TEST(CurveOrder, TheSmallestDistancesThereAre) {
  Points points;
  for (int k = 0; k < 100; ++k) {
    points.x.push_back(k * 5e-324);
    points.y.push_back(0);
  }
  std::reverse(points.x.begin(), points.x.end());
  EXPECT_TRUE(is_permutation_of_all(order_of(points)));
}

}  // namespace
}  // namespace carom::detail
