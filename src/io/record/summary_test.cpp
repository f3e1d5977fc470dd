#include "carom/io/summary.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "io/record/trajectory_test_world.hpp"

namespace carom {
namespace {

/// Of mass 2, with speed 3.
World with_ball(World world) {
  BodyDef def = ball({0, 1}, {3, 0});
  def.mass = 2;
  EXPECT_TRUE(world.add(std::move(def)));
  return world;
}

RunSummary some_summary() {
  RunSummary s;
  s.scene = "A \"scene\"";
  s.dt = 0.01;
  s.start = {0, {4, 0}, {2, 0}, 2};
  s.time = 5;
  s.steps = 500;
  s.bodies = 3;
  s.collisions = 7;
  s.energy = {3, 1};
  s.energy_drift = -1e-16;
  s.momentum = {2, -0.0};
  s.hash = 0xabc;
  s.version = "0.1.0";
  return s;
}

TEST(Summary, HasTheKeysOfTheSpecificationInTheirOrder) {
  EXPECT_EQ(summary_json(some_summary()),
            R"({"scene":"A \"scene\"","detection":"swept","time":5.0,"steps":500,"bodies":3,"collisions":7,)"
            R"("energy":{"start":4.0,"end":4.0,"drift":-1e-16,"exchanged":0.0,"kinetic":3.0,"potential":1.0},)"
            R"("momentum":{"start":[2.0,0.0],"end":[2.0,-0.0],"drift":null},)"
            R"("angular_momentum":{"start":0.0,"end":0.0,"drift":null},)"
            R"("policies":{"rests":0,"calms":0,"clumps":0,"grazes":0,"briefs":0,"hops":0,"holds":0,)"
            R"("capped_extrapolations":0,"capped_substeps":0},)"
            R"("hash":"0000000000000abc","wall_seconds":0.0,"threads":1,"version":"0.1.0"})");
}

TEST(Summary, DriftIsRelativeToTheStart) {
  const World world = with_ball(open_world());
  RunStart start = run_start(world);
  EXPECT_EQ(start.energy.total(), 9);
  EXPECT_EQ(start.momentum_scale, 6);
  start.energy.kinetic = 8;  // as if it had been
  start.momentum = {5, 0};
  const RunSummary summary = run_summary(world, start);
  EXPECT_EQ(summary.energy_drift, 1.0 / 8);
  ASSERT_TRUE(summary.momentum_drift);
  EXPECT_EQ(*summary.momentum_drift, 1.0 / 6);
}

TEST(Summary, DriftIsMeasuredAgainstTheKineticEnergyWhereTheTotalIsSmaller) {
  const World world = with_ball(open_world());
  RunStart start = run_start(world);
  start.energy = {4, -3};
  EXPECT_EQ(run_summary(world, start).energy_drift, (9.0 - 1.0) / 4);
}

TEST(Summary, DriftIsAbsoluteFromNothing) {
  const World world = with_ball(open_world());
  const RunSummary summary = run_summary(world, {});
  EXPECT_EQ(summary.energy_drift, 9);
  EXPECT_EQ(*summary.momentum_drift, 6);
}

TEST(Summary, MomentumHasNoDriftWhereItIsNotConserved) {
  const World world = with_ball(falling_world());
  const RunSummary summary = run_summary(world, run_start(world));
  EXPECT_FALSE(summary.momentum_drift);
  EXPECT_TRUE(nlohmann::json::parse(summary_json(summary))["momentum"]["drift"].is_null());
}

TEST(Summary, WhatIsNotFiniteIsKnown) {
  RunSummary s = some_summary();
  EXPECT_TRUE(finite(s));
  s.energy.kinetic = std::numeric_limits<double>::infinity();
  EXPECT_FALSE(finite(s));
  s = some_summary();
  s.momentum.y = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(finite(s));
}

TEST(Summary, TextIsAlignedAndTellsWhatActed) {
  RunSummary s = some_summary();
  s.momentum_drift = 2e-17;
  s.policies.rests = 4;
  s.policies.grazes = 1;
  s.energy_exchanged = -0.5;
  EXPECT_EQ(summary_text(s),
            "A \"scene\"\n"
            "  detection   swept, dt 0.01\n"
            "  time        0 → 5, 500 steps in 0 s on 1 thread\n"
            "  bodies      3\n"
            "  collisions  7\n"
            "  energy      4 → 4, drift -1.00e-16 after -0.5 exchanged (kinetic 3, potential 1)\n"
            "  momentum    (2, 0) → (2, -0), drift 2.00e-17\n"
            "  policies    4 contacts at rest, 1 grazes of a ring\n"
            "  hash        0000000000000abc\n");
}

TEST(Summary, AWorldWithoutStepsHasNoneToTell) {
  RunSummary s = some_summary();
  s.detection = Detection::event;
  s.wall_seconds = 0.5;
  s.policies.briefs = 2;
  s.policies.hops = 3;
  s.policies.holds = 1;
  const std::string text = summary_text(s);
  EXPECT_NE(text.find("  detection   event\n  time        0 → 5 in 0.5 s on 1 thread, 14 collisions a second\n"),
            std::string::npos)
      << text;
  EXPECT_NE(
      text.find("  policies    2 too soon after the last to lose energy, 3 least rebounds, 1 squeezed and held\n"),
      std::string::npos)
      << text;
  EXPECT_EQ(text.find("gas"), std::string::npos);
  EXPECT_NE(summary_json(s).find(R"("briefs":2,"hops":3,"holds":1,)"), std::string::npos);
}

TEST(Summary, CapsOfTheIntegratorsAreToldAndWarnedOf) {
  RunSummary s = some_summary();
  EXPECT_TRUE(run_warnings(s).empty());
  s.policies.capped_extrapolations = 5;
  s.policies.capped_substeps = 6;
  const std::string text = summary_text(s);
  EXPECT_NE(
      text.find("  policies    5 inner steps too long for the tolerance, 6 parts too long for the sub-step rule\n"),
      std::string::npos)
      << text;
  EXPECT_NE(summary_json(s).find(R"("capped_extrapolations":5,"capped_substeps":6},"hash")"), std::string::npos);
  const auto warnings = run_warnings(s);
  ASSERT_EQ(warnings.size(), 2U);
  EXPECT_EQ(warnings[0].find("5 inner steps of \"extrapolation\" are less exact"), 0U) << warnings[0];
  EXPECT_EQ(warnings[1].find("6 parts of steps are longer than \"substep\" asks for"), 0U) << warnings[1];
  for (const std::string& warning : warnings) {
    EXPECT_NE(warning.find("dt = 0.01; take a shorter dt, or give the attraction a softening"), std::string::npos);
  }
}

TEST(Summary, EnergyFromNowhereIsWarnedOf) {
  RunSummary s = some_summary();
  s.energy = {3.03, 1};  // of 4
  EXPECT_TRUE(run_warnings(s).empty());
  s.energy = {3.05, 1};
  ASSERT_EQ(run_warnings(s).size(), 1U);
  EXPECT_EQ(run_warnings(s)[0].find("energy has changed by +0.05 that nothing explains, 1.25 %"), 0U);
  s.energy_exchanged = -500;  // so much was brought and turned into heat that a little more counts little
  s.energy = {3, 1};
  s.start.energy = {502, 0};
  EXPECT_TRUE(run_warnings(s).empty());
}

TEST(Summary, EnergyThatDampingTakesIsNotWarnedOf) {
  RunSummary s = some_summary();
  s.energy = {1, 1};
  EXPECT_EQ(run_warnings(s).size(), 1U);
  s.damped = true;
  EXPECT_TRUE(run_warnings(s).empty());
  s.energy = {5, 1};
  EXPECT_EQ(run_warnings(s).size(), 1U);
}

/// Ten bodies for two seconds, of kinetic energy 30, with five contacts.
constexpr GasSums k_sums{.time = 2, .contacts = 5, .virial = 24, .speeds = 40, .kinetic = 60, .bodies = 20};
constexpr Bounds k_box{{-1, 0}, {2, 4}, Edges::periodic};

TEST(Summary, AGasIsMeasuredByItsContacts) {
  const auto gas = gas_summary(k_sums, k_box);
  ASSERT_TRUE(gas);
  EXPECT_EQ(gas->area, 12);
  EXPECT_EQ(gas->temperature, 3);
  EXPECT_EQ(gas->pressure, (30 + 24 / (2 * 2.0)) / 12);
  EXPECT_EQ(gas->compressibility, 1.2);
  EXPECT_EQ(gas->collision_rate, 0.5);
  EXPECT_EQ(gas->mean_free_path, 4);
}

TEST(Summary, WhatIsNoGasIsNotMeasured) {
  EXPECT_FALSE(gas_summary({}, k_box));
  EXPECT_FALSE(gas_summary(k_sums, std::nullopt));
  EXPECT_FALSE(gas_summary(k_sums, Bounds{{0, 0}, {1, 1}, Edges::remove}));
  EXPECT_FALSE(gas_summary(k_sums, Bounds{{0, 0}, {1e-200, 1e-200}, Edges::rebound}));
  GasSums nobody_has_met = k_sums;
  nobody_has_met.contacts = 0;
  EXPECT_FALSE(gas_summary(nobody_has_met, k_box));
}

TEST(Summary, TheGasIsToldInTextAndJson) {
  RunSummary s = some_summary();
  s.detection = Detection::event;
  s.gas = gas_summary(k_sums, k_box);
  s.wall_seconds = 0.5;
  const auto gas = nlohmann::ordered_json::parse(summary_json(s))["gas"];
  EXPECT_EQ(gas.dump(), R"({"collisions_per_second":14.0,"pressure":3.0,"compressibility":1.2,"collision_rate":0.5,)"
                        R"("mean_free_path":4.0,"temperature":3.0,"area":12.0})");
  const std::string text = summary_text(s);
  EXPECT_NE(text.find("  gas         pressure 3, Z = 1.2, kT = 3; a body hits 0.5 others a second, mean free path 4\n"),
            std::string::npos)
      << text;
}

}  // namespace
}  // namespace carom
