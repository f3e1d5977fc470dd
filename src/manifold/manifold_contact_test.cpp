#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "carom/manifold/manifold.hpp"
#include "carom/toi/rotating.hpp"
#include "oracle/rotating.hpp"
#include "oracle/rotating_cases.hpp"

/// Wherever two rotating bodies meet there is a point of contact.
namespace carom {
namespace {

struct Tally {
  int hits = 0;
  int without_place = 0;
  int without_normal = 0;  ///< no place has the contact's normal
  int far = 0;             ///< the nearest place is not as near as the shapes are
};

void judge(const RotatingShape& a, const RotatingShape& b, Tally& tally) {
  const Impact impact = rotating_impact(a, b);
  if (impact.outcome != Outcome::hit) return;
  ++tally.hits;
  const double tolerance = oracle::rotating_tolerance(a, b);
  const auto places = manifold(a, b, impact.contact.t, 1e3 * tolerance);
  if (places.empty()) {
    ++tally.without_place;
    return;
  }
  double nearest = places.front().gap, same = -1;
  for (const ManifoldPoint& p : places) {
    nearest = std::min(nearest, p.gap);
    same = std::max(same, dot(p.normal, impact.contact.normal));
  }
  if (!(std::abs(nearest) <= 1.01 * tolerance)) ++tally.far;
  if (!(same > 1 - 1e-6)) ++tally.without_normal;
}

TEST(ManifoldContact, EveryMeetingHasAPlace) {
  for (const auto& [kind, name] : oracle::k_rotating_kinds) {
    oracle::RotatingCases cases(77 + static_cast<std::uint64_t>(kind));
    Tally tally;
    for (int i = 0; i < 2000; ++i) {
      const auto [a, b] = cases.make(kind);
      judge(a, b, tally);
    }
    EXPECT_GT(tally.hits, 10) << name;
    EXPECT_EQ(tally.without_place, 0) << name;
    EXPECT_EQ(tally.far, 0) << name;
    EXPECT_EQ(tally.without_normal, 0) << name;
  }
}

}  // namespace
}  // namespace carom
