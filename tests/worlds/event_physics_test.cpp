#include <gtest/gtest.h>

#include <cmath>

#include "../../bench/tools/measured_gas.hpp"

// The small version of gas_physics, which measures ten thousand discs: known values within five standard errors, as
// this run itself shows them. What a thousand discs differ by from infinitely many, some thousandths at most, is less.
namespace carom::physics {
namespace {

void print(const Point& point, const Measured& m) {
  std::printf("fraction %.1f: Z = %.4f ± %.4f (known %.4f), rate %.4f ± %.4f, <v^4> %.3f ± %.3f, Maxwell %.2f\n",
              point.area_fraction, m.compressibility.mean, m.compressibility.error, point.compressibility, m.rate.mean,
              m.rate.error, m.fourth.mean, m.fourth.error, m.maxwell);
}

TEST(EventPhysics, PressureRateAndSpeeds) {
  const Plan plan{.discs = 1000, .equilibration = 60, .block = 10, .blocks = 20};
  for (const Point& point : {k_known[0], k_known[2], k_known[4], k_known[5]}) {
    const Measured m = measure(plan, point);
    print(point, m);
    // The errors are small enough to say something.
    EXPECT_LT(m.compressibility.error, 0.01 * point.compressibility);
    EXPECT_NEAR(m.compressibility.mean, point.compressibility, 5 * m.compressibility.error);
    EXPECT_LT(m.rate.error, 0.01);
    EXPECT_NEAR(m.rate.mean, 1, 5 * m.rate.error);
    EXPECT_LT(m.fourth.error, 0.05);
    EXPECT_NEAR(m.fourth.mean, 1, 5 * m.fourth.error);
    EXPECT_LT(m.maxwell, 1.95);
    EXPECT_NEAR(m.energy_drift, 0, 1e-12);
  }
}

/// What the world adds up is what its events say.
TEST(EventPhysics, SumsAreThoseOfTheEvents) {
  World world = lattice_gas({.discs = 200}, 0.3);
  world.set_recording(true);
  const double kinetic = world.energy().kinetic;
  GasSums told;
  for (int k = 0; k < 20; ++k) {
    world.step_to(world.time() + 1);
    for (const ContactEvent& event : world.events()) {
      ++told.contacts;
      told.virial += event.impulse;
    }
  }
  const GasSums sums = world.gas();
  EXPECT_GT(told.contacts, 1000U);
  EXPECT_EQ(sums.contacts, told.contacts);
  EXPECT_NEAR(sums.virial / told.virial, 1, 1e-12);
  EXPECT_NEAR(sums.time, 20, 1e-12);
  EXPECT_NEAR(sums.bodies, 200 * 20, 1e-9);
  EXPECT_NEAR(sums.kinetic, kinetic * 20, 1e-9 * kinetic);
  // All speeds begin as 1 and become Maxwell's, of the same mean square: their mean is √π/2.
  EXPECT_GT(sums.speeds / sums.bodies, 0.85);
  EXPECT_LT(sums.speeds / sums.bodies, 1);
}

}  // namespace
}  // namespace carom::physics
