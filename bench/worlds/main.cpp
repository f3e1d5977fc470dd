#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <thread>

#include "table.hpp"

/// Whole worlds beside those a user would pick instead: the same gas for Carom, Box2D and Chipmunk, in one run.
///
///   carom_worlds [--quick] [--only TEXT]…
///
/// --quick leaves out the largest gas and times for a shorter while. --only runs the rows whose label holds TEXT; given
/// more than once, all of them: --only 'N=1000 ' --only fraction=0.3 --only Box2D.
///
/// ms/step            processor time where there is one thread, so that a busy machine disturbs less, and wall time where
///                    there are two; judging and listening are not in it. Longer than 10 s is not waited for, and the
///                    engine is not asked again with more discs, a higher fraction or a longer way.
/// contacts handled   share of the true first contacts of a step (judge.hpp) for which the engine gave the two an
///                    impulse, in 3 steps, each judged from the engine's own state at its start
/// energy drift       relative, over the first 20 steps; restitution is 1, so that it should be 0
/// outside            discs more than a diameter outside the box at the end. An engine without continuous collision
///                    shows here those that have not come back from inside its thick walls yet.
/// contacts/s         contacts of any kind, walls included, in a second of that time; Carom only
namespace carom::bench {
namespace {

const std::array<EngineKind, 7> k_kinds = {{
    {"Carom", false, 1, make_carom},
    {"Carom, 2 threads", false, 2, make_carom_two_threads},
    {"Box2D", true, 1, make_box2d},
    {"Box2D bullets", true, 1, make_box2d_bullets},
    {"Box2D discrete", true, 1, make_box2d_discrete},
    {"Chipmunk tree", true, 1, make_chipmunk_tree},
    {"Chipmunk hash", true, 1, make_chipmunk_hash},
}};

struct Options {
  bool quick = false;
  std::vector<std::string_view> only;

  [[nodiscard]] bool wants(const Scene& scene, const EngineKind& kind) const {
    const std::string label =
        fmt::format("N={} fraction={} way={} {}", scene.count, scene.area_fraction, scene.displacement, kind.name);
    return std::all_of(only.begin(), only.end(),
                       [&](std::string_view text) { return label.find(text) != std::string::npos; });
  }
};

void run_scene(const Scene& scene, const Options& options, Results& results) {
  std::vector<const EngineKind*> wanted;
  for (const EngineKind& kind : k_kinds) {
    if (options.wants(scene, kind)) wanted.push_back(&kind);
  }
  if (wanted.empty()) return;
  print_heading(scene);
  const Gas gas = make_gas(scene.count, scene.area_fraction, scene.displacement);
  for (const EngineKind* kind : wanted) {
    std::optional<Measured> measured;
    if (!results.hopeless(scene, *kind)) measured = measure(*kind, gas, options.quick ? 0.3 : 1.5);
    print_row(*kind, measured);
    results.add(scene, *kind, measured);
  }
}

/// Rows of two threads mean little on a machine that has other things to do, so the table says whether it had.
void print_machine() {
  std::array<double, 1> load{};
  const bool known = getloadavg(load.data(), 1) == 1;
  fmt::print("{} processors, load {} before the run\n", std::thread::hardware_concurrency(),
             known ? fmt::format("{:.1f}", load[0]) : "unknown");
}

void run(const Options& options) {
  print_machine();
  Results results;
  for (const double area_fraction : {0.05, 0.3}) {
    for (const double displacement : {0.1, 1.0, 5.0, 20.0}) {
      for (const std::size_t count : {std::size_t{1000}, std::size_t{10000}, std::size_t{100000}}) {
        if (options.quick && count > 10000) continue;
        run_scene({count, area_fraction, displacement}, options, results);
      }
    }
  }
  print_verdict(results);
}

}  // namespace
}  // namespace carom::bench

int main(int argc, char** argv) {
  carom::bench::Options options;
  for (int k = 1; k < argc; ++k) {
    const std::string_view argument = argv[k];
    if (argument == "--quick") {
      options.quick = true;
    } else if (argument == "--only" && k + 1 < argc) {
      options.only.emplace_back(argv[++k]);
    } else {
      std::fputs("usage: carom_worlds [--quick] [--only TEXT]…\n", stderr);
      return 2;
    }
  }
  carom::bench::run(options);
  return 0;
}
