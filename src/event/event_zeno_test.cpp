#include "event/event_zeno.hpp"

#include <gtest/gtest.h>

#include "event/event_parts_test.hpp"

namespace carom::swept_test {
namespace {

using detail::BodyImpact;
using detail::BodyRef;
using detail::Law;

BodyImpact impact_of(BodyRef a, BodyRef b) {
  BodyImpact impact{a, b, 0, {}, {}, {}};
  impact.contact.normal = {0, 1};
  return impact;
}

TEST(EventZeno, ASecondContactTooSoonLosesNoEnergy) {
  EventParts parts(world_with(event_settings(0.5), {disc(1, {0, 0}, {1, 0}), disc(1, {5, 0})}));
  detail::EventZenoGuard& zeno = parts.w.zeno;
  zeno.choose_durations();
  const double duration = parts.w.context.clock().contact_duration;
  ASSERT_GT(duration, 0);
  const BodyImpact impact = impact_of(BodyRef::mover(0), BodyRef::mover(1));
  const auto restitution_at = [&](double t) {
    parts.w.context.now = t;
    Law law;
    law.restitution = 0.5;
    const bool soon = zeno.elastic_if_too_soon(impact, law, false);
    EXPECT_EQ(soon, law.restitution == 1);
    return law.restitution;
  };
  EXPECT_EQ(restitution_at(1), 0.5);
  EXPECT_EQ(restitution_at(1 + duration / 2), 1);
  EXPECT_EQ(restitution_at(1 + 3 * duration), 0.5);
  EXPECT_EQ(parts.state.now.policies.briefs, 1U);
}

TEST(EventZeno, WhatLiesStillHops) {
  EventParts parts(world_with(event_settings(0.5, {0, -8}), {disc(1, {0, 1}), border(Axis::y, 0)}));
  detail::EventZenoGuard& zeno = parts.w.zeno;
  zeno.choose_durations();
  const BodyImpact impact = impact_of(BodyRef::mover(0), BodyRef::fixed(0));
  const Encounter e = detail::encounter(parts.w.context, parts.w.bodies, impact, 0.5);
  Aftermath after{e.velocity_a, e.velocity_b, 0};
  EXPECT_EQ(zeno.pressing(impact, e), 8);
  EXPECT_TRUE(zeno.micro_bounce(impact, Law{}, e, after));
  EXPECT_EQ(after.velocity_a, (Vec2{0, 4 * zeno.shortest_flight()}));
  EXPECT_TRUE(zeno.is_micro_bounce(impact, Law{}));
  EXPECT_EQ(parts.state.now.policies.hops, 1U);
}

/// On its way up a ring it is pressed less and less, so that it comes down a little faster than it would leave.
TEST(EventZeno, WhatSwingsInARingIsNotReportedAtEachHop) {
  for (const double restitution : {0.0, 0.9}) {
    WorldSettings settings = event_settings(restitution, {0, -1});
    World world = make_world(settings);
    BodyDef dish = ring(0.8, {0, 0});
    dish.fixed = true;
    add(world, dish);
    const BodyId swings = add(world, disc(0.1, {0.65, -0.2}));
    world.step_to(20);
    const std::size_t hops = world.policies().hops;
    EXPECT_TRUE(story(world, 24, 0.5).empty()) << restitution;
    EXPECT_GT(world.policies().hops, hops + 50);
    EXPECT_GT(length(world.body(swings)->state.velocity) + std::abs(at(world, swings).x), 0.1) << "it swings on";
  }
}

/// A disc on the wall of a hollow triangle is inside and outside at once, and each contact takes up to a millisecond.
TEST(EventZeno, ShapesWithoutRoomReboundNoMoreAfterFewerContactsThanDiscs) {
  WorldSettings settings = event_settings(0.3);
  settings.contact_duration = 1e-5;
  World world = make_world(settings);
  add(world, moving(polygon({{-0.46931, 0.04631}, {0.29225, -0.37012}, {0.17423, 0.43823}}, {}, true), {-0.75, -0.17}));
  add(world, disc(0.2454, {0.233, 0.034}, {-1.8, 5.1}, 0.19));
  world.step_to(0.01);
  EXPECT_GT(world.policies().calms, 0U);
  EXPECT_GT(world.collision_count(), 4096U);
  EXPECT_LT(world.collision_count(), 8192U) << "65,536 of discs";
}

/// As many as are physics: two boxes in touch in front of a wall, 10⁶ times as heavy the one as the other.
TEST(EventZeno, BoxesCountTheDigitsOfPiAtOneMoment) {
  World world = make_world(event_settings());
  add(world, border(Axis::x, 0));
  add(world, box({0.5, 0.5}, {0.5, 0}));
  BodyDef heavy = moving(box({0.5, 0.5}, {1.5, 0}), {-1, 0});
  heavy.mass = 1e6;
  add(world, heavy);
  world.step_to(1);
  EXPECT_EQ(world.collision_count(), 3141U);
  EXPECT_EQ(world.policies().calms, 0U);
}

TEST(EventZeno, ASnapshotKeepsWhatItKnows) {
  EventParts parts(world_with(event_settings(0.5), {disc(1, {0, 0}), disc(1, {5, 0})}));
  detail::BodyFlight flight;
  flight.last_contact = 3;
  flight.without_way = 4;
  flight.rapid = 5;
  parts.w.zeno.restore(1, flight);
  parts.w.zeno.rebase(1);
  detail::BodyFlight kept;
  parts.w.zeno.save(1, kept);
  EXPECT_EQ(kept.last_contact, 2);
  EXPECT_EQ(kept.without_way, 4U);
  EXPECT_EQ(kept.rapid, 5U);
}

}  // namespace
}  // namespace carom::swept_test
