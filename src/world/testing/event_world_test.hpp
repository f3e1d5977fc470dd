#pragma once

#include "carom/math/random.hpp"
#include "world/bodies/images.hpp"
#include "world/testing/swept_world_test.hpp"

/// What the tests of the event world share.
namespace carom::swept_test {

inline World world_with(const WorldSettings& settings, const std::vector<BodyDef>& bodies) {
  World world = make_world(settings);
  for (const BodyDef& body : bodies) add(world, body);
  return world;
}

/// Discs of the box (0, 0) to (size, size), on a lattice, with any velocities.
inline std::vector<BodyDef> some_discs(std::size_t side, double size, double speed, std::uint64_t seed) {
  carom::Random random(seed);
  std::vector<BodyDef> bodies;
  const double pitch = size / static_cast<double>(side);
  for (std::size_t k = 0; k < side * side; ++k) {
    const Vec2 at{(static_cast<double>(k % side) + 0.5) * pitch, (static_cast<double>(k / side) + 0.5) * pitch};
    // One after the other: compilers differ in which argument they draw first.
    const double mass = random.uniform(0.5, 2);
    const Vec2 velocity = speed * random.normal_pair();
    const double radius = random.uniform(0.2, 0.4) * pitch;
    bodies.push_back(disc(radius, at, velocity, mass));
  }
  return bodies;
}

/// Change of the energy from `start` on that nothing explains.
inline double unexplained(const World& world, double start) {
  return std::abs(world.energy().total() - world.exchanged_energy() - start);
}

/// All contacts up to `end`, in steps of `dt`.
inline std::vector<ContactEvent> story(World& world, double end, double dt) {
  std::vector<ContactEvent> events;
  while (world.time() < end) {
    world.step_to(std::min(end, world.time() + dt));
    events.insert(events.end(), world.events().begin(), world.events().end());
  }
  return events;
}

/// Without gravity both worlds are exact: event by event the same, until chaos has made much of rounding.
inline void expect_the_swept_story(WorldSettings settings, const std::vector<BodyDef>& bodies, double end,
                                   std::size_t least, double tolerance = 1e-9) {
  settings.detection = Detection::event;
  World world = world_with(settings, bodies);
  const auto events = story(world, end, end);
  settings.detection = Detection::swept;
  World other = world_with(settings, bodies);
  const auto truth = story(other, end, end / 64);
  EXPECT_GE(truth.size(), least) << "else there is nothing to see";
  ASSERT_EQ(events.size(), truth.size());
  for (std::size_t k = 0; k < events.size(); ++k) {
    ASSERT_NEAR(events[k].t, truth[k].t, tolerance) << "event " << k;
    ASSERT_EQ(events[k].a.serial, truth[k].a.serial) << "event " << k << " at " << truth[k].t;
    const auto serial = [](const ContactEvent& e) { return e.b ? e.b->serial : ~std::uint64_t{0}; };
    ASSERT_EQ(serial(events[k]), serial(truth[k])) << "event " << k << " at " << truth[k].t;
    ASSERT_NEAR(length(events[k].normal - truth[k].normal), 0, 100 * tolerance) << "event " << k;
    const Vec2 off = detail::nearest_image(events[k].point - truth[k].point, detail::period(settings.bounds));
    ASSERT_NEAR(length(off), 0, 100 * tolerance) << "event " << k;
    ASSERT_NEAR(events[k].speed, truth[k].speed, 100 * tolerance) << "event " << k;
    ASSERT_NEAR(events[k].impulse, truth[k].impulse, 100 * tolerance) << "event " << k;
    ASSERT_EQ(events[k].response, truth[k].response) << "event " << k;
  }
  ASSERT_EQ(world.body_count(), other.body_count());
  for (std::size_t k = 0; k < world.bodies().size(); ++k) {
    EXPECT_NEAR(length(at(world, world.bodies()[k]) - at(other, other.bodies()[k])), 0, 100 * tolerance) << k;
  }
  EXPECT_NEAR(world.exchanged_energy(), other.exchanged_energy(), 1e-6 * (1 + world.energy().kinetic));
}

}  // namespace carom::swept_test
