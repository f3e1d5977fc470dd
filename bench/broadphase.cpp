#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "carom/broadphase/flight_grid.hpp"

/// The broad phase on a gas of discs of diameter 1, beside the two that one would write first: cells with lists of their
/// members, and sweep and prune along x. All report whose boxes overlap. Times are per body, or per question.
namespace carom::bench {
namespace {

double uniform(std::mt19937_64& random, double low, double high) {
  return low + (high - low) * static_cast<double>(random() >> 11U) * 0x1p-53;
}

/// A normal number of variance 1/2 (sum of uniforms): two of them are a velocity of root mean square 1.
double half_normal(std::mt19937_64& random) {
  double sum = 0;
  for (int k = 0; k < 12; ++k) sum += uniform(random, -0.5, 0.5);
  return sum * std::sqrt(0.5);
}

/// Discs at random without overlap, covering `fraction` of a square; `way` is how far they get in a window, in diameters.
std::vector<Flight> gas(std::size_t count, double fraction, double way) {
  std::mt19937_64 random(1);
  const double side = std::sqrt(static_cast<double>(count) * 0.7853981633974483 / fraction);
  const auto across = static_cast<std::size_t>(side) + 2;
  std::vector<std::vector<Vec2>> cells(across * across);
  std::vector<Flight> flights;
  while (flights.size() < count) {
    const Vec2 at{uniform(random, 0, side), uniform(random, 0, side)};
    const auto column = static_cast<std::size_t>(at.x) + 1;
    const auto row = static_cast<std::size_t>(at.y) + 1;
    bool free = true;
    for (std::size_t y = row - 1; y <= std::min(row + 1, across - 1); ++y) {
      for (std::size_t x = column - 1; x <= std::min(column + 1, across - 1); ++x) {
        for (const Vec2 other : cells[y * across + x]) free &= dot(other - at, other - at) >= 1;
      }
    }
    if (!free) continue;
    cells[row * across + column].push_back(at);
    flights.push_back({at, {way * half_normal(random), way * half_normal(random)}, 0.5});
  }
  std::shuffle(flights.begin(), flights.end(), random);
  return flights;
}

struct Box {
  double x0, x1, y0, y1;
  std::uint32_t id;
};

Box box_of(const Flight& f, std::uint32_t id) {
  const Vec2 end = f.at + f.velocity;
  return {std::min(f.at.x, end.x) - f.radius, std::max(f.at.x, end.x) + f.radius, std::min(f.at.y, end.y) - f.radius,
          std::max(f.at.y, end.y) + f.radius, id};
}

bool overlap(const Box& a, const Box& b) { return a.x0 <= b.x1 && b.x0 <= a.x1 && a.y0 <= b.y1 && b.y0 <= a.y1; }

void boxes_of(const std::vector<Flight>& flights, std::vector<Box>& boxes) {
  boxes.clear();
  for (std::uint32_t i = 0; i < flights.size(); ++i) boxes.push_back(box_of(flights[i], i));
}

void sweep_and_prune(const std::vector<Flight>& flights, std::vector<Box>& boxes, std::vector<NearPair>& out) {
  boxes_of(flights, boxes);
  std::sort(boxes.begin(), boxes.end(), [](const Box& a, const Box& b) { return a.x0 < b.x0; });
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    for (std::size_t j = i + 1; j < boxes.size() && boxes[j].x0 <= boxes[i].x1; ++j) {
      if (overlap(boxes[i], boxes[j])) out.push_back({boxes[i].id, boxes[j].id, 0, 0});
    }
  }
}

/// Each cell a list through `next`; cells as large as the largest box, so that neighbours suffice.
struct CellLists {
  std::vector<std::uint32_t> head, next;
  std::vector<Box> boxes;

