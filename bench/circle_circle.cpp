#include <benchmark/benchmark.h>

#include <cmath>
#include <memory>

#include "box2d_peer.hpp"

/// Circle against circle: Carom certified, the textbook formula without any certificate, Box2D.
namespace carom::bench {
namespace {

constexpr std::size_t k_pairs = 4096;

/// What one would write by hand: no error bounds, and so no promise.
ImpactTime plain_formula(const MovingCircle& a, const MovingCircle& b) noexcept {
  const Vec2 d = a.from - b.from;
  const Vec2 v = (a.to - a.from) - (b.to - b.from);
  const double radius = a.radius + b.radius;
  const double c = dot(d, d) - radius * radius;
  if (c < 0) return {Outcome::overlap, 0};
  const double closing = dot(d, v);
  if (closing >= 0) return {};
  const double squared = dot(v, v);
  const double discriminant = closing * closing - squared * c;
  if (discriminant < 0) return {};
  const double t = (-closing - std::sqrt(discriminant)) / squared;
  if (t > 1) return {};
  return {Outcome::hit, t};
}

template <class Ask>
void ask_all(benchmark::State& state, std::size_t count, const Ask& ask) {
  std::size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(ask(i));
    i = i + 1 == count ? 0 : i + 1;
  }
}

void circle_carom(benchmark::State& state) {
  const auto pairs = circle_pairs(k_pairs);
  ask_all(state, k_pairs, [&](std::size_t i) { return impact_time(pairs[i].a, pairs[i].b); });
}
BENCHMARK(circle_carom)->Name("circle/carom");

void circle_carom_contact(benchmark::State& state) {
  const auto pairs = circle_pairs(k_pairs);
  ask_all(state, k_pairs, [&](std::size_t i) { return time_of_impact(pairs[i].a, pairs[i].b); });
}
BENCHMARK(circle_carom_contact)->Name("circle/carom with contact");

void circle_carom_far(benchmark::State& state) {
  const auto pairs = circle_pairs(k_pairs, {1e6, -1e6});
  ask_all(state, k_pairs, [&](std::size_t i) { return impact_time(pairs[i].a, pairs[i].b); });
}
BENCHMARK(circle_carom_far)->Name("circle/carom a million units away");

void circle_plain(benchmark::State& state) {
  const auto pairs = circle_pairs(k_pairs);
  ask_all(state, k_pairs, [&](std::size_t i) { return plain_formula(pairs[i].a, pairs[i].b); });
}
BENCHMARK(circle_plain)->Name("circle/plain formula");

void circle_box2d(benchmark::State& state) {
  const auto pairs = circle_pairs(k_pairs);
  const auto peers = std::make_unique<Box2dPair[]>(k_pairs);
  for (std::size_t i = 0; i < k_pairs; ++i) {
    peers[i].a.set(pairs[i].a);
    peers[i].b.set(pairs[i].b);
  }
  ask_all(state, k_pairs, [&](std::size_t i) { return peers[i].time_of_impact(); });
}
BENCHMARK(circle_box2d)->Name("circle/b2TimeOfImpact");

}  // namespace
}  // namespace carom::bench
