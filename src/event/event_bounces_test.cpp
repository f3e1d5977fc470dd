#include "event/event_bounces.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "carom/math/random.hpp"
#include "carom/response/response.hpp"
#include "event/event_pairs.hpp"

namespace carom::detail {
namespace {

constexpr Vec2 k_period{40, 30};

/// One by one, by the law that all worlds share.
Bounce alone(const std::vector<Mover>& movers, const Periods& periods, const WindowItem& item) {
  Bounce bounce;
  const bool straight = movers[item.a].member < movers[item.b].member;
  bounce.a = straight ? item.a : item.b;
  bounce.b = straight ? item.b : item.a;
  const Mover& a = movers[bounce.a];
  const Mover& b = movers[bounce.b];
  const auto place = [&](const Mover& m) { return item.t == m.since ? m.at : m.at + (item.t - m.since) * m.velocity; };
  bounce.at_a = place(a);
  bounce.at_b = place(b);
  const auto nearest = [&](double d, double period) {
    if (!periods.periodic) return 0.0;
    return d > 0.5 * period ? period : d < -0.5 * period ? -period : 0.0;
  };
  const Vec2 d = bounce.at_a - bounce.at_b;
  const Vec2 shift{nearest(d.x, periods.period.x), nearest(d.y, periods.period.y)};
  const Encounter e{
      disc_normal(bounce.at_a - (bounce.at_b + shift)), a.velocity, b.velocity, a.inverse_mass, b.inverse_mass, 1};
  const Aftermath after = respond(Response::impulse, e);
  bounce.velocity_a = after.velocity_a;
  bounce.velocity_b = after.velocity_b;
  bounce.impulse = after.impulse;
  return bounce;
}

void expect_same(const Bounce& x, const Bounce& y) {
  EXPECT_EQ(x.a, y.a);
  EXPECT_EQ(x.b, y.b);
  EXPECT_EQ(x.at_a, y.at_a);
  EXPECT_EQ(x.at_b, y.at_b);
  EXPECT_EQ(std::signbit(x.at_a.x), std::signbit(y.at_a.x));
  EXPECT_EQ(x.velocity_a, y.velocity_a);
  EXPECT_EQ(x.velocity_b, y.velocity_b);
  EXPECT_EQ(x.impulse, y.impulse);
}

void check(const std::vector<Mover>& movers, const Periods& periods, const std::vector<WindowItem>& items) {
  std::vector<const WindowItem*> pointers;
  for (const WindowItem& item : items) pointers.push_back(&item);
  std::vector<Bounce> bounces(items.size() + 3);
  work_out(movers.data(), periods, pointers, bounces.data());
  for (std::size_t k = 0; k < items.size(); ++k) {
    SCOPED_TRACE(k);
    expect_same(bounces[k], alone(movers, periods, items[k]));
  }
}

std::vector<Mover> any_movers(Random& random, std::size_t count) {
  std::vector<Mover> movers(count);
  for (std::size_t k = 0; k < count; ++k) {
    Mover& m = movers[k];
    m.at = {random.uniform(0, k_period.x), random.uniform(0, k_period.y)};
    m.velocity = random.uniform(0, 3) * random.direction();
    m.since = random.uniform(0, 1);
    m.radius = 0.5;
    m.inverse_mass = k % 2 == 0 ? 1 : random.uniform(0.1, 5);
    m.member = static_cast<std::uint32_t>(count - k);
  }
  return movers;
}

TEST(EventBounces, AreThoseOfTheLaw) {
  Random random(3);
  for (int round = 0; round < 2000; ++round) {
    const std::vector<Mover> movers = any_movers(random, 12);
    std::vector<WindowItem> items(random.below(8));
    for (WindowItem& item : items) {
      item.a = static_cast<std::uint32_t>(random.below(12));
      item.b = (item.a + 1 + static_cast<std::uint32_t>(random.below(11))) % 12;
      item.t = random.uniform(1, 2);
    }
    for (const bool periodic : {false, true}) check(movers, {k_period, periodic}, items);
  }
}

/// Whose flight begins at the time of the contact, who is where the other is, and who parts.
TEST(EventBounces, OddOnes) {
  std::vector<Mover> movers(4);
  for (std::uint32_t k = 0; k < 4; ++k) {
    movers[k].inverse_mass = 1;
    movers[k].member = k;
  }
  movers[0].at = {-0.0, 0};
  movers[0].since = 1;
  movers[1].at = {1, 0};
  movers[1].velocity = {-1, 0.5};
  movers[1].since = 1;
  movers[2].at = movers[3].at = {5, 5};
  movers[2].velocity = {0, 1};
  check(movers, {}, {{1, 0, 1, 0, 0}, {2, 0, 1, 0, 0}, {0, 3, 2, 0, 0}, {3, 2, 3, 0, 0}, {40, 1, 0, 0, 0}});
}

}  // namespace
}  // namespace carom::detail
