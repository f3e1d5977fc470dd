#include "world/pairs/sensor_overlap.hpp"

#include <gtest/gtest.h>

#include "world/snapshot/persistence.hpp"
#include "world/testing/swept_world_test.hpp"

// Bodies that pass the edges, each edge by itself.
namespace carom::swept_test {
namespace {

WorldSettings open_on_all_sides(double dt, Response response = Response::none) {
  WorldSettings settings = bounded(settings_with(dt), {-5, -5}, {5, 5});
  settings.rules.push_back({{"ball", "bounds"}, response, {}, {}, {}});
  return settings;
}

TEST(SensorOverlap, AnEdgeIsToldOnceAPass) {
  for (const Response response : {Response::none, Response::ignore}) {
    World world = make_world(open_on_all_sides(0.1, response));
    const BodyId ball = add(world, called(disc(1, {0, 0}, {4, 1}), "ball"));
    std::vector<ContactEvent> events;
    run_until(world, 5, [&](const ContactEvent& event) { events.push_back(event); });
    ASSERT_EQ(events.size(), 2U);
    EXPECT_NEAR(events[0].t, 1, 1e-14);
    EXPECT_EQ(events[0].normal, (Vec2{-1, 0}));
    EXPECT_NEAR(events[1].t, 4, 1e-14);
    EXPECT_EQ(events[1].normal, (Vec2{0, -1}));
    EXPECT_NEAR(at(world, ball).x, 4 * world.time(), 1e-12) << "nothing stops it";
    EXPECT_EQ(world.passing(), (std::vector<World::Pair>{{0, std::nullopt}})) << "listed once";
  }
}

TEST(SensorOverlap, ManyWindowsAStepChangeNothing) {
  World world = make_world(open_on_all_sides(5));
  add(world, called(disc(1, {0, 0}, {4, 1}), "ball"));
  for (int k = 0; k < 20; ++k) add(world, disc(0.1, {-4 + 0.4 * k, -3}, {0, 0.3}));
  std::uint64_t told = 0;
  run_until(world, 5, [&](const ContactEvent& event) { told += !event.b && event.a.serial == 0 ? 1U : 0U; });
  EXPECT_EQ(told, 2U);
}

TEST(SensorOverlap, ComingBackEndsIt) {
  // Thrown up through the upper edge: out at t = 1, back at t = 3.
  WorldSettings settings = open_on_all_sides(0.125);
  settings.gravity = {0, -4};
  World world = make_world(settings);
  const BodyId ball = add(world, called(disc(1, {0, -2}, {0, 8}), "ball"));
  std::vector<Touch> touches;
  std::uint64_t told = 0;
  while (world.time() < 3.5) {
    world.step();
    told += world.events().size();
    touches.insert(touches.end(), world.touches().begin(), world.touches().end());
  }
  EXPECT_EQ(told, 1U);
  ASSERT_EQ(touches.size(), 2U);
  EXPECT_EQ(touches[0].change, TouchChange::begin);
  EXPECT_NEAR(touches[0].t, 1, 1e-13);
  EXPECT_EQ(touches[1].change, TouchChange::end);
  EXPECT_NEAR(touches[1].t, 3, 1e-13);
  EXPECT_TRUE(world.passing().empty());
  world.set_velocity(ball, {0, 8});
  world.step();
  world.step();
  world.step();
  EXPECT_EQ(world.collision_count(), 2U) << "a new pass is reported again";
}

struct Doorman : Listener {
  bool before(World& world, const PendingContact& pending) override {
    if (pending.b) return true;
    ++asked;
    if (pending.normal.y != 0) return true;
    if (turn_back) world.set_velocity(pending.a.id, {-1, 0});
    return false;
  }
  int asked = 0;
  bool turn_back = false;
};

TEST(SensorOverlap, ABodyThatLeavesThroughAnOpenSideStillStandsOnTheFloor) {
  Doorman doorman;
  World world = make_world(bounded(settings_with(0.125, 0, {0, -8}), {-5, -5}, {5, 5}));
  const BodyId ball = add(world, disc(1, {0, -4}, {4, 0}));
  world.set_listener(&doorman);
  run_until(world, 1.25);
  EXPECT_NEAR(at(world, ball).x, 5, 1e-13);
  EXPECT_NEAR(at(world, ball).y, -4, 1e-13);
}

TEST(SensorOverlap, ABodyTurnedBackInTheCallbackHasPartedAtOnce) {
  Doorman doorman;
  doorman.turn_back = true;
  World world = make_world(bounded(settings_with(1), {-5, -5}, {5, 5}));
  const BodyId ball = add(world, disc(1, {2, 0}, {4, 0}));
  world.set_listener(&doorman);
  world.step();
  EXPECT_EQ(doorman.asked, 1);
  EXPECT_EQ(world.touches().size(), 2U);
  EXPECT_TRUE(world.passing().empty());
  EXPECT_EQ(at(world, ball), (Vec2{3.5, 0}));
}

TEST(SensorOverlap, ABodySentOnFasterInTheCallbackIsReportedOnce) {
  struct Hurrier : Listener {
    bool before(World& world, const PendingContact& pending) override {
      ++asked;
      world.set_velocity(pending.a.id, {8, 0});
      return false;
    }
    int asked = 0;
  } hurrier;
  World world = make_world(bounded(settings_with(1), {-5, -5}, {5, 5}));
  add(world, disc(1, {2, 0}, {4, 0}));
  add(world, disc(1, {2, 3}, {2, 0}));
  add(world, fixed(disc(0.5, {4, 3})));
  world.set_listener(&hurrier);
  world.step();
  EXPECT_EQ(world.events().size(), 3U) << "an edge each, and one disc";
  EXPECT_EQ(hurrier.asked, 3);
}

TEST(SensorOverlap, TeleportingEndsIt) {
  World world = make_world(open_on_all_sides(0.5));
  const BodyId ball = add(world, called(disc(1, {3, 0}, {4, 0}), "ball"));
  world.step();
  EXPECT_EQ(world.passing().size(), 1U);
  EXPECT_TRUE(world.teleport(ball, {3, 0}));
  EXPECT_TRUE(world.passing().empty());
  world.step();
  EXPECT_EQ(world.collision_count(), 2U) << "a new pass";
  ASSERT_EQ(world.touches().size(), 2U);
  EXPECT_EQ(world.touches()[0].change, TouchChange::end);
  EXPECT_EQ(world.touches()[0].t, 0.5);
  EXPECT_EQ(world.touches()[1].change, TouchChange::begin);
}

void goes_on_from_a_ledger(Detection detection) {
  WorldSettings settings = open_on_all_sides(0.1);
  settings.detection = detection;
  World world = make_world(settings);
  add(world, called(disc(1, {0, 0}, {4, 2}), "ball"));
  World other = make_world(settings);
  while (world.time() < 1.55) world.step();
  EXPECT_EQ(world.collision_count(), 1U);
  std::vector<Body> bodies;
  for (const BodyId id : world.bodies()) bodies.push_back(*world.body(id));
  EXPECT_FALSE(detail::Persistence::resume(other, bodies, detail::Persistence::ledger(world)));
  EXPECT_EQ(other.passing(), world.passing());
  for (int k = 0; k < 20; ++k) {
    world.step();
    other.step();
    ASSERT_EQ(other.events().size(), world.events().size()) << k;
    ASSERT_EQ(other.hash(), world.hash()) << k;
  }
  EXPECT_EQ(other.collision_count(), 2U) << "the upper edge too";
}

TEST(SensorOverlap, GoesOnFromALedger) {
  goes_on_from_a_ledger(Detection::swept);
  goes_on_from_a_ledger(Detection::event);
}

TEST(SensorOverlap, AnEdgeReachedJustWhenTheStepEndsIsTheOneThatIsPassed) {
  World world = make_world(open_on_all_sides(0.5));
  add(world, called(disc(1, {2, -4}, {4, 0}), "ball"));
  world.step();
  ASSERT_EQ(world.collision_count(), 1U);
  World other = make_world(open_on_all_sides(0.5));
  std::vector<Body> bodies;
  for (const BodyId id : world.bodies()) bodies.push_back(*world.body(id));
  EXPECT_FALSE(detail::Persistence::resume(other, bodies, detail::Persistence::ledger(world)));
  other.step();
  EXPECT_EQ(other.collision_count(), 1U);
}

}  // namespace
}  // namespace carom::swept_test
