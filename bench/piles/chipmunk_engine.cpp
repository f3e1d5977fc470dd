#include <chipmunk/chipmunk.h>

#include <cmath>

#include "engine.hpp"

namespace carom::bench {
namespace {

cpVect to_chipmunk(Vec2 v) { return cpv(v.x, v.y); }

/// Chipmunk multiplies the values of a pair.
void add_shape(cpSpace* space, cpShape* shape, const Pile& pile) {
  cpShapeSetFriction(shape, std::sqrt(k_friction));
  cpShapeSetElasticity(shape, std::sqrt(pile.restitution));
  cpSpaceAddShape(space, shape);
}

void add_walls(cpSpace* space, const Pile& pile) {
  cpBody* const ground = cpSpaceGetStaticBody(space);
  const auto wall = [&](cpBody* body, Vec2 p, Vec2 q) {
    add_shape(space, cpSegmentShapeNew(body, to_chipmunk(p), to_chipmunk(q), 0), pile);
  };
  if (pile.floor) wall(ground, {-500, 0}, {500, 0});
  for (const double x : {-pile.wall, pile.wall}) {
    if (pile.wall > 0) wall(ground, {x, 0}, {x, 500});
  }
  if (pile.drum.empty()) return;
  cpBody* const drum = cpSpaceAddBody(space, cpBodyNewKinematic());
  cpBodySetAngularVelocity(drum, pile.drum_spin);
  for (std::size_t k = 0; k < pile.drum.size(); ++k) wall(drum, pile.drum[k], pile.drum[(k + 1) % pile.drum.size()]);
}

cpBody* add_piece(cpSpace* space, const Piece& piece, const Pile& pile) {
  std::vector<cpVect> vertices;
  for (const Vec2 p : piece.vertices) vertices.push_back(to_chipmunk(p));
  const int count = static_cast<int>(vertices.size());
  const double mass = cpAreaForPoly(count, vertices.data(), 0);
  const cpVect center = cpCentroidForPoly(count, vertices.data());
  const double moment = cpMomentForPoly(mass, count, vertices.data(), cpvneg(center), 0);
  cpBody* const body = cpSpaceAddBody(space, cpBodyNew(mass, moment));
  cpBodySetCenterOfGravity(body, center);
  cpBodySetPosition(body, to_chipmunk(piece.at));
  add_shape(space, cpPolyShapeNewRaw(body, count, vertices.data(), 0), pile);
  return body;
}

void release(cpSpace* space) {
  std::vector<cpShape*> shapes;
  std::vector<cpBody*> bodies;
  cpSpaceEachShape(
      space, [](cpShape* shape, void* into) { static_cast<std::vector<cpShape*>*>(into)->push_back(shape); }, &shapes);
  cpSpaceEachBody(
      space, [](cpBody* body, void* into) { static_cast<std::vector<cpBody*>*>(into)->push_back(body); }, &bodies);
  for (cpShape* const shape : shapes) {
    cpSpaceRemoveShape(space, shape);
    cpShapeFree(shape);
  }
  for (cpBody* const body : bodies) {
    cpSpaceRemoveBody(space, body);
    cpBodyFree(body);
  }
  cpSpaceFree(space);
}

class ChipmunkEngine final : public Engine {
 public:
  explicit ChipmunkEngine(const Pile& pile) : space_(cpSpaceNew()) {
    cpSpaceSetGravity(space_, cpv(0, -k_gravity));
    add_walls(space_, pile);
    for (const Piece& piece : pile.pieces) bodies_.push_back(add_piece(space_, piece, pile));
  }
  ~ChipmunkEngine() override { release(space_); }

  void step() override { cpSpaceStep(space_, k_dt); }

  [[nodiscard]] std::vector<Motion> motions() const override {
    std::vector<Motion> motions;
    for (const cpBody* const body : bodies_) {
      const cpVect at = cpBodyGetPosition(body);
      const cpVect velocity = cpBodyGetVelocity(body);
      motions.push_back({{at.x, at.y}, cpBodyGetAngle(body), {velocity.x, velocity.y}, cpBodyGetAngularVelocity(body)});
    }
    return motions;
  }

 private:
  cpSpace* space_;
  std::vector<cpBody*> bodies_;
};

}  // namespace

std::unique_ptr<Engine> make_chipmunk(const Pile& pile, unsigned /*threads*/) {
  return std::make_unique<ChipmunkEngine>(pile);
}

}  // namespace carom::bench
