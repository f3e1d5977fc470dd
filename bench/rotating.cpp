#include <benchmark/benchmark.h>

#include <memory>

#include "box2d_peer.hpp"

/// Polygons of 4 to 8 corners that turn while they move: Carom certified, with point and normal, and b2TimeOfImpact, which
/// gives the time alone.
namespace carom::bench {
namespace {

constexpr std::size_t k_pairs = 4096;

std::vector<RotatingPair> pairs_of(Outline outline, double most_turned) {
  Random random(3);
  std::vector<RotatingPair> pairs;
  while (pairs.size() < k_pairs) pairs.push_back(rotating_pair(random, outline, most_turned));
  return pairs;
}

void ask_carom(benchmark::State& state, Outline outline, double most_turned) {
  const auto pairs = pairs_of(outline, most_turned);
  std::vector<std::pair<RotatingShape, RotatingShape>> shapes;
  for (const RotatingPair& pair : pairs) shapes.emplace_back(pair.rotating_a(), pair.rotating_b());
  std::size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(rotating_impact(shapes[i].first, shapes[i].second));
    i = i + 1 == k_pairs ? 0 : i + 1;
  }
}
BENCHMARK_CAPTURE(ask_carom, convex, Outline::convex, k_less_than_a_turn)->Name("rotating/carom");
BENCHMARK_CAPTURE(ask_carom, concave, Outline::concave, k_less_than_a_turn)->Name("rotating/carom concave");
BENCHMARK_CAPTURE(ask_carom, ten, Outline::convex, k_ten_turns)->Name("rotating/carom ten turns");

void ask_box2d(benchmark::State& state, double most_turned) {
  std::vector<std::unique_ptr<Box2dRotatingPair>> peers;
  for (const RotatingPair& pair : pairs_of(Outline::convex, most_turned)) {
    peers.push_back(std::make_unique<Box2dRotatingPair>(pair));
  }
  std::size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(peers[i]->time_of_impact());
    i = i + 1 == k_pairs ? 0 : i + 1;
  }
}
BENCHMARK_CAPTURE(ask_box2d, convex, k_less_than_a_turn)->Name("rotating/b2TimeOfImpact");
BENCHMARK_CAPTURE(ask_box2d, ten, k_ten_turns)->Name("rotating/b2TimeOfImpact ten turns");

}  // namespace
}  // namespace carom::bench