  void pairs(const std::vector<Flight>& flights, std::vector<NearPair>& out) {
    constexpr std::uint32_t k_none = ~std::uint32_t{0};
    double size = 0;
    Vec2 low{INFINITY, INFINITY}, high{-INFINITY, -INFINITY};
    for (const Flight& f : flights) {
      size = std::max(size, 2 * (f.radius + std::sqrt(dot(f.velocity, f.velocity))));
      low = {std::min(low.x, f.at.x), std::min(low.y, f.at.y)};
      high = {std::max(high.x, f.at.x), std::max(high.y, f.at.y)};
    }
    const auto columns = static_cast<std::size_t>((high.x - low.x) / size) + 1;
    const auto rows = static_cast<std::size_t>((high.y - low.y) / size) + 1;
    boxes_of(flights, boxes);
    head.assign(columns * rows, k_none);
    next.resize(flights.size());
    for (std::uint32_t i = 0; i < flights.size(); ++i) {
      const auto c = static_cast<std::size_t>((flights[i].at.x - low.x) / size);
      const auto r = static_cast<std::size_t>((flights[i].at.y - low.y) / size);
      // Bodies already in the grid are tested against each new one, not the other way: each pair once.
      for (std::size_t y = r == 0 ? 0 : r - 1; y <= std::min(r + 1, rows - 1); ++y) {
        for (std::size_t x = c == 0 ? 0 : c - 1; x <= std::min(c + 1, columns - 1); ++x) {
          for (std::uint32_t j = head[y * columns + x]; j != k_none; j = next[j]) {
            if (overlap(boxes[j], boxes[i])) out.push_back({j, i, 0, 0});
          }
        }
      }
      next[i] = head[r * columns + c];
      head[r * columns + c] = i;
    }
  }
};

void per_body(benchmark::State& state, std::size_t bodies, std::size_t pairs) {
  state.counters["per body"] = benchmark::Counter(
      static_cast<double>(bodies), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
  state.counters["pairs a body"] = static_cast<double>(pairs) / static_cast<double>(bodies);
}

/// A whole window: build and all pairs.
void window_grid(benchmark::State& state, const std::vector<Flight>& flights) {
  FlightGrid grid;
  std::vector<NearPair> out;
  for (auto _ : state) {
    grid.build(flights, 1, std::nullopt);
    out.clear();
    grid.pairs(out);
    benchmark::DoNotOptimize(out.data());
  }
  per_body(state, flights.size(), out.size());
}

void window_sweep(benchmark::State& state, const std::vector<Flight>& flights) {
  std::vector<Box> boxes;
  std::vector<NearPair> out;
  for (auto _ : state) {
    out.clear();
    sweep_and_prune(flights, boxes, out);
    benchmark::DoNotOptimize(out.data());
  }
  per_body(state, flights.size(), out.size());
}

void window_lists(benchmark::State& state, const std::vector<Flight>& flights) {
  CellLists cells;
  std::vector<NearPair> out;
  for (auto _ : state) {
    out.clear();
    cells.pairs(flights, out);
    benchmark::DoNotOptimize(out.data());
  }
  per_body(state, flights.size(), out.size());
}

/// One question after a hit, at a random moment about a random body.
void near_grid(benchmark::State& state, const std::vector<Flight>& flights) {
  FlightGrid grid;
  grid.build(flights, 1, std::nullopt);
  std::mt19937_64 random(2);
  struct Question {
    std::uint32_t place;
    Flight flight;
    double now;
  };
  std::vector<Question> questions(1U << 14U);
  for (Question& q : questions) {
    q.place = static_cast<std::uint32_t>(random() % flights.size());
    q.flight = flights[grid.order()[q.place]];
    q.now = uniform(random, 0, 1);
  }
  std::vector<Near> out;
  std::size_t i = 0;
  for (auto _ : state) {
    out.clear();
    const Question& q = questions[i++ & (questions.size() - 1)];
    grid.near(q.place, q.flight, q.now, out);
    benchmark::DoNotOptimize(out.data());
  }
}

std::vector<Flight> two_sizes(std::size_t count) {
  // A hundredth of the radius and half of the area: ten thousand small ones to a large one.
  std::vector<Flight> flights = gas(count, 0.3, 0.3);
  for (std::size_t i = 0; i < count / 10000; ++i) flights[i].radius = 50;
  return flights;
}

std::vector<Flight> one_crossing(std::size_t count) {
  std::vector<Flight> flights = gas(count, 0.3, 0.3);
  flights[0] = {{0, 0}, {1000, 1000}, 0.5};
  return flights;
}

/// The flights are made when the benchmark first runs: most runs of the program ask for others.
template <class Run, class Make>
void add(const std::string& name, const Run& run, const Make& make) {
  benchmark::RegisterBenchmark(name.c_str(), [run, make, flights = std::vector<Flight>{}](auto& state) mutable {
    if (flights.empty()) flights = make();
    run(state, flights);
  });
}

const bool k_registered = [] {
  for (const double fraction : {0.05, 0.3}) {
    for (const double way : {0.1, 0.3, 1.0}) {
      for (const std::size_t count : {1000U, 10000U, 100000U}) {
        const std::string name = std::to_string(count) + " discs, fraction " + std::to_string(fraction).substr(0, 4) +
                                 ", way " + std::to_string(way).substr(0, 3);
        const auto make = [=] { return gas(count, fraction, way); };
        add("broadphase window/carom, " + name, window_grid, make);
        add("broadphase window/cell lists, " + name, window_lists, make);
        add("broadphase window/sweep and prune, " + name, window_sweep, make);
        add("broadphase near/carom, " + name, near_grid, make);
      }
    }
  }
  const auto sizes = [] { return two_sizes(100000); };
  const auto crossing = [] { return one_crossing(100000); };
  add("broadphase window/carom, 100000 discs 1:100", window_grid, sizes);
  add("broadphase near/carom, 100000 discs 1:100", near_grid, sizes);
  add("broadphase window/carom, 100000 discs, one crosses all", window_grid, crossing);
  add("broadphase near/carom, 100000 discs, one crosses all", near_grid, crossing);
  return true;
}();

}  // namespace
}  // namespace carom::bench
