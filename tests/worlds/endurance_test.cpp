#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>

#include "carom/math/random.hpp"
#include "world/testing/swept_world_test.hpp"

// Gases over very many collisions, in a box, a periodic box and a ring: does any body ever get out, or into another, and
// what is left of energy and momentum? With CAROM_LONG in the environment, a hundred or a thousand times as many.
namespace carom::swept_test {
namespace {

enum class Room { box, periodic, ring };

struct Ordeal {
  Detection detection = Detection::swept;
  Room room = Room::box;
  double ratio = 1;  ///< of the largest radius to the smallest
  std::uint64_t collisions = 100'000;
  std::uint64_t long_collisions = 10'000'000;

  [[nodiscard]] std::uint64_t wanted() const {
    return std::getenv("CAROM_LONG") != nullptr ? long_collisions : collisions;
  }
};

constexpr int k_side = 20;
constexpr double k_pitch = 1.1;
constexpr double k_half = 0.5 * k_side * k_pitch;

World gas_of(const Ordeal& ordeal) {
  const Room room = ordeal.room;
  WorldSettings settings = settings_with(0.5);
  settings.detection = ordeal.detection;
  const Vec2 corner{k_half, k_half};
  if (room != Room::ring) {
    settings = bounded(settings, -corner, corner, room == Room::box ? Edges::rebound : Edges::periodic);
  }
  World world = make_world(settings);
  if (room == Room::ring) add(world, fixed(ring(1.5 * k_half, {0, 0})));
  Random random(29);
  for (int k = 0; k < k_side * k_side; ++k) {
    const Vec2 at{(k % k_side + 0.5) * k_pitch - k_half, (k / k_side + 0.5) * k_pitch - k_half};
    const double radius = 0.48 * k_pitch * random.uniform(1 / ordeal.ratio, 1);
    add(world, disc(radius, at, random.normal_pair(), radius * radius));
  }
  return world;
}

/// How far from touching the two of a contact are at its moment, as a fraction of the smaller radius. An event's time
/// is absolute: late in a run its last place moves fast bodies visibly, and so much is taken off.
double worst_contact(const World& world) {
  const auto& bounds = world.settings().bounds;
  double fastest = 0;
  for (const BodyId id : world.bodies()) fastest = std::max(fastest, length(velocity(world, id)));
  double worst = 0;
  for (const ContactEvent& event : world.events()) {
    if (!event.b) continue;
    const auto& a = std::get<Circle>(world.body(event.a.id)->shape);
    const auto& b = std::get<Circle>(world.body(event.b->id)->shape);
    Vec2 d = world.state_at(event.a.id, event.t)->at - world.state_at(event.b->id, event.t)->at;
    if (bounds && bounds->edges == Edges::periodic) {
      const Vec2 size = bounds->max - bounds->min;
      d = {d.x - size.x * std::round(d.x / size.x), d.y - size.y * std::round(d.y / size.y)};
    }
    const double late = 0x1p-51 * event.t * fastest;
    const double touching = a.hollow || b.hollow ? std::abs(a.radius - b.radius) : a.radius + b.radius;
    worst = std::max(worst, (std::abs(length(d) - touching) - late) / std::min(a.radius, b.radius));
  }
  return worst;
}

void endure(const Ordeal& ordeal) {
  World world = gas_of(ordeal);
  const double energy = world.energy().kinetic;
  const Vec2 momentum = world.momentum();
  double deepest = 0;
  double outside = 0;
  double contact = 0;
  double drift = 0;
  for (std::uint64_t step = 1; world.collision_count() < ordeal.wanted(); ++step) {
    // A body inside something stays there for a while: every twentieth step is enough.
    const bool look = step % 20 == 0;
    world.set_recording(look);
    world.step();
    if (!look) continue;
    contact = std::max(contact, worst_contact(world));
    deepest = std::max(deepest, deepest_overlap(world));
    if (ordeal.room != Room::ring) outside = std::max(outside, farthest_outside(world));
    drift = std::max(drift, std::abs(world.energy().kinetic / energy - 1));
  }
  const double lost = length(world.momentum() - momentum) / world.momentum_scale();
  std::printf(
      "%llu collisions: at contact within %.2g of a radius, deepest overlap %.2g, outside %.2g, energy drift %.2g, "
      "momentum %.2g\n",
      static_cast<unsigned long long>(world.collision_count()), contact, deepest, outside, drift,
      ordeal.room == Room::periodic ? lost : 0.0);
  EXPECT_LT(contact, 1e-12);
  EXPECT_LT(deepest, 1e-12);
  EXPECT_LT(outside, 1e-13);
  // A collision may misplace one rounding of the energy of two bodies; even if all did so the same way, no more. Beyond
  // some ten million they had better not.
  const double all_alike = 0x1p-53 * static_cast<double>(world.collision_count()) * 2 / (k_side * k_side) + 1e-14;
  EXPECT_LT(drift, std::min(all_alike, ordeal.wanted() < 1'000'000'000 ? 1e-12 : 1e-11));
  EXPECT_TRUE(ordeal.room != Room::periodic || lost < 1e-12);
  EXPECT_EQ(policy_count(world) + world.policies().briefs + world.policies().hops, 0U);
}

TEST(Endurance, BoxOfEqualDiscsSlow) { endure({.room = Room::box}); }
TEST(Endurance, BoxOfDifferentDiscsSlow) { endure({.room = Room::box, .ratio = 5}); }
TEST(Endurance, PeriodicBoxOfEqualDiscsSlow) { endure({.room = Room::periodic}); }
TEST(Endurance, PeriodicBoxOfDifferentDiscsSlow) { endure({.room = Room::periodic, .ratio = 5}); }
TEST(Endurance, RingOfEqualDiscsSlow) { endure({.room = Room::ring}); }
TEST(Endurance, RingOfDifferentDiscsSlow) { endure({.room = Room::ring, .ratio = 5}); }

Ordeal event_ordeal(Room room, double ratio, std::uint64_t long_collisions) {
  return {Detection::event, room, ratio, 1'000'000, long_collisions};
}

TEST(EventEndurance, BoxOfEqualDiscsSlow) { endure(event_ordeal(Room::box, 1, 1'000'000'000)); }
TEST(EventEndurance, BoxOfDifferentDiscsSlow) { endure(event_ordeal(Room::box, 5, 100'000'000)); }
TEST(EventEndurance, PeriodicBoxOfEqualDiscsSlow) { endure(event_ordeal(Room::periodic, 1, 1'000'000'000)); }
TEST(EventEndurance, PeriodicBoxOfDifferentDiscsSlow) { endure(event_ordeal(Room::periodic, 5, 100'000'000)); }
TEST(EventEndurance, RingOfDifferentDiscsSlow) { endure(event_ordeal(Room::ring, 5, 100'000'000)); }

}  // namespace
}  // namespace carom::swept_test
