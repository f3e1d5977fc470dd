#include "carom/response/together.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "carom/response/rotating.hpp"

namespace carom {
namespace {

struct Scene {
  std::vector<GroupBody> bodies;
  std::vector<GroupPoint> points;
};

Scene answered(Scene scene) {
  respond_together(scene.bodies, scene.points);
  return scene;
}

GroupBody body(Vec2 velocity, double spin, double mass, double inertia) {
  return {velocity, spin, 1 / mass, 1 / inertia};
}

/// A square of half side 1 that lies flat on the floor.
Scene flat_box(Vec2 velocity, double restitution, double friction) {
  Scene scene{{body(velocity, 0, 3, 2), {}}, {}};
  for (const double x : {-1.0, 1.0}) scene.points.push_back({0, 1, {0, 1}, {x, -1}, {x, 0}, restitution, friction});
  return scene;
}

TEST(Together, AFlatBoxDoesNotTurn) {
  for (const double friction : {0.0, 0.3, 5.0}) {
    const Scene after = answered(flat_box({0, -2}, 0.3, friction));
    EXPECT_EQ(after.bodies[0].spin, 0);
    EXPECT_EQ(after.bodies[0].velocity.x, 0);
    EXPECT_NEAR(after.bodies[0].velocity.y, 0.6, 1e-15);
    EXPECT_EQ(after.points[0].impulse, after.points[1].impulse);
  }
}

TEST(Together, ABoxThatSlidesInLeansForwardAndDoesNotTurn) {
  // m V is shared so that the floor's friction, at arm 1, turns nothing: N2 - N1 = μ m V.
  const Scene after = answered(flat_box({5, -1}, 0, 0.5));
  EXPECT_NEAR(after.bodies[0].velocity.x, 4.5, 1e-14);
  EXPECT_NEAR(after.bodies[0].velocity.y, 0, 1e-14);
  EXPECT_NEAR(after.bodies[0].spin, 0, 1e-14);
  EXPECT_NEAR(after.points[0].impulse, 0.75, 1e-13);
  EXPECT_NEAR(after.points[1].impulse, 2.25, 1e-13);
}

TEST(Together, ABoxThatHitsTooHardAndTooRoughTipsOverItsFrontCorner) {
  const Scene after = answered(flat_box({50, -1}, 0, 2));
  EXPECT_EQ(after.points[0].impulse, 0);
  EXPECT_LT(after.bodies[0].spin, 0);
  EXPECT_NEAR(after.bodies[0].velocity.y + after.bodies[0].spin, 0, 1e-13);
  EXPECT_GT(after.bodies[0].velocity.y - after.bodies[0].spin, 0);
}

TEST(Together, APointThatPartsIsNotHeld) {
  Scene scene = flat_box({0, -1}, 0.5, 0);
  scene.bodies[0].spin = 3;  // the left corner comes down at 4, the right one goes up at 2
  const Scene after = answered(scene);
  EXPECT_EQ(after.points[1].impulse, 0);
  EXPECT_NEAR(after.bodies[0].velocity.y - after.bodies[0].spin, 2, 1e-14);
}

TEST(Together, ABoxInACornerStopsOnBothWalls) {
  Scene scene{{body({-3, -4}, 0, 1, 1), {}}, {}};
  for (const double s : {-1.0, 1.0}) {
    scene.points.push_back({0, 1, {0, 1}, {s, -1}, {}, 0.5, 0});
    scene.points.push_back({0, 1, {1, 0}, {-1, s}, {}, 0.5, 0});
  }
  const Scene after = answered(scene);
  EXPECT_NEAR(after.bodies[0].velocity.x, 1.5, 1e-14);
  EXPECT_NEAR(after.bodies[0].velocity.y, 2, 1e-14);
  EXPECT_NEAR(after.bodies[0].spin, 0, 1e-14);
}

TEST(Together, ABallOnTwoOthersPushesThemApart) {
  // Smooth discs, the lower ones in touch with the upper one only: by symmetry λ = (1 + e) V n.y / (w + 2 w n.y²) each.
  const double ny = std::sqrt(0.75), e = 0.8;
  const Scene after = answered(Scene{{body({0, -1}, 0, 1, 1), body({}, 0, 1, 1), body({}, 0, 1, 1)},
                                     {{0, 1, {0.5, ny}, {}, {}, e, 0}, {0, 2, {-0.5, ny}, {}, {}, e, 0}}});
  const double impulse = (1 + e) * ny / (1 + 2 * 0.75);
  EXPECT_NEAR(after.points[0].impulse, impulse, 1e-14);
  EXPECT_EQ(after.points[0].impulse, after.points[1].impulse);
  EXPECT_NEAR(after.bodies[0].velocity.y, -1 + 2 * impulse * ny, 1e-14);
  EXPECT_NEAR(after.bodies[1].velocity.x, -0.5 * impulse, 1e-14);
}

TEST(Together, AGuessChangesNothingButTheRounds) {
  Scene scene = flat_box({5, -1}, 0, 0.5);
  const Scene cold = answered(scene);
  for (std::size_t i = 0; i < 2; ++i) {
    scene.points[i].impulse = cold.points[i].impulse;
    scene.points[i].friction_impulse = cold.points[i].friction_impulse;
  }
  const Scene warm = answered(scene);
  EXPECT_NEAR(length(warm.bodies[0].velocity - cold.bodies[0].velocity), 0, 1e-14);
  EXPECT_NEAR(warm.points[0].impulse, cold.points[0].impulse, 1e-13);
}

TEST(Together, NothingIsFine) {
  std::vector<GroupBody> bodies{body({1, 2}, 3, 4, 5)};
  respond_together(bodies, {});
  EXPECT_EQ(bodies[0].velocity, (Vec2{1, 2}));
  std::vector<GroupBody> fixed(2);
  std::vector<GroupPoint> points{{0, 1, {0, 1}, {}, {}, 1, 1}};
  respond_together(fixed, points);
  EXPECT_EQ(points[0].impulse, 0);
}

double real(int low, int high) { return *rc::gen::inRange(low * 1024, high * 1024 + 1) / 1024.0; }

/// Body 0 is fixed and may move; all others move and turn. Every point has another normal and a friction of its own.
Scene any_scene(bool rough) {
  const int count = *rc::gen::inRange(2, 6);
  Scene scene;
  const bool still = *rc::gen::arbitrary<bool>();
  scene.bodies.push_back({still ? Vec2{} : Vec2{real(-3, 3), real(-3, 3)}, still ? 0 : real(-3, 3), 0, 0});
  for (int i = 1; i < count; ++i) {
    scene.bodies.push_back(body({real(-5, 5), real(-5, 5)}, real(-9, 9), real(1, 9), real(1, 9)));
  }
  const int points = *rc::gen::inRange(1, 7);
  for (int i = 0; i < points; ++i) {
    const int a = *rc::gen::inRange(1, count), b = *rc::gen::inRange(0, a);
    scene.points.push_back({a,
                            b,
                            unit(Vec2{real(-9, 9), real(1, 9)}),
                            {real(-2, 2), real(-2, 2)},
                            {real(-2, 2), real(-2, 2)},
                            real(0, 1),
                            rough ? real(0, 3) : 0});
  }
  return scene;
}

Vec2 relative_velocity(const Scene& scene, const GroupPoint& p) {
  const GroupBody& a = scene.bodies[static_cast<std::size_t>(p.a)];
  const GroupBody& b = scene.bodies[static_cast<std::size_t>(p.b)];
  return velocity_at(a.velocity, a.spin, p.arm_a) - velocity_at(b.velocity, b.spin, p.arm_b);
}

double energy(const Scene& scene) {
  double sum = 0;
  for (const GroupBody& b : scene.bodies) {
    if (b.inverse_mass > 0)
      sum += 0.5 * (dot(b.velocity, b.velocity) / b.inverse_mass + b.spin * b.spin / b.inverse_inertia);
  }
  return sum;
}

/// What the fixed body did to the others.
double work_of_the_fixed(const Scene& after) {
  double sum = 0;
  for (const GroupPoint& p : after.points) {
    if (p.b != 0) continue;
    const Vec2 push = p.impulse * p.normal + p.friction_impulse * perpendicular(p.normal);
    sum += dot(push, velocity_at(after.bodies[0].velocity, after.bodies[0].spin, p.arm_b));
  }
  return sum;
}

double impulses(const Scene& after) {
  double sum = 0;
  for (const GroupPoint& p : after.points) sum += std::abs(p.impulse) + std::abs(p.friction_impulse);
  return sum;
}

RC_GTEST_PROP(Together, NeverGainsEnergyAndKeepsMomenta, ()) {
  const Scene before = any_scene(true);
  const Scene after = answered(before);
  const double size = energy(before) + energy(after) + 100 * impulses(after);
  RC_ASSERT(energy(after) - work_of_the_fixed(after) <= energy(before) + 1e-13 * size);
  std::vector<Vec2> pushed(before.bodies.size());
  std::vector<double> spun(before.bodies.size());
  for (const GroupPoint& p : after.points) {
    RC_ASSERT(p.impulse >= 0);
    RC_ASSERT(std::abs(p.friction_impulse) <= p.friction * p.impulse * (1 + 1e-14));
    const Vec2 push = p.impulse * p.normal + p.friction_impulse * perpendicular(p.normal);
    const auto a = static_cast<std::size_t>(p.a), b = static_cast<std::size_t>(p.b);
    pushed[a] = pushed[a] + push;
    pushed[b] = pushed[b] - push;
    spun[a] += cross(p.arm_a, push);
    spun[b] -= cross(p.arm_b, push);
  }
  for (std::size_t i = 0; i < pushed.size(); ++i) {
    const GroupBody &was = before.bodies[i], &is = after.bodies[i];
    const double slack = 1e-13 * (100 + impulses(after));
    RC_ASSERT(length(is.velocity - was.velocity - was.inverse_mass * pushed[i]) <= slack);
    RC_ASSERT(std::abs(is.spin - was.spin - was.inverse_inertia * spun[i]) <= slack);
  }
}

double slack(const Scene& after) { return 1e-11 * (20 + impulses(after)); }

RC_GTEST_PROP(Together, WithoutReboundEveryPointStopsOrParts, ()) {
  Scene before = any_scene(false);
  for (GroupPoint& p : before.points) p.restitution = 0;
  const Scene after = answered(before);
  for (const GroupPoint& p : after.points) {
    const double parting = dot(relative_velocity(after, p), p.normal);
    RC_ASSERT(parting >= -slack(after));
    RC_ASSERT(p.impulse == 0 || parting <= slack(after));
  }
}

RC_GTEST_PROP(Together, TheOrderOfSmoothPointsDoesNotMatter, ()) {
  Scene scene = any_scene(false);
  const Scene one = answered(scene);
  std::reverse(scene.points.begin(), scene.points.end());
  const Scene reversed = answered(scene);
  std::rotate(scene.points.begin(), scene.points.begin() + 1, scene.points.end());
  const Scene rotated = answered(scene);
  for (std::size_t i = 0; i < one.bodies.size(); ++i) {
    RC_ASSERT(length(reversed.bodies[i].velocity - one.bodies[i].velocity) <= slack(one));
    RC_ASSERT(length(rotated.bodies[i].velocity - one.bodies[i].velocity) <= slack(one));
    RC_ASSERT(std::abs(rotated.bodies[i].spin - one.bodies[i].spin) <= slack(one));
  }
}

RC_GTEST_PROP(Together, OnePointAloneAnswersAsRespondDoes, ()) {
  Scene scene = any_scene(true);
  scene.points.resize(1);
  const GroupPoint& p = scene.points[0];
  const GroupBody& a = scene.bodies[static_cast<std::size_t>(p.a)];
  const GroupBody& b = scene.bodies[static_cast<std::size_t>(p.b)];
  const RotatingAftermath single = respond({p.normal,
                                            {a.velocity, a.spin, a.inverse_mass, a.inverse_inertia, p.arm_a},
                                            {b.velocity, b.spin, b.inverse_mass, b.inverse_inertia, p.arm_b},
                                            p.restitution,
                                            p.friction});
  const Scene after = answered(scene);
  const GroupBody& moved = after.bodies[static_cast<std::size_t>(p.a)];
  RC_ASSERT(length(moved.velocity - single.velocity_a) <= slack(after));
  RC_ASSERT(std::abs(moved.spin - single.spin_a) <= slack(after));
}

}  // namespace
}  // namespace carom
