#include <box2d/box2d.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "../machine.hpp"
#include "carom/math/elementary.hpp"
#include "carom/math/random.hpp"
#include "carom/overlap/overlap.hpp"
#include "carom/worlds/world.hpp"

// Bodies that turn, rub and rest, in Carom and in Debian's Box2D, on the same scenes in one run: milliseconds of processor time a step, how
// deep anything overlaps anything at the end, energy at the end. Box2D with its usual 8 and 3 iterations, nobody asleep.
namespace {

using namespace carom;

constexpr double k_dt = 1.0 / 60;
constexpr double k_gravity = 9.81;
constexpr double k_friction = 0.5;

struct Piece {
  std::vector<Vec2> vertices;  ///< convex, counterclockwise
  Vec2 at;
};

/// Movable pieces between walls, or in a drum.
struct Pile {
  std::string_view name;
  std::vector<Piece> pieces = {};
  bool floor = false;
  double wall = 0;  ///< distance of the walls on both sides; 0: none
  std::vector<Vec2> drum = {};
  double drum_spin = 0;
  double restitution = 0;
  int steps = 300;
};

std::vector<Vec2> box(double width) {
  const double h = width / 2;
  return {{-h, -h}, {h, -h}, {h, h}, {-h, h}};
}

Pile pyramid() {
  Pile pile{.name = "pyramid of 20 rows", .floor = true};
  for (int row = 0; row < 20; ++row) {
    for (int k = 0; k < 20 - row; ++k)
      pile.pieces.push_back({box(1), {(k - 0.5 * (19 - row)) * 1.05, 0.5 + row * 1.001}});
  }
  return pile;
}

Pile falling(int count) {
  Pile pile{.name = "falling polygons", .floor = true, .wall = 12, .restitution = 0.2};
  Random random(3);
  for (int k = 0; k < count; ++k) {
    const int sides = 3 + static_cast<int>(random.below(5));
    std::vector<Vec2> vertices;
    for (int i = 0; i < sides; ++i) {
      const double angle = 2 * k_pi * (i + 0.2 * random.uniform()) / sides;
      vertices.push_back({0.45 * std::cos(angle), 0.45 * std::sin(angle)});
    }
    pile.pieces.push_back({std::move(vertices), {-11 + 1.0 * (k % 22) + 0.05 * random.uniform(), 1 + 1.0 * (k / 22)}});
  }
  return pile;
}

Pile tumbler(int count) {
  Pile pile{.name = "tumbler of boxes", .drum_spin = 0.5, .restitution = 0.2};
  const double radius = 0.7 * std::sqrt(count * 0.25 / k_pi) / std::sqrt(0.25);
  for (int k = 0; k < 32; ++k)
    pile.drum.push_back({radius * std::cos(k_pi / 16 * k), radius * std::sin(k_pi / 16 * k)});
  const int side = static_cast<int>(std::ceil(std::sqrt(count)));
  for (int k = 0; k < count; ++k) {
    pile.pieces.push_back({box(0.4), {(k % side - 0.5 * (side - 1)) * 0.45, (k / side - 0.5 * (side - 1)) * 0.45}});
  }
  return pile;
}

/// Where a piece is in the end.
struct Place {
  Vec2 at;
  double angle = 0;
};

struct Result {
  double milliseconds = 0;  ///< a step
  double energy = 0;
  std::vector<Place> places;
};

Result run_carom(const Pile& pile) {
  WorldSettings settings;
  settings.dt = k_dt;
  settings.gravity = {0, -k_gravity};
  settings.friction = k_friction;
  settings.restitution = pile.restitution;
  World world = std::move(World::make(settings)).value();
  const auto add = [&](BodyShape shape, Vec2 at, bool fixed, double spin) {
    BodyDef def;
    def.shape = std::move(shape);
    def.at = at;
    def.fixed = fixed;
    def.spin = spin;
    return world.add(std::move(def)).value();
  };
  if (pile.floor) add(Border{Axis::y, 0}, {}, true, 0);
  for (const double x : {-pile.wall, pile.wall}) {
    if (pile.wall > 0) add(Border{Axis::x, x}, {}, true, 0);
  }
  if (!pile.drum.empty()) add(Polygon::make(pile.drum, true).value(), {}, true, pile.drum_spin);
  std::vector<BodyId> ids;
  for (const Piece& piece : pile.pieces) ids.push_back(add(Polygon::make(piece.vertices).value(), piece.at, false, 0));
  world.set_recording(false);
  Result outcome;
  const double start = bench::processor_seconds();
  for (int step = 0; step < pile.steps; ++step) world.step();
  outcome.milliseconds = 1e3 * (bench::processor_seconds() - start) / pile.steps;
  outcome.energy = world.energy().total();
  for (const BodyId id : ids) outcome.places.push_back({world.body(id)->state.at, world.body(id)->state.angle});
  return outcome;
}

b2Vec2 to_box2d(Vec2 v) { return {static_cast<float>(v.x), static_cast<float>(v.y)}; }

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
  const double start = bench::processor_seconds();
  for (int step = 0; step < pile.steps; ++step) world.Step(static_cast<float>(k_dt), 8, 3);
  outcome.milliseconds = 1e3 * (bench::processor_seconds() - start) / pile.steps;
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

/// How deep the deepest pair overlaps, and how far anybody's corner is outside of floor and walls.
double deepest(const Pile& pile, const std::vector<Place>& places) {
  std::vector<Polygon> turned_pieces;
  for (std::size_t k = 0; k < places.size(); ++k) {
    std::vector<Vec2> vertices;
    const double c = std::cos(places[k].angle);
    const double s = std::sin(places[k].angle);
    for (const Vec2 p : pile.pieces[k].vertices) {
      vertices.push_back(places[k].at + Vec2{c * p.x - s * p.y, s * p.x + c * p.y});
    }
    turned_pieces.push_back(Polygon::make(std::move(vertices)).value());
  }
  double depth = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    for (const Vec2 p : turned_pieces[i].vertices()) {
      if (pile.floor) depth = std::max(depth, -p.y);
      if (pile.wall > 0) depth = std::max(depth, std::abs(p.x) - pile.wall);
    }
    for (std::size_t j = 0; j < i; ++j) {
      if (length(places[i].at - places[j].at) > 2) continue;
      if (const auto overlap_of_two = overlap(&turned_pieces[i], &turned_pieces[j])) {
        depth = std::max(depth, overlap_of_two->depth);
      }
    }
  }
  return depth;
}

}  // namespace

int main(int argc, char** argv) {
  const bool quick = argc > 1 && std::string_view(argv[1]) == "--quick";
  bench::print_machine();
  const int many = quick ? 100 : 1000;
  fmt::print("{:<22}{:>8}{:>8}  {:<8}{:>12}{:>12}{:>14}\n", "scene", "bodies", "steps", "engine", "ms a step",
             "deepest", "energy");
  for (Pile pile : {pyramid(), falling(many), tumbler(many)}) {
    if (quick) pile.steps = 120;
    const std::pair<std::string_view, std::function<Result(const Pile&)>> engines[] = {{"Carom", run_carom},
                                                                                       {"Box2D", run_box2d}};
    for (const auto& [name, run] : engines) {
      const Result outcome = run(pile);
      fmt::print("{:<22}{:>8}{:>8}  {:<8}{:>12.3f}{:>12.2e}{:>14.4f}\n", pile.name, pile.pieces.size(), pile.steps,
                 name, outcome.milliseconds, deepest(pile, outcome.places), outcome.energy);
    }
  }
}
