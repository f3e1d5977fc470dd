#include <chipmunk/chipmunk.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "engine.hpp"

/// Chipmunk as its manual advises: 10 iterations, persistence and no sleeping as they come.
///
/// Units      Length and time are free. Discs of diameter 1, with a slop of 0.005 of that (the default 0.1 is meant for
///            pixels). Overlaps are pushed apart by 10 % a step, the default at 60 steps a second.
/// Walls      Chipmunk has no continuous collision, so that walls are thick: six mean ways, and nothing gets across.
/// Tree       The default index: boxes stretched by the way of 0.1 units of time, whatever the step. The unit is chosen
///            so that this is half a diameter on average, at most 6 steps; with 60 steps to the unit, long ways would make
///            the boxes hundreds of diameters long and a step up to a hundred times slower.
/// Hash       The other choice, which the manual advises for many objects of one size: ten times as many cells as
///            objects, cells of two diameters (measured: as fast as 1.5 and 3, faster than 1).
/// Delay      None: a step moves first, then looks for overlaps, then solves.
/// Debian's library is compiled with its assertions on.
namespace carom::bench {
namespace {

enum class Index : std::uint8_t { tree, hash };

constexpr double k_cell = 4 * k_radius;
constexpr double k_slop = 0.005;
constexpr std::uintptr_t k_wall = UINTPTR_MAX;

std::uintptr_t number_of(const cpBody* body) { return reinterpret_cast<std::uintptr_t>(cpBodyGetUserData(body)); }

cpDataPointer as_data(std::uintptr_t number) { return reinterpret_cast<cpDataPointer>(number); }

void collect(cpArbiter* arbiter, cpSpace* /*space*/, cpDataPointer into) {
  const cpVect impulse = cpArbiterTotalImpulse(arbiter);
  if (impulse.x == 0 && impulse.y == 0) return;
  cpBody* a = nullptr;
  cpBody* b = nullptr;
  cpArbiterGetBodies(arbiter, &a, &b);
  if (number_of(a) == k_wall || number_of(b) == k_wall) return;
  static_cast<std::vector<Pair>*>(into)->push_back(make_pair_of(number_of(a), number_of(b)));
}

void ignore(cpArbiter* /*arbiter*/, cpSpace* /*space*/, cpDataPointer /*into*/) {}

class ChipmunkEngine final : public Engine {
 public:
  ChipmunkEngine(const Gas& gas, Index index)
      : step_(std::max(1.0 / 60, 0.2 * gas.displacement)), space_(cpSpaceNew()) {
    cpSpaceSetCollisionSlop(space_, k_slop);
    cpSpaceSetCollisionBias(space_, std::pow(0.9, 1 / step_));
    if (index == Index::hash) cpSpaceUseSpatialHash(space_, k_cell, static_cast<int>(10 * gas.discs.size()));
    cpSpaceAddDefaultCollisionHandler(space_)->userData = &pairs_;
    add_walls(gas.half, 1 + 6 * gas.displacement);
    for (std::size_t i = 0; i < gas.discs.size(); ++i) add_disc(i, gas.discs.positions[i], gas.discs.velocities[i]);
  }

  ~ChipmunkEngine() override {
    for (cpShape* shape : shapes_) {
      cpSpaceRemoveShape(space_, shape);
      cpShapeFree(shape);
    }
    for (cpBody* body : bodies_) {
      cpSpaceRemoveBody(space_, body);
      cpBodyFree(body);
    }
    cpSpaceFree(space_);
  }

  ChipmunkEngine(const ChipmunkEngine&) = delete;
  ChipmunkEngine& operator=(const ChipmunkEngine&) = delete;

  void step() override {
    pairs_.clear();
    cpSpaceStep(space_, step_);
  }

  [[nodiscard]] Discs discs() const override {
    Discs discs;
    for (const cpBody* body : bodies_) {
      const cpVect p = cpBodyGetPosition(body);
      const cpVect v = cpBodyGetVelocity(body);
      discs.positions.push_back({p.x, p.y});
      discs.velocities.push_back({v.x * step_, v.y * step_});
    }
    return discs;
  }

  void watch(bool on) override { cpSpaceAddDefaultCollisionHandler(space_)->postSolveFunc = on ? collect : ignore; }
  [[nodiscard]] std::vector<Pair> pushed_apart() const override { return pairs_; }

 private:
  void add_shape(cpShape* shape) {
    cpShapeSetElasticity(shape, 1);
    cpShapeSetFriction(shape, 0);
    shapes_.push_back(cpSpaceAddShape(space_, shape));
  }

  void add_disc(std::size_t number, Vec2 position, Vec2 velocity) {
    cpBody* body = cpSpaceAddBody(space_, cpBodyNew(1, INFINITY));
    cpBodySetPosition(body, cpv(position.x, position.y));
    cpBodySetVelocity(body, cpv(velocity.x / step_, velocity.y / step_));
    cpBodySetUserData(body, as_data(number));
    bodies_.push_back(body);
    add_shape(cpCircleShapeNew(body, k_radius, cpvzero));
  }

  void add_walls(double half, double thickness) {
    cpBody* fixed = cpSpaceGetStaticBody(space_);
    cpBodySetUserData(fixed, as_data(k_wall));
    const double r = thickness;
    const double out = half + r;
    const std::array<cpVect, 4> corners = {cpv(-out, -out), cpv(out, -out), cpv(out, out), cpv(-out, out)};
    for (std::size_t k = 0; k < 4; ++k) add_shape(cpSegmentShapeNew(fixed, corners[k], corners[(k + 1) % 4], r));
  }

  double step_;
  cpSpace* space_;
  std::vector<cpBody*> bodies_;
  std::vector<cpShape*> shapes_;
  std::vector<Pair> pairs_;
};

}  // namespace

std::unique_ptr<Engine> make_chipmunk_tree(const Gas& gas) {
  return std::make_unique<ChipmunkEngine>(gas, Index::tree);
}
std::unique_ptr<Engine> make_chipmunk_hash(const Gas& gas) {
  return std::make_unique<ChipmunkEngine>(gas, Index::hash);
}

}  // namespace carom::bench
