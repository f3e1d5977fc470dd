#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "carom/world/world.hpp"

/// Small swept and event worlds for tests.
namespace carom::swept_test {

inline World make_world(WorldSettings settings) {
  auto made = World::make(std::move(settings));
  EXPECT_TRUE(made) << (made ? "" : made.error().place + ": " + made.error().reason);
  return std::move(made).value();
}

inline WorldSettings settings_with(double dt, double restitution = 1, Vec2 gravity = {}) {
  WorldSettings settings;
  settings.dt = dt;
  settings.restitution = restitution;
  settings.gravity = gravity;
  return settings;
}

inline WorldSettings event_settings(double restitution = 1, Vec2 gravity = {}) {
  WorldSettings settings = settings_with(1, restitution, gravity);
  settings.detection = Detection::event;
  return settings;
}

inline WorldSettings bounded(WorldSettings settings, Vec2 min, Vec2 max, Edges edges = Edges::rebound) {
  settings.bounds = Bounds{min, max, edges};
  return settings;
}

inline BodyDef disc(double radius, Vec2 at, Vec2 velocity = {}, double mass = 1) {
  BodyDef def;
  def.shape = Circle{.radius = radius, .center = {}, .hollow = false};
  def.at = at;
  def.velocity = velocity;
  def.mass = mass;
  return def;
}

inline BodyDef ring(double radius, Vec2 at, Vec2 velocity = {}, double mass = 1) {
  BodyDef def = disc(radius, at, velocity, mass);
  def.shape = Circle{.radius = radius, .center = {}, .hollow = true};
  return def;
}

/// One that does not turn, as segment() too: of those that do, rotating_step_test tells.
inline BodyDef polygon(std::vector<Vec2> vertices, Vec2 at, bool hollow = false) {
  auto made = Polygon::make(std::move(vertices), hollow);
  EXPECT_TRUE(made);
  BodyDef def;
  def.turns = false;
  def.shape = std::move(made).value();
  def.at = at;
  return def;
}

inline BodyDef box(Vec2 half, Vec2 at, bool hollow = false) {
  return polygon({{-half.x, -half.y}, {half.x, -half.y}, {half.x, half.y}, {-half.x, half.y}}, at, hollow);
}

inline BodyDef segment(Vec2 p, Vec2 q, Vec2 at = {}) {
  BodyDef def;
  def.shape = Segment{{p, q}};
  def.at = at;
  def.turns = false;
  return def;
}

inline BodyDef border(Axis axis, double at) {
  BodyDef def;
  def.shape = Border{axis, at};
  return def;
}

inline BodyDef fixed(BodyDef def) {
  def.fixed = true;
  return def;
}

inline BodyDef moving(BodyDef def, Vec2 velocity) {
  def.velocity = velocity;
  return def;
}

inline BodyDef called(BodyDef def, std::string name) {
  def.name = std::move(name);
  return def;
}

inline BodyDef tagged(BodyDef def, std::vector<std::string> tags) {
  def.tags = std::move(tags);
  return def;
}

inline BodyId add(World& world, BodyDef def) {
  const auto id = world.add(std::move(def));
  EXPECT_TRUE(id) << (id ? "" : id.error().place + ": " + id.error().reason);
  return id ? id.value() : BodyId{};
}

inline Vec2 at(const World& world, BodyId id) { return world.body(id)->state.at; }
inline Vec2 velocity(const World& world, BodyId id) { return world.body(id)->state.velocity; }

/// Steps until `end`, and hands each event to `visit`.
template <class Visit>
void run_until(World& world, double end, const Visit& visit) {
  while (world.time() < end) {
    world.step();
    for (const ContactEvent& event : world.events()) visit(event);
  }
}
inline void run_until(World& world, double end) {
  run_until(world, end, [](const ContactEvent&) {});
}

inline std::uint64_t policy_count(const World& world) {
  const PolicyCounts& p = world.policies();
  return p.rests + p.calms + p.clumps + p.grazes;
}

/// How much deeper than touching the deepest pair of circles is, solid against solid or inside a ring, as a fraction of the
/// smaller radius; 0 when none overlap.
inline double deepest_overlap(const World& world) {
  const auto& bounds = world.settings().bounds;
  const bool periodic = bounds && bounds->edges == Edges::periodic;
  std::vector<const Body*> circles;
  for (const BodyId id : world.bodies()) {
    if (std::holds_alternative<Circle>(world.body(id)->shape)) circles.push_back(world.body(id));
  }
  double deepest = 0;
  for (std::size_t i = 0; i < circles.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const auto& a = std::get<Circle>(circles[i]->shape);
      const auto& b = std::get<Circle>(circles[j]->shape);
      Vec2 d = circles[i]->state.at - circles[j]->state.at;
      if (periodic) {
        const Vec2 size = bounds->max - bounds->min;
        d = {d.x - size.x * std::round(d.x / size.x), d.y - size.y * std::round(d.y / size.y)};
      }
      double depth = a.radius + b.radius - length(d);
      if (a.hollow && length(d) < a.radius) depth = length(d) + b.radius - a.radius;
      if (b.hollow && length(d) < b.radius) depth = length(d) + a.radius - b.radius;
      deepest = std::max(deepest, depth / std::min(a.radius, b.radius));
    }
  }
  return deepest;
}

/// How far the farthest disc reaches out of the bounds; 0 when all are inside.
inline double farthest_outside(const World& world) {
  const Bounds& bounds = *world.settings().bounds;
  double out = 0;
  for (const BodyId id : world.bodies()) {
    const Body& b = *world.body(id);
    const double r = bounds.edges == Edges::periodic ? 0 : b.reach;
    const Vec2 p = b.state.at;
    out = std::max(
        {out, bounds.min.x - (p.x - r), p.x + r - bounds.max.x, bounds.min.y - (p.y - r), p.y + r - bounds.max.y});
  }
  return out;
}

/// Writes down its calls, and does what a test needs.
struct Recorder : Listener {
  std::function<bool(World&, const PendingContact&)> on_before;
  std::function<void(World&, const ContactEvent&)> on_after;
  std::vector<PendingContact> meetings;
  std::vector<ContactEvent> events;
  std::vector<Touch> touches;

  bool before(World& world, const PendingContact& pending) override {
    meetings.push_back(pending);
    return !on_before || on_before(world, pending);
  }
  void after(World& world, const ContactEvent& event) override {
    events.push_back(event);
    if (on_after) on_after(world, event);
  }
  void touch(World& /*world*/, const Touch& touch) override { touches.push_back(touch); }
};

}  // namespace carom::swept_test
