#include "event/event_pairs.hpp"

#include <gtest/gtest.h>

#include <bit>

#include "carom/math/random.hpp"
#include "carom/toi/circle_circle.hpp"
#include "world/pairs/narrow.hpp"

namespace carom::detail {
namespace {

EventBody mover(Vec2 at, Vec2 velocity, double radius, double since = 0) {
  EventBody m;
  m.at = at;
  m.velocity = velocity;
  m.radius = radius;
  m.since = since;
  return m;
}

EventBody any_mover(Random& random) {
  return mover({random.uniform(-6, 6), random.uniform(-6, 6)}, random.uniform(0, 3) * random.direction(),
               random.uniform(0.2, 1), random.uniform(0, 0.5));
}

TEST(EventPairs, TwoMeet) {
  const EventBody a = mover({-4, 0}, {4, 0}, 1);
  const EventBody b = mover({2, 0}, {0, 0}, 1);
  EXPECT_EQ(contact_time(a, b, {}, {}), 1);
  EXPECT_EQ(contact_time(a, b, {4, 0}, {}), 2) << "an image of b";
  EXPECT_EQ(contact_time(mover({-4, 0}, {-4, 0}, 1), b, {}, {}), k_never) << "parting";
  EXPECT_EQ(contact_time(mover({-4, 2.5}, {4, 0}, 1), b, {}, {}), k_never) << "passing by";
  EXPECT_EQ(contact_time(mover({-4, 0}, {0, 0}, 1), b, {}, {}), k_never) << "at rest";
}

TEST(EventPairs, ItCountsFromTheLaterFlight) {
  EXPECT_EQ(contact_time(mover({-4, 0}, {4, 0}, 1), mover({0, 0}, {-4, 0}, 1, 0.25), {}, {}), 0.25 + 1.0 / 8);
}

TEST(EventPairs, OverlapsByRoundingMeetNowIfTheyClose) {
  const EventBody b = mover({2 - 1e-15, 0}, {0, 0}, 1, 0.5);
  EXPECT_EQ(contact_time(mover({0, 0}, {1, 0}, 1, 0.5), b, {}, {}), 0.5);
  EXPECT_EQ(contact_time(mover({0, 0}, {-1, 0}, 1, 0.5), b, {}, {}), k_never);
  EXPECT_EQ(contact_time(mover({0, 0}, {0, 1}, 1, 0.5), b, {}, {}), k_never) << "sliding past";
  EXPECT_EQ(contact_time(mover({0, 0}, {1e-16, 1}, 1, 0.5), b, {}, {}), k_never) << "closing by rounding";
}

/// What is predicted for one must be found by the other: the two keep no common list.
TEST(EventPairs, TheSameBitsFromBothBodies) {
  Random random(1);
  int met = 0;
  for (int k = 0; k < 200'000; ++k) {
    const EventBody a = any_mover(random);
    const EventBody b = any_mover(random);
    const Vec2 shift = k % 3 == 0 ? Vec2{random.uniform(-9, 9), random.uniform(-9, 9)} : Vec2{};
    const Vec2 gravity = k % 2 == 0 ? Vec2{0.3, -9.81} : Vec2{};
    const double t = contact_time(a, b, shift, gravity);
    ASSERT_EQ(std::bit_cast<std::uint64_t>(t), std::bit_cast<std::uint64_t>(contact_time(b, a, -shift, gravity)));
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
    EventBody a = any_mover(random);
    EventBody b = any_mover(random);
    a.since = b.since = since;
    const double t = contact_time(a, b, {}, {});
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

/// Gravity pulls both alike. In a frame that falls with them, they fly straight.
TEST(EventPairs, GravityIsAFallingFrame) {
  Random random(3);
  const Vec2 gravity{1, -9.81};
  int met = 0;
  for (int k = 0; k < 20'000; ++k) {
    const EventBody a = any_mover(random);
    const EventBody b = any_mover(random);
    const auto from_zero = [&](const EventBody& flying) {
      EventBody m = flying;
      // Where it would have been at time 0 in the falling frame.
      m.velocity = m.velocity - m.since * gravity;
      m.at = m.at - m.since * m.velocity - (0.5 * m.since * m.since) * gravity;
      m.since = 0;
      return m;
    };
    const double t = contact_time(a, b, {}, gravity);
    const double straight = contact_time(from_zero(a), from_zero(b), {}, {});
    if (!(t < k_never) || !(straight > std::max(a.since, b.since))) continue;
    const auto place = [&](const EventBody& m) { return flown(m.at, m.velocity, gravity, t - m.since); };
    ASSERT_NEAR(length(place(a) - place(b)), a.radius + b.radius, 1e-10 * (1 + t * t)) << k;
    ASSERT_NEAR(t, straight, 1e-9 * (1 + t)) << k;
    ++met;
  }
  EXPECT_GT(met, 1000);
}

/// Four at a time, the same bits as one by one.
TEST(EventPairs, TheFirstIsTheEarliestOfAll) {
  Random random(4);
  int met = 0;
  int unclear = 0;
  for (int run = 0; run < 2000; ++run) {
    std::vector<EventBody> movers;
    for (int k = 0; k < 34; ++k) {
      movers.push_back(any_mover(random));
      movers.back().event = random.below(3) == 0 ? random.uniform(0.5, 2) : k_never;
    }
    movers[0].since = movers[1].since = 0.5;
    // The searching mover may be among them.
    std::vector<std::uint32_t> candidates;
    const std::uint64_t count = 4 * (1 + random.below(8));
    for (std::uint32_t k = 1; k <= count; ++k) candidates.push_back(k);
    const double limit = random.uniform(0.6, 3);
    const Vec2 shift = run % 2 == 0 ? Vec2{} : Vec2{random.uniform(-3, 3), random.uniform(-3, 3)};
    const auto check = [&](std::uint32_t mover, const ContactSearch& search, const First& first) {
      First truth{limit, EventPartner::none(), false};
      for (const std::uint32_t k : candidates) {
        if (k == mover) continue;
        const double t = std::max(contact_time(movers[mover], movers[k], search.shift, {}), search.not_before);
        if (t < truth.t && t < movers[k].event) truth = {t, EventPartner::mover(k), false};
      }
      unclear += first.unclear ? 1 : 0;
      if (first.unclear) return;
      ASSERT_EQ(first.partner, truth.partner);
      if (truth.partner == EventPartner::none()) return;
      ASSERT_EQ(std::bit_cast<std::uint64_t>(first.t), std::bit_cast<std::uint64_t>(truth.t));
      ++met;
    };
    const ContactSearch search{1, limit, 0.5, shift};
    check(1, search, first_contact_of(movers.data(), search, candidates));
    const TwoFirsts two = first_contacts_of(movers.data(), 0, 1, limit, candidates);
    check(0, {0, limit, 0.5, {}}, two.a);
    check(1, {1, limit, 0.5, {}}, two.b);
  }
  EXPECT_GT(met, 1000);
  EXPECT_GT(unclear, 100) << "some overlap";
}

/// After a contact without rebound: what they close by is rounding, and so is the discriminant.
TEST(EventPairs, FourAtATimeAgreeAlsoAboutThoseThatSlide) {
  Random random(5);
  int met = 0;
  int slid = 0;
  for (int run = 0; run < 200'000; ++run) {
    const double angle = random.uniform(-3, 3);
    const Vec2 normal{std::cos(angle), std::sin(angle)};
    const double since = random.uniform(0, 1);
    const double size = random.uniform(0.1, 1);
    const Vec2 at{random.uniform(0, 4), random.uniform(0, 4)};
    const Vec2 velocity{random.uniform(-1, 1), random.uniform(-1, 1)};
    const double slide = random.uniform(-1, 1);
    const double close = run % 2 == 0 ? 0 : random.uniform(0, 4) * std::ldexp(1.0, -static_cast<int>(random.below(60)));
    std::vector<EventBody> movers(5, mover({50, 50}, {}, 1));
    movers[0] = mover(at, velocity, size, since);
    movers[1] = mover(at + 2 * size * normal, velocity + slide * perpendicular(normal) - close * normal, size, since);
    movers[1].event = run % 3 == 0 ? since : k_never;
    const double t = contact_time(movers[0], movers[1], {}, {});
    const First first =
        first_contact_of(movers.data(), {0, since + 2, since, {}}, std::vector<std::uint32_t>{1, 2, 3, 4});
    if (t < k_never && t <= movers[1].event) {
      ASSERT_TRUE(first.unclear || (first.partner == EventPartner::mover(1) && first.t == t)) << run;
      ++met;
    } else {
      ASSERT_EQ(first.partner, EventPartner::none()) << run;
      ++slid;
    }
  }
  EXPECT_GT(met, 10'000);
  EXPECT_GT(slid, 10'000);
}

TEST(EventPairs, TiesAndContactsAreUnclear) {
  std::vector<EventBody> movers(12, mover({50, 50}, {}, 1));
  movers[0] = mover({0, 0}, {0, 0}, 1);
  movers[3] = mover({6, 0}, {-2, 0}, 1);
  std::vector<std::uint32_t> candidates{0, 1, 2, 3, 4, 5, 6, 7};
  const auto ask = [&](double limit) { return first_contact_of(movers.data(), {0, limit, 0, {}}, candidates); };
  EXPECT_EQ(ask(9).partner, EventPartner::mover(3));
  EXPECT_EQ(ask(9).t, 2);
  EXPECT_FALSE(ask(9).unclear);
  EXPECT_EQ(ask(2).partner, EventPartner::none()) << "not before the limit";
  EXPECT_FALSE(ask(2).unclear);
  for (const std::uint32_t twin : {4U, 7U}) {
    movers[twin] = mover({-6, 0}, {2, 0}, 1);
    EXPECT_TRUE(ask(9).unclear) << "two at one time";
    movers[twin] = mover({50, 50}, {}, 1);
  }
  movers[3].event = 2;
  EXPECT_TRUE(ask(9).unclear) << "it has something else to do just then";
  movers[3].event = 1;
  EXPECT_EQ(ask(9).partner, EventPartner::none()) << "or before";
  movers[5] = mover({0, 2}, {0, -1}, 1);
  EXPECT_TRUE(ask(9).unclear) << "touching already";
}

}  // namespace
}  // namespace carom::detail
