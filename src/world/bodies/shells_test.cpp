#include "world/bodies/shells.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "oracle/random.hpp"
#include "world/testing/swept_world_test.hpp"

// What hollow bodies pull.
namespace carom::swept_test {
namespace {

using detail::Pulling;
using detail::ShellAttractor;
using oracle::Random;

const Polygon k_arena = Polygon::make({{-2, -1}, {2, -1}, {2, 1}, {-2, 1}}, true).value();

TEST(Shells, OfWhatIsHollow) {
  EXPECT_EQ(detail::shell_of(Circle{.radius = 2, .center = {}, .hollow = true}), 2);
  EXPECT_EQ(detail::shell_of(Circle{.radius = 2, .center = {}, .hollow = false}), 0);
  EXPECT_NEAR(detail::shell_of(k_arena), std::sqrt(5), 1e-12);
  EXPECT_EQ(detail::shell_of(Polygon::make({{-2, -1}, {2, -1}, {2, 1}}).value()), 0);
  EXPECT_EQ(detail::shell_of(Segment{{Vec2{0, 0}, Vec2{1, 0}}}), 0);
}

/// Rings and discs, some of them inside, some in one centre, against sums by hand. With a tree and without.
TEST(Shells, PullNothingInsideAndAsAPointOutside) {
  for (const double opening : {0.0, 0.3}) {
    const Attraction law{2, 0.1, opening};
    Random random(12);
    std::vector<Vec2> at;
    std::vector<double> mass;
    std::vector<double> shell;
    for (int k = 0; k < 400; ++k) {
      at.push_back({random.uniform(-10, 10), random.uniform(-10, 10)});
      mass.push_back(random.uniform(0.1, 1));
      shell.push_back(k % 40 == 0 ? random.uniform(1, 4) : 0);
    }
    at[1] = at[0];
    std::vector<Vec2> found(at.size());
    ShellAttractor attractor(law);
    attractor.accelerations({at, mass, shell}, found, 1);
    Vec2 sum;
    double most = 0;
    double potential = 0;
    for (std::size_t i = 0; i < at.size(); ++i) {
      Vec2 expected;
      for (std::size_t j = 0; j < at.size(); ++j) {
        const Vec2 way = at[j] - at[i];
        const double around = std::max(shell[i], shell[j]);
        if (i == j) continue;
        const double distance = std::max(length(way), around);
        potential -= 0.5 * law.G * mass[i] * mass[j] / std::sqrt(distance * distance + 0.01);
        if (length(way) < around) continue;
        expected = expected + (law.G * mass[j] / std::pow(dot(way, way) + 0.01, 1.5)) * way;
      }
      most = std::max(most, length(expected - found[i]) / length(expected));
      sum = sum + mass[i] * found[i];
    }
    EXPECT_LT(most, opening == 0 ? 1e-9 : 0.02);
    EXPECT_LT(length(sum), opening == 0 ? 1e-10 : 1e-2) << "forces are equal and opposite";
    EXPECT_NEAR(attractor.potential({at, mass, shell}, 1) / potential, 1, opening == 0 ? 1e-12 : 1e-4);
    std::vector<Vec2> threaded(at.size());
    attractor.accelerations({at, mass, shell}, threaded, 3);
    EXPECT_EQ(threaded, found);
  }
}

/// The scene that went off: a disc inside a movable ring that attracts it, and one outside.
TEST(Shells, ADiscInARingThatAttractsItKeepsItsEnergy) {
  for (const Integrator integrator : {Integrator::leapfrog, Integrator::chin, Integrator::extrapolation}) {
    WorldSettings settings = settings_with(1.0 / 240);
    settings.attraction = Attraction{3, 0, 0.5};
    settings.integrator = integrator;
    World world = make_world(settings);
    add(world, disc(0.1, {0.2, 0.1}, {0.3, -0.2}, 0.05));
    add(world, ring(0.5, {0, 0}, {0, 0.1}, 0.3));
    add(world, disc(0.2, {2, 0}, {0, 0.5}, 0.2));
    const Energy start = world.energy();
    const Vec2 momentum = world.momentum();
    run_until(world, 5);
    const double drift =
        world.energy().kinetic + world.energy().potential - world.exchanged_energy() - start.kinetic - start.potential;
    EXPECT_LT(std::abs(drift), 2e-4 * std::abs(start.kinetic + start.potential));
    EXPECT_LT(length(world.momentum() - momentum), 1e-12);
    EXPECT_LT(deepest_overlap(world), 1e-12);
    EXPECT_GT(world.collision_count(), 5U);
  }
}

/// Nothing bends the way of what is inside, and the ring does not feel it.
TEST(Shells, InsideOneFliesStraight) {
  WorldSettings settings = settings_with(0.01);
  settings.attraction = Attraction{3, 0, 0};
  World world = make_world(settings);
  const BodyId inner = add(world, disc(0.1, {-0.5, 0}, {1, 0}, 5));
  const BodyId outer = add(world, ring(1, {0, 0}, {}, 7));
  run_until(world, 0.8);
  EXPECT_NEAR(at(world, inner).x, -0.5 + world.time(), 1e-14) << "through the very centre";
  EXPECT_EQ(velocity(world, outer), Vec2{});
}

/// Through the wall, where a rule lets it: energy has no step there.
TEST(Shells, EnergyIsContinuousAtTheWall) {
  for (const double dt : {1.0 / 64, 1.0 / 256, 1.0 / 1024}) {
    WorldSettings settings = settings_with(dt);
    settings.attraction = Attraction{1, 0, 0};
    settings.rules.push_back({{"*", "*"}, Response::none, {}, {}, {}});
    World world = make_world(settings);
    add(world, disc(0.1, {3, 0.2}, {-1, 0}, 1));
    add(world, fixed(ring(1, {0, 0}, {}, 2)));
    const Energy start = world.energy();
    run_until(world, 4);
    const double drift = world.energy().kinetic + world.energy().potential - start.kinetic - start.potential;
    EXPECT_LT(std::abs(drift), 4 * dt) << dt;
  }
}

TEST(Shells, ThePullOfAnotherWorldIsTheSame) {
  WorldSettings settings = settings_with(1.0 / 240);
  settings.attraction = Attraction{3, 0, 0.5};
  settings.detection = Detection::overlap;
  World world = make_world(settings);
  const BodyId inner = add(world, disc(0.1, {-0.5, 0}, {1, 0}, 5));
  add(world, ring(1, {0, 0}, {}, 7));
  run_until(world, 0.8);
  EXPECT_NEAR(at(world, inner).x, -0.5 + world.time(), 1e-13);
}

}  // namespace
}  // namespace carom::swept_test
