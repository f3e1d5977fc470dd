#include "worlds/contact_lanes.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "carom/math/random.hpp"

namespace carom::detail {
namespace {

/// A wall of bricks on the ground, every one of which leans on two below.
void build_wall(int rows, std::vector<ContactBody>& bodies, std::vector<ContactPoint>& points) {
  Random random(1);
  for (int k = 0; k < rows * rows; ++k) {
    bodies.push_back({{random.uniform(-0.1, 0.1), -1}, random.uniform(-0.1, 0.1), 1, 6});
  }
  bodies.push_back({});
  const auto put = [&](int a, int b, double at_a, double at_b) {
    ContactPoint p;
    p.a = static_cast<std::uint32_t>(a);
    p.b = static_cast<std::uint32_t>(b);
    p.normal = {0, 1};
    p.arm_a = {at_a, -0.5};
    p.arm_b = {at_b, 0.5};
    p.friction = 0.5;
    points.push_back(p);
  };
  for (int row = 0; row < rows; ++row) {
    for (int k = 0; k < rows; ++k) {
      const int brick = row * rows + k;
      const int below = row == 0 ? rows * rows : (row - 1) * rows + k;
      put(brick, below, -0.5, 0);
      if (row == 0 || k + 1 == rows) {
        put(brick, below, 0.5, 0.5);
      } else {
        put(brick, below + 1, 0.5, 0);
      }
    }
  }
}

int solve(std::vector<ContactBody>& bodies, std::vector<ContactPoint>& points, double precision, int most_rounds) {
  ContactLanes lanes;
  return lanes.solve(bodies, points, precision, most_rounds, 0);
}

TEST(ContactLanes, AsOneAfterTheOther) {
  std::vector<ContactBody> bodies, same;
  std::vector<ContactPoint> points, others;
  build_wall(6, bodies, points);
  same = bodies;
  others = points;
  solve(bodies, points, 1e-13, 20000);
  ContactSolver().solve(same, others, 1e-13, 20000);
  for (const ContactPoint& p : points) {
    const Vec2 way = relative_velocity(p, bodies[p.a], bodies[p.b]);
    EXPECT_GE(dot(way, p.normal), -1e-10);
    EXPECT_GE(p.impulse, 0);
    EXPECT_LE(std::abs(p.friction_impulse), 0.5 * p.impulse + 1e-15);
  }
  double weight = 0;
  for (const ContactPoint& p : points) weight += p.b + 1 == bodies.size() ? p.impulse : 0;
  double other = 0;
  for (const ContactPoint& p : others) other += p.b + 1 == bodies.size() ? p.impulse : 0;
  EXPECT_NEAR(weight, other, 1e-6);
  // From the answer, it is there at once.
  std::vector<ContactBody> again;
  std::vector<ContactPoint> none;
  build_wall(6, again, none);
  EXPECT_LE(solve(again, points, 1e-9, 1000), 3);
}

/// What is left over is told, and only that.
TEST(ContactLanes, FindsWhatIsLacking) {
  std::vector<ContactBody> bodies;
  std::vector<ContactPoint> points;
  build_wall(6, bodies, points);
  for (ContactPoint& p : points) p.tolerance = 1e-3;
  ContactLanes lanes;
  std::vector<std::uint32_t> lacking;
  lanes.solve(bodies, points, 0, 2, 0);
  lanes.find_lacking(lacking);
  EXPECT_FALSE(lacking.empty());
  EXPECT_LT(lacking.size(), points.size());
  for (std::uint32_t k = 0; k < points.size(); ++k) {
    const ContactRow row = row_of(points[k], bodies[points[k].a], bodies[points[k].b]);
    const bool lacks = lack_of(row, bodies[row.a], bodies[row.b]) >= row.tolerance;
    EXPECT_EQ(std::ranges::binary_search(lacking, k), lacks) << k;
  }
}

/// More than there are shades lie on one that can be moved.
TEST(ContactLanes, ManyOnOne) {
  std::vector<ContactBody> bodies;
  std::vector<ContactPoint> points;
  constexpr int k_count = 150;
  for (int k = 0; k < k_count; ++k) {
    bodies.push_back({{0, -1}, 0, 1, 1});
    ContactPoint p;
    p.a = static_cast<std::uint32_t>(k);
    p.b = k_count;
    p.normal = {0, 1};
    points.push_back(p);
  }
  constexpr double k_mass = 1000;
  bodies.push_back({{}, 0, 1 / k_mass, 0});
  solve(bodies, points, 1e-14, 1000);
  // All of them go on as one.
  for (const ContactBody& body : bodies) EXPECT_NEAR(body.velocity.y, -k_count / (k_count + k_mass), 1e-9);
}

}  // namespace
}  // namespace carom::detail
