#pragma once

#include "carom/world/world.hpp"

/// Worlds for the tests of what a run writes.
namespace carom {

inline BodyDef ball(Vec2 at, Vec2 velocity = {}, double radius = 0.5) {
  BodyDef def;
  def.shape = Circle{radius, {}, false};
  def.at = at;
  def.velocity = velocity;
  return def;
}

inline World open_world() { return World::make({}).value(); }

inline World bounded_world(Vec2 min, Vec2 max, Edges edges) {
  WorldSettings settings;
  settings.bounds = Bounds{min, max, edges};
  return World::make(std::move(settings)).value();
}

inline World falling_world() {
  WorldSettings settings;
  settings.gravity = {0, -1};
  return World::make(std::move(settings)).value();
}

}  // namespace carom
