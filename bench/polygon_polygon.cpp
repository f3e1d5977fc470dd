#include <benchmark/benchmark.h>

#include <memory>

#include "box2d_peer.hpp"

/// Sliding convex polygons of 4 to 8 corners: Carom certified, Box2D's two ways.
namespace carom::bench {
namespace {

constexpr std::size_t k_pairs = 4096;

template <class Ask>
void ask_all(benchmark::State& state, Vec2 origin, const Ask& ask) {
  const auto pairs = polygon_pairs(k_pairs, origin);
  std::size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(ask(pairs[i]));
    i = i + 1 == k_pairs ? 0 : i + 1;
  }
}

void polygon_carom(benchmark::State& state) {
  ask_all(state, {}, [](const PolygonPair& pair) { return impact_time(pair.moving_a(), pair.moving_b()); });
}
BENCHMARK(polygon_carom)->Name("polygon/carom");

void polygon_carom_contact(benchmark::State& state) {
  ask_all(state, {}, [](const PolygonPair& pair) { return time_of_impact(pair.moving_a(), pair.moving_b()); });
}
BENCHMARK(polygon_carom_contact)->Name("polygon/carom with contact");

void polygon_carom_far(benchmark::State& state) {
  ask_all(state, {1e6, -1e6}, [](const PolygonPair& pair) { return impact_time(pair.moving_a(), pair.moving_b()); });
}
BENCHMARK(polygon_carom_far)->Name("polygon/carom a million units away");

template <class Ask>
void ask_box2d(benchmark::State& state, const Ask& ask) {
  const auto pairs = polygon_pairs(k_pairs);
  const auto peers = std::make_unique<Box2dPair[]>(k_pairs);
  for (std::size_t i = 0; i < k_pairs; ++i) {
    peers[i].a.set(pairs[i].a, pairs[i].a_way);
    peers[i].b.set(pairs[i].b, pairs[i].b_way);
  }
  std::size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(ask(peers[i]));
    i = i + 1 == k_pairs ? 0 : i + 1;
  }
}

void polygon_box2d(benchmark::State& state) {
  ask_box2d(state, [](const Box2dPair& pair) { return pair.time_of_impact(); });
}
BENCHMARK(polygon_box2d)->Name("polygon/b2TimeOfImpact");

void polygon_box2d_cast(benchmark::State& state) {
  ask_box2d(state, [](const Box2dPair& pair) {
    b2ShapeCastOutput output;
    return pair.shape_cast(output);
  });
}
BENCHMARK(polygon_box2d_cast)->Name("polygon/b2ShapeCast");

}  // namespace
}  // namespace carom::bench
