#include <benchmark/benchmark.h>

#include <vector>

#include "pairs.hpp"

/// The batch form against the least that any loop over the same arrays must do: read them and write the answers.
namespace carom::bench {
namespace {

constexpr std::size_t k_pairs = 1U << 20U;  // 90 MB: far beyond the caches, as a broad phase's output would be

struct Columns {
  std::vector<double> from_x, from_y, to_x, to_y, radius;

  void add(const MovingCircle& c) {
    from_x.push_back(c.from.x);
    from_y.push_back(c.from.y);
    to_x.push_back(c.to.x);
    to_y.push_back(c.to.y);
    radius.push_back(c.radius);
  }
  [[nodiscard]] CircleArrays view() const { return {from_x, from_y, to_x, to_y, radius}; }
};

struct Batch {
  Columns a, b;
  std::vector<Outcome> outcome = std::vector<Outcome>(k_pairs);
  std::vector<double> t = std::vector<double>(k_pairs);

  Batch() {
    for (const CirclePair& pair : circle_pairs(k_pairs)) {
      a.add(pair.a);
      b.add(pair.b);
    }
  }
};

Batch& batch() {
  static Batch shared;
  return shared;
}

/// The same bytes in and out as impact_times() moves, and nothing in between.
#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__) && !defined(__clang__)
__attribute__((target_clones("avx512f", "avx2", "default"), optimize("O3")))
#endif
void stream(const CircleArrays& a, const CircleArrays& b, double* __restrict t, Outcome* __restrict outcome) {
  const double *p0 = a.from_x.data(), *p1 = a.from_y.data(), *p2 = a.to_x.data(), *p3 = a.to_y.data(),
               *p4 = a.radius.data();
  const double *q0 = b.from_x.data(), *q1 = b.from_y.data(), *q2 = b.to_x.data(), *q3 = b.to_y.data(),
               *q4 = b.radius.data();
  for (std::size_t i = 0; i < k_pairs; ++i) {
    t[i] = ((p0[i] + p1[i]) + (p2[i] + p3[i]) + p4[i]) - ((q0[i] + q1[i]) + (q2[i] + q3[i]) + q4[i]);
  }
  for (std::size_t i = 0; i < k_pairs; ++i) outcome[i] = Outcome::miss;
}

void batch_carom(benchmark::State& state) {
  Batch& all = batch();
  for (auto _ : state) {
    impact_times(all.a.view(), all.b.view(), {all.outcome, all.t});
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(k_pairs));
}
BENCHMARK(batch_carom)->Name("batch circle/carom")->Unit(benchmark::kMillisecond);

void batch_stream(benchmark::State& state) {
  Batch& all = batch();
  for (auto _ : state) {
    stream(all.a.view(), all.b.view(), all.t.data(), all.outcome.data());
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(k_pairs));
}
BENCHMARK(batch_stream)->Name("batch circle/streaming the arrays")->Unit(benchmark::kMillisecond);

void batch_border(benchmark::State& state) {
  Batch& all = batch();
  for (auto _ : state) {
    impact_times(all.a.view(), Border{Axis::x, 0.5}, {all.outcome, all.t});
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(k_pairs));
}
BENCHMARK(batch_border)->Name("batch border/carom")->Unit(benchmark::kMillisecond);

#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__) && !defined(__clang__)
__attribute__((target_clones("avx512f", "avx2", "default"), optimize("O3")))
#endif
void stream_border(const double* from, const double* to, const double* radius, double* __restrict t,
                   Outcome* __restrict outcome) {
  for (std::size_t i = 0; i < k_pairs; ++i) t[i] = from[i] + to[i] + radius[i];
  for (std::size_t i = 0; i < k_pairs; ++i) outcome[i] = Outcome::miss;
}

void batch_border_stream(benchmark::State& state) {
  Batch& all = batch();
  for (auto _ : state) {
    stream_border(all.a.from_x.data(), all.a.to_x.data(), all.a.radius.data(), all.t.data(), all.outcome.data());
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(k_pairs));
}
BENCHMARK(batch_border_stream)->Name("batch border/streaming the arrays")->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace carom::bench
