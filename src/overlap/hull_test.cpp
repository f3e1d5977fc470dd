#include "overlap/hull.hpp"

#include <gtest/gtest.h>

#include "overlap/rest_shapes_test.hpp"

namespace carom::detail {
namespace {

using Vertices = std::vector<Vec2>;

Vertices hull_corners(const Chain& chain) {
  Vertices corners;
  visit_hull_edges(chain, [&](Vec2 from, Vec2 to) {
    EXPECT_TRUE(corners.empty() || corners.back() == from);
    corners.push_back(to);
  });
  std::sort(corners.begin(), corners.end(), [](Vec2 a, Vec2 b) { return a.x != b.x ? a.x < b.x : a.y < b.y; });
  return corners;
}

TEST(Hull, Convexity) {
  const resting::Rest l = resting::polygon({{0, 0}, {6, 0}, {6, 2}, {2, 2}, {2, 6}, {0, 6}});
  const resting::Rest l_back = resting::polygon({{0, 6}, {2, 6}, {2, 2}, {6, 2}, {6, 0}, {0, 0}});
  const resting::Rest seamed = resting::polygon({{0, 0}, {2, 0}, {4, 0}, {4, 4}, {0, 4}});
  EXPECT_FALSE(is_convex(chain_of_rest(l)));
  EXPECT_FALSE(is_convex(chain_of_rest(l_back)));
  EXPECT_TRUE(is_convex(chain_of_rest(seamed)));
  const Segment s{{Vec2{0, 0}, Vec2{1, 1}}};
  EXPECT_TRUE(is_convex(chain_of(s)));
}

TEST(Hull, OfAnAngleLeavesTheNicheOut) {
  const Vertices expected{{0, 0}, {0, 6}, {2, 6}, {6, 0}, {6, 2}};
  for (const bool reversed : {false, true}) {
    Vertices v{{0, 0}, {3, 0}, {6, 0}, {6, 2}, {2, 2}, {2, 6}, {0, 6}};
    if (reversed) std::reverse(v.begin(), v.end());
    EXPECT_EQ(hull_corners(chain_of_rest(resting::polygon(v))), expected);
  }
}

TEST(Hull, OfASegmentIsThereAndBack) {
  const Segment s{{Vec2{0, 0}, Vec2{3, 1}}};
  EXPECT_EQ(hull_corners(chain_of(s)).size(), 2U);
}

TEST(Hull, HasEverythingOnItsLeft) {
  resting::Random random(11);
  for (int i = 0; i < 300; ++i) {
    const resting::Rest rest = resting::random_polygon(random, {0, 0}, 2, i % 3 == 0, false);
    const Chain chain = chain_of_rest(rest);
    int edges = 0;
    visit_hull_edges(chain, [&](Vec2 from, Vec2 to) {
      ++edges;
      for (int k = 0; k < chain.count; ++k) EXPECT_NE(orientation(from, to, chain.from[k]), Sign::negative);
    });
    EXPECT_GE(edges, 3);
    EXPECT_EQ(edges == chain.count, is_convex(chain)) << i;
  }
}

}  // namespace
}  // namespace carom::detail
