#include "world/forces/nbody_forces.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "carom/math/elementary.hpp"

namespace carom::detail {
namespace {

WorldSettings attracting() {
  WorldSettings settings;
  settings.attraction = Attraction{.G = 1, .softening = 0, .opening = 0};
  return settings;
}

NBodyForces kepler(double eccentricity) {
  NBodyForces nbody(attracting());
  const double apart = 1 + eccentricity;
  const double speed = std::sqrt((1 - eccentricity) / (1 + eccentricity));
  nbody.add({0.4 * apart, 0}, {0, 0.4 * speed}, 0.6, false);
  nbody.add({-0.6 * apart, 0}, {0, -0.6 * speed}, 0.4, false);
  nbody.compute_accelerations(1);
  return nbody;
}

double error_after_an_orbit(Integrator integrator, int steps, double eccentricity = 0.5) {
  NBodyForces nbody = kepler(eccentricity);
  const Vec2 before = nbody.at[0] - nbody.at[1];
  for (int k = 0; k < steps; ++k) nbody.fly(2 * k_pi / steps, integrator, 1);
  return length(nbody.at[0] - nbody.at[1] - before);
}

TEST(NBodyForces, ABodyIsPulledByTheOthersAndByTheFields) {
  WorldSettings settings = attracting();
  settings.gravity = {0, -10};
  settings.sources = {{{0, 2}, 8}};
  NBodyForces nbody(settings);
  nbody.add({0, 0}, {}, 1, false);
  nbody.add({2, 0}, {}, 12, true);
  nbody.push[0] = {0.5, 0};
  nbody.compute_accelerations(1);
  EXPECT_EQ(nbody.acceleration[0], (Vec2{3.5, -8}));
  EXPECT_EQ(nbody.acceleration[1], Vec2{});
  EXPECT_EQ(nbody.acceleration_at({0, 0}, 0), (Vec2{3, -8}));
}

TEST(NBodyForces, TheShiftLooksFromWhereThePullLeads) {
  NBodyForces nbody(attracting());
  nbody.add({0, 0}, {}, 1, false);
  nbody.add({1, 0}, {}, 1, false);
  nbody.compute_accelerations(1, 0.1);  // each pulls the other 0.1 nearer
  EXPECT_NEAR(nbody.acceleration[0].x, 1 / (0.8 * 0.8), 1e-15);
  EXPECT_EQ(nbody.at[0], Vec2{});
}

TEST(NBodyForces, EachIntegratorIsOfItsOrder) {
  const double second =
      error_after_an_orbit(Integrator::leapfrog, 500) / error_after_an_orbit(Integrator::leapfrog, 1000);
  EXPECT_NEAR(std::log2(second), 2, 0.05);
  const double fourth = error_after_an_orbit(Integrator::chin, 250) / error_after_an_orbit(Integrator::chin, 500);
  EXPECT_NEAR(std::log2(fourth), 4, 0.1);
}

TEST(NBodyForces, ExtrapolationFollowsAClosePassageInLongSteps) {
  EXPECT_LT(error_after_an_orbit(Integrator::extrapolation, 20, 0.99), 1e-9);
}

TEST(NBodyForces, AFixedBodyMovesAsItWas) {
  for (const Integrator integrator : {Integrator::leapfrog, Integrator::chin, Integrator::extrapolation}) {
    NBodyForces nbody(attracting());
    nbody.add({0, 0}, {1, 0}, 5, true);
    nbody.add({0, 3}, {}, 1, false);
    nbody.compute_accelerations(1);
    nbody.fly(0.5, integrator, 1);
    EXPECT_NEAR(nbody.at[0].x, 0.5, 1e-15);
    EXPECT_EQ(nbody.velocity[0], (Vec2{1, 0}));
  }
}

TEST(NBodyForces, TheCentreOfMassIsThatOfTheShape) {
  const auto triangle = Polygon::make({{0, 0}, {3, 0}, {0, 3}});
  EXPECT_EQ(mass_center(BodyShape(triangle.value())), (Vec2{1, 1}));
  EXPECT_EQ(mass_center(BodyShape(Segment{{{{0, 0}, {2, 4}}}})), (Vec2{1, 2}));
  EXPECT_EQ(mass_center(BodyShape(Circle{1, {}, false})), Vec2{});
}

}  // namespace
}  // namespace carom::detail
