#include "worlds/contact_leftovers.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "carom/math/random.hpp"

namespace carom::detail {
namespace {

/// Boxes on the ground, which is the last body.
struct Ground {
  std::vector<ContactBody> bodies;
  std::vector<ContactPoint> points;

  explicit Ground(std::initializer_list<double> speeds) {
    for (const double speed : speeds) bodies.push_back({{0, speed}, 0, 1, 6});
    bodies.emplace_back();
    for (std::uint32_t k = 0; k + 1 < bodies.size(); ++k) put(k, static_cast<std::uint32_t>(bodies.size() - 1));
  }
  void put(std::uint32_t a, std::uint32_t b) {
    ContactPoint p;
    p.a = a;
    p.b = b;
    p.normal = {0, 1};
    p.tolerance = 1e-2;
    points.push_back(p);
  }
  /// No two close faster than their tolerance, and none part much faster.
  void expect_solved() const {
    for (const ContactPoint& p : points) {
      const double parting = dot(relative_velocity(p, bodies[p.a], bodies[p.b]), p.normal);
      EXPECT_GT(parting, -p.tolerance);
      EXPECT_LE(parting, 4 * p.tolerance);
    }
  }
};

/// One is pressed into the ground; the other one, in order within its tolerance, is let be.
TEST(ContactLeftovers, AreAnsweredWhereTheyAre) {
  Ground ground({-1, -1e-3});
  const ContactBody other = ground.bodies[1];
  ContactLeftovers leftovers;
  leftovers.meet(ground.bodies, ground.points);
  const std::uint32_t both[] = {0, 1};
  leftovers.solve(ground.bodies, ground.points, std::span(ground.points), both, 10);
  EXPECT_NEAR(ground.bodies[0].velocity.y, 0, 1e-14);
  EXPECT_NEAR(ground.points[0].impulse, 1, 1e-14);
  EXPECT_EQ(ground.bodies[1], other);
  EXPECT_EQ(ground.points[1].impulse, 0);
  EXPECT_EQ(std::vector(leftovers.changed().begin(), leftovers.changed().end()), std::vector<std::uint32_t>{0});
}

/// A box falls on one that stands: found out later than the ground below it, and passed on to it.
TEST(ContactLeftovers, ArePassedOnToPointsThatWereThereBefore) {
  Ground ground({0, -1});
  ground.points.pop_back();
  ContactLeftovers leftovers;
  leftovers.meet(ground.bodies, ground.points);
  ground.put(1, 0);
  leftovers.meet_more(ground.bodies, ground.points);
  const std::uint32_t first[] = {1};
  leftovers.solve(ground.bodies, ground.points, std::span(ground.points), first, 100);
  ground.expect_solved();
  EXPECT_NEAR(ground.points[0].impulse, 1, 8e-2);
  std::vector<std::uint32_t> of_lower;
  leftovers.for_each_of(0, [&](std::uint32_t k) { of_lower.push_back(k); });
  EXPECT_EQ(of_lower, (std::vector<std::uint32_t>{1, 0}));
}

/// Solving ends when all are solved, whatever the boxes weigh.
TEST(ContactLeftovers, ColumnsOfAnyWeightAreSolved) {
  Random random(9);
  for (int column = 0; column < 300; ++column) {
    Ground ground({0, 0, 0, -1});
    ground.points.resize(1);
    for (std::uint32_t k = 1; k < 4; ++k) ground.put(k, k - 1);
    for (std::uint32_t k = 0; k < 4; ++k) ground.bodies[k].inverse_mass = std::exp2(random.uniform(-2, 2));
    ContactLeftovers leftovers;
    leftovers.meet(ground.bodies, ground.points);
    const std::uint32_t first[] = {3};
    ASSERT_LT(leftovers.solve(ground.bodies, ground.points, std::span(ground.points), first, 1000), 1000) << column;
    ground.expect_solved();
  }
}

/// A box falls on a column.
TEST(ContactLeftovers, AColumnTakesWhatFallsOnIt) {
  constexpr std::uint32_t k_boxes = 10;
  Ground ground({0, 0, 0, 0, 0, 0, 0, 0, 0, -1});
  ground.points.resize(1);
  for (std::uint32_t k = 1; k < k_boxes; ++k) ground.put(k, k - 1);
  ContactLeftovers leftovers;
  leftovers.meet(ground.bodies, ground.points);
  const std::uint32_t first[] = {k_boxes - 1};
  EXPECT_LT(leftovers.solve(ground.bodies, ground.points, std::span(ground.points), first, 1000), 100);
  ground.expect_solved();
  for (const ContactPoint& p : ground.points) EXPECT_GT(p.impulse, 0.5);
}

/// Other loads at the same places: the points' own are not touched.
TEST(ContactLeftovers, LoadsMayBeOthers) {
  Ground ground({0});
  std::vector<ContactLoad> loads(1);
  loads[0].least = 0.5;
  ContactLeftovers leftovers;
  leftovers.meet(ground.bodies, ground.points);
  const std::uint32_t first[] = {0};
  leftovers.solve(ground.bodies, ground.points, std::span(loads), first, 10);
  EXPECT_NEAR(ground.bodies[0].velocity.y, 0.5, 1e-14);
  EXPECT_NEAR(loads[0].impulse, 0.5, 1e-14);
  EXPECT_EQ(ground.points[0].impulse, 0);
}

}  // namespace
}  // namespace carom::detail
