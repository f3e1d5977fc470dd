#include <gtest/gtest.h>

#include "event/event_types.hpp"
#include "world/snapshot/persistence.hpp"
#include "world/testing/event_world_test.hpp"

// Flights seen from outside: cuts, snapshots, ledgers, and where a body was.
namespace carom::swept_test {
namespace {

struct Case {
  const char* name;
  WorldSettings settings;
  std::vector<BodyDef> bodies;
};

std::vector<Case> cases() {
  std::vector<Case> all;
  const auto box = [](WorldSettings settings, Edges edges = Edges::rebound) {
    return bounded(std::move(settings), {0, 0}, {10, 10}, edges);
  };
  all.push_back({"walls", box(event_settings()), some_discs(5, 10, 3, 1)});
  all.push_back({"periodic", box(event_settings(), Edges::periodic), some_discs(5, 10, 3, 2)});
  all.push_back({"removing", box(event_settings(), Edges::remove), some_discs(6, 10, 2, 3)});
  all.push_back({"falling", box(event_settings(0.8, {0.3, -9})), some_discs(5, 10, 3, 4)});
  all.push_back({"open", event_settings(), some_discs(5, 10, 3, 5)});

  Case passing{"passing", box(event_settings(1, {0, -3})), some_discs(5, 10, 3, 6)};
  passing.settings.rules.push_back({{"ghost", "*"}, Response::none, {}, {}, {}});
  for (std::size_t k = 0; k < passing.bodies.size(); k += 3) passing.bodies[k].tags = {"ghost"};
  all.push_back(passing);

  Case dying{"dying", box(event_settings()), some_discs(5, 10, 3, 7)};
  BodyDef spark = disc(0.01, {}, {1, 1}, 0.01);
  spark.lifetime = 0.3;
  spark.tags = {"spark"};
  dying.settings.rules.push_back({{"ball", "ball"}, Response::impulse, {}, {}, {SpawnEffect{spark}}});
  dying.settings.rules.push_back({{"spark", "*"}, Response::ignore, {}, {}, {}});
  for (BodyDef& body : dying.bodies) body.tags = {"ball"};
  dying.bodies[7].lifetime = 0.6;
  all.push_back(dying);
  return all;
}

std::uint64_t serial_b(const ContactEvent& e) { return e.b ? e.b->serial : ~std::uint64_t{0}; }

TEST(EventFlights, CutsAreNotSeenAndTheirEventsAddUp) {
  for (const Case& c : cases()) {
    SCOPED_TRACE(c.name);
    World whole = world_with(c.settings, c.bodies);
    whole.step_to(2);
    World cut = world_with(c.settings, c.bodies);
    const auto events = story(cut, 2, 0.013);
    EXPECT_EQ(cut.hash(), whole.hash());
    EXPECT_EQ(cut.collision_count(), whole.collision_count());
    EXPECT_GE(whole.collision_count(), 10U);
    ASSERT_EQ(events.size(), whole.events().size());
    for (std::size_t k = 0; k < events.size(); ++k) {
      ASSERT_EQ(events[k].t, whole.events()[k].t) << k;
      ASSERT_EQ(events[k].a.serial, whole.events()[k].a.serial) << k;
      ASSERT_EQ(serial_b(events[k]), serial_b(whole.events()[k])) << k;
    }
    EXPECT_EQ(cut.exchanged_energy(), whole.exchanged_energy());
    EXPECT_EQ(cut.gas().virial, whole.gas().virial);
  }
}

TEST(EventFlights, RecordingChangesNothing) {
  for (const Case& c : cases()) {
    SCOPED_TRACE(c.name);
    World told = world_with(c.settings, c.bodies);
    World untold = world_with(c.settings, c.bodies);
    untold.set_recording(false);
    told.step_to(2);
    untold.step_to(2);
    EXPECT_EQ(told.hash(), untold.hash());
    EXPECT_EQ(told.collision_count(), untold.collision_count());
    EXPECT_TRUE(untold.events().empty());
    EXPECT_FALSE(untold.state_at(untold.bodies()[0], 1.5)) << "nothing was kept";
  }
}

TEST(EventFlights, SnapshotsGoOnInTheSameBits) {
  for (const Case& c : cases()) {
    SCOPED_TRACE(c.name);
    World world = world_with(c.settings, c.bodies);
    world.step_to(0.7);
    const World::Snapshot snapshot = world.snapshot();
    world.step_to(2);
    const std::uint64_t hash = world.hash();
    const std::uint64_t collisions = world.collision_count();
    world.restore(snapshot);
    EXPECT_EQ(world.time(), 0.7);
    world.step_to(2);
    EXPECT_EQ(world.hash(), hash);
    EXPECT_EQ(world.collision_count(), collisions);
    World other = make_world(c.settings);
    other.restore(snapshot);
    other.step_to(2);
    EXPECT_EQ(other.hash(), hash) << "in another world too";
  }
}

TEST(EventFlights, LedgersGoOnInTheSameBits) {
  for (const Case& c : cases()) {
    SCOPED_TRACE(c.name);
    World world = world_with(c.settings, c.bodies);
    world.step_to(0.7);
    std::vector<Body> bodies;
    for (const BodyId id : world.bodies()) bodies.push_back(*world.body(id));
    World other = make_world(c.settings);
    EXPECT_FALSE(detail::Persistence::resume(other, bodies, detail::Persistence::ledger(world)));
    EXPECT_EQ(other.hash(), world.hash());
    world.step_to(2);
    other.step_to(2);
    EXPECT_EQ(other.hash(), world.hash());
    EXPECT_EQ(other.collision_count(), world.collision_count());
    EXPECT_EQ(other.policies().briefs, world.policies().briefs);
    EXPECT_EQ(other.gas().virial, world.gas().virial);
  }
}

TEST(EventFlights, WhereABodyWasIsWhereACutFindsIt) {
  for (const Case& c : cases()) {
    SCOPED_TRACE(c.name);
    World whole = world_with(c.settings, c.bodies);
    whole.step_to(0.2);
    whole.step_to(1.1);
    World cut = world_with(c.settings, c.bodies);
    for (const double t : {0.2, 0.31, 0.5, 0.77, 1.0}) {
      cut.step_to(t);
      for (const BodyId id : whole.bodies()) {
        const Body* there = cut.body(id);
        if (there == nullptr) continue;
        const auto was = whole.state_at(id, t);
        ASSERT_TRUE(was) << t;
        EXPECT_EQ(was->at, there->state.at) << whole.body(id)->serial << " at " << t;
        EXPECT_EQ(was->velocity, there->state.velocity) << whole.body(id)->serial << " at " << t;
      }
    }
    EXPECT_FALSE(whole.state_at(whole.bodies()[0], 0.19)) << "before the last step";
    EXPECT_FALSE(whole.state_at(whole.bodies()[0], 1.2)) << "after it";
  }
}

TEST(EventFlights, WhereABodyWasAlsoWhenItHasBeenMovedSince) {
  World world = world_with(event_settings(), {disc(1, {0, 0}, {4, 0}), disc(1, {9, 0})});
  world.step_to(1);
  const BodyId ball = world.bodies()[0];
  EXPECT_TRUE(world.teleport(ball, {50, 50}));
  const auto was = world.state_at(ball, 0.5);
  ASSERT_TRUE(was);
  EXPECT_EQ(was->at, (Vec2{2, 0}));
}

TEST(EventFlights, ChangesFromOutsideCountFromThenOn) {
  World world = world_with(event_settings(), {disc(1, {0, 0}, {4, 0}), disc(1, {100, 0})});
  const BodyId ball = world.bodies()[0];
  const BodyId target = world.bodies()[1];
  world.step_to(1);
  EXPECT_TRUE(world.teleport(target, {10, 0}));
  world.step_to(1.5);
  EXPECT_EQ(world.collision_count(), 0U);
  EXPECT_TRUE(world.apply_impulse(ball, {4, 0}));
  world.step_to(2);
  ASSERT_EQ(world.events().size(), 1U) << "2 left at 8 a second";
  EXPECT_NEAR(world.events()[0].t, 1.75, 1e-14);
  EXPECT_EQ(velocity(world, target), (Vec2{8, 0}));
  EXPECT_FALSE(world.apply_force(ball, {1, 0})) << "there is no step that it could last for";
  EXPECT_TRUE(world.set_filter(ball, 2, 0));
  EXPECT_TRUE(world.set_velocity(ball, {80, 0}));
  world.step_to(3);
  EXPECT_EQ(world.collision_count(), 1U) << "a filter set between two runs";
  EXPECT_TRUE(world.remove(target));
  world.step_to(4);
  EXPECT_EQ(world.body_count(), 1U);
}

TEST(EventFlights, QuestionsSeeBodiesWhereTheyAre) {
  World world = world_with(event_settings(), {disc(1, {0, 0}, {4, 0}), fixed(disc(1, {0, 9}, {0, 1}))});
  world.step_to(2.5);
  EXPECT_EQ(world.at_point({10, 0}).size(), 1U);
  EXPECT_EQ(world.at_point({0, 11.5}).size(), 1U);
  EXPECT_NEAR(world.ray_cast({20, 0}, {0, 0})->distance, 9, 1e-15);
}

}  // namespace
}  // namespace carom::swept_test
