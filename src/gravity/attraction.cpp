#include "carom/gravity/attraction.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "gravity/near_field.hpp"
#include "gravity/tree.hpp"
#include "gravity/units.hpp"
#include "math/parallel.hpp"
#include "math/step_guard.hpp"

namespace carom {
namespace {

using detail::Bodies;
using detail::k_lanes;
using detail::Scaled;
using detail::Stretch;
using detail::Units;

/// Below this hardly any two cells would be far enough apart.
constexpr double k_least_opening = 1e-3;
/// Bodies in one portion of the work of a thread, where each is pulled by all, and where it takes but a moment.
constexpr std::size_t k_portion = 64;
/// Pairs of direct summation, eight targets at a time, in a unit of work (StepGuard).
constexpr std::size_t k_pairs_a_unit = 8;
constexpr std::size_t k_bodies = 4096;

void resize(Scaled& bodies, std::size_t count) {
  bodies.x.resize(count);
  bodies.y.resize(count);
  bodies.mass.resize(count);
}

void put(Scaled& bodies, std::size_t k, const Units& units, Vec2 at, double mass) noexcept {
  bodies.x[k] = units.length(at.x);
  bodies.y[k] = units.length(at.y);
  bodies.mass[k] = units.mass(mass);
}

void scale(const Units& units, std::span<const Vec2> at, std::span<const double> mass, unsigned threads, Scaled& out) {
  resize(out, at.size());
  detail::parallel_portions(at.size(), k_bodies, threads, [&](std::size_t first, std::size_t last) {
    for (std::size_t k = first; k < last; ++k) put(out, k, units, at[k], mass[k]);
  });
}

/// The bodies that attract.
void scale_massive(const Units& units, std::span<const Vec2> at, std::span<const double> mass, Scaled& out) {
  resize(out, at.size());
  std::size_t count = 0;
  for (std::size_t k = 0; k < at.size(); ++k) {
    if (mass[k] > 0) put(out, count++, units, at[k], mass[k]);
  }
  resize(out, count);
}

/// Up to whole Eights.
void pad(Scaled& bodies) { resize(bodies, (bodies.x.size() + k_lanes - 1) / k_lanes * k_lanes); }

Bodies pointers(const Scaled& bodies) noexcept { return {bodies.x.data(), bodies.y.data(), bodies.mass.data()}; }

bool is_direct(const Attraction& law, std::size_t count) noexcept {
  return !(law.opening >= k_least_opening) || count < k_tree_from;
}

struct Sums {
  std::vector<double> x;
  std::vector<double> y;
};

template <class Work>
void for_each_eight(std::size_t count, unsigned threads, std::size_t sources, detail::StepGuard* guard,
                    const Work& work) {
  detail::parallel_portions(count, k_portion, threads, [&](std::size_t first, std::size_t last) {
    for (std::size_t k = first; k < last; k += k_lanes) {
      if (guard != nullptr && guard->pause(1 + sources / k_pairs_a_unit)) return;
      work(k);
    }
  });
}

void direct_accelerations(double softening_squared, Scaled& targets, const Scaled& sources, unsigned threads,
                          detail::StepGuard* guard, Sums& out) {
  pad(targets);
  out.x.resize(targets.x.size());
  out.y.resize(targets.x.size());
  const Stretch all{0, static_cast<std::uint32_t>(sources.x.size())};
  for_each_eight(targets.x.size(), threads, sources.x.size(), guard, [&](std::size_t k) {
    near_accelerations(pointers(targets), k, pointers(sources), {&all, 1}, softening_squared, out.x.data() + k,
                       out.y.data() + k);
  });
}

void direct_potentials(double softening_squared, Scaled& bodies, unsigned threads, std::vector<double>& out) {
  const Stretch all{0, static_cast<std::uint32_t>(bodies.x.size())};
  pad(bodies);
  out.resize(bodies.x.size());
  for_each_eight(bodies.x.size(), threads, bodies.x.size(), nullptr, [&](std::size_t k) {
    near_potentials(pointers(bodies), k, {&all, 1}, softening_squared, out.data() + k);
  });
}

}  // namespace

struct Attractor::Memory {
  Scaled targets;
  Scaled sources;
  Sums sums;
  detail::Tree tree;
};

Attractor::Attractor(const Attraction& law) : law_(law), memory_(std::make_unique<Memory>()) {}
Attractor::Attractor(const Attractor& other) : Attractor(other.law_) {}
Attractor::Attractor(Attractor&& other) noexcept = default;
Attractor& Attractor::operator=(const Attractor& other) {
  law_ = other.law_;
  return *this;
}
Attractor& Attractor::operator=(Attractor&& other) noexcept = default;
Attractor::~Attractor() = default;

void Attractor::accelerations(std::span<const Vec2> at, std::span<const double> mass, std::span<Vec2> acceleration,
                              unsigned threads, detail::StepGuard* guard) {
  const Units units = detail::units_for(law_, at, mass, threads);
  Memory& memory = *memory_;
  scale(units, at, mass, threads, memory.targets);
  if (is_direct(law_, at.size())) {
    scale_massive(units, at, mass, memory.sources);
    direct_accelerations(units.softening_squared, memory.targets, memory.sources, threads, guard, memory.sums);
  } else {
    memory.sums.x.resize(at.size());
    memory.sums.y.resize(at.size());
    memory.tree.build(memory.targets, threads);
    memory.tree.accelerations(law_.opening, units.softening_squared, threads, memory.sums.x, memory.sums.y, guard);
  }
  detail::parallel_portions(at.size(), k_bodies, threads, [&](std::size_t first, std::size_t last) {
    for (std::size_t k = first; k < last; ++k) {
      acceleration[k] = {units.acceleration(memory.sums.x[k]), units.acceleration(memory.sums.y[k])};
    }
  });
}

double Attractor::potential(std::span<const Vec2> at, std::span<const double> mass, unsigned threads) {
  const Units units = detail::units_for(law_, at, mass, threads);
  Memory& memory = *memory_;
  scale_massive(units, at, mass, memory.sources);
  const std::size_t count = memory.sources.x.size();
  if (is_direct(law_, count)) {
    direct_potentials(units.softening_squared, memory.sources, threads, memory.sums.x);
  } else {
    memory.sums.x.resize(count);
    memory.tree.build(memory.sources, threads);
    memory.tree.potentials(law_.opening, units.softening_squared, threads, memory.sums.x);
  }
  double sum = 0;
  for (std::size_t k = 0; k < count; ++k) sum += memory.sources.mass[k] * memory.sums.x[k];
  // Every pair has been counted from both sides.
  return units.potential(0.5 * sum);
}

double force_error(const Attraction& law, std::span<const Vec2> at, std::span<const double> mass,
                   std::span<const Vec2> acceleration, std::size_t samples) {
  const Units units = detail::units_for(law, at, mass);
  const std::size_t count = std::min(samples, at.size());
  // One of each of `count` equal portions, which one by Knuth's multiplicative hash: scenes are often made with a period.
  const auto body = [&](std::uint64_t k) {
    const std::uint64_t first = k * at.size() / count;
    const std::uint64_t end = (k + 1) * at.size() / count;
    return static_cast<std::size_t>(first + (k * 2654435761U >> 7) % (end - first));
  };
  Scaled targets;
  resize(targets, count);
  for (std::size_t k = 0; k < count; ++k) put(targets, k, units, at[body(k)], mass[body(k)]);
  Scaled sources;
  scale_massive(units, at, mass, sources);
  Sums sums;
  direct_accelerations(units.softening_squared, targets, sources, 1, nullptr, sums);

  std::vector<Vec2> exact(count);
  double largest = 0;
  for (std::size_t k = 0; k < count; ++k) {
    exact[k] = {units.acceleration(sums.x[k]), units.acceleration(sums.y[k])};
    largest = std::max({largest, std::abs(exact[k].x), std::abs(exact[k].y)});
  }
  double error = 0;
  double size = 0;
  for (std::size_t k = 0; k < count; ++k) {
    // In parts of the largest, whose square could overflow.
    const Vec2 a{exact[k].x / largest, exact[k].y / largest};
    const Vec2 off = Vec2{acceleration[body(k)].x / largest, acceleration[body(k)].y / largest} - a;
    error += dot(off, off);
    size += dot(a, a);
  }
  return largest > 0 ? std::sqrt(error / size) : 0;
}

}  // namespace carom
