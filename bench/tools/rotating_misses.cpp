// What is missed where bodies turn: Carom and Box2D's b2TimeOfImpact, both held against sampling.
//
//   rotating_misses [PAIRS]     of each of four kinds, by default 250,000: a million pairs take some minutes
//
// A step of random polygons of 4 to 8 corners is sampled until the time of the answer, or to its end after a miss; no longer
// apart than the distance over a bound of all speeds, or a thousandth of the step. Where they overlap in a sample, something
// was missed. Box2D lets shapes sink in by its slop of 0.005, so what counts there is what is deeper than four of them.

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <optional>
#include <vector>

#include "../box2d_peer.hpp"
#include "oracle/rotating.hpp"

namespace carom::bench {
namespace {

constexpr double k_finest = 1e-3;
constexpr double k_box2d_slop = 0.02;

double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

double depth_at(const RotatingPair& pair, double t) {
  const auto placed = [&](const RotatingPolygon& shape) {
    return Polygon::make(oracle::snapshot(RotatingShape(shape), t).points);
  };
  const auto a = placed(pair.rotating_a()), b = placed(pair.rotating_b());
  if (!a || !b) return 0;
  const auto deep = overlap(&a.value(), &b.value());
  return deep ? deep->depth : 0;
}

/// How deep they were in each other in any sample before `until`.
double deepest(const RotatingPair& pair, double until) {
  const RotatingShape a = pair.rotating_a(), b = pair.rotating_b();
  const double speed = oracle::extent(a).speed + oracle::extent(b).speed;
  double most = 0;
  for (double t = 0; t < until;) {
    const double gap = oracle::rotating_gap(a, b, t);
    if (gap < 0) most = std::max(most, depth_at(pair, t));
    t += std::max(gap / speed, k_finest);
  }
  return most;
}

struct Tally {
  long hits = 0;
  long missed = 0;
  double deepest = 0;
  double seconds = 0;

  void add(double depth, double allowed) {
    if (depth > allowed) ++missed;
    deepest = std::max(deepest, depth);
  }
  void print(const char* name, long pairs) const {
    fmt::print("  {:<16} {:>8} hits, {:>6} missed, deepest overlap before the answer {:.2g}; {:.0f} ns each\n", name,
               hits, missed, deepest, 1e9 * seconds / static_cast<double>(pairs));
  }
};

/// What one of the two said: the time of a hit.
struct Answers {
  std::vector<std::optional<double>> times;
  double seconds = 0;
};

/// `ask(i)` for all of a batch at once, so that the clock is fine enough.
template <class Ask>
Answers ask_all(std::size_t count, const Ask& ask) {
  Answers answers{std::vector<std::optional<double>>(count)};
  const double start = processor_seconds();
  for (std::size_t i = 0; i < count; ++i) answers.times[i] = ask(i);
  answers.seconds = processor_seconds() - start;
  return answers;
}

void judge(const std::vector<RotatingPair>& pairs, const Answers& answers, double allowed, Tally& tally) {
  tally.seconds += answers.seconds;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    tally.hits += answers.times[i] ? 1 : 0;
    tally.add(deepest(pairs[i], answers.times[i].value_or(1)), allowed);
  }
}

void compare(const char* what, long count, Outline outline, double most_turned) {
  constexpr long k_batch = 1000;
  Random random(4);
  Tally carom, box2d;
  double widest = 0;
  for (long done = 0; done < count; done += k_batch) {
    std::vector<RotatingPair> pairs;
    std::vector<std::pair<RotatingShape, RotatingShape>> shapes;
    std::vector<std::unique_ptr<Box2dRotatingPair>> peers;
    const long size = std::min(k_batch, count - done);
    for (long i = 0; i < size; ++i) pairs.push_back(rotating_pair(random, outline, most_turned));
    for (const RotatingPair& pair : pairs) shapes.emplace_back(pair.rotating_a(), pair.rotating_b());
    const Answers of_carom = ask_all(pairs.size(), [&](std::size_t i) {
      const Impact impact = rotating_impact(shapes[i].first, shapes[i].second);
      return impact.outcome == Outcome::hit ? std::optional(impact.contact.t) : std::nullopt;
    });
    judge(pairs, of_carom, 0, carom);
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      if (!of_carom.times[i]) continue;
      const auto& [a, b] = shapes[i];
      widest = std::max(widest, oracle::rotating_gap(a, b, *of_carom.times[i]) / oracle::rotating_tolerance(a, b));
    }
    if (outline == Outline::concave) continue;
    for (const RotatingPair& pair : pairs) peers.push_back(std::make_unique<Box2dRotatingPair>(pair));
    const Answers of_box2d = ask_all(pairs.size(), [&](std::size_t i) {
      const b2TOIOutput out = peers[i]->time_of_impact();
      return out.state == b2TOIOutput::e_touching ? std::optional(static_cast<double>(out.t)) : std::nullopt;
    });
    judge(pairs, of_box2d, k_box2d_slop, box2d);
  }
  fmt::print("{}, {} pairs\n", what, count);
  carom.print("Carom", count);
  if (outline == Outline::convex) box2d.print("b2TimeOfImpact", count);
  fmt::print("  Carom's widest gap at a hit: {:.4f} of the tolerance\n", widest);
}

}  // namespace
}  // namespace carom::bench

int main(int argc, char** argv) {
  const long count = argc > 1 ? std::strtol(argv[1], nullptr, 10) : 250'000;
  if (argc > 2 || count < 1) {
    fmt::print(stderr, "usage: rotating_misses [PAIRS], expected a number from 1 on\n");
    return 2;
  }
  using namespace carom::bench;
  compare("convex, up to 3/8 of a turn", count, Outline::convex, k_less_than_a_turn);
  compare("convex, up to ten turns", count, Outline::convex, k_ten_turns);
  compare("concave, up to 3/8 of a turn", count, Outline::concave, k_less_than_a_turn);
  compare("concave, up to ten turns", count, Outline::concave, k_ten_turns);
  return 0;
}
