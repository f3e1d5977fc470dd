#include <box2d/box2d.h>

#include <algorithm>

#include "engine.hpp"

namespace carom::bench {
namespace {

b2Vec2 to_box2d(Vec2 v) { return {static_cast<float>(v.x), static_cast<float>(v.y)}; }
Vec2 from_box2d(b2Vec2 v) { return {v.x, v.y}; }

class Box2dEngine final : public Engine {
 public:
  explicit Box2dEngine(const Pile& pile) : restitution_(static_cast<float>(pile.restitution)) {
    world_.SetAllowSleeping(false);
    if (pile.floor) add_chain({{500, 0}, {-500, 0}}, false, 0);
    if (pile.wall > 0) {
      add_chain({{-pile.wall, 0}, {-pile.wall, 500}}, false, 0);
      add_chain({{pile.wall, 500}, {pile.wall, 0}}, false, 0);
    }
    if (!pile.drum.empty()) add_chain(pile.drum, true, pile.drum_spin);
    for (const Piece& piece : pile.pieces) add_piece(piece);
  }

  void step() override { world_.Step(static_cast<float>(k_dt), 8, 3); }

  [[nodiscard]] std::vector<Motion> motions() const override {
    std::vector<Motion> motions;
    for (const b2Body* body : bodies_) {
      motions.push_back({from_box2d(body->GetPosition()), body->GetAngle(), from_box2d(body->GetLinearVelocity()),
                         body->GetAngularVelocity()});
    }
    return motions;
  }

 private:
  void add_shape(b2Body* body, const b2Shape& shape, float density) {
    b2FixtureDef fixture;
    fixture.shape = &shape;
    fixture.density = density;
    fixture.friction = static_cast<float>(k_friction);
    fixture.restitution = restitution_;
    body->CreateFixture(&fixture);
  }

  void add_chain(const std::vector<Vec2>& points, bool loop, double spin) {
    b2BodyDef def;
    def.type = spin != 0 ? b2_kinematicBody : b2_staticBody;
    def.angularVelocity = static_cast<float>(spin);
    std::vector<b2Vec2> vertices;
    for (const Vec2 p : points) vertices.push_back(to_box2d(p));
    b2ChainShape shape;
    if (loop) {
      // A chain collides on its right side only.
      std::ranges::reverse(vertices);
      shape.CreateLoop(vertices.data(), static_cast<int>(vertices.size()));
    } else {
      shape.CreateChain(vertices.data(), static_cast<int>(vertices.size()), {-1000, 0}, {1000, 0});
    }
    add_shape(world_.CreateBody(&def), shape, 0);
  }

  void add_piece(const Piece& piece) {
    b2BodyDef def;
    def.type = b2_dynamicBody;
    def.position = to_box2d(piece.at);
    std::vector<b2Vec2> vertices;
    for (const Vec2 p : piece.vertices) vertices.push_back(to_box2d(p));
    b2PolygonShape shape;
    shape.Set(vertices.data(), static_cast<int>(vertices.size()));
    bodies_.push_back(world_.CreateBody(&def));
    add_shape(bodies_.back(), shape, 1);
  }

  float restitution_;
  b2World world_{{0, static_cast<float>(-k_gravity)}};
  std::vector<b2Body*> bodies_;
};

}  // namespace

std::unique_ptr<Engine> make_box2d(const Pile& pile, unsigned /*threads*/) {
  return std::make_unique<Box2dEngine>(pile);
}

}  // namespace carom::bench
