#pragma once

#include <box2d/b2_distance.h>
#include <box2d/b2_time_of_impact.h>
#include <box2d/box2d.h>

#include "pairs.hpp"
#include "rotating_pairs.hpp"

/// Box2D asked the same questions: shapes about their start, or about the centre that they turn around.
namespace carom::bench {

struct Box2dShape {
  b2DistanceProxy proxy;
  b2Sweep sweep;
  b2CircleShape circle;
  b2PolygonShape polygon;

  Box2dShape() = default;
  Box2dShape(const Box2dShape&) = delete;  // the proxy points into the shape
  Box2dShape& operator=(const Box2dShape&) = delete;

  void set(const MovingCircle& moving) {
    circle.m_radius = static_cast<float>(moving.radius);
    proxy.Set(&circle, 0);
    place(moving.from, moving.to);
  }

  void set(const Polygon& shape, Vec2 way) {
    const Vec2 origin = shape.vertices()[0];
    set_vertices(shape, origin);
    place(origin, origin + way);
  }

  void set(const Polygon& shape, const Turn& turn) {
    set_vertices(shape, {});
    place(turn.from.at, turn.to.at);
    sweep.a0 = static_cast<float>(turn.from.angle);
    sweep.a = static_cast<float>(turn.to.angle);
  }

  static b2Vec2 to_b2(Vec2 v) { return {static_cast<float>(v.x), static_cast<float>(v.y)}; }

 private:
  void set_vertices(const Polygon& shape, Vec2 origin) {
    b2Vec2 vertices[b2_maxPolygonVertices];
    int count = 0;
    for (const Vec2 v : shape.vertices()) vertices[count++] = to_b2(v - origin);
    polygon.Set(vertices, count);
    proxy.Set(&polygon, 0);
  }
  void place(Vec2 from, Vec2 to) {
    sweep.localCenter.SetZero();
    sweep.c0 = to_b2(from);
    sweep.c = to_b2(to);
    sweep.a0 = sweep.a = 0;
    sweep.alpha0 = 0;
  }
};

struct Box2dPair {
  Box2dShape a;
  Box2dShape b;

  [[nodiscard]] b2TOIOutput time_of_impact() const {
    b2TOIInput input;
    input.proxyA = a.proxy;
    input.proxyB = b.proxy;
    input.sweepA = a.sweep;
    input.sweepB = b.sweep;
    input.tMax = 1;
    b2TOIOutput output;
    b2TimeOfImpact(&output, &input);
    return output;
  }

  /// b2ShapeCast moves one shape only, so it gets the relative motion.
  [[nodiscard]] bool shape_cast(b2ShapeCastOutput& output) const {
    b2ShapeCastInput input;
    input.proxyA = a.proxy;
    input.proxyB = b.proxy;
    input.transformA.Set(a.sweep.c0, 0);
    input.transformB.Set(b.sweep.c0, 0);
    input.translationB = (b.sweep.c - b.sweep.c0) - (a.sweep.c - a.sweep.c0);
    return b2ShapeCast(&output, &input);
  }
};

struct Box2dRotatingPair : Box2dPair {
  explicit Box2dRotatingPair(const RotatingPair& pair) {
    a.set(pair.a, pair.a_turn);
    b.set(pair.b, pair.b_turn);
  }
};

}  // namespace carom::bench
