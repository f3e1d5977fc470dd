// What bench/instructions counts the instructions of: the same work in every run, and nothing that looks at a clock.
//
//   instruction_cases load SCENE             reads the scene and makes its world
//   instruction_cases play SCENE             plays it on one thread, without a record; the event world in a hundred pieces
//   instruction_cases record SCENE           plays it, and keeps the paths and the text of every contact
//   instruction_cases ask KERNEL ROUNDS      asks for the times of impact of 256 pairs, so many times; KERNEL is circles,
//                                            polygons, circle-polygon, rotating or rotating-concave

#include <fmt/core.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "../rotating_pairs.hpp"
#include "../value_or_exit.hpp"
#include "carom/io/event_log.hpp"
#include "carom/io/scene.hpp"

namespace carom::bench {
namespace {

constexpr std::size_t k_pairs = 256;
constexpr int k_pieces = 100;

[[noreturn]] void usage() {
  fmt::print(stderr, "usage: instruction_cases load|play|record SCENE, or ask KERNEL ROUNDS\n");
  std::exit(2);
}

std::string text_of(const char* path) {
  std::ifstream file(path);
  if (!file) usage();
  return {std::istreambuf_iterator<char>(file), {}};
}

void play(const Scene& scene, World& world, bool records) {
  world.set_threads(1);
  world.set_recording(records);
  const bool event = scene.world.detection == Detection::event;
  const double start = world.time();
  const int steps = event ? k_pieces : static_cast<int>(scene.duration / scene.world.dt + 0.5);
  const double length = event ? scene.duration / k_pieces : scene.world.dt;
  std::size_t letters = 0;
  for (int k = 1; k <= steps; ++k) {
    if (!world.step_to(start + k * length).completed()) std::exit(1);
    if (!records) continue;
    for (const ContactEvent& contact : world.events()) letters += event_line(world, contact).size();
  }
  fmt::print("{} bodies, {} collisions, {} letters, hash {:016x}\n", world.body_count(), world.collision_count(),
             letters, world.hash());
}

/// How many of them meet.
template <class Pairs, class Ask>
std::size_t hits(const Pairs& pairs, int rounds, const Ask& ask) {
  std::size_t found = 0;
  for (int k = 0; k < rounds; ++k) {
    for (const auto& pair : pairs) found += ask(pair) == Outcome::hit ? 1U : 0U;
  }
  return found;
}

std::size_t ask_rotating(Outline outline, int rounds) {
  Random random(3);
  std::vector<RotatingPair> pairs;
  while (pairs.size() < k_pairs) pairs.push_back(rotating_pair(random, outline, k_less_than_a_turn));
  return hits(pairs, rounds,
              [](const RotatingPair& pair) { return rotating_impact(pair.rotating_a(), pair.rotating_b()).outcome; });
}

std::size_t ask(std::string_view kernel, int rounds) {
  if (kernel == "circles") {
    return hits(circle_pairs(k_pairs), rounds,
                [](const CirclePair& pair) { return time_of_impact(pair.a, pair.b).outcome; });
  }
  if (kernel == "polygons") {
    return hits(polygon_pairs(k_pairs), rounds,
                [](const PolygonPair& pair) { return time_of_impact(pair.moving_a(), pair.moving_b()).outcome; });
  }
  if (kernel == "circle-polygon") {
    return hits(polygon_pairs(k_pairs), rounds, [](const PolygonPair& pair) {
      const Vec2 from = pair.a.vertices().front();
      return time_of_impact(MovingCircle{0.5, from, from + pair.a_way}, pair.moving_b()).outcome;
    });
  }
  if (kernel == "rotating") return ask_rotating(Outline::convex, rounds);
  if (kernel == "rotating-concave") return ask_rotating(Outline::concave, rounds);
  usage();
}

void run(std::string_view what, const char* first, const char* second) {
  if (what == "ask" && second != nullptr) {
    fmt::print("{} hits\n", ask(first, std::atoi(second)));
    return;
  }
  if (what != "load" && what != "play" && what != "record") usage();
  const Scene scene = value_or_exit(read_scene(text_of(first)));
  World world = value_or_exit(build_world(scene));
  if (what == "load") {
    fmt::print("{} bodies\n", world.body_count());
  } else {
    play(scene, world, what == "record");
  }
}

}  // namespace
}  // namespace carom::bench

int main(int argc, char** argv) {
  if (argc < 3) carom::bench::usage();
  carom::bench::run(argv[1], argv[2], argc > 3 ? argv[3] : nullptr);
  return 0;
}
