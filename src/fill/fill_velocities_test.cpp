#include "fill/fill_velocities.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace carom::detail {
namespace {

std::vector<double> masses(std::size_t count, double ratio) {
  Random random(11);
  std::vector<double> result(count);
  for (double& mass : result) mass = random.uniform(1, ratio);
  return result;
}

double rms(const std::vector<Vec2>& velocities) {
  long double sum = 0;
  for (const Vec2 v : velocities) sum += static_cast<long double>(dot(v, v));
  return static_cast<double>(std::sqrt(sum / static_cast<long double>(velocities.size())));
}

TEST(FillVelocities, HaveNoMomentumAndTheSpeedAskedFor) {
  for (const Velocities kind : {Velocities::maxwell, Velocities::uniform}) {
    for (const std::size_t count : {2U, 3U, 10U, 1000U, 100'000U}) {
      Random random(count);
      const std::vector<double> m = masses(count, 25);
      const std::vector<Vec2> v = draw_velocities(kind, 340, m, random);
      EXPECT_NEAR(rms(v), 340, 340e-12) << count;
      long double x = 0;
      long double y = 0;
      long double scale = 0;
      for (std::size_t k = 0; k < count; ++k) {
        x += static_cast<long double>(m[k]) * v[k].x;
        y += static_cast<long double>(m[k]) * v[k].y;
        scale += static_cast<long double>(m[k] * length(v[k]));
      }
      EXPECT_LT(std::abs(x), 1e-13L * scale) << count;
      EXPECT_LT(std::abs(y), 1e-13L * scale) << count;
    }
  }
}

TEST(FillVelocities, OfASingleBodyIsAsDrawn) {
  Random random(1);
  const double mass[] = {3};
  const std::vector<Vec2> v = draw_velocities(Velocities::uniform, 2, mass, random);
  ASSERT_EQ(v.size(), 1U);
  EXPECT_NEAR(length(v[0]), 2, 1e-15);
}

TEST(FillVelocities, SpeedZeroIsRest) {
  Random random(1);
  for (const Vec2 v : draw_velocities(Velocities::maxwell, 0, masses(5, 2), random)) EXPECT_EQ(v, (Vec2{0, 0}));
}

TEST(FillVelocities, UniformMeansOneSpeedMaxwellMeansMany) {
  constexpr std::size_t k_count = 100'000;
  const std::vector<double> equal(k_count, 1.0);
  Random random(5);
  const std::vector<Vec2> uniform = draw_velocities(Velocities::uniform, 1, equal, random);
  // What taking out the momentum changes is of the order of 1 / √count.
  for (const Vec2 v : uniform) ASSERT_NEAR(length(v), 1, 0.02);
  // In the plane ⟨v⁴⟩ is 2 ⟨v²⟩², and half of all energies are below ln 2 of the mean.
  const std::vector<Vec2> maxwell = draw_velocities(Velocities::maxwell, 1, equal, random);
  double fourth = 0;
  int below = 0;
  for (const Vec2 v : maxwell) {
    fourth += dot(v, v) * dot(v, v);
    below += dot(v, v) < std::log(2.0) ? 1 : 0;
  }
  EXPECT_NEAR(fourth / k_count, 2, 5 * std::sqrt(20.0 / k_count));
  EXPECT_NEAR(below, k_count / 2, 5 * std::sqrt(0.25 * k_count));
}

TEST(FillVelocities, VerySmallAndVeryLargeMassesMix) {
  Random random(6);
  const double m[] = {1e-12, 1, 1e12};
  const std::vector<Vec2> v = draw_velocities(Velocities::maxwell, 1, m, random);
  EXPECT_NEAR(rms(v), 1, 1e-12);
  const Vec2 momentum = m[0] * v[0] + m[1] * v[1] + m[2] * v[2];
  EXPECT_LT(length(momentum), 1e-13 * (m[0] * length(v[0]) + m[1] * length(v[1]) + m[2] * length(v[2])));
}

}  // namespace
}  // namespace carom::detail
