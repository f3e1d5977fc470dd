#include <gtest/gtest.h>

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

}  // namespace
}  // namespace carom::witness
