#include "io/observe/time_window.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "carom/math/random.hpp"

namespace carom::io {
namespace {

/// What flies freely keeps its velocity, and its way grows with the square of time.
TEST(TimeWindow, FreeFlightInAPeriodicBox) {
  const std::optional<ObservedBox> box = ObservedBox{{0, 0}, {10, 10}, true};
  TimeWindow window(4);
  for (int k = 0; k <= 12; ++k) {
    const double t = 0.5 * k;
    std::vector<ObservedBody> bodies;
    for (std::uint64_t n = 0; n < 3; ++n) {
      const Vec2 v{static_cast<double>(n) + 1, -2};
      const Vec2 at = t * v;
      bodies.push_back({n, {at.x - 10 * std::floor(at.x / 10), at.y - 10 * std::floor(at.y / 10)}, v, 1, 0.1});
    }
    window.add(t, bodies, box);
  }
  const double square = (1 + 4 + 9) / 3.0 + 4;
  const ObservedQuantity velocity = window.velocity();
  const ObservedQuantity diffusion = window.diffusion();
  ASSERT_EQ(velocity.curve->values.size(), 5U);
  for (std::size_t k = 0; k < 5; ++k) {
    const double t = velocity.curve->at[k];
    EXPECT_DOUBLE_EQ(t, 0.5 * static_cast<double>(k));
    EXPECT_DOUBLE_EQ(*velocity.curve->values[k].mean, square / 2);
    EXPECT_NEAR(*diffusion.curve->values[k].mean, square * t * t, 1e-12);
  }
  EXPECT_NEAR(*diffusion.numbers[0].second.mean, square * (4 - 1) / 4, 1e-12);
  EXPECT_NEAR(*diffusion.numbers[1].second.mean, square / 2 * 2, 1e-12);
}

/// Steps to the left or the right, each axis by itself, with equal chance: msd = 2 n a², D = a² / (2 τ).
TEST(TimeWindow, ARandomWalkDiffuses) {
  Random random(3);
  TimeWindow window(10);
  std::vector<ObservedBody> bodies(500);
  for (std::uint64_t n = 0; n < bodies.size(); ++n) bodies[n].serial = n;
  for (int k = 0; k <= 400; ++k) {
    for (ObservedBody& body : bodies) {
      body.velocity = {random.uniform() < 0.5 ? -1.0 : 1.0, random.uniform() < 0.5 ? -1.0 : 1.0};
      body.at = body.at + 0.1 * body.velocity;
    }
    window.add(0.1 * k, bodies, std::nullopt);
  }
  const ObservedQuantity diffusion = window.diffusion();
  const Estimate d = diffusion.numbers[0].second;
  EXPECT_NEAR(*d.mean, 0.1 * 0.1 / (2 * 0.1), 4 * *d.error);
  EXPECT_LT(*d.error, 0.002);
  const ObservedQuantity velocity = window.velocity();
  EXPECT_DOUBLE_EQ(*velocity.curve->values[0].mean, 1);
  EXPECT_NEAR(*velocity.curve->values[3].mean, 0, 5 * *velocity.curve->values[3].error);
}

TEST(TimeWindow, ThoseThatGoAreLeftOut) {
  TimeWindow window(2);
  const ObservedBody stays{4, {0, 0}, {2, 0}, 1, 1};
  const ObservedBody goes{2, {0, 0}, {0, 10}, 1, 1};
  window.add(0, std::array{goes, stays}, std::nullopt);
  EXPECT_EQ(window.velocities(), (100 + 4) / 4.0);
  window.add(1, std::array{stays}, std::nullopt);
  EXPECT_EQ(window.velocities(), 2);
  EXPECT_EQ(window.velocity().note, "the run is shorter than a window");
  const ObservedBody late{5, {0, 0}, {0, 7}, 1, 1};
  window.add(2, std::array{stays, late}, std::nullopt);
  EXPECT_EQ(*window.velocity().curve->values[2].mean, 2);
}

TEST(TimeWindow, SaysWhenAWayIsNotToBeKnown) {
  const std::optional<ObservedBox> box = ObservedBox{{0, 0}, {1, 1}, true};
  TimeWindow window(1);
  for (int k = 0; k < 5; ++k) window.add(k, std::array{ObservedBody{0, {0.5, 0.5}, {0.6, 0}, 1, 0.1}}, box);
  EXPECT_FALSE(window.diffusion().numbers[0].second.mean);
  EXPECT_NE(window.diffusion().note.find("every"), std::string::npos);
}

}  // namespace
}  // namespace carom::io
