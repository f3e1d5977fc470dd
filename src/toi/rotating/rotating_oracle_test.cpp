#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <optional>
#include <vector>

#include "carom/toi/rotating.hpp"
#include "math/effort_test.hpp"
#include "oracle/rotating.hpp"
#include "oracle/rotating_cases.hpp"

/// Every kind of pair against the sampled oracle. A miss is an overlap that was seen before the time of the answer, or at all
/// where the answer is a miss. With CAROM_LONG=1 a million pairs.
namespace carom {
namespace {

struct Tally {
  int hits = 0, misses = 0, overlaps = 0;
  int missed = 0;       ///< true contacts
  int far = 0;          ///< hits with a gap beyond the tolerance
  int wrong_start = 0;  ///< overlap told where there is none, or not told
  int grazes = 0;       ///< hits after which no overlap was seen: passes within the tolerance, or at the very end
  double widest = 0;    ///< the largest gap at a hit, in tolerances
  std::vector<double>
      early{};  ///< by how much of the step `t` is before the outlines cross; grazes have no such moment
};

/// Do they overlap soon after `t`, or in any sample? Soon may be very soon: the ends of two segments brush past each other.
bool overlap_follows(const RotatingShape& a, const RotatingShape& b, double t, double finest) {
  for (double after = 0x1p-36; t + after <= 1; after *= 1.5) {
    if (oracle::rotating_gap(a, b, t + after) < 0) return true;
  }
  return oracle::first_overlap(a, b, 1, finest).has_value();
}

/// The moment at which the outlines cross, if the gap closes soon after `t`: a little later, or up to a 64th of the step where
/// they graze. From there on the answer and the overlap may belong to different passes.
std::optional<double> crossing_after(const RotatingShape& a, const RotatingShape& b, double t) {
  double apart = t;
  for (double after = 0x1p-46; after <= 0x1p-6 && t + after <= 1; after *= 1.25) {
    if (oracle::rotating_gap(a, b, t + after) >= 0) {
      apart = t + after;
      continue;
    }
    double inside = t + after;
    for (int k = 0; k < 60; ++k) {
      const double middle = 0.5 * (apart + inside);
      (oracle::rotating_gap(a, b, middle) < 0 ? inside : apart) = middle;
    }
    return inside;
  }
  return std::nullopt;
}

void judge(const RotatingShape& a, const RotatingShape& b, double finest, Tally& tally) {
  const Impact impact = rotating_impact(a, b);
  const bool overlaps = impact.outcome == Outcome::overlap;
  if (overlaps != (oracle::rotating_gap(a, b, 0) < 0)) ++tally.wrong_start;
  if (overlaps) {
    ++tally.overlaps;
    return;
  }
  const bool hits = impact.outcome == Outcome::hit;
  const double until = hits ? impact.contact.t : 1;
  if (oracle::first_overlap(a, b, until, finest)) ++tally.missed;
  if (!hits) {
    ++tally.misses;
    return;
  }
  ++tally.hits;
  const double gap = oracle::rotating_gap(a, b, impact.contact.t) / oracle::rotating_tolerance(a, b);
  tally.widest = std::max(tally.widest, gap);
  if (!(gap >= 0 && gap <= 1 + 1e-5)) ++tally.far;
  if (!overlap_follows(a, b, impact.contact.t, finest)) ++tally.grazes;
  if (const auto crossing = crossing_after(a, b, impact.contact.t)) tally.early.push_back(*crossing - impact.contact.t);
}

double quantile(std::vector<double>& numbers, double share) {
  std::ranges::sort(numbers);
  return numbers[static_cast<std::size_t>(share * static_cast<double>(numbers.size() - 1))];
}

void judge_all(int pairs_a_kind, double finest, std::uint64_t seed) {
  for (const auto& [kind, name] : oracle::k_rotating_kinds) {
    oracle::RotatingCases cases(seed + static_cast<std::uint64_t>(kind));
    Tally tally;
    for (int i = 0; i < pairs_a_kind; ++i) {
      const auto [a, b] = cases.make(kind);
      judge(a, b, finest, tally);
    }
    std::printf(
        "rotating: %-26s %6d hits (%d grazes), %6d misses, %6d overlaps; %d missed, %d beyond tolerance, "
        "widest gap %.4f\n",
        name, tally.hits, tally.grazes, tally.misses, tally.overlaps, tally.missed, tally.far, tally.widest);
    ASSERT_FALSE(tally.early.empty()) << name;
    std::printf("rotating time: %-26s t is early by %.1e of a step (half of all), %.1e (99 in 100), %.1e (all)\n", name,
                quantile(tally.early, 0.5), quantile(tally.early, 0.99), quantile(tally.early, 1));
    // The tolerance is one of distance: divided by how fast the two close.
    EXPECT_LT(quantile(tally.early, 0.5), 1e-9) << name;
    EXPECT_GE(quantile(tally.early, 0), 0) << name;
    EXPECT_EQ(tally.missed, 0) << name;
    EXPECT_EQ(tally.far, 0) << name;
    EXPECT_EQ(tally.wrong_start, 0) << name;
    EXPECT_GT(tally.hits, pairs_a_kind / 40) << name;
    EXPECT_LE(tally.grazes, tally.hits / 100 + 2) << name;
  }
}

TEST(RotatingOracle, NothingIsMissed) { judge_all(test::is_short_run() ? 200 : 500, 1e-2, 1); }
/// With CAROM_LONG a million of them, sampled four times as finely.
TEST(RotatingOracle, NothingIsMissedSlow) {
  const bool all = test::is_long_run();
  judge_all(all ? 60'000 : 3000, all ? 1e-3 : 4e-3, all ? 3 : 2);
}

}  // namespace
}  // namespace carom
