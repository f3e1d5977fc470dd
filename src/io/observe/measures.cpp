#include "io/observe/measures.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>
#include <tuple>

#include "carom/math/elementary.hpp"

namespace carom::io {
namespace {

/// How many bins around a body are inside of the box as a whole.
std::uint32_t whole_bins(Vec2 at, const ObservedBox& box, double width, std::uint32_t bins) {
  if (box.periodic) return bins;
  const Vec2 low = at - box.min;
  const Vec2 high = box.min + box.size - at;
  const double wall = std::min({low.x, low.y, high.x, high.y});
  return wall > 0 ? static_cast<std::uint32_t>(std::min<double>(bins, std::floor(wall / width))) : 0;
}

/// (x + i y)^6 of a direction.
Vec2 sixth_power(Vec2 u) noexcept {
  const Vec2 square{u.x * u.x - u.y * u.y, 2 * u.x * u.y};
  const Vec2 fourth{square.x * square.x - square.y * square.y, 2 * square.x * square.y};
  return {fourth.x * square.x - fourth.y * square.y, fourth.x * square.y + fourth.y * square.x};
}

/// Which of the clusters a body belongs to: the first body of it.
std::uint32_t root_of(std::vector<std::uint32_t>& parent, std::uint32_t k) {
  while (parent[k] != k) {
    parent[k] = parent[parent[k]];
    k = parent[k];
  }
  return k;
}

}  // namespace

RadialCounts radial_counts(const PointTree& tree, const ObservedBox& box, double range, std::uint32_t bins) {
  const std::vector<Vec2>& points = tree.points();
  const double width = range / bins;
  std::vector<std::uint64_t> found(bins);
  std::vector<std::uint64_t> centres(bins + 1);  // bodies around which so many bins are whole
  std::vector<PointTree::Neighbour> near;
  for (std::uint32_t k = 0; k < points.size(); ++k) {
    const std::uint32_t whole = whole_bins(points[k], box, width, bins);
    ++centres[whole];
    if (whole == 0) continue;
    tree.within(k, whole * width, near);
    for (const PointTree::Neighbour& one : near) {
      const auto bin = static_cast<std::uint32_t>(std::sqrt(one.squared) / width);
      if (bin < whole) ++found[bin];
    }
  }
  RadialCounts counts;
  const double others = points.empty() ? 0 : static_cast<double>(points.size()) - 1;
  const double density = others / (box.size.x * box.size.y);
  std::uint64_t around = points.size();
  for (std::uint32_t bin = 0; bin < bins; ++bin) {
    around -= centres[bin];
    const double area = k_pi * width * width * (2.0 * bin + 1);
    counts.found.push_back(static_cast<double>(found[bin]));
    counts.expected.push_back(static_cast<double>(around) * density * area);
  }
  return counts;
}

std::vector<WaveShell> wave_shells(const ObservedBox& box, double largest, std::uint32_t count) {
  constexpr std::size_t most = 8;  // waves of a shell
  const Vec2 unit{2 * k_pi / box.size.x, 2 * k_pi / box.size.y};
  struct Wave {
    double steepness;  // grows with the angle from the x axis
    Vec2 k;
    double number;
  };
  std::vector<std::vector<Wave>> found(count);
  const auto add = [&](double nx, double ny) {
    const Vec2 k{nx * unit.x, ny * unit.y};
    const double number = std::sqrt(dot(k, k));
    if (!(number > 0 && number <= largest)) return;
    const auto shell = std::min<std::size_t>(count - 1, static_cast<std::size_t>(number / largest * count));
    found[shell].push_back({-k.x / number, k, number});
  };
  // One of k and -k, which give the same: the upper half of the plane. Of large boxes only some rows and columns.
  const double columns = std::floor(largest / unit.x);
  const double rows = std::floor(largest / unit.y);
  constexpr double most_lines = 512;
  const double step_x = std::max(1.0, std::floor(columns / most_lines));
  const double step_y = std::max(1.0, std::floor(rows / most_lines));
  for (double ny = 0; ny <= rows; ny += step_y) {
    for (double nx = ny > 0 ? -step_x * std::floor(columns / step_x) : step_x; nx <= columns; nx += step_x) add(nx, ny);
  }
  std::vector<WaveShell> shells;
  for (std::vector<Wave>& waves : found) {
    if (waves.empty()) continue;
    std::ranges::sort(waves, {}, [](const Wave& w) { return std::tuple(w.steepness, w.number); });
    WaveShell shell;
    const std::size_t kept = std::min(most, waves.size());
    for (std::size_t j = 0; j < kept; ++j) {
      const Wave& wave = waves[j * waves.size() / kept];
      shell.waves.push_back(wave.k);
      shell.number += wave.number / static_cast<double>(kept);
    }
    shells.push_back(std::move(shell));
  }
  return shells;
}

std::vector<double> structure_factors(const std::vector<Vec2>& points, const ObservedBox& box,
                                      std::span<const WaveShell> shells) {
  std::vector<double> factors;
  for (const WaveShell& shell : shells) {
    double sum = 0;
    for (const Vec2 k : shell.waves) {
      Vec2 wave;
      for (const Vec2 p : points) {
        const SinCos phase = quick_sin_cos(dot(k, p - box.min));
        wave = wave + Vec2{phase.cos, phase.sin};
      }
      sum += dot(wave, wave) / static_cast<double>(points.size());
    }
    factors.push_back(sum / static_cast<double>(shell.waves.size()));
  }
  return factors;
}

std::optional<BondOrder> bond_order(const PointTree& tree) {
  constexpr std::size_t neighbours = 6;
  const std::size_t count = tree.points().size();
  if (count <= neighbours) return std::nullopt;
  BondOrder order;
  Vec2 sum;
  std::vector<PointTree::Neighbour> near;
  for (std::uint32_t k = 0; k < count; ++k) {
    tree.nearest(k, neighbours, near);
    Vec2 psi;
    for (const PointTree::Neighbour& one : near) {
      // Two in one place have no direction.
      if (one.squared > 0) psi = psi + sixth_power((1 / std::sqrt(one.squared)) * one.way);
    }
    psi = (1.0 / neighbours) * psi;
    order.local += length(psi);
    sum = sum + psi;
  }
  order.local /= static_cast<double>(count);
  order.global = length(sum) / static_cast<double>(count);
  return order;
}

Neighbourhood neighbourhood(const PointTree& tree, std::span<const ObservedBody> bodies, double reach) {
  Neighbourhood result;
  const auto count = static_cast<std::uint32_t>(bodies.size());
  double largest = 0;
  for (const ObservedBody& body : bodies) largest = std::max(largest, body.radius);
  result.coordination.assign(count, 0);
  std::vector<std::uint32_t> parent(count);
  std::iota(parent.begin(), parent.end(), 0U);
  std::vector<PointTree::Neighbour> near;
  for (std::uint32_t k = 0; k < count; ++k) {
    tree.within(k, reach * (bodies[k].radius + largest), near);
    for (const PointTree::Neighbour& one : near) {
      const double limit = reach * (bodies[k].radius + bodies[one.index].radius);
      if (!(one.squared < limit * limit)) continue;
      ++result.coordination[k];
      const std::uint32_t a = root_of(parent, k);
      const std::uint32_t b = root_of(parent, one.index);
      parent[std::max(a, b)] = std::min(a, b);
    }
  }
  std::vector<std::uint32_t> sizes(count);
  for (std::uint32_t k = 0; k < count; ++k) ++sizes[root_of(parent, k)];
  std::erase(sizes, 0U);
  std::ranges::sort(sizes, std::greater<>());
  result.clusters = std::move(sizes);
  return result;
}

}  // namespace carom::io
