#include "world/bodies/shells.hpp"

#include <algorithm>
#include <cmath>

#include "math/sums.hpp"
#include "world/bodies/body_shape.hpp"

namespace carom::detail {

double shell_of(const BodyShape& shape) noexcept {
  if (const auto* const circle = std::get_if<Circle>(&shape)) return circle->hollow ? circle->radius : 0;
  const auto* const polygon = std::get_if<Polygon>(&shape);
  if (polygon == nullptr || !polygon->hollow()) return 0;
  return reach_around(shape, mass_properties(shape).centroid);
}

double pair_potential(const Attraction& law, Vec2 way, double m, double other, double shell) noexcept {
  const double square = std::max(dot(way, way), shell * shell) + law.softening * law.softening;
  return square > 0 ? -law.G * m * other / std::sqrt(square) : 0;
}

void ShellAttractor::sort_out(const Pulling& all) {
  hollow_.clear();
  others_.clear();
  const auto holds = [&](std::uint32_t k) {
    if (!(all.shell[k] > 0) || !(all.mass[k] > 0)) return false;
    for (std::uint32_t i = 0; i < all.at.size(); ++i) {
      if (i != k && all.mass[i] > 0 && in_shell(all.at[i] - all.at[k], all.shell[k])) return true;
    }
    return false;
  };
  for (std::uint32_t k = 0; k < all.at.size(); ++k) (holds(k) ? hollow_ : others_).push_back(k);
  if (hollow_.empty()) return;
  at_.clear();
  mass_.clear();
  for (const std::uint32_t k : others_) {
    at_.push_back(all.at[k]);
    mass_.push_back(all.mass[k]);
  }
}

void ShellAttractor::accelerations(const Pulling& all, std::span<Vec2> acceleration, unsigned threads,
                                   StepGuard* guard) {
  sort_out(all);
  if (hollow_.empty()) return attractor_.accelerations(all.at, all.mass, acceleration, threads, guard);
  const Attraction& law = attractor_.law();
  acceleration_.resize(others_.size());
  attractor_.accelerations(at_, mass_, acceleration_, threads, guard);
  std::ranges::fill(acceleration, Vec2{});
  for (std::size_t k = 0; k < others_.size(); ++k) acceleration[others_[k]] = acceleration_[k];
  const auto pull = [&](std::uint32_t i, std::uint32_t j) {
    const Vec2 way = all.at[j] - all.at[i];
    if (in_shell(way, std::max(all.shell[i], all.shell[j]))) return;
    const double square = dot(way, way) + law.softening * law.softening;
    if (!(square > 0)) return;
    const double weight = law.G / (square * std::sqrt(square));
    acceleration[i] = acceleration[i] + (weight * all.mass[j]) * way;
    acceleration[j] = acceleration[j] - (weight * all.mass[i]) * way;
  };
  for (std::size_t k = 0; k < hollow_.size(); ++k) {
    for (const std::uint32_t other : others_) pull(hollow_[k], other);
    for (std::size_t n = k + 1; n < hollow_.size(); ++n) pull(hollow_[k], hollow_[n]);
  }
}

double ShellAttractor::potential(const Pulling& all, unsigned threads) {
  sort_out(all);
  if (hollow_.empty()) return attractor_.potential(all.at, all.mass, threads);
  CompensatedSum sum;
  sum.add(attractor_.potential(at_, mass_, threads));
  const auto add = [&](std::uint32_t i, std::uint32_t j) {
    const double shell = std::max(all.shell[i], all.shell[j]);
    sum.add(pair_potential(attractor_.law(), all.at[j] - all.at[i], all.mass[i], all.mass[j], shell));
  };
  for (std::size_t k = 0; k < hollow_.size(); ++k) {
    for (const std::uint32_t other : others_) add(hollow_[k], other);
    for (std::size_t n = k + 1; n < hollow_.size(); ++n) add(hollow_[k], hollow_[n]);
  }
  return sum.value();
}

}  // namespace carom::detail
