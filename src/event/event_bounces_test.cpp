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
Bounce alone(const std::vector<EventBody>& movers, const Periods& periods, const WindowEvent& predicted) {
  Bounce bounce;
  const bool straight = movers[predicted.a].body_index < movers[predicted.b.mover()].body_index;
  bounce.a = straight ? predicted.a : predicted.b.mover();
  bounce.b = straight ? predicted.b.mover() : predicted.a;
  const EventBody& a = movers[bounce.a];
  const EventBody& b = movers[bounce.b];
  const auto place = [&](const EventBody& m) {
    return predicted.t == m.since ? m.at : m.at + (predicted.t - m.since) * m.velocity;
  };
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

void check(const std::vector<EventBody>& movers, const Periods& periods, const std::vector<WindowEvent>& events) {
  std::vector<const WindowEvent*> pointers;
  for (const WindowEvent& predicted : events) pointers.push_back(&predicted);
  std::vector<Bounce> bounces(events.size() + 3);
  work_out(movers.data(), periods, pointers, bounces.data());
  for (std::size_t k = 0; k < events.size(); ++k) {
    SCOPED_TRACE(k);
    expect_same(bounces[k], alone(movers, periods, events[k]));
  }
}

std::vector<EventBody> any_movers(Random& random, std::size_t count) {
  std::vector<EventBody> movers(count);
  for (std::size_t k = 0; k < count; ++k) {
    EventBody& m = movers[k];
    m.at = {random.uniform(0, k_period.x), random.uniform(0, k_period.y)};
    m.velocity = random.uniform(0, 3) * random.direction();
    m.since = random.uniform(0, 1);
    m.radius = 0.5;
    m.inverse_mass = k % 2 == 0 ? 1 : random.uniform(0.1, 5);
    m.body_index = static_cast<std::uint32_t>(count - k);
  }
  return movers;
}

TEST(EventBounces, AreThoseOfTheLaw) {
  Random random(3);
  for (int round = 0; round < 2000; ++round) {
    const std::vector<EventBody> movers = any_movers(random, 12);
    std::vector<WindowEvent> events(random.below(8));
    for (WindowEvent& predicted : events) {
      predicted.a = static_cast<std::uint32_t>(random.below(12));
      predicted.b = EventPartner::mover((predicted.a + 1 + static_cast<std::uint32_t>(random.below(11))) % 12);
      predicted.t = random.uniform(1, 2);
    }
    for (const bool periodic : {false, true}) check(movers, {k_period, periodic}, events);
  }
}

/// A flight that begins at the time of the contact, two bodies at one place, and a pair that parts.
TEST(EventBounces, OddOnes) {
  std::vector<EventBody> movers(4);
  for (std::uint32_t k = 0; k < 4; ++k) {
    movers[k].inverse_mass = 1;
    movers[k].body_index = k;
  }
  movers[0].at = {-0.0, 0};
  movers[0].since = 1;
  movers[1].at = {1, 0};
  movers[1].velocity = {-1, 0.5};
  movers[1].since = 1;
  movers[2].at = movers[3].at = {5, 5};
  movers[2].velocity = {0, 1};
  const auto with = [](std::uint32_t other) { return EventPartner::mover(other); };
  check(movers, {},
        {{1, 0, with(1), 0, 0},
         {2, 0, with(1), 0, 0},
         {0, 3, with(2), 0, 0},
         {3, 2, with(3), 0, 0},
         {40, 1, with(0), 0, 0}});
}

}  // namespace
}  // namespace carom::detail
