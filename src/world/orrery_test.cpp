#include "world/orrery.hpp"

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

Orrery kepler(double eccentricity) {
  Orrery orrery(attracting());
  const double apart = 1 + eccentricity;
  const double speed = std::sqrt((1 - eccentricity) / (1 + eccentricity));
  orrery.add({0.4 * apart, 0}, {0, 0.4 * speed}, 0.6, false);
  orrery.add({-0.6 * apart, 0}, {0, -0.6 * speed}, 0.4, false);
  orrery.look(1);
  return orrery;
}

double error_after_an_orbit(Integrator integrator, int steps, double eccentricity = 0.5) {
  Orrery orrery = kepler(eccentricity);
  const Vec2 before = orrery.at[0] - orrery.at[1];
  for (int k = 0; k < steps; ++k) orrery.fly(2 * k_pi / steps, integrator, 1);
  return length(orrery.at[0] - orrery.at[1] - before);
}

TEST(Orrery, ABodyIsPulledByTheOthersAndByTheFields) {
  WorldSettings settings = attracting();
  settings.gravity = {0, -10};
  settings.sources = {{{0, 2}, 8}};
  Orrery orrery(settings);
  orrery.add({0, 0}, {}, 1, false);
  orrery.add({2, 0}, {}, 12, true);
  orrery.push[0] = {0.5, 0};
  orrery.look(1);
  EXPECT_EQ(orrery.acceleration[0], (Vec2{3.5, -8}));
  EXPECT_EQ(orrery.acceleration[1], Vec2{});
  EXPECT_EQ(orrery.acceleration_at({0, 0}, 0), (Vec2{3, -8}));
}

TEST(Orrery, TheShiftLooksFromWhereThePullLeads) {
  Orrery orrery(attracting());
  orrery.add({0, 0}, {}, 1, false);
  orrery.add({1, 0}, {}, 1, false);
  orrery.look(1, 0.1);  // each pulls the other 0.1 nearer
  EXPECT_NEAR(orrery.acceleration[0].x, 1 / (0.8 * 0.8), 1e-15);
  EXPECT_EQ(orrery.at[0], Vec2{});
}

TEST(Orrery, EachIntegratorIsOfItsOrder) {
  const double second =
      error_after_an_orbit(Integrator::leapfrog, 500) / error_after_an_orbit(Integrator::leapfrog, 1000);
  EXPECT_NEAR(std::log2(second), 2, 0.05);
  const double fourth = error_after_an_orbit(Integrator::chin, 250) / error_after_an_orbit(Integrator::chin, 500);
  EXPECT_NEAR(std::log2(fourth), 4, 0.1);
}

TEST(Orrery, ExtrapolationFollowsAClosePassageInLongSteps) {
  EXPECT_LT(error_after_an_orbit(Integrator::extrapolation, 20, 0.99), 1e-9);
}

TEST(Orrery, AFixedBodyMovesAsItWas) {
  for (const Integrator integrator : {Integrator::leapfrog, Integrator::chin, Integrator::extrapolation}) {
    Orrery orrery(attracting());
    orrery.add({0, 0}, {1, 0}, 5, true);
    orrery.add({0, 3}, {}, 1, false);
    orrery.look(1);
    orrery.fly(0.5, integrator, 1);
    EXPECT_NEAR(orrery.at[0].x, 0.5, 1e-15);
    EXPECT_EQ(orrery.velocity[0], (Vec2{1, 0}));
  }
}

TEST(Orrery, TheCentreOfMassIsThatOfTheShape) {
  const auto triangle = Polygon::make({{0, 0}, {3, 0}, {0, 3}});
  EXPECT_EQ(mass_center(BodyShape(triangle.value())), (Vec2{1, 1}));
  EXPECT_EQ(mass_center(BodyShape(Segment{{{{0, 0}, {2, 4}}}})), (Vec2{1, 2}));
  EXPECT_EQ(mass_center(BodyShape(Circle{1, {}, false})), Vec2{});
}

}  // namespace
}  // namespace carom::detail
