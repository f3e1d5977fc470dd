#include "solver/contact_batch.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <vector>

#include "carom/math/random.hpp"

namespace carom::detail {
namespace {

constexpr double k_inverse_mass = 1;
constexpr double k_inverse_inertia = 3;
constexpr double k_friction = 0.5;
constexpr double k_least = 0.1;

/// Eight contacts of bodies of their own, two points each, unless `single`.
struct Contacts {
  ContactBatch batch = {};
  std::vector<BodyVelocity> velocities;

  explicit Contacts(bool single = false) {
    Random random(3);
    const auto some = [&] { return random.uniform(-1, 1); };
    batch.two = !single;
    for (auto& from : batch.from) std::ranges::fill(from, k_no_point);
    for (std::uint32_t lane = 0; lane < k_contact_lanes; ++lane) {
      for (int k = 0; k < 2; ++k) velocities.push_back({some(), some(), some(), 0});
      batch.a[lane] = 2 * lane;
      batch.b[lane] = 2 * lane + 1;
      batch.mass_a[lane] = batch.mass_b[lane] = k_inverse_mass;
      batch.inertia_a[lane] = batch.inertia_b[lane] = k_inverse_inertia;
      double arms[2][2];
      for (std::size_t n = 0; n < 2; ++n) {
        for (double& arm : arms[n]) arm = some();
        if (n == 0 || !single) put(lane, n, arms[n][0], arms[n][1]);
      }
      if (single) continue;
      const double between =
          2 * k_inverse_mass + k_inverse_inertia * (arms[0][0] * arms[1][0] + arms[0][1] * arms[1][1]);
      const double product = batch.points[0].own[0][lane] * batch.points[1].own[0][lane];
      batch.between[lane] = between;
      batch.determinant[lane] = 1 / (product - between * between);
    }
  }

  /// A point whose normal is (0.6, 0.8), with arms × normal of both bodies; arms × tangent are their halves.
  void put(std::uint32_t lane, std::size_t n, double turn_a, double turn_b) {
    WidePoints& p = batch.points[n];
    batch.from[n][lane] = 2 * lane + static_cast<std::uint32_t>(n);
    p.normal_x[lane] = 0.6, p.normal_y[lane] = 0.8;
    p.turn_a[0][lane] = turn_a, p.turn_b[0][lane] = turn_b;
    p.turn_a[1][lane] = 0.5 * turn_a, p.turn_b[1][lane] = 0.5 * turn_b;
    for (std::size_t k = 0; k < 2; ++k) {
      const double a = p.turn_a[k][lane];
      const double b = p.turn_b[k][lane];
      p.own[k][lane] = 2 * k_inverse_mass + k_inverse_inertia * (a * a + b * b);
      p.mass[k][lane] = 1 / p.own[k][lane];
    }
    p.friction[lane] = k_friction, p.least[lane] = k_least, p.tolerance[lane] = 0.01;
  }

  [[nodiscard]] double speed(std::size_t n, std::size_t lane) const {
    const WidePoints& p = batch.points[n];
    const BodyVelocity& a = velocities[batch.a[lane]];
    const BodyVelocity& b = velocities[batch.b[lane]];
    return (a.x - b.x) * 0.6 + (a.y - b.y) * 0.8 + a.spin * p.turn_a[0][lane] - b.spin * p.turn_b[0][lane];
  }

  SweepResidual sweep(double share = 0) {
    SweepResidual residual;
    sweep_contacts({&batch, 1}, velocities.data(), share, residual);
    return residual;
  }
};

/// Contacts that share no body are solved by sweeps of their own friction and normals: the laws hold in the end.
TEST(ContactBatch, SweepsLeadToTheLawsOfContact) {
  for (const bool single : {false, true}) {
    Contacts contacts(single);
    SweepResidual residual;
    for (int k = 0; k < 2000; ++k) residual = contacts.sweep();
    int pressed = 0;
    for (std::size_t lane = 0; lane < k_contact_lanes; ++lane) {
      for (std::size_t n = 0; n < (single ? 1U : 2U); ++n) {
        const WidePoints& p = contacts.batch.points[n];
        EXPECT_GE(contacts.speed(n, lane), k_least - 1e-9) << lane;
        if (p.impulse[0][lane] > 0) {
          EXPECT_NEAR(contacts.speed(n, lane), k_least, 1e-9) << lane;
        }
        EXPECT_GE(p.impulse[0][lane], 0);
        EXPECT_LE(std::abs(p.impulse[1][lane]), k_friction * p.impulse[0][lane] + 1e-15);
        pressed += p.impulse[0][lane] > 0 ? 1 : 0;
      }
      EXPECT_LT(residual.normal[lane], 1e-9);
      EXPECT_EQ(residual.violated[lane], 0);
    }
    EXPECT_GT(pressed, 3);
  }
}

/// Impulses that act from the start bring the same velocities as those that were found.
TEST(ContactBatch, ImpulsesAreApplied) {
  Contacts contacts;
  std::vector<BodyVelocity> again = contacts.velocities;
  contacts.sweep();
  apply_impulses({&contacts.batch, 1}, again.data());
  for (std::size_t k = 0; k < again.size(); ++k) {
    EXPECT_NEAR(again[k].x, contacts.velocities[k].x, 1e-14);
    EXPECT_NEAR(again[k].y, contacts.velocities[k].y, 1e-14);
    EXPECT_NEAR(again[k].spin, contacts.velocities[k].spin, 1e-14);
  }
}

/// What a lane does is independent of the others: the same bits with those empty.
TEST(ContactBatch, LanesDoNotMix) {
  Contacts contacts;
  Contacts alone;
  constexpr std::size_t k_kept = 5;
  for (auto& points : alone.batch.points) {
    for (std::size_t lane = 0; lane < k_contact_lanes; ++lane) {
      if (lane != k_kept) points.mass[0][lane] = points.mass[1][lane] = points.own[0][lane] = points.least[lane] = 0;
      if (lane != k_kept) alone.batch.determinant[lane] = alone.batch.between[lane] = 0;
    }
  }
  contacts.sweep();
  alone.sweep();
  for (const std::uint32_t body : {contacts.batch.a[k_kept], contacts.batch.b[k_kept]}) {
    const BodyVelocity& a = contacts.velocities[body];
    const BodyVelocity& b = alone.velocities[body];
    EXPECT_EQ(std::bit_cast<std::uint64_t>(a.x), std::bit_cast<std::uint64_t>(b.x));
    EXPECT_EQ(std::bit_cast<std::uint64_t>(a.y), std::bit_cast<std::uint64_t>(b.y));
    EXPECT_EQ(std::bit_cast<std::uint64_t>(a.spin), std::bit_cast<std::uint64_t>(b.spin));
  }
}

TEST(ContactBatch, VelocitiesAreExtrapolatedByAShareOfTheirLastChange) {
  std::vector<BodyVelocity> now{{1, 2, 3, 0}, {0, 0, 0, 0}};
  std::vector<BodyVelocity> last{{0, 2, 5, 0}, {0, 0, 0, 0}};
  extrapolate(now, last.data(), 0.5);
  EXPECT_EQ(now[0].x, 1.5);
  EXPECT_EQ(now[0].y, 2);
  EXPECT_EQ(now[0].spin, 2);
  EXPECT_EQ(last[0].x, 1);
  EXPECT_EQ(last[0].spin, 3);
}

}  // namespace
}  // namespace carom::detail
