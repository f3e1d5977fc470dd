#include "world/forces/substep.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "carom/math/random.hpp"

namespace carom::detail {
namespace {

WorldSettings without_softening() {
  WorldSettings settings;
  settings.attraction = Attraction{.G = 1, .softening = 0, .opening = 0};
  return settings;
}

TEST(Substep, ARelativeVelocityAsksForShortParts) {
  NBodyForces nbody(without_softening());
  nbody.add({0, 0}, {}, 1e-30, false);
  nbody.add({1, 0}, {-4, 0}, 1e-30, false);
  nbody.compute_accelerations(1);
  // h v <= √(8 · 0.02) d = 0.4: h = 0.1
  EXPECT_EQ(cuts_needed(nbody, {}, 0.02, 0.099), (StepCuts{0U, false}));
  EXPECT_EQ(cuts_needed(nbody, {}, 0.02, 0.11), (StepCuts{1U, false}));
  EXPECT_EQ(cuts_needed(nbody, {}, 0.02, 0.41), (StepCuts{3U, false}));
}

TEST(Substep, TheSagittaOfAnArcAsksForShortParts) {
  NBodyForces nbody(without_softening());
  nbody.add({0, 0}, {}, 4, false);
  nbody.add({1, 0}, {}, 4, false);
  nbody.compute_accelerations(1);
  // Relative acceleration 8: 8 h² <= 8 · 0.01 · 1
  EXPECT_EQ(cuts_needed(nbody, {}, 0.01, 0.0999), (StepCuts{0U, false}));
  EXPECT_EQ(cuts_needed(nbody, {}, 0.01, 0.1001), (StepCuts{1U, false}));
}

TEST(Substep, ASourceCountsAsABody) {
  NBodyForces nbody(without_softening());
  nbody.add({0, 0}, {0, 2}, 1, false);
  nbody.compute_accelerations(1);
  EXPECT_EQ(cuts_needed(nbody, {}, 0.02, 1), (StepCuts{0U, false}));
  EXPECT_EQ(cuts_needed(nbody, {{{1, 0}, 1}}, 0.02, 0.21), (StepCuts{1U, false}));
}

TEST(Substep, ThereIsALeastPart) {
  NBodyForces nbody(without_softening());
  nbody.add({0, 0}, {}, 1, false);
  nbody.add({1e-30, 0}, {}, 1, false);
  nbody.compute_accelerations(1);
  EXPECT_EQ(cuts_needed(nbody, {}, 1e-6, 1), (StepCuts{k_most_cuts, true}));
}

TEST(Substep, WhatIsSoftIsNotCapped) {
  WorldSettings soft = without_softening();
  soft.attraction->softening = 0.1;
  NBodyForces nbody(soft);
  nbody.add({0, 0}, {}, 1, false);
  nbody.add({1e-30, 0}, {1, 0}, 1, false);
  nbody.compute_accelerations(1);
  EXPECT_EQ(cuts_needed(nbody, {}, 1e-3, 1), (StepCuts{k_most_cuts, false}));
  EXPECT_EQ(cuts_needed(nbody, {}, 1e-12, 1), (StepCuts{k_most_cuts, true}));
}

RC_GTEST_PROP(Substep, NoPairIsForgotten, (std::uint64_t seed)) {
  Random random(seed);
  NBodyForces nbody(without_softening());
  for (int k = 0; k < 30; ++k) {
    const Vec2 at{random.uniform(-1, 1), random.uniform(-1, 1)};
    nbody.add(at, (random.uniform() < 0.2 ? 20.0 : 0.5) * random.normal_pair(), random.uniform(),
              random.uniform() < 0.1);
  }
  nbody.compute_accelerations(1);
  const double fraction = 0.01;
  double part = 1;
  for (std::size_t i = 0; i < nbody.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (nbody.fixed[i] != 0 && nbody.fixed[j] != 0) continue;
      const double d = length(nbody.at[i] - nbody.at[j]);
      const double v = length(nbody.velocity[i] - nbody.velocity[j]);
      const double a = length(nbody.acceleration[i] - nbody.acceleration[j]);
      part = std::min(part, std::sqrt(8 * fraction * d * d / (a * d + v * v)));
    }
  }
  // Two that stand almost in one place may ask for less than there is.
  part = std::max(part, std::ldexp(1, -static_cast<int>(k_most_cuts)));
  const double found = std::ldexp(1, -static_cast<int>(cuts_needed(nbody, {}, fraction, 1).cuts));
  RC_ASSERT(found <= part * (1 + 1e-12));
  RC_ASSERT(2 * found > part * (1 - 1e-12) || found == 1);
}

}  // namespace
}  // namespace carom::detail
