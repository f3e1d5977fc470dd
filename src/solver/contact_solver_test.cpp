#include "solver/contact_solver.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace carom::detail {
namespace {

/// The lower corners of a box on the ground, left and right.
std::vector<ContactPoint> both_ends(double half_width, double friction) {
  std::vector<ContactPoint> points(2);
  for (ContactPoint& p : points) {
    p.b = 1;
    p.normal = {0, 1};
    p.friction = friction;
  }
  points[0].arm_a = {-half_width, -0.5};
  points[1].arm_a = {half_width, -0.5};
  return points;
}

/// A box of mass 1 on the ground, pressed down by 1: two corners carry half of it each.
TEST(ContactSolver, ABoxOnTheGround) {
  std::vector<ContactBody> bodies{{{0.2, -1}, 0, 1, 6}, {}};
  std::vector<ContactPoint> points = both_ends(0.5, 0.5);
  ContactSolver solver;
  solver.solve(bodies, points, 1e-14, 1000);
  EXPECT_NEAR(bodies[0].velocity.y, 0, 1e-13);
  EXPECT_NEAR(bodies[0].velocity.x, 0, 1e-13);
  EXPECT_NEAR(bodies[0].spin, 0, 1e-13);
  EXPECT_NEAR(points[0].impulse + points[1].impulse, 1, 1e-13);
  // Friction at the ground would tip it: the corner in front carries more.
  EXPECT_GT(points[1].impulse, points[0].impulse);
  // From the answer, it is there at once.
  std::vector<ContactBody> again{{{0.2, -1}, 0, 1, 6}, {}};
  EXPECT_LE(solver.solve(again, points, 1e-12, 1000), 2);
}

/// One after the other, they would turn it.
TEST(ContactSolver, TheTwoPointsOfAFaceAreAnsweredAtOnce) {
  std::vector<ContactBody> bodies{{{0, -1}, 0, 1, 6}, {}};
  std::vector<ContactPoint> points = both_ends(0.3, 0);
  ContactSolver().solve(bodies, points, 1e-9, 1);
  EXPECT_EQ(points[0].impulse, points[1].impulse);
  EXPECT_EQ(bodies[0].spin, 0);
  EXPECT_NEAR(bodies[0].velocity.y, 0, 1e-15);
}

/// Its left end is on its way up: only the right one presses, and is answered as if alone.
TEST(ContactSolver, AnEndThatPartsDoesNotPull) {
  std::vector<ContactBody> bodies{{{0, -1}, -6, 1, 6}, {}};
  std::vector<ContactPoint> points = both_ends(0.5, 0);
  ContactSolver().solve(bodies, points, 1e-9, 1);
  EXPECT_EQ(points[0].impulse, 0);
  EXPECT_NEAR(points[1].impulse, 4 / (1 + 6 * 0.25), 1e-14);
  EXPECT_NEAR(bodies[0].velocity.y + 0.5 * bodies[0].spin, 0, 1e-14);
}

TEST(ContactSolver, FrictionThatDoesNotSufficeSlides) {
  std::vector<ContactBody> bodies{{{3, -1}, 0, 1, 0}, {}};
  std::vector<ContactPoint> points(1);
  points[0].b = 1;
  points[0].normal = {0, 1};
  points[0].friction = 0.5;
  ContactSolver().solve(bodies, points, 1e-14, 100);
  EXPECT_NEAR(bodies[0].velocity.x, 2.5, 1e-14);
}

TEST(ContactSolver, AGapMayCloseButNotMore) {
  std::vector<ContactBody> bodies{{{0, -1}, 0, 1, 0}, {}};
  std::vector<ContactPoint> points(1);
  points[0].b = 1;
  points[0].normal = {0, 1};
  points[0].gap = 0.3;
  points[0].target = 0.1;
  ContactSolver().solve_ahead(bodies, points, 0.5, {1e-14, 1, 100});
  EXPECT_NEAR(bodies[0].velocity.y, -0.4, 1e-14);
}

/// Inside a wall that turns, straight on leads through it.
TEST(ContactSolver, LooksAheadAlongArcs) {
  std::vector<ContactBody> bodies{{{2, 0}, 0, 1, 0}, {{}, 1, 0, 0}};
  std::vector<ContactPoint> points(1);
  ContactPoint& p = points[0];
  p.b = 1;
  p.normal = {0, 1};
  p.arm_b = {0, -2};
  p.gap = p.target = 1e-4;
  p.bearer = Bearer::b;
  const double time = 0.05;
  std::vector<SinCos> turns;
  const auto gap_then = [&] { return gap_after(p, bodies, take_turns(bodies, time, turns), time); };
  EXPECT_LT(gap_then(), 0);
  ContactSolver().solve_ahead(bodies, points, time, {1e-12, 1, 100});
  EXPECT_GT(gap_then(), 0.5e-4);
  EXPECT_LT(gap_then(), 2e-4);
}

/// Point by point a push needs some n² rounds through a column of n; going on as before, it needs some n.
TEST(ContactSolver, APushGoesThroughAColumnInFewRounds) {
  constexpr std::uint32_t k_boxes = 20;
  std::vector<ContactBody> bodies(k_boxes + 1, ContactBody{{0, -1}, 0, 1, 6});
  bodies[0] = {};
  std::vector<ContactPoint> points(k_boxes);
  for (std::uint32_t k = 0; k < k_boxes; ++k) {
    points[k].a = k + 1;
    points[k].b = k;
    points[k].normal = {0, 1};
  }
  EXPECT_LT(ContactSolver().solve(bodies, points, 1e-4, 1000), 10 * static_cast<int>(k_boxes));
  EXPECT_NEAR(points[0].impulse, k_boxes, 0.1);
}

/// Columns side by side fill more than one batch and need as many colours as a body has contacts: each is solved as if alone,
/// but for when the sweeps end.
TEST(ContactSolver, ManyContactsAreSolvedSideBySide) {
  constexpr std::uint32_t k_columns = 13;
  constexpr std::uint32_t k_height = 3;
  std::vector<ContactBody> bodies(1 + k_columns * k_height, ContactBody{{0, -1}, 0, 1, 6});
  bodies[0] = {};
  std::vector<ContactPoint> points;
  for (std::uint32_t column = 0; column < k_columns; ++column) {
    for (std::uint32_t k = 0; k < k_height; ++k) {
      const std::uint32_t body = 1 + column * k_height + k;
      for (ContactPoint p : both_ends(0.5, 0.3)) {
        p.a = body;
        p.b = k == 0 ? 0 : body - 1;
        p.arm_b = k == 0 ? Vec2{} : Vec2{p.arm_a.x, 0.5};
        points.push_back(p);
      }
    }
  }
  ContactSolver().solve(bodies, points, 1e-12, 10'000);
  for (std::size_t k = 0; k < points.size(); ++k) {
    const double carried = static_cast<double>(k_height - k / 2 % k_height);
    EXPECT_NEAR(points[k].impulse, 0.5 * carried, 1e-9) << k;
  }
  for (const ContactBody& body : bodies) EXPECT_NEAR(body.velocity.y, 0, 1e-11);
}

/// Of what moves, the sweeps end where the tolerances are met; of what rests, at the full precision.
TEST(ContactSolver, TolerancesSufficeForWhatMoves) {
  constexpr std::uint32_t k_boxes = 40;
  const auto sweeps = [](bool tolerant) {
    std::vector<ContactBody> bodies(k_boxes + 1, ContactBody{{0, -1}, 0, 1, 6});
    bodies[0] = {};
    std::vector<ContactPoint> points(k_boxes);
    for (std::uint32_t k = 0; k < k_boxes; ++k) {
      points[k].a = k + 1;
      points[k].b = k;
      points[k].normal = {0, 1};
      points[k].tolerance = 0.1;
    }
    ContactSolver solver;
    const int count = solver.solve(bodies, points, {1e-6, 0, 10'000, tolerant});
    double closing = 0;
    for (const ContactPoint& p : points) {
      closing = std::max(closing, -dot(relative_velocity(p, bodies[p.a], bodies[p.b]), p.normal));
    }
    EXPECT_LT(closing, tolerant ? 0.2 : 1e-5);
    return count;
  };
  EXPECT_LT(3 * sweeps(true), sweeps(false));
}

TEST(ContactSolver, ExtrapolatesFurtherUntilASweepPointsBack) {
  Extrapolation going;
  EXPECT_EQ(going.share(), 0);
  going.see(0);
  EXPECT_EQ(going.share(), 0);
  going.see(1);
  EXPECT_EQ(going.share(), 0.25);
  going.see(1);
  EXPECT_EQ(going.share(), 0.4);
  going.see(-1e-9);
  EXPECT_EQ(going.share(), 0);
}

}  // namespace
}  // namespace carom::detail
