#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numbers>
#include <string_view>
#include <vector>

#include "../machine.hpp"
#include "carom/gravity/attraction.hpp"
#include "carom/math/random.hpp"
#include "ring.hpp"

/// How long it takes until every body knows the pull of every other, and how well.
///
///   carom_gravity [--quick] [--last]
///
/// --quick leaves out the million bodies, --last all tables: two threads and the ring are left. Uniform: a disc of radius 1. Clustered: half of the bodies in a spot of radius
/// 0.01, dense in its middle. Softening is the mean distance of neighbours in the uniform disc, √(π / N): without it a few
/// close pairs have nearly all of Σ|a|², and every method looks good. The second error is that without softening.
///
/// ms           processor time of one thread, the least of several calls; everything is in it, from the sort on
/// error        √(Σ|Δa|² / Σ|a|²) against direct summation, over 1000 bodies
/// : others     how many times faster than what other codes take for this many bodies (uniform only): 29 ms at 10^4
///              for an error of 4e-3, 1040 ms at 10^5 for 1.3e-3, 16.7 s at 10^6; 5.8 ns a pair directly
/// slope        of the time over N, from the row of a tenth as many bodies at the same opening: 1 is N, and N log N is 1.10
///              from 10^4 to 10^5, 1.08 from 10^5 to 10^6
///
/// After the tables: the time at just the error of others, two threads, and the ring of 10,000 around a planet.
namespace carom::bench {
namespace {

constexpr double k_others_pair = 5.8e-9;

struct Size {
  std::size_t count = 0;
  double others = 0;  ///< seconds
  double error = 0;   ///< theirs; at 10^6, that of 10^5
  int repeats = 0;
};
constexpr Size k_sizes[] = {{10'000, 0.029, 4e-3, 100}, {100'000, 1.04, 1.3e-3, 10}, {1'000'000, 16.7, 1.3e-3, 3}};
constexpr double k_openings[] = {0.25, 0.5, 0.75, 1, 1.5, 2};

enum class Shape { uniform, clustered };

struct Cloud {
  std::vector<Vec2> at;
  std::vector<double> mass;
};

Cloud make_cloud(std::size_t count, Shape shape) {
  Random random(1);
  Cloud cloud{{}, std::vector<double>(count, 1 / static_cast<double>(count))};
  while (cloud.at.size() < count) {
    Vec2 x{random.uniform(-1, 1), random.uniform(-1, 1)};
    if (dot(x, x) > 1) continue;
    if (shape == Shape::clustered && cloud.at.size() % 2 == 1) x = Vec2{0.3, 0.2} + 0.01 * length(x) * x;
    cloud.at.push_back(x);
  }
  return cloud;
}

double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// The least of several calls.
template <class Clock>
double best_time(const Attraction& law, const Cloud& cloud, std::vector<Vec2>& a, unsigned threads, int repeats,
                 const Clock& clock) {
  Attractor attractor(law);
  double best = HUGE_VAL;
  for (int k = 0; k < repeats; ++k) {
    const double before = clock();
    attractor.accelerations(cloud.at, cloud.mass, a, threads);
    best = std::min(best, clock() - before);
  }
  return best;
}

double softening_for(std::size_t count) { return std::sqrt(std::numbers::pi / static_cast<double>(count)); }

double error_of(const Attraction& law, const Cloud& cloud, const std::vector<Vec2>& a) {
  return force_error(law, cloud.at, cloud.mass, a, 1000);
}

void print_direct() {
  const Cloud cloud = make_cloud(8192, Shape::uniform);
  std::vector<Vec2> a(cloud.at.size());
  const double seconds = best_time({.G = 1, .softening = 0, .opening = 0}, cloud, a, 1, 8, processor_seconds);
  const double pair = seconds / static_cast<double>(a.size() * a.size());
  fmt::print("direct summation, 8192 bodies: {:.2f} ns a pair, {:.1f} times as fast as others ({:.1f} ns)\n\n",
             pair * 1e9, k_others_pair / pair, k_others_pair * 1e9);
}

void print_tree(Shape shape, bool quick) {
  fmt::print("{:<22}{:>9}{:>10}{:>10}{:>14}{:>10}{:>8}\n", shape == Shape::uniform ? "uniform disc" : "clustered",
             "opening", "ms", "error", "unsoftened", ": others", "slope");
  std::vector<double> before(std::size(k_openings), 0);
  for (const Size& size : k_sizes) {
    if (quick && size.count > 100'000) continue;
    const Cloud cloud = make_cloud(size.count, shape);
    std::vector<Vec2> a(cloud.at.size());
    for (std::size_t k = 0; k < std::size(k_openings); ++k) {
      const Attraction plain{.G = 1, .softening = 0, .opening = k_openings[k]};
      Attractor(plain).accelerations(cloud.at, cloud.mass, a);
      const double unsoftened = error_of(plain, cloud, a);
      const Attraction law{.G = 1, .softening = softening_for(size.count), .opening = k_openings[k]};
      const double seconds = best_time(law, cloud, a, 1, size.repeats, processor_seconds);
      fmt::print("{:<22}{:>9}{:>10.3f}{:>10.1e}{:>14.1e}{:>10}{:>8}\n", size.count, k_openings[k], seconds * 1e3,
                 error_of(law, cloud, a), unsoftened,
                 shape == Shape::uniform ? fmt::format("{:.1f}", size.others / seconds) : "-",
                 before[k] > 0 ? fmt::format("{:.2f}", std::log10(seconds / before[k])) : "-");
      std::fflush(stdout);
      before[k] = seconds;
    }
  }
  fmt::print("\n");
}

/// The opening at which the error is just that of others, and the time there.
void print_at_others_error(bool quick) {
  for (const Size& size : k_sizes) {
    if (quick && size.count > 100'000) continue;
    const Cloud cloud = make_cloud(size.count, Shape::uniform);
    std::vector<Vec2> a(cloud.at.size());
    Attraction law{.G = 1, .softening = softening_for(size.count), .opening = 0};
    double low = k_openings[0];
    double high = 2;
    for (int k = 0; k < 8; ++k) {
      law.opening = (low + high) / 2;
      Attractor(law).accelerations(cloud.at, cloud.mass, a);
      (error_of(law, cloud, a) > size.error ? high : low) = law.opening;
    }
    law.opening = low;
    const double seconds = best_time(law, cloud, a, 1, 2 * size.repeats, processor_seconds);
    fmt::print("{} bodies, error {:.1e}: opening {:.2f}, {:.3f} ms, {:.1f} times as fast as others\n", size.count,
               error_of(law, cloud, a), law.opening, seconds * 1e3, size.others / seconds);
  }
  fmt::print("\n");
}

/// Wall time: processor time cannot tell.
void print_threads() {
  const Cloud cloud = make_cloud(100'000, Shape::uniform);
  std::vector<Vec2> a(cloud.at.size());
  const Attraction law{.G = 1, .softening = softening_for(cloud.at.size()), .opening = 0.5};
  const double one = best_time(law, cloud, a, 1, 20, wall_seconds);
  const double two = best_time(law, cloud, a, 2, 20, wall_seconds);
  fmt::print("100000 bodies, opening 0.5, wall time: one thread {:.1f} ms, two {:.1f} ms, {:.2f} times as fast\n",
             one * 1e3, two * 1e3, one / two);
}

int run(int argc, char** argv) {
  bool quick = false;
  bool tables = true;
  for (int k = 1; k < argc; ++k) {
    const std::string_view option = argv[k];
    if (option == "--quick") {
      quick = true;
    } else if (option == "--last") {
      tables = false;
    } else {
      fmt::print(stderr, "carom_gravity: unknown option '{}'\nusage: carom_gravity [--quick] [--last]\n", option);
      return 2;
    }
  }
  print_machine();
  if (tables) {
    print_direct();
    print_tree(Shape::uniform, quick);
    print_tree(Shape::clustered, quick);
    print_at_others_error(quick);
  }
  print_threads();
  print_ring();
  return 0;
}

}  // namespace
}  // namespace carom::bench

int main(int argc, char** argv) { return carom::bench::run(argc, argv); }
