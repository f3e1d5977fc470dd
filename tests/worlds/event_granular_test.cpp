#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <numbers>
#include <optional>

#include "carom/fill/fill.hpp"
#include "world/testing/swept_world_test.hpp"

// Gases that lose energy. At restitution 0.5 and area fraction 0.3, chains of discs would meet infinitely often in
// finite time (McNamara, Young 1994): the event world must get past that.
namespace carom::swept_test {
namespace {

World gas_with(double restitution, Vec2 gravity = {}, std::size_t discs = 1000,
               std::optional<double> contact_duration = std::nullopt) {
  const double size = std::sqrt(static_cast<double>(discs) * std::numbers::pi / 0.3);
  WorldSettings settings;
  settings.detection = Detection::event;
  settings.restitution = restitution;
  settings.gravity = gravity;
  settings.contact_duration = contact_duration;
  settings = bounded(settings, {0, 0}, {size, size}, gravity == Vec2{} ? Edges::periodic : Edges::rebound);
  FillDef def;
  def.count = discs;
  def.radius_min = def.radius_max = 1;
  def.max = {size, size};
  def.speed = 10;
  const auto bodies = fill(def, settings, {});
  EXPECT_TRUE(bodies);
  World world = make_world(settings);
  for (const BodyDef& body : bodies.value()) add(world, body);
  world.set_recording(false);
  return world;
}

void print(const World& world, double left) {
  const PolicyCounts& p = world.policies();
  std::printf("%llu collisions in %.0f s, energy left %.3g, briefs %llu, hops %llu\n",
              static_cast<unsigned long long>(world.collision_count()), world.time(), left,
              static_cast<unsigned long long>(p.briefs), static_cast<unsigned long long>(p.hops));
}

TEST(EventGranular, TimeGoesOnWhereCollisionsWouldNotEnd) {
  World world = gas_with(0.5);
  const double start = world.energy().kinetic;
  double last = start;
  while (world.time() < 100) {
    world.step_to(world.time() + 0.1);
    const double now = world.energy().kinetic;
    ASSERT_LE(now, last * (1 + 1e-12)) << "at " << world.time();
    last = now;
  }
  print(world, last / start);
  // It cools (Haff 1983: as t^-2 until clusters form), and the policy does not stop that.
  EXPECT_LT(last, 0.01 * start);
  EXPECT_NEAR(last - world.exchanged_energy(), start, 1e-12 * start);
  EXPECT_LT(deepest_overlap(world), 1e-12);
  EXPECT_GT(world.collision_count(), 5000U);
  // The policy is for the few contacts that would not end.
  EXPECT_LT(world.policies().briefs, world.collision_count() / 2);
}

/// Haff's law: T = T0 / (1 + t/τ)². In a contact of the mean one, v_n² = 4 T/m, the share 1 − e² of its energy ¼ m v_n² is
/// lost, and a disc has ω = 2 σ n χ √(π T/m) contacts a second; so 1/τ = (1 − e²) ω0/4. χ by Henderson (1975); the rate is
/// 1 + 3 a2/16 times that of Maxwell's velocities, a2 of van Noije and Ernst (1998). Later vortices form, whose motion is not
/// the heat that the contacts take: so this looks at the beginning.
TEST(EventGranular, CoolsByHaffsLaw) {
  constexpr double e = 0.9;
  constexpr double fraction = 0.05;
  constexpr double discs = 16'000;
  const double size = std::sqrt(discs * std::numbers::pi / fraction);
  WorldSettings settings = bounded(event_settings(e), {0, 0}, {size, size}, Edges::periodic);
  FillDef def;
  def.count = static_cast<std::uint64_t>(discs);
  def.radius_min = def.radius_max = 1;
  def.max = {size, size};
  def.speed = 10;
  def.body.mass = 1;
  const auto bodies = fill(def, settings, {});
  ASSERT_TRUE(bodies);
  World world = make_world(settings);
  for (const BodyDef& body : bodies.value()) add(world, body);
  world.set_recording(false);
  // What the draw of velocities has of its own is forgotten after some contacts of each.
  const double chi = (1 - 7 * fraction / 16) / ((1 - fraction) * (1 - fraction));
  const auto temperature = [&] { return world.energy().kinetic / discs; };
  const auto rate = [&](double t) { return 2 * 2 * (discs / (size * size)) * chi * std::sqrt(std::numbers::pi * t); };
  world.step_to(3 / rate(temperature()));
  const double start = world.time();
  const double warm = temperature();
  const double a2 = 16 * (1 - e) * (1 - 2 * e * e) / (57 - 25 * e + 30 * e * e * (1 - e));
  const double expected = 4 / ((1 - e * e) * rate(warm) * (1 + 3 * a2 / 16));
  // Slope of √(T0/T) over time, through the first point.
  double products = 0;
  double squares = 0;
  for (int k = 1; k <= 25; ++k) {
    world.step_to(start + 0.02 * k * expected);
    const double t = world.time() - start;
    products += t * (std::sqrt(warm / temperature()) - 1);
    squares += t * t;
  }
  const double tau = squares / products;
  std::printf("tau %.4f of kinetic theory's, %llu collisions, briefs %llu\n", tau / expected,
              static_cast<unsigned long long>(world.collision_count()),
              static_cast<unsigned long long>(world.policies().briefs));
  EXPECT_NEAR(warm / temperature(), 2.25, 0.1);
  EXPECT_NEAR(tau / expected, 1, 0.02);
}

/// What lies still in other worlds hops here, a contact duration at a time; so the hops have to stay small and cheap.
TEST(EventGranular, AHeapSettles) {
  const double brief = 0.002;
  World world = gas_with(0.5, {0, -9.81}, 100, brief);
  const double size = world.settings().bounds->max.x;
  const Energy start = world.energy();
  world.step_to(8);
  print(world, world.energy().total() / start.total());
  double top = 0;
  for (const BodyId id : world.bodies()) top = std::max(top, at(world, id).y);
  // A third of the box is filled with discs, which lie loosely.
  EXPECT_LT(top, size / 2);
  EXPECT_LT(world.energy().kinetic, 1e-3 * start.kinetic);
  EXPECT_NEAR(world.energy().total() - world.exchanged_energy(), start.total(), 1e-11 * start.total());
  EXPECT_LT(deepest_overlap(world), 1e-12);
  EXPECT_LE(farthest_outside(world), 0x1p-51 * size);
}

TEST(EventGranular, WithoutLossNoPolicyActs) {
  for (const Vec2 gravity : {Vec2{}, Vec2{0, -9.81}}) {
    World world = gas_with(1, gravity);
    const double energy = world.energy().total();
    world.step_to(10);
    const PolicyCounts& p = world.policies();
    EXPECT_EQ(policy_count(world) + p.briefs + p.hops, 0U);
    EXPECT_GT(world.collision_count(), 5000U);
    EXPECT_NEAR(world.energy().total() / energy, 1, 1e-12);
  }
}

}  // namespace
}  // namespace carom::swept_test
