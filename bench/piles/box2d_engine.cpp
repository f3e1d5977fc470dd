#include <box2d/box2d.h>

#include <algorithm>

#include "piles.hpp"

namespace carom::bench {
namespace {

b2Vec2 to_box2d(Vec2 v) { return {static_cast<float>(v.x), static_cast<float>(v.y)}; }

}  // namespace

Result run_box2d(const Pile& pile) {
  b2World world({0, static_cast<float>(-k_gravity)});
  world.SetAllowSleeping(false);
  const auto chain = [&](const std::vector<Vec2>& points, bool loop, double spin) {
    b2BodyDef def;
    def.type = spin != 0 ? b2_kinematicBody : b2_staticBody;
    def.angularVelocity = static_cast<float>(spin);
    std::vector<b2Vec2> vertices;
    for (const Vec2 p : points) vertices.push_back(to_box2d(p));
    b2ChainShape shape;
    if (loop) {
      // What is to be held inside has to be on the left.
      std::ranges::reverse(vertices);
      shape.CreateLoop(vertices.data(), static_cast<int>(vertices.size()));
    } else {
      shape.CreateChain(vertices.data(), static_cast<int>(vertices.size()), {-1000, 0}, {1000, 0});
    }
    b2FixtureDef fixture;
    fixture.shape = &shape;
    fixture.friction = static_cast<float>(k_friction);
    fixture.restitution = static_cast<float>(pile.restitution);
    world.CreateBody(&def)->CreateFixture(&fixture);
  };
  if (pile.floor) chain({{500, 0}, {-500, 0}}, false, 0);
  if (pile.wall > 0) {
    chain({{-pile.wall, 0}, {-pile.wall, 500}}, false, 0);
    chain({{pile.wall, 500}, {pile.wall, 0}}, false, 0);
  }
  if (!pile.drum.empty()) chain(pile.drum, true, pile.drum_spin);
  std::vector<b2Body*> bodies;
  for (const Piece& piece : pile.pieces) {
    b2BodyDef def;
    def.type = b2_dynamicBody;
    def.position = to_box2d(piece.at);
    std::vector<b2Vec2> vertices;
    for (const Vec2 p : piece.vertices) vertices.push_back(to_box2d(p));
    b2PolygonShape shape;
    shape.Set(vertices.data(), static_cast<int>(vertices.size()));
    b2FixtureDef fixture;
    fixture.shape = &shape;
    fixture.density = 1;
    fixture.friction = static_cast<float>(k_friction);
    fixture.restitution = static_cast<float>(pile.restitution);
    bodies.push_back(world.CreateBody(&def));
    bodies.back()->CreateFixture(&fixture);
  }
  Result outcome;
  time_steps(pile, outcome, [&] { world.Step(static_cast<float>(k_dt), 8, 3); });
  for (const b2Body* body : bodies) {
    const b2Vec2 v = body->GetLinearVelocity();
    const b2Vec2 center = body->GetWorldCenter();
    const double inertia = body->GetInertia() - body->GetMass() * body->GetLocalCenter().LengthSquared();
    outcome.energy += 0.5 * body->GetMass() * v.LengthSquared() +
                      0.5 * inertia * body->GetAngularVelocity() * body->GetAngularVelocity() +
                      body->GetMass() * k_gravity * center.y;
    outcome.places.push_back({{body->GetPosition().x, body->GetPosition().y}, body->GetAngle()});
  }
  return outcome;
}

}  // namespace carom::bench
