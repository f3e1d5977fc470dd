#include "io/observe/contact_pressure.hpp"

#include <gtest/gtest.h>

namespace carom::io {
namespace {

BodyDef disc(Vec2 at, Vec2 velocity) {
  BodyDef def;
  def.shape = Circle{.radius = 0.5, .center = {}, .hollow = false};
  def.at = at;
  def.velocity = velocity;
  def.mass = 2;
  return def;
}

std::vector<ObservedBody> bodies_of(const World& world) {
  std::vector<ObservedBody> bodies;
  for (const BodyId id : world.bodies()) {
    const Body& body = *world.body(id);
    if (!body.fixed()) bodies.push_back({body.serial, body.state.at, body.state.velocity, body.mass, 0.5});
  }
  return bodies;
}

/// Two discs of mass 2 meet head on with speed 3 each: J = 12, at the distance 1 of their centres; once in two seconds.
TEST(ContactPressure, OfTwoDiscsHeadOn) {
  for (const Detection detection : {Detection::swept, Detection::event}) {
    WorldSettings settings;
    settings.detection = detection;
    settings.bounds = Bounds{{0, 0}, {20, 5}, Edges::rebound};
    World world = World::make(std::move(settings)).value();
    ASSERT_TRUE(world.add(disc({5, 2.5}, {3, 0})));
    ASSERT_TRUE(world.add(disc({10, 2.5}, {-3, 0})));
    BodyDef wall = disc({19, 1}, {});
    wall.fixed = true;
    ASSERT_TRUE(world.add(wall));
    ContactPressure pressure;
    EXPECT_FALSE(pressure.add_moment(0, bodies_of(world), 100));
    while (world.time() < 2) {
      world.step_to(std::min(2.0, world.time() + 0.25));
      pressure.add_contacts(world);
    }
    const auto p = pressure.add_moment(2, bodies_of(world), 100);
    ASSERT_TRUE(p);
    EXPECT_NEAR(p->xx, (2 * 2 * 9 + 12.0 * 1 / 2) / 100, 1e-12);
    EXPECT_NEAR(p->yy, 0, 1e-12);
    EXPECT_NEAR(p->xy, 0, 1e-12);
    EXPECT_NEAR(*pressure.result().numbers[3].second.mean, p->xx / 2, 1e-12);
  }
}

/// Where a run is cut changes nothing: who has gone by then has pushed as well.
TEST(ContactPressure, OfOneThatHasGoneSince) {
  const auto virial = [](double end) {
    WorldSettings settings;
    settings.detection = Detection::event;
    settings.bounds = Bounds{{0, 0}, {20, 5}, Edges::rebound};
    World world = World::make(std::move(settings)).value();
    BodyDef brief = disc({5, 2.5}, {3, 0});
    brief.lifetime = 1.5;
    EXPECT_TRUE(world.add(brief));
    EXPECT_TRUE(world.add(disc({10, 2.5}, {-3, 0})));
    ContactPressure pressure;
    EXPECT_FALSE(pressure.add_moment(0, bodies_of(world), 100));
    for (const double t : {end, 2.0}) {
      world.step_to(t);
      pressure.add_contacts(world);
    }
    return pressure.add_moment(2, {}, 100)->xx;
  };
  EXPECT_EQ(virial(1), virial(1.9));
  EXPECT_GT(virial(1), 0);
}

/// A square is met at its side, farther from its centre than a disc of its size would be.
TEST(ContactPressure, OtherShapesByWhereTheyWere) {
  WorldSettings settings;
  settings.bounds = Bounds{{0, 0}, {20, 5}, Edges::rebound};
  World world = World::make(std::move(settings)).value();
  ASSERT_TRUE(world.add(disc({5, 2.5}, {3, 0})));
  BodyDef square = disc({10, 2.5}, {-3, 0});
  square.shape = Polygon::make({{-2, -1}, {2, -1}, {2, 1}, {-2, 1}}).value();
  ASSERT_TRUE(world.add(square));
  ContactPressure pressure;
  EXPECT_FALSE(pressure.add_moment(0, bodies_of(world), 100));
  world.step(1);
  pressure.add_contacts(world);
  const auto p = pressure.add_moment(1, bodies_of(world), 100);
  EXPECT_NEAR(p->xx, (2 * 2 * 9 + 12.0 * 2.5) / 100, 1e-9);
}

}  // namespace
}  // namespace carom::io
