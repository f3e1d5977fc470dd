#pragma once

#include <gtest/gtest.h>

#include <initializer_list>

#include "world/testing/swept_world_test.hpp"

/// Small a posteriori worlds for tests.
namespace carom::test {

using swept_test::add;
using swept_test::at;
using swept_test::fixed;
using swept_test::velocity;

inline World overlap_world(WorldSettings settings) {
  settings.detection = Detection::overlap;
  return swept_test::make_world(std::move(settings));
}

inline WorldSettings stepping(double dt) {
  WorldSettings settings;
  settings.dt = dt;
  return settings;
}

inline WorldSettings in_bounds(double dt, Edges edges, Vec2 min, Vec2 max) {
  WorldSettings settings = stepping(dt);
  settings.bounds = Bounds{min, max, edges};
  return settings;
}

inline BodyDef disc(Vec2 at, Vec2 velocity = {}, double radius = 0.5) {
  BodyDef def;
  def.shape = Circle{.radius = radius, .center = {}, .hollow = false};
  def.at = at;
  def.velocity = velocity;
  def.mass = 1;
  return def;
}

inline BodyDef named(BodyDef def, std::string name) {
  def.name = std::move(name);
  return def;
}

inline BodyDef heavy(BodyDef def, double mass) {
  def.mass = mass;
  return def;
}

inline BodyDef polygon(std::vector<Vec2> vertices, Vec2 at, Vec2 velocity = {}, bool hollow = false) {
  auto made = Polygon::make(std::move(vertices), hollow);
  EXPECT_TRUE(made);
  BodyDef def;
  def.shape = std::move(made).value();
  def.at = at;
  def.velocity = velocity;
  return def;
}

inline BodyDef box(Vec2 half, Vec2 at, Vec2 velocity = {}) {
  return polygon({{-half.x, -half.y}, {half.x, -half.y}, {half.x, half.y}, {-half.x, half.y}}, at, velocity);
}

inline void run(World& world, int steps) {
  for (int k = 0; k < steps; ++k) world.step();
}

inline void expect_near(Vec2 found, Vec2 expected, double error) {
  EXPECT_NEAR(found.x, expected.x, error);
  EXPECT_NEAR(found.y, expected.y, error);
}

}  // namespace carom::test
