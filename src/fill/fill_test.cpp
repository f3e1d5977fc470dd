#include "carom/fill/fill.hpp"

#include <gtest/gtest.h>

#include "carom/shapes/mass.hpp"
#include "fill/fill_check_test.hpp"

namespace carom {
namespace {

using detail::discs_of;
using detail::outside;
using detail::overlapping_pairs;
using detail::Region;

FillDef gas(std::uint64_t count, double radius) {
  FillDef def;
  def.count = count;
  def.radius_min = def.radius_max = radius;
  def.min = {-5, -5};
  def.max = {5, 5};
  def.speed = 3;
  return def;
}

const Region k_region{{-5, -5}, {5, 5}, false};

std::vector<BodyDef> filled(const FillDef& def, const WorldSettings& settings = {},
                            std::span<const BodyDef> there = {}) {
  const auto result = fill(def, settings, there);
  EXPECT_TRUE(result.ok()) << (result.ok() ? "" : result.error().place + ": " + result.error().reason);
  return result.ok() ? result.value() : std::vector<BodyDef>{};
}

std::uint64_t hash_of(const std::vector<BodyDef>& bodies) {
  std::vector<Vec2> values;
  for (const BodyDef& b : bodies)
    values.insert(values.end(), {b.at, b.velocity, {std::get<Circle>(b.shape).radius, 0}});
  return detail::hash_of(values);
}

TEST(Fill, GivesTheBodiesAskedFor) {
  FillDef def = gas(500, 0.1);
  def.radius_max = 0.2;
  def.body.density = 2;
  def.body.tags = {"gas"};
  def.body.restitution = 0.5;
  def.body.name = "one name for all would be wrong";
  for (const Arrangement arrangement : {Arrangement::random, Arrangement::hexagonal, Arrangement::square}) {
    def.arrangement = arrangement;
    const std::vector<BodyDef> bodies = filled(def);
    ASSERT_EQ(bodies.size(), 500U);
    EXPECT_EQ(overlapping_pairs(discs_of(bodies), k_region), 0);
    EXPECT_EQ(outside(discs_of(bodies), k_region), 0);
    Vec2 momentum;
    double squares = 0;
    double scale = 0;
    double least = 1;
    double most = 0;
    for (const BodyDef& b : bodies) {
      const double radius = std::get<Circle>(b.shape).radius;
      const double mass = b.density * k_pi * radius * radius;
      momentum = momentum + mass * b.velocity;
      scale += mass * length(b.velocity);
      squares += dot(b.velocity, b.velocity);
      least = std::min(least, radius);
      most = std::max(most, radius);
      EXPECT_EQ(b.tags, def.body.tags);
      EXPECT_EQ(b.restitution, 0.5);
      EXPECT_TRUE(b.name.empty());
      EXPECT_EQ(std::get<Circle>(b.shape).center, (Vec2{}));
    }
    EXPECT_LT(length(momentum), 1e-13 * scale);
    EXPECT_NEAR(std::sqrt(squares / 500), 3, 3e-12);
    EXPECT_TRUE(least >= 0.1 && least < 0.101 && most <= 0.2 && most > 0.199);
  }
}

TEST(Fill, MassCountsBeforeDensityInTheMomentum) {
  FillDef def = gas(50, 0.05);
  def.radius_max = 0.5;
  def.body.mass = 7;
  Vec2 sum;
  for (const BodyDef& b : filled(def)) sum = sum + b.velocity;
  EXPECT_LT(length(sum), 1e-12);
}

TEST(Fill, FollowsFromItsArgumentsAlone) {
  FillDef def = gas(300, 0.1);
  def.radius_max = 0.15;
  const std::uint64_t first = hash_of(filled(def));
  EXPECT_EQ(first, hash_of(filled(def)));
  def.seed = 2;
  EXPECT_NE(first, hash_of(filled(def)));
  // The same bits on every platform, of all ways to place.
  def.seed = 1;
  EXPECT_EQ(first, 14764759828915463862U);
  def.arrangement = Arrangement::hexagonal;
  def.velocities = Velocities::uniform;
  EXPECT_EQ(hash_of(filled(def)), 1018114917510977454U);
  EXPECT_EQ(hash_of(filled(gas(1500, 0.106))), 17442280360863370152U);  // shaken
  EXPECT_EQ(hash_of(filled(gas(1500, 0.12))), 11946590831127615040U);   // from a lattice
}

TEST(Fill, PeriodicOnlyWhereTheRegionIsTheWholeWorld) {
  FillDef def = gas(400, 0.15);
  WorldSettings settings;
  settings.bounds = Bounds{def.min, def.max, Edges::periodic};
  const Region whole{def.min, def.max, true};
  for (const Arrangement arrangement : {Arrangement::random, Arrangement::hexagonal, Arrangement::square}) {
    def.arrangement = arrangement;
    const std::vector<BodyDef> bodies = filled(def, settings);
    EXPECT_EQ(overlapping_pairs(discs_of(bodies), whole), 0);
    EXPECT_EQ(outside(discs_of(bodies), whole), 0);
  }
  def.arrangement = Arrangement::random;
  EXPECT_GT(outside(discs_of(filled(def, settings)), k_region), 0);  // some stand across the edge
  settings.bounds->edges = Edges::rebound;
  EXPECT_EQ(outside(discs_of(filled(def, settings)), k_region), 0);
  settings.bounds = Bounds{{-5, -5}, {5, 6}, Edges::periodic};
  EXPECT_EQ(outside(discs_of(filled(def, settings)), k_region), 0);
}

BodyDef standing(BodyShape shape, Vec2 at, double angle = 0) {
  BodyDef body;
  body.shape = std::move(shape);
  body.at = at;
  body.angle = angle;
  return body;
}

TEST(Fill, KeepsClearOfAllThatIsThere) {
  const Polygon star =
      Polygon::make({{2, 0}, {0.4, 0.4}, {0, 2}, {-0.4, 0.4}, {-2, 0}, {-0.4, -0.4}, {0, -2}, {0.4, -0.4}}).value();
  std::vector<BodyDef> there = {standing(star, {2, 2}, 0.3), standing(Segment{{{{-2, 0}, {2, 0}}}}, {-2, -2}, 1),
                                standing(Border{Axis::x, 0}, {-4, 0}), standing(Circle{1, {}, true}, {2, -3}),
                                standing(Circle{0.7, {}, false}, {-2, 3})};
  for (const Arrangement arrangement : {Arrangement::random, Arrangement::hexagonal, Arrangement::square}) {
    FillDef def = gas(600, 0.1);
    def.arrangement = arrangement;
    const std::vector<BodyDef> first = filled(def, {}, there);
    const Polygon turned_star = turned(star, 0.3).value();
    const Segment turned_segment = turned(std::get<Segment>(there[1].shape), 1).value();
    int in_the_ring = 0;
    for (const Circle& disc : discs_of(first)) {
      const auto seen_from = [&](Vec2 at) { return Circle{disc.radius, disc.center - at, false}; };
      EXPECT_FALSE(overlap(seen_from({2, 2}), &turned_star));
      EXPECT_FALSE(overlap(seen_from({-2, -2}), turned_segment));
      EXPECT_FALSE(overlap(disc, Border{Axis::x, -4}));
      EXPECT_FALSE(overlap(disc, Circle{1, {2, -3}, true}));
      EXPECT_FALSE(overlap(disc, Circle{0.7, {-2, 3}, false}));
      in_the_ring += length(disc.center - Vec2{2, -3}) < 1 ? 1 : 0;
    }
    EXPECT_GT(in_the_ring, 3);
    // A second fill between the bodies of the first.
    std::vector<BodyDef> all = there;
    all.insert(all.end(), first.begin(), first.end());
    FillDef dust = gas(300, 0.02);
    const std::vector<BodyDef> second = filled(dust, {}, all);
    std::vector<Circle> discs = discs_of(first);
    for (const Circle& disc : discs_of(second)) discs.push_back(disc);
    EXPECT_EQ(overlapping_pairs(discs, k_region), 0);
  }
}

TEST(Fill, ADishHoldsWhatIsPutIntoIt) {
  const std::vector<BodyDef> dish = {standing(Circle{5, {}, true}, {0, 0})};
  FillDef def = gas(400, 0.1);
  def.min = {-3.5, -3.5};
  def.max = {3.5, 3.5};
  for (const Circle& disc : discs_of(filled(def, {}, dish))) EXPECT_LE(length(disc.center), 4.9);
}

void expect_error(const FillDef& def, const std::string& place, const std::string& words,
                  const WorldSettings& settings = {}) {
  const auto result = fill(def, settings, {});
  ASSERT_FALSE(result.ok()) << words;
  EXPECT_EQ(result.error().place, place);
  EXPECT_NE(result.error().reason.find(words), std::string::npos) << result.error().reason;
}

TEST(Fill, ARegionTooFullIsRefusedWithNumbers) {
  FillDef def = gas(1000, 0.17);
  expect_error(
      def, "/count",
      "the region is too full for 1000 bodies, arrangement random: they would cover 0.908 of its area, and 0.4");
  def.arrangement = Arrangement::hexagonal;
  expect_error(def, "/count", "arrangement hexagonal: they would cover 0.908 of its area, and 0.");
  def.arrangement = Arrangement::square;
  expect_error(def, "/count", "arrangement square: they would cover 0.908 of its area, and 0.7");
  def.count = 1'000'000'000;  // at once, and without the memory for so many
  expect_error(def, "/count", "they would cover 907920.277 of its area, and 0.000 was reached");
}

TEST(Fill, WhatMakesNoSenseIsRefusedAtItsPlace) {
  expect_error(gas(10, 0), "/circle/radius", "greater than 0");
  expect_error(gas(10, -1), "/circle/radius", "greater than 0");
  expect_error(gas(10, std::nan("")), "/circle/radius", "greater than 0");
  expect_error(gas(10, 1e-300), "/circle/radius", "too small");
  expect_error(gas(1, 5.1), "/circle/radius", "no larger than the region");
  FillDef def = gas(10, 0.1);
  def.radius_max = 0.05;
  expect_error(def, "/circle/radius", "range");
  def = gas(10, 0.1);
  def.max.x = -5;
  expect_error(def, "/region", "min below max");
  def.max.x = 1e300;
  expect_error(def, "/region", "min below max");
  def = gas(10, 0.1);
  def.speed = -1;
  expect_error(def, "/speed", "not negative");
  def = gas(10, 0.1);
  def.body.density = 0;
  expect_error(def, "/density", "greater than 0");
  def.body.mass = -1;
  expect_error(def, "/mass", "greater than 0");
  def = gas(~std::uint64_t{0}, 0.1);
  expect_error(def, "/count", "less than");
  WorldSettings settings;
  settings.bounds = Bounds{{-5, -5}, {5, 5}, Edges::periodic};
  expect_error(gas(1, 2.5), "/circle/radius", "half the periodic box", settings);
  EXPECT_TRUE(filled(gas(0, 0.1)).empty());
}

}  // namespace
}  // namespace carom
