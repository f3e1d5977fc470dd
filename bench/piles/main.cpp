#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

#include "../machine.hpp"
#include "carom/math/elementary.hpp"
#include "carom/math/random.hpp"
#include "carom/overlap/overlap.hpp"
#include "carom/shapes/mass.hpp"
#include "piles.hpp"

// The same piles in Carom and in Debian's Box2D and Chipmunk, in one run: milliseconds of processor time a step, how deep
// anything overlaps anything at the end, energy at the end.
namespace {

using namespace carom;
using namespace carom::bench;

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

/// How far a corner is outside of the drum, as it has turned in the end.
double outside_drum(const Pile& pile, Vec2 corner) {
  const double angle = pile.drum_spin * k_dt * pile.steps;
  double depth = 0;
  for (std::size_t k = 0; k < pile.drum.size(); ++k) {
    const Vec2 p = turned(pile.drum[k], sin_cos(angle));
    const Vec2 along = turned(pile.drum[(k + 1) % pile.drum.size()], sin_cos(angle)) - p;
    depth = std::max(depth, cross(corner - p, along) / length(along));
  }
  return depth;
}

/// How deep the deepest pair overlaps, and how far anybody's corner is outside of floor, walls and drum.
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
      depth = std::max(depth, outside_drum(pile, p));
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

/// Only scenes and engines whose names have the word.
struct Options {
  bool quick = false;
  bool parts = false;
  std::string_view scene;
  std::string_view engine;
};

[[noreturn]] void usage() {
  std::fputs("usage: carom_piles [--quick] [--parts] [--scene WORD] [--engine WORD]\n", stderr);
  std::exit(2);
}

Options parse(int argc, char** argv) {
  Options options;
  for (int k = 1; k < argc; ++k) {
    const std::string_view option = argv[k];
    if (option == "--quick") {
      options.quick = true;
    } else if (option == "--parts") {
      options.parts = true;
    } else if (option == "--scene" && k + 1 < argc) {
      options.scene = argv[++k];
    } else if (option == "--engine" && k + 1 < argc) {
      options.engine = argv[++k];
    } else {
      usage();
    }
  }
  return options;
}

bool has(std::string_view name, std::string_view word) { return name.find(word) != name.npos; }

}  // namespace

int main(int argc, char** argv) {
  const Options options = parse(argc, argv);
  bench::print_machine();
  const int many = options.quick ? 100 : 1000;
  fmt::print("{:<22}{:>8}{:>8}  {:<10}{:>12}{:>12}{:>14}\n", "scene", "bodies", "steps", "engine", "ms a step",
             "deepest", "energy");
  for (Pile pile : {pyramid(), falling(many), tumbler(many)}) {
    if (!has(pile.name, options.scene)) continue;
    if (options.quick) pile.steps = 120;
    const std::pair<std::string_view, std::function<Result(const Pile&)>> engines[] = {
        {"Carom", run_carom}, {"Box2D", run_box2d}, {"Chipmunk", run_chipmunk}};
    for (const auto& [name, run] : engines) {
      if (!has(name, options.engine)) continue;
      const Result outcome = run(pile);
      fmt::print("{:<22}{:>8}{:>8}  {:<10}{:>12.3f}{:>12.2e}{:>14.4f}\n", pile.name, pile.pieces.size(), pile.steps,
                 name, outcome.milliseconds, deepest(pile, outcome.places), outcome.energy);
      if (options.parts) fmt::print("  part by part: {:.2f}\n", fmt::join(outcome.parts, " "));
    }
  }
}
