#include <benchmark/benchmark.h>
#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "box2d_peer.hpp"

/// Runs the benchmarks, then prints what they are for: ratios from this one run, and what Box2D missed on the same pairs.
namespace carom::bench {
namespace {

/// The usual output, and every time kept for the summary; with repetitions the least, which the machine disturbs least.
class KeepingReporter : public benchmark::ConsoleReporter {
 public:
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      if (run.run_type != Run::RT_Iteration) continue;
      const std::string name = run.run_name.function_name;
      const double time = run.GetAdjustedCPUTime();
      const auto [place, fresh] = times.emplace(name, time);
      if (!fresh) place->second = std::min(place->second, time);
    }
    ConsoleReporter::ReportRuns(runs);
  }
  std::map<std::string, double> times;
};

void print_ratio(const KeepingReporter& reporter, const char* what, const char* slow, const char* fast,
                 const char* target) {
  const auto a = reporter.times.find(slow);
  const auto b = reporter.times.find(fast);
  if (a == reporter.times.end() || b == reporter.times.end()) return;
  fmt::print("{:<62} {:>8.2f}   {}\n", what, a->second / b->second, target);
}

struct Misses {
  int hits = 0;
  int missed = 0;
  std::vector<double> time_errors;

  void add(const ImpactTime& truth, bool touching, double t) {
    if (truth.outcome != Outcome::hit) return;
    ++hits;
    if (!touching) {
      ++missed;
    } else {
      time_errors.push_back(std::abs(t - truth.t));
    }
  }
  void print(const char* what) {
    std::sort(time_errors.begin(), time_errors.end());
    const double median = time_errors.empty() ? 0 : time_errors[time_errors.size() / 2];
    fmt::print("{:<24} {:>7} true hits, {:>5} missed ({:.2f} %), median error of t {:.2g} of a step\n", what, hits,
               missed, 100.0 * missed / std::max(hits, 1), median);
  }
};

void print_misses() {
  constexpr std::size_t count = 100000;
  Misses circles;
  Misses polygons;
  Misses casts;
  for (const CirclePair& pair : circle_pairs(count)) {
    Box2dPair peer;
    peer.a.set(pair.a);
    peer.b.set(pair.b);
    const b2TOIOutput out = peer.time_of_impact();
    circles.add(impact_time(pair.a, pair.b), out.state == b2TOIOutput::e_touching, static_cast<double>(out.t));
  }
  for (const PolygonPair& pair : polygon_pairs(count)) {
    Box2dPair peer;
    peer.a.set(pair.a, pair.a_way);
    peer.b.set(pair.b, pair.b_way);
    const ImpactTime truth = impact_time(pair.moving_a(), pair.moving_b());
    const b2TOIOutput out = peer.time_of_impact();
    polygons.add(truth, out.state == b2TOIOutput::e_touching, static_cast<double>(out.t));
    b2ShapeCastOutput cast;
    const bool hit = peer.shape_cast(cast);
    casts.add(truth, hit, static_cast<double>(cast.lambda));
  }
  fmt::print("\nWhat Box2D {}.{}.{} answers on 100,000 pairs of each kind (Carom's decisions are exact: 0 missed)\n",
             b2_version.major, b2_version.minor, b2_version.revision);
  circles.print("b2TimeOfImpact circle");
  polygons.print("b2TimeOfImpact polygon");
  casts.print("b2ShapeCast polygon");
}

void print_summary(const KeepingReporter& reporter) {
  fmt::print("\n{:<62} {:>8}   target\n", "Ratios in this run", "ratio");
  print_ratio(reporter, "b2TimeOfImpact / Carom, circles", "circle/b2TimeOfImpact", "circle/carom", ">= 20");
  print_ratio(reporter, "Carom certified / plain formula, circles", "circle/carom", "circle/plain formula", "<= 1.5");
  print_ratio(reporter, "Carom a million units away / at the origin, circles", "circle/carom a million units away",
              "circle/carom", "1");
  print_ratio(reporter, "b2TimeOfImpact / Carom, sliding polygons", "polygon/b2TimeOfImpact", "polygon/carom", ">= 4");
  print_ratio(reporter, "b2TimeOfImpact / Carom with point and normal, polygons", "polygon/b2TimeOfImpact",
              "polygon/carom with contact", "");
  print_ratio(reporter, "b2ShapeCast / Carom with point and normal, polygons", "polygon/b2ShapeCast",
              "polygon/carom with contact", "");
  print_ratio(reporter, "Carom a million units away / at the origin, polygons", "polygon/carom a million units away",
              "polygon/carom", "1");
  print_ratio(reporter, "b2TimeOfImpact / Carom with point and normal, rotating polygons", "rotating/b2TimeOfImpact",
              "rotating/carom", ">= 1");
  print_ratio(reporter, "b2TimeOfImpact / Carom with point and normal, ten turns", "rotating/b2TimeOfImpact ten turns",
              "rotating/carom ten turns", ">= 1");
  print_ratio(reporter, "batch / streaming the same arrays, circles", "batch circle/carom",
              "batch circle/streaming the arrays", "<= 2");
  print_ratio(reporter, "batch / streaming the same arrays, border", "batch border/carom",
              "batch border/streaming the arrays", "<= 2");
}

}  // namespace
}  // namespace carom::bench

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  carom::bench::KeepingReporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  carom::bench::print_summary(reporter);
  carom::bench::print_misses();
  return 0;
}
