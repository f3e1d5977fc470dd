#include "world/pairs/no_room.hpp"

#include <gtest/gtest.h>

#include "world/snapshot/persistence.hpp"
#include "world/testing/swept_world_test.hpp"

// A body that fits exactly meets one wall and the other at one and the same time, without end.
namespace carom::swept_test {
namespace {

using detail::contacts_without_way;
using detail::k_no_room_after;

constexpr double k_speed = 1;
constexpr double k_along = 0.25;

std::vector<WorldSettings> all_settings() {
  std::vector<WorldSettings> all;
  for (const double e : {1.0, 0.5}) {
    all.push_back(settings_with(1.0 / 60, e));
    all.push_back(event_settings(e));
  }
  return all;
}

/// How often a contact of a body without room was ended: in the event world jams that lose energy come to rest as a group
/// (`rests`), all others lose their rebound (`calms`).
std::uint64_t ended(const World& world) {
  const bool rests = world.settings().detection == Detection::event && world.settings().restitution < 1;
  return rests ? world.policies().rests : world.policies().calms;
}

/// It stands still across its walls, flies on along them, and the energy is explained.
void expect_an_end(World& world, BodyId stuck, Vec2 end_velocity, double duration = 0.5) {
  SCOPED_TRACE("e = " + std::to_string(world.settings().restitution));
  const Vec2 start = at(world, stuck);
  const double energy = world.energy().total();
  run_until(world, duration);
  EXPECT_EQ(velocity(world, stuck), end_velocity);
  EXPECT_NEAR(length(at(world, stuck) - (start + world.time() * end_velocity)), 0, 1e-12);
  EXPECT_GE(ended(world), 1U);
  EXPECT_LE(world.collision_count(), k_no_room_after + 2U);
  EXPECT_NEAR(world.energy().total() - world.exchanged_energy(), energy, 1e-12);
}

TEST(NoRoom, OnlyAWayOfRoundingIsNone) {
  EXPECT_EQ(contacts_without_way(7, 0, {1, 0}, {0.5, 5}, 0.5), 8U);
  EXPECT_EQ(contacts_without_way(7, 1e-17, {1, 0}, {0.5, 5}, 0.5), 8U) << "a time, but no way";
  EXPECT_EQ(contacts_without_way(7, 1e-12, {1, 0}, {0.5, 5}, 0.5), 0U);
  EXPECT_EQ(contacts_without_way(7, 1, {1, 0}, {0, 0}, 0.5), 0U) << "one at rest that is hit by another";
}

TEST(NoRoom, BetweenTheEdgesOfTheWorld) {
  for (const WorldSettings& settings : all_settings()) {
    World world = make_world(bounded(settings, {0, 0}, {1, 9}));
    const BodyId ball = add(world, disc(0.5, {0.5, 5}, {k_speed, k_along}));
    expect_an_end(world, ball, {0, k_along});
  }
}

TEST(NoRoom, InNoTimeToo) {
  for (WorldSettings settings : all_settings()) {
    settings.dt = 1e-9;
    World world = make_world(bounded(settings, {0, 0}, {1, 9}));
    const BodyId ball = add(world, disc(0.5, {0.5, 5}, {k_speed, 0}));
    expect_an_end(world, ball, {}, 1e-9);
  }
}

TEST(NoRoom, BetweenBorders) {
  for (const WorldSettings& settings : all_settings()) {
    World world = make_world(settings);
    add(world, border(Axis::x, 0));
    add(world, border(Axis::x, 1));
    const BodyId ball = add(world, disc(0.5, {0.5, 5}, {k_speed, k_along}));
    expect_an_end(world, ball, {0, k_along});
  }
}

TEST(NoRoom, InARingOfItsOwnWidth) {
  for (const WorldSettings& settings : all_settings()) {
    World world = make_world(settings);
    add(world, fixed(ring(1, {})));
    const BodyId ball = add(world, disc(1, {}, {k_speed, 0}));
    expect_an_end(world, ball, {});
  }
}

TEST(NoRoom, UnderGravity) {
  for (const double e : {1.0, 0.5, 0.0}) {
    for (const double speed : {0.0, k_speed}) {
      World pressed = make_world(bounded(event_settings(e, {1, -5}), {0, 0}, {1, 9}));
      const BodyId wedged = add(pressed, disc(0.5, {0.5, 5}, {speed, 0}));
      pressed.step_to(0.5);
      EXPECT_EQ(at(pressed, wedged), (Vec2{0.5, 5})) << e;
      EXPECT_EQ(pressed.policies().holds, 1U) << e;
      World falling = make_world(bounded(event_settings(e, {0, -5}), {0, 0}, {1, 9}));
      const BodyId ball = add(falling, disc(0.5, {0.5, 5}, {speed, 0}));
      falling.step_to(0.5);
      EXPECT_NEAR(at(falling, ball).y, 5 - 0.625, 1e-12) << e;
      EXPECT_EQ(falling.policies().holds, 0U) << e;
    }
  }
}

TEST(NoRoom, TwoThatFillATube) {
  for (const WorldSettings& settings : all_settings()) {
    World world = make_world(bounded(settings, {0, 0}, {2, 9}));
    add(world, disc(0.5, {0.5, 5}, {k_speed, 0}));
    add(world, disc(0.5, {1.5, 5}));
    run_until(world, 0.5);
    EXPECT_LT(world.energy().kinetic, 1e-24);
    EXPECT_GE(ended(world), 1U);
  }
}

TEST(NoRoom, AGasAsWideAsItsTube) {
  // So many that both worlds would take them for a gas.
  for (const WorldSettings& settings : {settings_with(1.0 / 60), event_settings()}) {
    World world = make_world(bounded(settings, {0, 0}, {1, 900}));
    for (int k = 0; k < 300; ++k) add(world, disc(0.5, {0.5, 1.5 + 3 * k}, {k == 7 ? k_speed : 0, k_along}));
    run_until(world, 0.5);
    EXPECT_EQ(world.policies().calms, 1U);
  }
}

TEST(NoRoom, ManyContactsAtOneTimeAreNotWithoutEnd) {
  // Pi by collisions, all in touch as it begins: 3,141 contacts in no time.
  for (const WorldSettings& settings : {settings_with(1.0 / 60), event_settings()}) {
    World world = make_world(bounded(settings, {0, 0}, {90, 9}));
    add(world, disc(0.5, {0.5, 5}));
    add(world, disc(0.5, {1.5, 5}, {-k_speed, 0}, 1e6));
    run_until(world, 0.5);
    EXPECT_EQ(world.collision_count(), 3141U);
    EXPECT_EQ(policy_count(world), 0U);
  }
}

/// The same world, from what a checkpoint keeps of it.
World resumed(const World& world) {
  std::vector<Body> bodies;
  for (const BodyId id : world.bodies()) bodies.push_back(*world.body(id));
  World other = make_world(world.settings());
  EXPECT_FALSE(detail::Persistence::resume(other, bodies, detail::Persistence::ledger(world)));
  return other;
}

/// Runs on for `steps` of `dt`: whole, from a snapshot and from a ledger.
void expect_the_same_when_cut(World& world, double dt, int before, int after) {
  const auto run = [dt](World& any, int steps) {
    for (int k = 0; k < steps; ++k) any.step_to(any.time() + dt);
  };
  run(world, before);
  EXPECT_EQ(world.policies().calms, 0U) << "cut before the guard acts";
  const World::Snapshot snapshot = world.snapshot();
  World other = resumed(world);
  World restored = make_world(world.settings());
  restored.restore(snapshot);
  run(world, after);
  for (World* const cut : {&other, &restored}) {
    run(*cut, after);
    EXPECT_EQ(cut->hash(), world.hash());
    EXPECT_EQ(cut->policies().calms, world.policies().calms);
    EXPECT_EQ(cut->collision_count(), world.collision_count());
  }
}

TEST(NoRoom, TheCountOfTheEventWorldGoesOnWhereARunIsCut) {
  // A gap of one rounding, and steps of some thousand contacts each.
  World world = make_world(bounded(event_settings(), {0, 0}, {1 + 0x1p-52, 9}));
  add(world, disc(0.5, {0.5, 5}, {k_speed, k_along}));
  expect_the_same_when_cut(world, 1e-12, 8, 40);
  EXPECT_GE(ended(world), 1U);
}

TEST(NoRoom, TheCountOfTheSweptWorldEndsWithItsStep) {
  // Between an edge and a piston that comes on, thousands of contacts a step, until both are held together to its end.
  World world = make_world(bounded(settings_with(1.0 / 60), {0, 0}, {9, 9}));
  add(world, disc(0.5, {0.5, 5}));
  add(world, moving(fixed(disc(0.5, {1.5, 5})), {-0.125, 0}));
  expect_the_same_when_cut(world, 1.0 / 60, 10, 20);
  EXPECT_EQ(world.policies().calms, 0U);
  EXPECT_GT(world.collision_count(), k_no_room_after) << "more than would be too many in one step";
}

}  // namespace
}  // namespace carom::swept_test
