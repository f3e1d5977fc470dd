#include "io/observe/point_tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "carom/math/random.hpp"

namespace carom::io {
namespace {

std::vector<std::uint32_t> indices(std::vector<PointTree::Neighbour> found, bool sorted) {
  std::vector<std::uint32_t> result;
  for (const auto& one : found) result.push_back(one.index);
  if (!sorted) std::ranges::sort(result);
  return result;
}

/// Points in a box, in lumps and in rows, some in one place, one far away; against a look at every pair.
TEST(PointTree, FindsWhatALookAtEveryPairFinds) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    Random random(seed);
    const std::optional<ObservedBox> period =
        seed % 2 == 0 ? std::optional(ObservedBox{{-1, 2}, {5, 3}, true}) : std::nullopt;
    std::vector<Vec2> points;
    const auto count = static_cast<std::uint32_t>(1 + random.uniform() * 150);
    for (std::uint32_t k = 0; k < count; ++k) {
      Vec2 p{-1 + 5 * random.uniform(), 2 + 3 * random.uniform()};
      if (seed % 3 == 0) p.x = -1.0 + k % 4;
      if (seed % 5 == 0) p.y = 2.0 + k % 3;
      if (k == 7 && !period) p = {1e9, -1e9};
      points.push_back(p);
    }
    const PointTree tree(points, period);
    std::vector<PointTree::Neighbour> found;
    for (std::uint32_t k = 0; k < count; ++k) {
      std::vector<PointTree::Neighbour> all;
      for (std::uint32_t j = 0; j < count; ++j) {
        if (j == k) continue;
        const Vec2 way = nearest_way(points[k], points[j], period);
        all.push_back({j, way, dot(way, way)});
      }
      const double distance = 1.5 * random.uniform();
      tree.within(k, distance, found);
      std::vector<PointTree::Neighbour> near = all;
      std::erase_if(near, [&](const auto& one) { return !(one.squared < distance * distance); });
      EXPECT_EQ(indices(found, false), indices(near, false));
      tree.nearest(k, 6, found);
      std::ranges::sort(all, {}, [](const auto& one) { return std::pair(one.squared, one.index); });
      if (all.size() > 6) all.resize(6);
      EXPECT_EQ(indices(found, true), indices(all, true)) << "seed " << seed << ", point " << k;
    }
  }
}

TEST(PointTree, TheWayIsToTheNearestImage) {
  const std::optional<ObservedBox> period = ObservedBox{{0, 0}, {10, 4}, true};
  EXPECT_EQ(nearest_way({9, 1}, {1, 3.5}, period), (Vec2{2, -1.5}));
  EXPECT_EQ(nearest_way({9, 1}, {1, 3.5}, std::nullopt), (Vec2{-8, 2.5}));
}

}  // namespace
}  // namespace carom::io
