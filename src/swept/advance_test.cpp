#include "swept/advance.hpp"

#include <gtest/gtest.h>

#include "world/forces/substep.hpp"
#include "world/rules/capabilities.hpp"
#include "world/testing/gravity_world_test.hpp"

namespace carom {
namespace {

using namespace swept_test;

TEST(Advance, PartsBeginWhereSuchPartsBeginAndEndWithTheStep) {
  // What the state would ask for, one after the other: a long part must wait until it fits.
  const unsigned asked[] = {2, 1, 0, 1};
  std::size_t k = 0;
  std::vector<double> ends;
  detail::in_parts(
      1, 3, [&] { return asked[k]; },
      [&](double to) {
        ends.push_back(to);
        k = std::min(k + 1, std::size(asked) - 1);
      });
  EXPECT_EQ(ends, (std::vector<double>{1.5, 2, 3}));
}

TEST(Advance, OnlyWhatBendsPathsIsIntegrated) {
  WorldSettings settings;
  settings.integrator = Integrator::chin;
  EXPECT_FALSE(detail::integrates(settings));
  settings.gravity = {0, -1};
  EXPECT_TRUE(detail::integrates(settings));
  settings.integrator = Integrator::leapfrog;
  EXPECT_FALSE(detail::integrates(settings));
  settings.attraction.emplace();
  EXPECT_TRUE(detail::integrates(settings));
}

TEST(Advance, EventsOfAllPartsAreTheStepsInOrderOfTime) {
  WorldSettings settings = bounded(attracting(1, Integrator::chin), {-1, -1}, {1, 1});
  settings.substep = 0.001;
  World world = make_world(settings);
  const BodyId fast = add(world, disc(0.1, {0, 0.5}, {7, 0}, 1e-6));
  add(world, disc(0.1, {0, -0.5}, {-5, 0}, 1e-6));
  world.step();
  ASSERT_GE(world.events().size(), 5U);
  for (std::size_t k = 1; k < world.events().size(); ++k) EXPECT_LE(world.events()[k - 1].t, world.events()[k].t);
  EXPECT_NEAR(world.events().front().t, 0.9 / 7, 1e-5);
  // Between the first hit of the fast one, at 0.9 / 7, and its second.
  const auto there = world.state_at(fast, 0.2);
  ASSERT_TRUE(there);
  EXPECT_NEAR(there->at.x, 0.9 - 7 * (0.2 - 0.9 / 7), 1e-4);
  EXPECT_NEAR(there->velocity.x, -7, 1e-4);
}

/// Burrau's: masses 3, 4 and 5 at rest in the corners of a triangle with sides 3, 4 and 5. The closest passage of all, 4e-4
/// apart, is at t = 15.83.
World pythagorean(WorldSettings settings) {
  World world = make_world(std::move(settings));
  world.set_recording(false);
  add(world, disc(1e-9, {1, 3}, {}, 3));
  add(world, disc(1e-9, {-2, -1}, {}, 4));
  add(world, disc(1e-9, {1, -1}, {}, 5));
  return world;
}

PolicyCounts pythagorean_policies(WorldSettings settings, double until) {
  World world = pythagorean(std::move(settings));
  while (world.time() < until) world.step();
  return world.policies();
}

TEST(Advance, AStepThatExtrapolationCannotResolveIsCounted) {
  for (const Detection detection : {Detection::swept, Detection::overlap}) {
    WorldSettings settings = attracting(0.1, Integrator::extrapolation);
    settings.detection = detection;
    EXPECT_EQ(pythagorean_policies(settings, 1).capped_extrapolations, 0U);
    EXPECT_GT(pythagorean_policies(settings, 16).capped_extrapolations, 0U);
    settings.dt = 0.001;
    EXPECT_EQ(pythagorean_policies(settings, 16).capped_extrapolations, 0U);
  }
}

TEST(Advance, AStepThatTheSubstepRuleCannotResolveIsCounted) {
  for (const Detection detection : {Detection::swept, Detection::overlap}) {
    WorldSettings settings = attracting(1);
    settings.detection = detection;
    settings.substep = 1e-8;
    const auto capped = [&settings](double apart) {
      World world = make_world(settings);
      add(world, disc(1e-9, {0, 0}, {}, 1));
      add(world, disc(1e-9, {apart, 0}, {}, 1));
      world.step_to(1e-5);  // of a dt of 1: the parts are those of the step as it is
      return world.policies().capped_substeps;
    };
    EXPECT_EQ(capped(1), 0U);
    EXPECT_GT(capped(1e-7), 0U);
  }
}

TEST(Advance, AForceLastsForTheWholeStepWhateverItsParts) {
  for (const Integrator integrator : {Integrator::leapfrog, Integrator::chin, Integrator::extrapolation}) {
    WorldSettings settings = attracting(1, integrator);
    settings.substep = 1e-4;
    World world = make_world(settings);
    const BodyId pushed = add(world, disc(0.1, {0, 0}, {}, 2));
    add(world, disc(0.1, {10, 0}, {0, 1}, 1e-12));
    world.apply_force(pushed, {0, 6});
    world.step();
    EXPECT_NEAR(velocity(world, pushed).y, 3, 1e-9);
    world.step();
    EXPECT_NEAR(velocity(world, pushed).y, 3, 1e-9);
  }
}

TEST(Advance, AStateInsideAStepLiesOnThePath) {
  for (const Integrator integrator : {Integrator::leapfrog, Integrator::chin, Integrator::extrapolation}) {
    World fine = make_world(attracting(0.001, integrator));
    World coarse = make_world(attracting(0.1, integrator));
    add_kepler_pair(fine, 0.2);
    add_kepler_pair(coarse, 0.2);
    run_until(fine, 0.0299);
    coarse.step();
    const BodyId id = coarse.bodies()[0];
    const auto inside = coarse.state_at(id, fine.time());
    ASSERT_TRUE(inside);
    EXPECT_LT(length(inside->at - at(fine, id)), 1e-3);
    EXPECT_LT(length(inside->velocity - velocity(fine, id)), 2e-3);
  }
}

}  // namespace
}  // namespace carom
