#include <gtest/gtest.h>

#include <cstdio>

#include "carom/world/integrators.hpp"
#include "world/testing/gravity_world_test.hpp"
#include "world/testing/rotating_world_test.hpp"

// Bodies that rotate while they attract each other, or follow fields by any integrator and in parts of a step.
namespace carom::swept_test {
namespace {

constexpr Integrator k_all[] = {Integrator::leapfrog, Integrator::chin, Integrator::extrapolation};

World attracted(Integrator integrator, double dt, double restitution, double friction) {
  WorldSettings settings = attracting(dt, integrator);
  settings.restitution = restitution;
  settings.friction = friction;
  return make_world(settings);
}

/// Boxes and discs around the origin, which fall together.
World cluster(Integrator integrator, double dt) {
  WorldSettings settings = attracting(dt, integrator);
  settings.attraction->softening = 0.05;
  settings.restitution = 0.3;
  settings.friction = 0.5;
  World world = make_world(settings);
  Random random(7);
  for (int k = 0; k < 12; ++k) {
    const Vec2 place{2.0 * (k % 4) - 3 + random.uniform(-0.3, 0.3), 2.0 * (k / 4) - 2 + random.uniform(-0.3, 0.3)};
    BodyDef def = k % 3 == 0 ? disc(0.4, place) : block(0.8, 0.6, place, random.uniform(0, 1));
    def.velocity = {-0.2 * place.y, 0.2 * place.x};
    def.spin = random.uniform(-1, 1);
    add(world, def);
  }
  return world;
}

TEST(RotatingForces, OrbitsAreThoseOfBodiesThatDoNotRotate) {
  for (const Integrator integrator : k_all) {
    World plain = attracted(integrator, 0.01, 1, 0);
    World rotating = attracted(integrator, 0.01, 1, 0);
    for (World* world : {&plain, &rotating}) {
      BodyDef sun = moving(polygon({{-0.1, -0.05}, {0.1, -0.05}, {0.1, 0.05}, {-0.1, 0.05}}, {0.6, 0}), {0, 0.2});
      BodyDef planet = disc(0.05, {-0.9, 0}, {0, -0.3}, 0.4);
      sun.mass = 0.6;
      sun.turns = planet.turns = world == &rotating;
      if (world == &rotating) sun.spin = 3, planet.spin = -2;
      add(*world, sun);
      add(*world, planet);
    }
    for (int k = 0; k < 600; ++k) plain.step(), rotating.step();
    ASSERT_TRUE(rotating.rotates());
    ASSERT_FALSE(plain.rotates());
    for (std::size_t k = 0; k < 2; ++k) {
      const BodyState one = plain.body(plain.bodies()[k])->state;
      const BodyState two = rotating.body(rotating.bodies()[k])->state;
      EXPECT_LT(length(one.at - two.at), 1e-11);
      EXPECT_LT(length(one.velocity - two.velocity), 1e-11);
      EXPECT_EQ(two.spin, k == 0 ? 3 : -2);
    }
  }
}

TEST(RotatingForces, MomentumAndAngularMomentumOfACollapseStay) {
  for (const Integrator integrator : k_all) {
    World world = cluster(integrator, 0.01);
    const Vec2 momentum = world.momentum();
    const double angular = world.angular_momentum();
    std::size_t contacts = 0;
    for (int k = 0; k < 600; ++k) {
      world.step();
      contacts += world.events().size();
    }
    EXPECT_GT(contacts, 40U);
    const double turned = std::abs(world.angular_momentum() - angular) / std::abs(angular);
    std::printf("%s: %zu contacts, angular momentum changes by %.1e\n", std::string(info(integrator).name).c_str(),
                contacts, turned);
    EXPECT_LT(length(world.momentum() - momentum), 1e-11);
    EXPECT_LT(turned, 1e-4);
  }
}

TEST(RotatingForces, TheBooksExplainTheEnergyOfACollapse) {
  for (const double dt : {0.01, 0.0025}) {
    World world = cluster(Integrator::leapfrog, dt);
    const double before = whole_energy(world);
    for (double t = 0; t < 6 - 0.5 * dt; t += dt) world.step();
    const double unexplained = std::abs(whole_energy(world) - before) / std::abs(before);
    std::printf("energy unexplained with dt %g: %.1e\n", dt, unexplained);
    EXPECT_LT(unexplained, 3e-3);
  }
}

TEST(RotatingForces, ABoxLaidOnTheFloorStaysWhateverTheIntegrator) {
  for (const Integrator integrator : k_all) {
    for (const bool parts : {false, true}) {
      WorldSettings settings = settings_with(1.0 / 60, 0, {0, -k_g});
      settings.friction = 0.5;
      settings.integrator = integrator;
      if (parts) settings.sources = {Source{{0, -1000}, 1.0}}, settings.substep = 0.01;
      World world = make_world(settings);
      add(world, border(Axis::y, 0));
      const BodyId box = add(world, block(1, 0.5, {0, 0.25}));
      for (int k = 0; k < 120; ++k) world.step();
      EXPECT_NEAR(at(world, box).y, 0.25, 1e-3);
      EXPECT_LT(length(velocity(world, box)), 1e-6);
    }
  }
}

TEST(RotatingForces, AForceLastsForAllDriftsOfAStep) {
  for (const Integrator integrator : k_all) {
    World world = attracted(integrator, 0.1, 1, 0);
    BodyDef def = block(1, 1, {0, 0});
    def.mass = 2;
    def.spin = 1;
    const BodyId box = add(world, def);
    world.apply_force(box, {3, 0});
    world.step();
    EXPECT_NEAR(velocity(world, box).x, 0.15, 1e-14);
    world.step();
    EXPECT_NEAR(velocity(world, box).x, 0.15, 1e-14) << "and no longer";
  }
}

TEST(RotatingForces, StatesInsideAStepOfTwoDriftsJoin) {
  for (const Integrator integrator : k_all) {
    World world = cluster(integrator, 0.05);
    for (int k = 0; k < 40; ++k) {
      const double from = world.time();
      std::vector<BodyState> before;
      for (const BodyId id : world.bodies()) before.push_back(world.body(id)->state);
      world.step();
      for (std::size_t n = 0; n < before.size(); ++n) {
        const BodyId id = world.bodies()[n];
        const BodyState start = *world.state_at(id, from);
        const BodyState middle = *world.state_at(id, from + 0.025);
        const BodyState nearly = *world.state_at(id, from + 0.025 * (1 - 1e-9));
        EXPECT_LT(length(start.at - before[n].at), 1e-12);
        EXPECT_LT(length(middle.at - nearly.at), 1e-8);
        EXPECT_NEAR(middle.angle, nearly.angle, 1e-8);
      }
    }
  }
}

}  // namespace
}  // namespace carom::swept_test
