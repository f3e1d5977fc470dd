#include <gtest/gtest.h>

#include <cstdio>
#include <optional>
#include <string>

#include "worlds/witness_test.hpp"

// The swept world against a simulation that goes from hit to hit (witness_test.hpp).
namespace carom::witness {
namespace {

TEST(Gas, SweptAgreesWithTheReferenceInStepsOfAnyLength) {
  for (const std::uint64_t seed : {1U, 2U, 3U, 4U}) {
    Scene scene;
    scene.settings = swept_test::bounded({}, {0, 0}, {120, 120});
    scatter(scene, {}, seed);
    const std::vector<reference::Hit> hits = trusted_hits(scene);
    ASSERT_GT(hits.size(), 100U);
    // At the last one the fastest discs cross 20 diameters a step.
    const double dt = 0.35;
    for (const double step : {dt / 7, dt, 5 * dt}) {
      const Agreement found = agreement(scene, hits, step);
      EXPECT_EQ(found.contacts, hits.size()) << "dt = " << step;
      EXPECT_LT(found.drift, 1e-12);
      EXPECT_LT(found.deepest, 1e-12);
      print(("gas " + std::to_string(seed) + ", dt = " + std::to_string(step)).c_str(), found);
    }
  }
}

/// Over the first hits: by how much the swept world's times are off. Nothing: it meets another body.
std::optional<double> worst_error(const Scene& scene, const std::vector<reference::Hit>& hits, double dt) {
  World world = scene.world();
  double worst = 0;
  for (std::size_t k = 0; k < hits.size();) {
    world.step(dt);
    for (const ContactEvent& event : world.events()) {
      if (k == hits.size()) break;
      if (!same_parties(event, hits[k], world.body_count())) return std::nullopt;
      worst = std::max(worst, static_cast<double>(std::abs(event.t - hits[k++].t)));
    }
  }
  return worst;
}

/// Within a step the swept world flies straight, the reference on parabolas: their difference falls with the square of
/// the step, against discs, walls and every kind of obstacle. So each of the two is a witness for the other.
TEST(Gas, UnderGravitySweptConvergesToTheReference) {
  using swept_test::fixed;
  const std::vector<std::vector<BodyDef>> rooms = {
      {},
      {fixed(swept_test::disc(9, {40, 45})), fixed(swept_test::segment({-8, -5}, {8, 5}, {100, 40})),
       fixed(swept_test::polygon({{-9, -6}, {10, -4}, {3, 9}}, {45, 100})), fixed(swept_test::box({8, 5}, {100, 95}))},
      {fixed(swept_test::ring(75, {80, 80})), fixed(swept_test::disc(10, {70, 60}))}};
  for (const std::vector<BodyDef>& obstacles : rooms) {
    Scene scene;
    scene.settings = swept_test::bounded({}, {0, 0}, {160, 160});
    scene.settings.gravity = {3, -40};
    scene.obstacles = obstacles;
    scatter(scene, {.discs = 60}, 8);
    std::vector<reference::Hit> hits = trusted_hits(scene);
    ASSERT_GT(hits.size(), 75U);
    hits.resize(75);
    const auto coarse = worst_error(scene, hits, 4e-4);
    const auto fine = worst_error(scene, hits, 1e-4);
    ASSERT_TRUE(coarse && fine);
    std::printf("%zu obstacles: 75 hits within %.2g s, with a quarter of the step within %.2g\n", obstacles.size(),
                *coarse, *fine);
    // 16 times as exact, give or take how the hits lie between the steps.
    EXPECT_LT(*fine, *coarse / 6);
    EXPECT_LT(*fine, 1e-5);
  }
}

}  // namespace
}  // namespace carom::witness
