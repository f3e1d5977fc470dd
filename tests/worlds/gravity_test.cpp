#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <ctime>

#include "carom/fill/fill.hpp"
#include "carom/math/elementary.hpp"
#include "carom/world/integrators.hpp"
#include "carom/world/world.hpp"
#include "world/snapshot/persistence.hpp"

// Bodies that pull and collide, held against what is known: Kepler's ellipse, the figure-eight, the laws of conservation.
namespace carom {
namespace {

constexpr Integrator k_all[] = {Integrator::leapfrog, Integrator::chin, Integrator::extrapolation};

World made(const WorldSettings& settings) {
  auto world = World::make(settings);
  EXPECT_TRUE(world);
  return std::move(world).value();
}

WorldSettings attracting(double dt, Integrator integrator, double opening = 0) {
  WorldSettings settings;
  settings.dt = dt;
  settings.integrator = integrator;
  settings.attraction = Attraction{.G = 1, .softening = 0, .opening = opening};
  return settings;
}

void add(World& world, double radius, double mass, Vec2 at, Vec2 velocity) {
  BodyDef def;
  def.shape = Circle{radius, {}, false};
  def.mass = mass;
  def.at = at;
  def.velocity = velocity;
  ASSERT_TRUE(world.add(def));
}

struct Orbit {
  double closing = 0;  ///< how far from where they were the two end, of the semi-major axis
  double energy = 0;   ///< relative change at the end
  double spin = 0;     ///< the largest relative change of angular momentum
};

/// Eccentricity 0.5, from apocentre, once around.
Orbit kepler(Integrator integrator, int steps) {
  const double period = 2 * k_pi;
  World world = made(attracting(period / steps, integrator));
  world.set_recording(false);
  const double speed = std::sqrt(1.0 / 3);
  add(world, 1e-3, 0.6, {0.6, 0}, {0, 0.4 * speed});
  add(world, 1e-3, 0.4, {-0.9, 0}, {0, -0.6 * speed});
  const auto ids = world.bodies();
  const auto apart = [&] { return world.body(ids[0])->state.at - world.body(ids[1])->state.at; };
  const Vec2 before = apart();
  const double energy = world.energy().total();
  const double spin = world.angular_momentum();
  Orbit orbit;
  for (int k = 1; k <= steps; ++k) {
    world.step_to(k * (period / steps));
    orbit.spin = std::max(orbit.spin, std::abs(world.angular_momentum() / spin - 1));
  }
  orbit.closing = length(apart() - before);
  orbit.energy = std::abs(world.energy().total() / energy - 1);
  return orbit;
}

TEST(Gravity, AnEllipseCloses) {
  constexpr double closes[] = {2e-5, 1e-8, 1e-9};
  for (const Integrator integrator : k_all) {
    const Orbit orbit = kepler(integrator, 4000);
    const double slope = std::log2(kepler(integrator, 500).closing / kepler(integrator, 1000).closing);
    std::printf("%-14s 4,000 steps an orbit: closes to %.1e, energy %.1e, angular momentum %.1e; slope %.2f\n",
                std::string(info(integrator).name).c_str(), orbit.closing, orbit.energy, orbit.spin, slope);
    EXPECT_LT(orbit.closing, closes[static_cast<std::size_t>(integrator)]);
    EXPECT_LT(orbit.energy, 1e-9);
    if (integrator == Integrator::extrapolation) {
      EXPECT_LT(orbit.spin, 1e-11);  // it has no invariants of its own, and at rounding no slope
      continue;
    }
    EXPECT_LT(orbit.spin, 1e-13);
    EXPECT_NEAR(slope, info(integrator).order, 0.1);
  }
}

TEST(Gravity, TheFigureEightStaysForTenPeriods) {
  constexpr double period = 6.32591398;
  for (const Integrator integrator : k_all) {
    World world = made(attracting(period / 2000, integrator));
    world.set_recording(false);
    add(world, 0.01, 1, {0.97000435669734, -0.24308753153583}, {0.46620368572052, 0.43236573046051});
    add(world, 0.01, 1, {-0.97000435669734, 0.24308753153583}, {0.46620368572052, 0.43236573046051});
    add(world, 0.01, 1, {0, 0}, {-0.93240737144104, -0.86473146092102});
    std::vector<Vec2> before;
    for (const BodyId id : world.bodies()) before.push_back(world.body(id)->state.at);
    for (int k = 1; k <= 20'000; ++k) world.step_to(k * (period / 2000));
    double worst = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      worst = std::max(worst, length(world.body(world.bodies()[k])->state.at - before[k]));
    }
    std::printf("%-14s figure-eight after 10 periods: %.1e off\n", std::string(info(integrator).name).c_str(), worst);
    // The initial values have 14 digits, the period nine.
    EXPECT_LT(worst, integrator == Integrator::leapfrog ? 1e-3 : 1e-6);
    EXPECT_EQ(world.collision_count(), 0U);
  }
}

/// Discs at rest in a disc of radius 1, of total mass 1.
World cloud(const WorldSettings& settings, std::uint64_t count = 500) {
  FillDef def;
  def.count = count;
  def.radius_min = def.radius_max = 0.01;
  def.annulus = Annulus{{0, 0}, 0, 1};
  def.min = {-1, -1};
  def.max = {1, 1};
  def.seed = 3;
  def.body.mass = 1.0 / static_cast<double>(count);
  const auto bodies = fill(def, settings, {});
  EXPECT_TRUE(bodies);
  World world = made(settings);
  for (const BodyDef& body : bodies.value()) EXPECT_TRUE(world.add(body));
  return world;
}

double deepest_overlap(const World& world) {
  std::vector<Vec2> at;
  for (const BodyId id : world.bodies()) at.push_back(world.body(id)->state.at);
  double deepest = 0;
  for (std::size_t i = 0; i < at.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) deepest = std::max(deepest, 0.02 - length(at[i] - at[j]));
  }
  return deepest;
}

struct Collapse {
  double energy = 0;
  double spin = 0;
  double overlap = 0;
};

Collapse collapse(Integrator integrator, double dt, std::optional<double> substep) {
  WorldSettings settings = attracting(dt, integrator);
  settings.substep = substep;
  World world = cloud(settings);
  world.set_recording(false);
  const double energy = world.energy().total();
  Collapse result;
  double thickest = 0;
  const std::clock_t begin = std::clock();
  for (int k = 1; k * dt <= 2 + 1e-9; ++k) {
    world.step_to(k * dt);
    const Energy now = world.energy();
    thickest = std::max(thickest, now.kinetic);
    result.energy = std::max(result.energy, std::abs(now.total() / energy - 1));
    result.spin = std::max(result.spin, std::abs(world.angular_momentum()));
    result.overlap = std::max(result.overlap, deepest_overlap(world));
  }
  const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  std::printf(
      "%-9s dt %-8g %s: energy off by up to %.1e, angular momentum %.1e, overlap %.1e, %llu collisions, %.1f s\n",
      std::string(info(integrator).name).c_str(), dt,
      substep ? ("substep " + std::to_string(*substep)).c_str() : "plain", result.energy, result.spin, result.overlap,
      static_cast<unsigned long long>(world.collision_count()), seconds);
  EXPECT_GT(thickest, 3 * std::abs(energy) / 4);  // it has collapsed
  return result;
}

TEST(Gravity, AColdCloudCollapsesAndKeepsItsEnergySlow) {
  const Collapse plain = collapse(Integrator::chin, 0.002, std::nullopt);
  EXPECT_LT(plain.energy, 1e-3);
  EXPECT_LT(plain.overlap, 1e-14);
  EXPECT_LT(plain.spin, 1e-9);
  const Collapse fine = collapse(Integrator::chin, 0.01, 0.0005);
  EXPECT_LT(fine.energy, 1e-6);
  EXPECT_LT(fine.overlap, 1e-14);
  const Collapse leapfrog = collapse(Integrator::leapfrog, 0.001, std::nullopt);
  EXPECT_LT(leapfrog.energy, 5e-3);
  EXPECT_LT(leapfrog.overlap, 1e-14);
  EXPECT_LT(leapfrog.spin, 1e-14);
}

std::uint64_t run_on(World& world, double end) {
  while (world.time() < end - 1e-9) world.step();
  return world.hash();
}

TEST(Gravity, ThreadsAndResumptionChangeNoBit) {
  for (const double opening : {0.0, 0.7}) {
    for (const Integrator integrator : k_all) {
      WorldSettings settings = attracting(0.05, integrator, opening);
      // Extrapolation is for few bodies.
      const bool crowd = integrator != Integrator::extrapolation;
      const std::uint64_t count = crowd ? 300 : 12;
      if (crowd) settings.substep = 0.2;
      std::optional<std::uint64_t> expected;
      for (const unsigned threads : {1U, 2U, 4U}) {
        settings.threads = threads;
        World world = cloud(settings, count);
        const std::uint64_t found = run_on(world, 0.8);
        EXPECT_GT(world.collision_count(), 0U);
        if (!expected) expected = found;
        EXPECT_EQ(found, *expected) << threads << " threads, opening " << opening;
      }
      World first = cloud(settings, count);
      run_on(first, 0.6);
      std::vector<Body> bodies;
      for (const BodyId id : first.bodies()) bodies.push_back(*first.body(id));
      World second = made(settings);
      ASSERT_FALSE(detail::Persistence::resume(second, bodies, detail::Persistence::ledger(first)));
      EXPECT_EQ(run_on(second, 0.8), *expected) << "resumed, opening " << opening;
    }
  }
}

}  // namespace
}  // namespace carom
