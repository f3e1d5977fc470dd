// How wrong is approximate_edge_time, which takes the length of an edge as it is at the start of the step? Prints the table
// in docs/mathematics.md, section 5.
//
// Each row asks 200,000 questions: a segment of length 1 to 3 turns about its middle by the angle given, or grows by the
// share given, while it is carried along; a circle of radius 0.1 to 1 flies past. The approximation is completed with its
// exact ends, as any use of it would be, and the whole is held against the exact answer. Only questions count in which the
// body of the edge decides on one side or the other.

#include <algorithm>
#include <carom/carom.hpp>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <numbers>
#include <optional>
#include <vector>

namespace {

using carom::MovingCircle;
using carom::MovingSegment;
using carom::Vec2;

constexpr int k_questions = 200'000;

/// SplitMix64 (Steele, Lea, Flood 2014): the same questions on every machine.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  double uniform(double low, double high) {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15U);
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
    z ^= z >> 31U;
    return low + (high - low) * (static_cast<double>(z >> 11U) * 0x1p-53);
  }
  Vec2 in_square(double half) {
    const double x = uniform(-half, half);
    return {x, uniform(-half, half)};
  }

 private:
  std::uint64_t state_;
};

/// What the edge does over the step, besides being carried along.
struct Change {
  double degrees = 0;
  double growth = 0;
};

MovingSegment changing_segment(Random& random, const Change& change) {
  const Vec2 middle = random.in_square(1);
  const Vec2 carried = random.in_square(1);
  const Vec2 half = 0.5 * random.uniform(1, 3) * carom::unit(random.in_square(1));
  const double angle = change.degrees * std::numbers::pi / 180;
  const double c = std::cos(angle) * (1 + change.growth), s = std::sin(angle) * (1 + change.growth);
  const Vec2 turned{c * half.x - s * half.y, s * half.x + c * half.y};
  return {{{middle - half, middle + half}}, {{middle + carried - turned, middle + carried + turned}}, {}};
}

std::optional<double> earlier(std::optional<double> a, std::optional<double> b) {
  if (!a || !b) return a ? a : b;
  return std::min(*a, *b);
}

std::optional<double> time_of(const carom::Impact& impact) {
  return impact.outcome == carom::Outcome::hit ? std::optional(impact.contact.t) : std::nullopt;
}

std::optional<double> first_end(const MovingCircle& circle, const MovingSegment& segment) {
  const auto end = [&](std::size_t k) {
    return time_of(carom::time_of_impact(circle, MovingCircle{0, segment.from.ends[k], segment.to.ends[k]}));
  };
  return earlier(end(0), end(1));
}

struct Tally {
  int hits = 0;
  int missed = 0;
  int false_hits = 0;
  std::vector<double> errors;

  void add(const MovingCircle& circle, const MovingSegment& segment) {
    const carom::Impact impact = carom::time_of_impact(circle, segment);
    if (impact.outcome == carom::Outcome::overlap) return;
    const std::optional<double> exact = time_of(impact);
    const std::optional<double> ends = first_end(circle, segment);
    const std::optional<double> body = carom::approximate_edge_time(circle, segment);
    const auto decides = [&](const std::optional<double>& t) { return t && (!ends || *t < *ends - 1e-12); };
    if (!decides(exact) && !decides(body)) return;
    const std::optional<double> approximate = earlier(body, ends);
    hits += exact ? 1 : 0;
    if (exact && approximate) errors.push_back(std::abs(*exact - *approximate));
    missed += exact && !approximate ? 1 : 0;
    false_hits += !exact && approximate ? 1 : 0;
  }
};

void print_row(const char* change, Tally tally) {
  std::sort(tally.errors.begin(), tally.errors.end());
  const double median = tally.errors[tally.errors.size() / 2];
  std::printf("| %s | %d | %d | %d | %.1e | %.1e |\n", change, tally.hits, tally.missed, tally.false_hits, median,
              tally.errors.back());
}

void row(const char* name, const Change& change, std::uint64_t seed) {
  Random random(seed);
  Tally tally;
  for (int i = 0; i < k_questions; ++i) {
    const MovingSegment segment = changing_segment(random, change);
    const Vec2 from = random.in_square(4);
    tally.add({random.uniform(0.1, 1), from, random.in_square(4)}, segment);
  }
  print_row(name, tally);
}

}  // namespace

int main() {
  std::printf("| the edge | hits | missed | false hits | median error of t | largest |\n");
  std::printf("| --- | ---: | ---: | ---: | ---: | ---: |\n");
  row("only slides", {0, 0}, 1);
  row("turns by 1°", {1, 0}, 2);
  row("turns by 5°", {5, 0}, 3);
  row("turns by 15°", {15, 0}, 4);
  row("turns by 45°", {45, 0}, 5);
  row("turns by 90°", {90, 0}, 6);
  row("grows by 1 %", {0, 0.01}, 7);
  row("grows by 5 %", {0, 0.05}, 8);
  row("grows by 10 %", {0, 0.1}, 9);
  row("grows by 20 %", {0, 0.2}, 10);
  row("grows by 50 %", {0, 0.5}, 11);
}
