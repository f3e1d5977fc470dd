#include "swept/substep.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "carom/math/random.hpp"

namespace carom::detail {
namespace {

WorldSettings attracting() {
  WorldSettings settings;
  settings.attraction = Attraction{.G = 1, .softening = 0, .opening = 0};
  return settings;
}

TEST(Substep, ARelativeVelocityAsksForShortParts) {
  Orrery orrery(attracting());
  orrery.add({0, 0}, {}, 1e-30, false);
  orrery.add({1, 0}, {-4, 0}, 1e-30, false);
  orrery.look(1);
  // h v <= √(8 · 0.02) d = 0.4: h = 0.1
  EXPECT_EQ(cuts_needed(orrery, {}, 0.02, 0.099), (StepCuts{0U, false}));
  EXPECT_EQ(cuts_needed(orrery, {}, 0.02, 0.11), (StepCuts{1U, false}));
  EXPECT_EQ(cuts_needed(orrery, {}, 0.02, 0.41), (StepCuts{3U, false}));
}

TEST(Substep, TheSagittaOfAnArcAsksForShortParts) {
  Orrery orrery(attracting());
  orrery.add({0, 0}, {}, 4, false);
  orrery.add({1, 0}, {}, 4, false);
  orrery.look(1);
  // Relative acceleration 8: 8 h² <= 8 · 0.01 · 1
  EXPECT_EQ(cuts_needed(orrery, {}, 0.01, 0.0999), (StepCuts{0U, false}));
  EXPECT_EQ(cuts_needed(orrery, {}, 0.01, 0.1001), (StepCuts{1U, false}));
}

TEST(Substep, ASourceCountsAsABody) {
  Orrery orrery(attracting());
  orrery.add({0, 0}, {0, 2}, 1, false);
  orrery.look(1);
  EXPECT_EQ(cuts_needed(orrery, {}, 0.02, 1), (StepCuts{0U, false}));
  EXPECT_EQ(cuts_needed(orrery, {{{1, 0}, 1}}, 0.02, 0.21), (StepCuts{1U, false}));
}

TEST(Substep, ThereIsALeastPart) {
  Orrery orrery(attracting());
  orrery.add({0, 0}, {}, 1, false);
  orrery.add({1e-30, 0}, {}, 1, false);
  orrery.look(1);
  EXPECT_EQ(cuts_needed(orrery, {}, 1e-6, 1), (StepCuts{k_most_cuts, true}));
}

TEST(Substep, WhatIsSoftIsNotCapped) {
  WorldSettings soft = attracting();
  soft.attraction->softening = 0.1;
  Orrery orrery(soft);
  orrery.add({0, 0}, {}, 1, false);
  orrery.add({1e-30, 0}, {1, 0}, 1, false);
  orrery.look(1);
  EXPECT_EQ(cuts_needed(orrery, {}, 1e-3, 1), (StepCuts{k_most_cuts, false}));
  EXPECT_EQ(cuts_needed(orrery, {}, 1e-12, 1), (StepCuts{k_most_cuts, true}));
}

RC_GTEST_PROP(Substep, NoPairIsForgotten, (std::uint64_t seed)) {
  Random random(seed);
  Orrery orrery(attracting());
  for (int k = 0; k < 30; ++k) {
    const Vec2 at{random.uniform(-1, 1), random.uniform(-1, 1)};
    orrery.add(at, (random.uniform() < 0.2 ? 20.0 : 0.5) * random.normal_pair(), random.uniform(),
               random.uniform() < 0.1);
  }
  orrery.look(1);
  const double fraction = 0.01;
  double part = 1;
  for (std::size_t i = 0; i < orrery.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (orrery.fixed[i] != 0 && orrery.fixed[j] != 0) continue;
      const double d = length(orrery.at[i] - orrery.at[j]);
      const double v = length(orrery.velocity[i] - orrery.velocity[j]);
      const double a = length(orrery.acceleration[i] - orrery.acceleration[j]);
      part = std::min(part, std::sqrt(8 * fraction * d * d / (a * d + v * v)));
    }
  }
  // Two that stand almost in one place may ask for less than there is.
  part = std::max(part, std::ldexp(1, -static_cast<int>(k_most_cuts)));
  const double found = std::ldexp(1, -static_cast<int>(cuts_needed(orrery, {}, fraction, 1).cuts));
  RC_ASSERT(found <= part * (1 + 1e-12));
  RC_ASSERT(2 * found > part * (1 - 1e-12) || found == 1);
}

}  // namespace
}  // namespace carom::detail
