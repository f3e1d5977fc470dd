#include "world/bodies/merge.hpp"

#include <gtest/gtest.h>

#include "world/testing/gravity_world_test.hpp"

namespace carom {
namespace {

using namespace swept_test;

Body circle(double radius, double mass, Vec2 at, Vec2 velocity, std::vector<std::string> tags = {}) {
  Body body;
  body.shape = body.upright = Circle{radius, {}, false};
  body.reach = radius;
  body.mass = mass;
  body.inverse_mass = 1 / mass;
  body.state.at = at;
  body.state.velocity = velocity;
  body.tags = std::move(tags);
  return body;
}

TEST(Merge, MassMomentumCentreAndAreaStay) {
  const Body one = detail::merged(circle(3, 3, {0, 0}, {1, 0}, {"x", "y"}), circle(4, 1, {4, 0}, {1, 8}, {"y", "z"}));
  EXPECT_EQ(one.mass, 4);
  EXPECT_EQ(one.inverse_mass, 0.25);
  EXPECT_EQ(std::get<Circle>(one.shape).radius, 5);
  EXPECT_EQ(one.reach, 5);
  EXPECT_EQ(one.state.at, (Vec2{1, 0}));
  EXPECT_EQ(one.state.velocity, (Vec2{1, 2}));
  EXPECT_EQ(one.tags, (std::vector<std::string>{"x", "y", "z"}));
}

TEST(Merge, AFixedOneTakesTheOtherInAndStays) {
  Body planet = circle(3, 1, {0, 0}, {});
  planet.inverse_mass = 0;
  const Body one = detail::merged(planet, circle(4, 100, {7, 0}, {-1, 0}));
  EXPECT_TRUE(one.fixed());
  EXPECT_EQ(one.mass, 101);
  EXPECT_EQ(one.state.at, Vec2{});
  EXPECT_EQ(one.reach, 5);
}

TEST(Merge, SpinsAddUp) {
  Body first = circle(3, 4, {0, 0}, {});
  Body second = circle(4, 2, {7, 0}, {});
  first.inverse_inertia = 1 / 18.0;
  second.inverse_inertia = 1 / 16.0;
  EXPECT_EQ(detail::merged(first, second).inverse_inertia, 1 / 75.0);
  EXPECT_EQ(detail::merged(first, second).state.spin, 0);
  first.state.spin = 2;
  second.state.spin = -1;
  EXPECT_NEAR(detail::merged(first, second).state.spin, (2 * 18.0 - 16) / 75, 1e-15);
  first.inverse_inertia = 0;  // nothing turns it
  EXPECT_EQ(detail::merged(first, second).inverse_inertia, 0);
  EXPECT_EQ(detail::merged(first, second).state.spin, 2);
}

WorldSettings merging(Detection detection = Detection::swept) {
  WorldSettings settings = attracting(0.1);
  settings.attraction->G = 1e-4;
  settings.detection = detection;
  Rule& rule = settings.rules.emplace_back();
  rule.between = {"*", "*"};
  rule.response = Response::merge;
  return settings;
}

TEST(Merge, TheHeavierKeepsItsNameAndTheBooksBalance) {
  for (const Detection detection : {Detection::swept, Detection::overlap}) {
    World world = make_world(merging(detection));
    add(world, called(disc(0.1, {-0.5, 0.02}, {10, 0}, 1), "light"));
    const BodyId heavy = add(world, called(disc(0.2, {0.5, 0}, {0, 0}, 3), "heavy"));
    add(world, disc(0.1, {0, 5}, {0, 0.1}, 2));
    const Energy energy = world.energy();
    const double spin = world.angular_momentum();
    const Vec2 momentum = world.momentum();
    world.step();
    ASSERT_EQ(world.events().size(), 1U);
    EXPECT_EQ(world.events()[0].response, Response::merge);
    EXPECT_GT(world.events()[0].impulse, 7);
    ASSERT_EQ(world.body_count(), 2U);
    ASSERT_NE(world.body(heavy), nullptr);
    EXPECT_EQ(world.body(heavy)->mass, 4);
    EXPECT_EQ(world.find("heavy"), heavy);
    EXPECT_LT(length(world.momentum() - momentum), 1e-13);
    EXPECT_NEAR(world.angular_momentum() - spin, world.exchanged_angular_momentum(), 1e-12);
    // The rest is the step's own: it is long beside the pull.
    EXPECT_NEAR(world.energy().total() - energy.total(), world.exchanged_energy(), 0.1);
    EXPECT_LT(world.exchanged_energy(), -30);
    for (int k = 0; k < 5; ++k) world.step();
    EXPECT_EQ(world.body_count(), 2U);
  }
}

TEST(Merge, OfTwoAlikeTheFirstStays) {
  World world = make_world(merging());
  const BodyId first = add(world, disc(0.1, {-0.3, 0}, {5, 0}));
  const BodyId second = add(world, disc(0.1, {0.3, 0}, {-5, 0}));
  world.step();
  EXPECT_NE(world.body(first), nullptr);
  EXPECT_EQ(world.body(second), nullptr);
  EXPECT_EQ(world.name(0), "#0");
}

TEST(Merge, WhatIsNoDiscRebounds) {
  World world = make_world(merging());
  add(world, disc(0.1, {-0.5, 0}, {9, 0}));
  add(world, box({0.1, 0.1}, {0.2, 0}));
  world.step();
  ASSERT_EQ(world.events().size(), 1U);
  EXPECT_EQ(world.events()[0].response, Response::impulse);
  EXPECT_EQ(world.body_count(), 2U);
}

TEST(Merge, TheEventWorldRefusesIt) {
  WorldSettings settings = merging(Detection::event);
  settings.attraction.reset();
  const auto made = World::make(settings);
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().place, "/rules/0/response");
}

}  // namespace
}  // namespace carom
