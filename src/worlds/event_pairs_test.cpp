#include "worlds/event_pairs.hpp"

#include <gtest/gtest.h>

#include <bit>

#include "carom/math/random.hpp"
#include "carom/toi/circle_circle.hpp"
#include "worlds/narrow.hpp"

namespace carom::detail {
namespace {

Mover mover(Vec2 at, Vec2 velocity, double radius, double since = 0) {
  Mover m;
  m.at = at;
  m.velocity = velocity;
  m.radius = radius;
  m.since = since;
  return m;
}

Mover any_mover(Random& random) {
  return mover({random.uniform(-6, 6), random.uniform(-6, 6)}, random.uniform(0, 3) * random.direction(),
               random.uniform(0.2, 1), random.uniform(0, 0.5));
}

TEST(EventPairs, TwoMeet) {
  const Mover a = mover({-4, 0}, {4, 0}, 1);
  const Mover b = mover({2, 0}, {0, 0}, 1);
  EXPECT_EQ(meeting_time(a, b, {}, {}), 1);
  EXPECT_EQ(meeting_time(a, b, {4, 0}, {}), 2) << "an image of b";
  EXPECT_EQ(meeting_time(mover({-4, 0}, {-4, 0}, 1), b, {}, {}), k_never) << "parting";
  EXPECT_EQ(meeting_time(mover({-4, 2.5}, {4, 0}, 1), b, {}, {}), k_never) << "passing by";
  EXPECT_EQ(meeting_time(mover({-4, 0}, {0, 0}, 1), b, {}, {}), k_never) << "at rest";
}

TEST(EventPairs, ItCountsFromTheLaterFlight) {
  EXPECT_EQ(meeting_time(mover({-4, 0}, {4, 0}, 1), mover({0, 0}, {-4, 0}, 1, 0.25), {}, {}), 0.25 + 1.0 / 8);
}

TEST(EventPairs, OverlapsByRoundingMeetNowIfTheyClose) {
  const Mover b = mover({2 - 1e-15, 0}, {0, 0}, 1, 0.5);
  EXPECT_EQ(meeting_time(mover({0, 0}, {1, 0}, 1, 0.5), b, {}, {}), 0.5);
  EXPECT_EQ(meeting_time(mover({0, 0}, {-1, 0}, 1, 0.5), b, {}, {}), k_never);
  EXPECT_EQ(meeting_time(mover({0, 0}, {0, 1}, 1, 0.5), b, {}, {}), k_never) << "sliding past";
  EXPECT_EQ(meeting_time(mover({0, 0}, {1e-16, 1}, 1, 0.5), b, {}, {}), k_never) << "closing by rounding";
}

/// What is foretold for one must be found by the other: the two keep no common list.
TEST(EventPairs, WhoeverAsksGetsTheSameBits) {
  Random random(1);
  int met = 0;
  for (int k = 0; k < 200'000; ++k) {
    const Mover a = any_mover(random);
    const Mover b = any_mover(random);
    const Vec2 shift = k % 3 == 0 ? Vec2{random.uniform(-9, 9), random.uniform(-9, 9)} : Vec2{};
    const Vec2 gravity = k % 2 == 0 ? Vec2{0.3, -9.81} : Vec2{};
    const double t = meeting_time(a, b, shift, gravity);
    ASSERT_EQ(std::bit_cast<std::uint64_t>(t), std::bit_cast<std::uint64_t>(meeting_time(b, a, -shift, gravity)));
    met += t < k_never ? 1 : 0;
  }
  EXPECT_GT(met, 10'000);
}

/// The exact kernel sees the same doubles: both from the later flight's beginning, over a step of a power of two.
TEST(EventPairs, AgainstTheExactKernel) {
  Random random(2);
  constexpr double horizon = 8;
  int hits = 0;
  for (int k = 0; k < 100'000; ++k) {
    const double since = random.uniform(0, 0.5);
    Mover a = any_mover(random);
    Mover b = any_mover(random);
    a.since = b.since = since;
    const double t = meeting_time(a, b, {}, {});
    const MovingCircle ca{a.radius, a.at, a.at + horizon * a.velocity, false};
    const MovingCircle cb{b.radius, b.at, b.at + horizon * b.velocity, false};
    const ImpactTime exact = impact_time(ca, cb);
    if (exact.outcome == Outcome::overlap) continue;
    // Whether they graze is rounding's business where they pass within 1e-13 of touching.
    const Vec2 d = a.at - b.at;
    const Vec2 w = a.velocity - b.velocity;
    const double radii = a.radius + b.radius;
    const double discriminant = dot(w, w) * radii * radii - cross(d, w) * cross(d, w);
    if (std::abs(discriminant) < 1e-12 * dot(w, w)) continue;
    if (exact.outcome == Outcome::hit) {
      const double truth = since + horizon * exact.t;
      // A time is as blurred as the gap that is closed, over the speed at which it closes.
      const double blur = 1e-14 * (1 + 20 * length(w) / std::sqrt(discriminant));
      ASSERT_NEAR(t, truth, blur * (1 + truth)) << k;
      ++hits;
    } else {
      ASSERT_TRUE(t == k_never || t > since + horizon * (1 - 1e-14)) << k << " at " << t;
    }
  }
  EXPECT_GT(hits, 5'000);
}

/// Gravity pulls both alike. Seen from somebody who falls with them, they fly straight.
TEST(EventPairs, GravityIsAFallingFrame) {
  Random random(3);
  const Vec2 gravity{1, -9.81};
  int met = 0;
  for (int k = 0; k < 20'000; ++k) {
    const Mover a = any_mover(random);
    const Mover b = any_mover(random);
    const auto from_zero = [&](Mover m) {
      // Where it would have been at time 0 in the falling frame.
      m.velocity = m.velocity - m.since * gravity;
      m.at = m.at - m.since * m.velocity - (0.5 * m.since * m.since) * gravity;
      m.since = 0;
      return m;
    };
    const double t = meeting_time(a, b, {}, gravity);
    const double straight = meeting_time(from_zero(a), from_zero(b), {}, {});
    if (!(t < k_never) || !(straight > std::max(a.since, b.since))) continue;
    const auto place = [&](const Mover& m) { return flown(m.at, m.velocity, gravity, t - m.since); };
    ASSERT_NEAR(length(place(a) - place(b)), a.radius + b.radius, 1e-10 * (1 + t * t)) << k;
    ASSERT_NEAR(t, straight, 1e-9 * (1 + t)) << k;
    ++met;
  }
  EXPECT_GT(met, 1000);
}

/// Four at a time, the same bits; those who are left out would not have been taken.
TEST(EventPairs, ProspectsAreMeetingTimes) {
  Random random(4);
  std::vector<Mover> movers;
  for (int k = 0; k < 130; ++k) {
    movers.push_back(any_mover(random));
    movers.back().event = random.below(3) == 0 ? random.uniform(0.5, 2) : k_never;
  }
  std::vector<std::uint32_t> candidates;
  for (std::uint32_t k = 2; k < 126; ++k) candidates.push_back(k);
  const double limit = 1.5;
  Prospects first;
  Prospects second;
  Prospects alone;
  prospects_of_two(movers.data(), 0, 1, limit, candidates, first, second);
  prospects_of_one(movers.data(), 1, limit, candidates, alone);
  int chosen = 0;
  const auto check = [&](std::uint32_t who, const Prospects& prospects) {
    for (std::size_t k = 0; k < candidates.size(); ++k) {
      const Mover& other = movers[candidates[k]];
      const double t = meeting_time(movers[who], other, {}, {});
      const bool taken = ((prospects.chosen[k / 4] >> (k % 4)) & 1U) != 0;
      if (!taken) {
        EXPECT_GE(t, std::min(limit, other.event)) << who << " and " << candidates[k];
        continue;
      }
      ++chosen;
      if (prospects.c[k] > 0) {
        EXPECT_EQ(std::bit_cast<std::uint64_t>(meeting_time(prospects, k)), std::bit_cast<std::uint64_t>(t));
      }
    }
  };
  check(0, first);
  check(1, second);
  check(1, alone);
  EXPECT_GT(chosen, 10);
  EXPECT_LT(chosen, 200);
}

}  // namespace
}  // namespace carom::detail
