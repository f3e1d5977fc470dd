#include "solver/islands.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace carom::detail {
namespace {

ContactPoint between(std::uint32_t a, std::uint32_t b) {
  ContactPoint p;
  p.a = a;
  p.b = b;
  p.normal = {0, 1};
  return p;
}

/// Body 0 is the ground; 1 to 5 can be moved.
std::vector<ContactBody> ground_and_five() {
  std::vector<ContactBody> bodies(6, ContactBody{{0, -1}, 0, 1, 1});
  bodies[0] = {};
  return bodies;
}

std::vector<std::vector<std::uint32_t>> found(const Islands& islands) {
  std::vector<std::vector<std::uint32_t>> all;
  for (std::size_t k = 0; k < islands.count(); ++k) {
    const auto points = islands.points_of(k);
    all.emplace_back(points.begin(), points.end());
  }
  return all;
}

/// Through the ground nothing is connected; through bodies everything is, whatever the order of its points.
TEST(Islands, ContactsThatShareBodiesThatMoveAreOne) {
  const std::vector<ContactPoint> points{between(3, 0), between(1, 0), between(4, 5), between(2, 1), between(5, 3)};
  Islands islands;
  islands.find(ground_and_five(), points);
  EXPECT_EQ(found(islands), (std::vector<std::vector<std::uint32_t>>{{0, 2, 4}, {1, 3}}));
  islands.find(ground_and_five(), {});
  EXPECT_EQ(islands.count(), 0U);
}

TEST(Islands, WhatIsSolvedIsWrittenBack) {
  std::vector<ContactBody> bodies = ground_and_five();
  std::vector<ContactPoint> points{between(3, 0), between(1, 0), between(5, 3)};
  Islands islands;
  int calls = 0;
  islands.for_each(bodies, points, [&](auto own_bodies, auto own_points, auto indices) {
    ++calls;
    EXPECT_EQ(own_points.size(), indices.size());
    for (ContactPoint& p : own_points) {
      EXPECT_LT(p.a, own_bodies.size());
      EXPECT_LT(p.b, own_bodies.size());
      p.impulse = calls;
      if (own_bodies[p.a].inverse_mass > 0) own_bodies[p.a].spin = calls;
    }
  });
  EXPECT_EQ(calls, 2);
  EXPECT_EQ(points[0].impulse, 1);
  EXPECT_EQ(points[1].impulse, 2);
  EXPECT_EQ(points[2].impulse, 1);
  EXPECT_EQ(points[2].a, 5U) << "points keep the numbers of all bodies";
  EXPECT_EQ(bodies[1].spin, 2);
  EXPECT_EQ(bodies[3].spin, 1);
  EXPECT_EQ(bodies[2].spin, 0);
  EXPECT_EQ(bodies[0].spin, 0);
}

/// The same bits whatever else there is.
TEST(Islands, AnIslandDoesNotDependOnOthers) {
  const auto solve = [](bool others) {
    std::vector<ContactBody> bodies = ground_and_five();
    std::vector<ContactPoint> points;
    if (others) points = {between(4, 0), between(5, 4)};
    points.push_back(between(1, 0));
    points.push_back(between(2, 1));
    points.push_back(between(3, 2));
    Islands islands;
    ContactSolver solver;
    islands.for_each(bodies, points,
                     [&](auto own, auto own_points, auto /*indices*/) { solver.solve(own, own_points, 1e-3, 1000); });
    return std::vector<ContactBody>(bodies.begin() + 1, bodies.begin() + 4);
  };
  EXPECT_EQ(solve(false), solve(true));
}

}  // namespace
}  // namespace carom::detail
