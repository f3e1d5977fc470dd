#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdio>

#include "world/testing/swept_world_test.hpp"

// Event worlds whose answer is known without simulating anything.
namespace carom::swept_test {
namespace {

WorldSettings event_settings(double restitution = 1, Vec2 gravity = {}) {
  WorldSettings settings;
  settings.detection = Detection::event;
  settings.restitution = restitution;
  settings.gravity = gravity;
  return settings;
}

constexpr std::array<std::uint64_t, 7> k_digits_of_pi = {3, 31, 314, 3141, 31415, 314159, 3141592};

/// Galperin 2003: one of mass 100^k runs into one of mass 1 that rests before a wall; the collisions are the first k +
/// 1 digits of pi.
World pi_world(std::size_t k, const BodyDef& light, const BodyDef& heavy) {
  World world = make_world(event_settings());
  add(world, border(Axis::x, 0));
  BodyDef small = light;
  small.at = {1.5, 0};
  small.mass = 1;
  add(world, std::move(small));
  BodyDef large = heavy;
  large.at = {5, 0};
  large.velocity = {-1, 0};
  large.mass = std::pow(100.0, static_cast<double>(k));
  add(world, std::move(large));
  return world;
}

void expect_digits(std::size_t k, World world) {
  world.set_recording(false);
  const double energy = world.energy().kinetic;
  world.step_to(100);
  EXPECT_EQ(world.collision_count(), k_digits_of_pi[k]) << "k = " << k;
  // A collision may misplace one rounding of the energy; even if all did so the same way, no more.
  EXPECT_NEAR(world.energy().kinetic / energy, 1, 0x1p-53 * static_cast<double>(k_digits_of_pi[k] + 4));
  // Both leave, and the light one does not catch up: nothing more can happen.
  const auto bodies = world.bodies();
  EXPECT_GE(velocity(world, bodies[1]).x, 0);
  EXPECT_GE(velocity(world, bodies[2]).x, velocity(world, bodies[1]).x);
}

TEST(EventExact, PiByCollisionsOfDiscs) {
  for (std::size_t k = 0; k <= 5; ++k) expect_digits(k, pi_world(k, disc(0.25, {}), disc(1, {})));
}

TEST(EventExact, PiByCollisionsOfBoxes) {
  for (std::size_t k = 0; k <= 4; ++k) expect_digits(k, pi_world(k, box({0.25, 0.25}, {}), box({1, 1}, {})));
}

TEST(EventExact, PiByThreeMillionCollisionsSlow) { expect_digits(6, pi_world(6, disc(0.25, {}), disc(1, {}))); }

/// A ball of radius 1/2 falls from `height` above touching the floor y = 0; hit n, from 0, is at
/// t₀ (1 + 2 (e + e² + … + eⁿ)) with t₀ = √(2 height / g).
void expect_hits(const char* floor_name, World world, double e, double g, double height) {
  std::vector<double> times;
  while (times.size() < 20 && world.time() < 1000) {
    world.step_to(world.time() + 0.37);
    for (const ContactEvent& event : world.events()) times.push_back(event.t);
  }
  ASSERT_GE(times.size(), 20U) << floor_name;
  const long double first = std::sqrt(2 * static_cast<long double>(height) / static_cast<long double>(g));
  long double sum = 1;
  long double power = 1;
  double worst = 0;
  for (std::size_t n = 0; n < 20; ++n) {
    worst = std::max(worst, static_cast<double>(std::abs(times[n] / (first * sum) - 1)));
    power *= e;
    sum += 2 * power;
  }
  std::printf("on %s, e = %.1f: 20 hits within %.2g\n", floor_name, e, worst);
  EXPECT_LT(worst, 1e-12) << floor_name << ", e = " << e;
  EXPECT_EQ(world.policies().briefs + world.policies().hops, 0U);
}

TEST(EventExact, BouncingBall) {
  const double g = 9.81;
  const double height = 3.7;
  for (const double e : {1.0, 0.9}) {
    const WorldSettings settings = event_settings(e, {0, -g});
    const auto drop = [&](const char* name, World world) {
      add(world, disc(0.5, {0, height + 0.5}));
      expect_hits(name, std::move(world), e, g, height);
    };
    const auto onto = [&](const char* name, const BodyDef& floor) {
      World world = make_world(settings);
      add(world, floor);
      drop(name, std::move(world));
    };
    drop("the bounds", make_world(bounded(settings, {-5, 0}, {5, 10})));
    onto("a border", border(Axis::y, 0));
    onto("a segment", segment({-3, 0}, {4, 0}));
    onto("a box", fixed(box({2, 1}, {0, -1})));
    onto("a disc", fixed(disc(2, {0, -2})));
    onto("a dish", fixed(ring(20, {0, 20})));
  }
}

/// Chords of equal length inside a ring, the flatter the more of them: what rounding leaves outside at one end must not
/// add up to a way out.
TEST(EventExact, WhisperingGallery) {
  constexpr double reach = 9.75;  // of the centre, in a ring of radius 10
  for (const double closing : {0.5, 0.04, 0.001}) {
    World world = make_world(event_settings());
    add(world, fixed(ring(10, {0, 0})));
    const BodyId ball = add(world, disc(0.25, {reach, 0}, {-closing, 1}));
    const double speed2 = 1 + closing * closing;
    const double chord = 2 * reach * closing / speed2;  // seconds
    world.set_recording(false);
    world.step_to(50'000.5 * chord);
    EXPECT_EQ(world.collision_count(), 50'000U) << "closing at " << closing;
    world.set_recording(true);
    world.step_to(world.time() + chord);
    ASSERT_EQ(world.events().size(), 1U);
    const ContactEvent& event = world.events()[0];
    const double outside = length(world.state_at(ball, event.t)->at) - reach;
    const double late = 0x1p-52 * event.t * closing;  // the last place of an absolute time
    std::printf("closing at %g: after 50000 chords %.2g outside, speed off by %.2g\n", closing, outside,
                dot(velocity(world, ball), velocity(world, ball)) / speed2 - 1);
    EXPECT_LT(std::abs(outside), 1e-13 + late) << "closing at " << closing;
    EXPECT_NEAR(dot(velocity(world, ball), velocity(world, ball)) / speed2, 1, 1e-12);
    EXPECT_EQ(policy_count(world), 0U);
  }
}

/// Thrown sideways between two walls, the ball meets the walls at even times and the floor as if there were no walls.
TEST(EventExact, BallBetweenWalls) {
  const double g = 10;
  World world = make_world(bounded(event_settings(1, {0, -g}), {0, 0}, {3, 100}));
  add(world, disc(0.5, {1.5, 20.5}, {0.7, 0}));
  world.step_to(60);
  double worst = 0;
  std::size_t floors = 0;
  std::size_t walls = 0;
  for (const ContactEvent& event : world.events()) {
    const bool floor = event.normal.y != 0;
    const double expected =
        floor ? 2.0 * (1 + 2 * static_cast<double>(floors++)) : (1 + 2 * static_cast<double>(walls++)) / 0.7;
    worst = std::max(worst, std::abs(event.t / expected - 1));
  }
  std::printf("%zu hits on the floor and %zu on the walls within %.2g\n", floors, walls, worst);
  EXPECT_EQ(floors, 15U);
  EXPECT_EQ(walls, 21U);
  EXPECT_LT(worst, 1e-12);
}

}  // namespace
}  // namespace carom::swept_test
