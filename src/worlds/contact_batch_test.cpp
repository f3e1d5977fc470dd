#include "worlds/contact_batch.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <vector>

#include "carom/math/random.hpp"
#include "worlds/contact_solver.hpp"

namespace carom::detail {
namespace {

/// Eight pairs of bodies of their own, two points each.
struct Pairs {
  std::vector<ContactBody> bodies;
  std::vector<ContactPoint> points;
  ContactBatch batch = {};
  std::vector<LaneMotion> motions;

  Pairs() {
    Random random(3);
    const auto some = [&] { return random.uniform(-1, 1); };
    batch.two = true;
    for (std::uint32_t lane = 0; lane < k_contact_lanes; ++lane) {
      for (int k = 0; k < 2; ++k) {
        const Vec2 velocity{some(), some()};
        bodies.push_back({velocity, some(), 1, 3});
        motions.push_back({velocity.x, velocity.y, bodies.back().spin, 0});
      }
      const ContactBody& a = bodies[2 * lane];
      const ContactBody& b = bodies[2 * lane + 1];
      batch.a[lane] = 2 * lane;
      batch.b[lane] = 2 * lane + 1;
      batch.mass_a[lane] = a.inverse_mass, batch.inertia_a[lane] = a.inverse_inertia;
      batch.mass_b[lane] = b.inverse_mass, batch.inertia_b[lane] = b.inverse_inertia;
      for (std::size_t n = 0; n < 2; ++n) put(lane, n, {some(), some()}, {some(), some()});
    }
  }
  void put(std::uint32_t lane, std::size_t n, Vec2 arm_a, Vec2 arm_b) {
    ContactPoint p;
    p.a = 2 * lane;
    p.b = 2 * lane + 1;
    p.normal = {0.6, 0.8};
    p.arm_a = arm_a;
    p.arm_b = arm_b;
    p.friction = 0.5;
    p.least = 0.1;
    p.tolerance = 0.01;
    points.push_back(p);
    const ContactRow row = row_of(p, bodies[p.a], bodies[p.b]);
    LanePoints& to = batch.points[n];
    to.normal_x[lane] = p.normal.x, to.normal_y[lane] = p.normal.y;
    for (std::size_t k = 0; k < 2; ++k) {
      to.turn_a[k][lane] = row.turn_a[k], to.turn_b[k][lane] = row.turn_b[k], to.mass[k][lane] = row.mass[k];
    }
    to.coupling[lane] = row.coupling, to.friction[lane] = p.friction;
    to.least[lane] = p.least, to.tolerance[lane] = p.tolerance;
  }
};

/// Side by side as one after the other, but for rounding.
TEST(ContactBatch, ARoundIsThatOfTheSolver) {
  Pairs pairs;
  LaneRound seen;
  answer_lanes({&pairs.batch, 1}, pairs.motions.data(), {1e-9, 0, 0}, seen);
  int pressed = 0;
  for (std::size_t k = 0; k < pairs.points.size(); ++k) {
    const ContactPoint& p = pairs.points[k];
    ContactRow row = row_of(p, pairs.bodies[p.a], pairs.bodies[p.b]);
    answer(row, pairs.bodies);
    for (std::size_t n = 0; n < 2; ++n) {
      EXPECT_NEAR(pairs.batch.points[k % 2].impulse[n][k / 2], row.impulse[n], 1e-15) << k;
    }
    pressed += row.impulse[0] > 0 ? 1 : 0;
  }
  EXPECT_GT(pressed, 4);
  EXPECT_LT(pressed, 16);
  for (std::size_t k = 0; k < pairs.bodies.size(); ++k) {
    EXPECT_NEAR(pairs.motions[k].x, pairs.bodies[k].velocity.x, 1e-15) << k;
    EXPECT_NEAR(pairs.motions[k].y, pairs.bodies[k].velocity.y, 1e-15) << k;
    EXPECT_NEAR(pairs.motions[k].spin, pairs.bodies[k].spin, 1e-15) << k;
  }
}

/// Impulses that act from the start bring the same motions as those that were found.
TEST(ContactBatch, ImpulsesAreTakenOn) {
  Pairs pairs;
  const std::vector<LaneMotion> start = pairs.motions;
  LaneRound seen;
  answer_lanes({&pairs.batch, 1}, pairs.motions.data(), {1e-9, 0, 0}, seen);
  std::vector<LaneMotion> again = start;
  take_on_lanes({&pairs.batch, 1}, again.data());
  for (std::size_t k = 0; k < again.size(); ++k) {
    EXPECT_NEAR(again[k].x, pairs.motions[k].x, 1e-15);
    EXPECT_NEAR(again[k].spin, pairs.motions[k].spin, 1e-15);
  }
}

/// What a lane does is nobody else's business: the same bits with the others empty.
TEST(ContactBatch, LanesDoNotMix) {
  Pairs pairs;
  Pairs alone;
  constexpr std::size_t k_kept = 5;
  for (auto& points : alone.batch.points) {
    for (std::size_t lane = 0; lane < k_contact_lanes; ++lane) {
      if (lane != k_kept) points.mass[0][lane] = points.mass[1][lane] = points.least[lane] = 0;
    }
  }
  LaneRound seen;
  for (Pairs* one : {&pairs, &alone}) answer_lanes({&one->batch, 1}, one->motions.data(), {0, 0, 0}, seen);
  const LaneMotion& a = pairs.motions[2 * k_kept];
  const LaneMotion& b = alone.motions[2 * k_kept];
  EXPECT_EQ(std::bit_cast<std::uint64_t>(a.x), std::bit_cast<std::uint64_t>(b.x));
  EXPECT_EQ(std::bit_cast<std::uint64_t>(a.spin), std::bit_cast<std::uint64_t>(b.spin));
}

}  // namespace
}  // namespace carom::detail
