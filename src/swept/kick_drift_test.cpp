#include <gtest/gtest.h>

#include "world/testing/gravity_world_test.hpp"

namespace carom {
namespace {

using namespace swept_test;

TEST(SweptPull, WhereNothingMeetsTheStepIsTheIntegrators) {
  EXPECT_LT(closing_error(Integrator::leapfrog, 1000), 3e-4);
  EXPECT_LT(closing_error(Integrator::chin, 1000), 1e-8);
  EXPECT_LT(closing_error(Integrator::extrapolation, 100), 1e-10);
}

TEST(SweptPull, FixedBodiesPullWithTheMassTheyHave) {
  World world = make_world(attracting(0.01));
  add(world, fixed(disc(0.5, {0, 0}, {}, 9)));
  const BodyId moon = add(world, disc(0.1, {1, 0}, {0, 3}, 1e-9));
  const double start = length(at(world, moon));
  for (int k = 0; k < 100; ++k) {
    world.step();
    EXPECT_NEAR(length(at(world, moon)), start, 1e-3);
  }
}

TEST(SweptPull, WallsDoNotPull) {
  World world = make_world(attracting(0.01));
  add(world, border(Axis::x, 1));
  add(world, segment({-1, -5}, {-1, 5}));
  const BodyId ball = add(world, disc(0.1, {0, 0}));
  world.step();
  EXPECT_EQ(at(world, ball), Vec2{});
}

/// A ball falls onto a fixed star and bounces, again and again: what a bounce costs must fall with the square of the step or
/// faster, though the pull grows on the way down and shrinks on the way up.
double energy_error_of_bounces(Integrator integrator, double dt) {
  World world = make_world(attracting(dt, integrator));
  add(world, fixed(disc(0.5, {0, 0}, {}, 1)));
  add(world, disc(0.1, {0.3, 1.2}, {}, 1e-3));
  const double start = world.energy().total();
  double worst = 0;
  for (int k = 1; k * dt <= 4; ++k) {
    world.step_to(k * dt);
    worst = std::max(worst, std::abs(world.energy().total() / start - 1));
  }
  EXPECT_GT(world.collision_count(), 1U);
  return worst;
}

TEST(SweptPull, ABounceInAPullThatChangesKeepsItsEnergy) {
  EXPECT_LT(energy_error_of_bounces(Integrator::leapfrog, 0.001), 5e-6);
  EXPECT_LT(energy_error_of_bounces(Integrator::chin, 0.001), 1e-7);
}

TEST(SweptPull, OneThatComesOnTheWayIsPulledAtOnce) {
  WorldSettings settings = attracting(0.1);
  settings.rules.emplace_back().between = {"a", "b"};
  World world = make_world(settings);
  add(world, fixed(disc(0.5, {0, -3}, {}, 9)));
  Recorder recorder;
  BodyId late;
  recorder.on_after = [&](World& w, const ContactEvent&) { late = add(w, disc(0.1, {0, 0}, {}, 1e-6)); };
  world.set_listener(&recorder);
  add(world, disc(0.1, {20, 0.15}, {0, -2}, 1e-9));
  add(world, disc(0.1, {20, -0.15}, {0, 2}, 1e-9));
  world.step();
  ASSERT_EQ(recorder.events.size(), 1U);
  const double left = 0.1 - recorder.events[0].t;
  EXPECT_NEAR(velocity(world, late).y, -left, 2e-3);
}

TEST(SweptPull, AngularMomentumIsKeptThroughContacts) {
  World world = make_world(attracting(0.02));
  for (int k = 0; k < 12; ++k) {
    add(world, disc(0.05, {0.3 * (k % 4) + 0.01 * k, 0.3 * (k / 4)}, {0.1 * (k % 3) - 0.1, 0.05 * (k % 5)}, 0.1));
  }
  const double start = world.angular_momentum();
  const Vec2 momentum = world.momentum();
  for (int k = 0; k < 200; ++k) world.step();
  EXPECT_GT(world.collision_count(), 10U);
  EXPECT_NEAR(world.angular_momentum(), start, 1e-14);
  EXPECT_LT(length(world.momentum() - momentum), 1e-14);
}

/// Far too long a step for a strong source: the first half of the kick makes discs fast, but what they do to each other and
/// to the edges on their way brings hardly more. The second half is not tested.
TEST(SweptPull, ContactsInAStepThatIsTooLongBringNoEnergy) {
  for (const double strength : {300.0, 700.0, 3000.0}) {
    WorldSettings settings = bounded(settings_with(0.01), {-1.2, -1.2}, {1.2, 1.2});
    settings.sources.push_back({{0, 0}, strength});
    World world = make_world(settings);
    const auto kick = [&](Vec2 at) { return (-0.005 * strength / (dot(at, at) * length(at))) * at; };
    double before = 0;
    for (int j = 0; j < 12; ++j) {
      for (int i = 0; i < 12; ++i) {
        const Vec2 at{-0.825 + 0.15 * i + 0.01 * (j % 3), -0.825 + 0.15 * j + 0.007 * (i % 2)};
        add(world, disc(0.03, at));
        before += dot(kick(at), kick(at));
      }
    }
    world.step();
    double after = 0;
    for (const BodyId id : world.bodies()) {
      const Vec2 drift = velocity(world, id) - kick(at(world, id));
      after += dot(drift, drift);
    }
    EXPECT_LT(after, 1.4 * before) << strength;
  }
}

}  // namespace
}  // namespace carom
