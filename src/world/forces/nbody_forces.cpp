#include "world/forces/nbody_forces.hpp"

#include <algorithm>
#include <cmath>

#include "world/bodies/body_shape.hpp"

namespace carom::detail {
namespace {

constexpr DriftPlan k_leapfrog[] = {{}};
// exp(h/6 V) exp(h/2 T) exp(2h/3 V') exp(h/2 T) exp(h/6 V): the kick in the middle looks from places shifted by h²/24 a, and
// is cut in two so that the velocity between the drifts is one that a body has.
constexpr double k_chin_shift = 1.0 / 24;
constexpr DriftPlan k_chin[] = {{.length = 0.5, .kick_time = 1.0 / 3, .shift_after = k_chin_shift},
                                {.length = 0.5, .kick_time = 2.0 / 3, .shift_before = k_chin_shift}};
constexpr DriftPlan k_extrapolation[] = {{.chord = true}};

/// Rows of the extrapolation's table: Störmer's rule in 1, 2, … so many parts.
constexpr std::size_t k_rows = 6;
/// What a step of it may be wrong by, as a fraction of places and ways: some roundings.
constexpr double k_tolerance = 1e-13;
/// At a doubled step the error would be 2^13 times as large; with something to spare.
constexpr double k_easy = k_tolerance / (1U << 16U);
/// A step is halved at most so often; then it is taken as it is. Among many bodies, whose flights without
/// contacts lead through each other, more would never end.
constexpr unsigned k_most_halvings = 10;

}  // namespace

std::span<const DriftPlan> drifts_of(Integrator integrator) noexcept {
  switch (integrator) {
    case Integrator::chin: return k_chin;
    case Integrator::extrapolation: return k_extrapolation;
    case Integrator::leapfrog: break;
  }
  return k_leapfrog;
}

Vec2 mass_center(const BodyShape& shape) noexcept { return mass_properties(shape).centroid; }

NBodyForces::NBodyForces(const WorldSettings& settings) : fields_(settings), law_(settings.attraction) {
  if (law_) attractor_.emplace(*law_);
}

void NBodyForces::clear() noexcept {
  at.clear();
  velocity.clear();
  push.clear();
  mass.clear();
  shell.clear();
  fixed.clear();
}

void NBodyForces::add(Vec2 center, Vec2 own_velocity, double own_mass, bool is_fixed, double own_shell) {
  at.push_back(center);
  velocity.push_back(own_velocity);
  push.emplace_back();
  mass.push_back(own_mass);
  shell.push_back(own_shell);
  fixed.push_back(is_fixed ? 1 : 0);
}

void NBodyForces::accelerate(const std::vector<Vec2>& places, std::vector<Vec2>& result, unsigned threads) {
  result.assign(places.size(), Vec2{});
  if (pause(places.size())) return;
  if (attractor_) attractor_->accelerations({places, mass, shell}, result, threads, guard_);
  for (std::size_t i = 0; i < places.size(); ++i) {
    result[i] = fixed[i] != 0 ? Vec2{} : result[i] + fields_.acceleration(places[i]) + push[i];
  }
}

void NBodyForces::compute_accelerations(unsigned threads, double shift) {
  accelerate(at, acceleration, threads);
  if (shift == 0) return;
  shifted_.resize(size());
  for (std::size_t i = 0; i < size(); ++i) shifted_[i] = at[i] + shift * acceleration[i];
  accelerate(shifted_, acceleration, threads);
}

Vec2 NBodyForces::acceleration_at(Vec2 point, std::size_t self) const noexcept {
  Vec2 sum = fields_.acceleration(point);
  if (!law_) return sum;
  for (std::size_t j = 0; j < size(); ++j) {
    const Vec2 way = at[j] - point;
    const double square = dot(way, way) + law_->softening * law_->softening;
    const double around = self < size() ? std::max(shell[j], shell[self]) : shell[j];
    if (j != self && square > 0 && !in_shell(way, around))
      sum = sum + (law_->G * mass[j] / (square * std::sqrt(square))) * way;
  }
  return sum;
}

void NBodyForces::kick(double seconds) noexcept {
  for (std::size_t i = 0; i < size(); ++i) velocity[i] = velocity[i] + seconds * acceleration[i];
}

void NBodyForces::drift(double seconds) noexcept {
  for (std::size_t i = 0; i < size(); ++i) at[i] = at[i] + seconds * velocity[i];
}

std::uint64_t NBodyForces::fly(double h, Integrator integrator, unsigned threads) {
  if (integrator == Integrator::extrapolation) return fly_by_extrapolation(h, threads);
  for (const DriftPlan& plan : drifts_of(integrator)) {
    const double length = plan.length * h;
    kick(plan.kick_time * length);
    drift(length);
    compute_accelerations(threads, plan.shift_after * h * h);
    kick(length - plan.kick_time * length);
  }
  return 0;
}

/// In parts of h / 2^k that the error decides on: halved until it is small, doubled again where that is easy.
std::uint64_t NBodyForces::fly_by_extrapolation(double h, unsigned threads) {
  constexpr std::uint32_t whole = 1U << k_most_halvings;
  std::uint32_t part = whole;
  std::uint64_t capped = 0;
  for (std::uint32_t done = 0; done < whole;) {
    const double seconds = h * (static_cast<double>(part) / whole);
    const double error = extrapolate(seconds, threads);
    if (stopped()) return capped;
    if (!(error <= k_tolerance) && part > 1) {
      part /= 2;
      continue;
    }
    if (!(error <= k_tolerance)) ++capped;
    for (std::size_t i = 0; i < size(); ++i) {
      at[i] = row_[0][i];
      velocity[i] = row_[0][size() + i];
    }
    compute_accelerations(threads);
    done += part;
    // Only where the longer part ends where such parts end.
    if (error <= k_easy && done < whole && done % (2 * part) == 0) part *= 2;
  }
  return capped;
}

/// The next place and velocity of each body in row_[0]; how far the two best columns of the table differ.
double NBodyForces::extrapolate(double h, unsigned threads) {
  row_.resize(k_rows);
  double error = 0;
  for (std::size_t row = 0; row < k_rows; ++row) {
    fly_by_stoermer(h, row + 1, threads);
    if (stopped()) return 0;
    std::vector<Vec2>& newest = row_[row];
    newest.resize(2 * size());
    for (std::size_t i = 0; i < size(); ++i) {
      newest[i] = place_[i];
      newest[size() + i] = stride_[i];
    }
    // Aitken and Neville, in the square of the part: row_[k] becomes the column that rows k … row have made.
    for (std::size_t k = row; k-- > 0;) {
      const double ratio = static_cast<double>(row + 1) / static_cast<double>(k + 1);
      const double weight = 1 / (ratio * ratio - 1);
      for (std::size_t i = 0; i < 2 * size(); ++i) row_[k][i] = row_[k + 1][i] + weight * (row_[k + 1][i] - row_[k][i]);
    }
  }
  for (std::size_t i = 0; i < size(); ++i) {
    const double scale = length(row_[0][i]) + length(row_[0][i] - at[i]);
    const double apart = length(row_[0][i] - row_[1][i]);
    const double faster = h * length(row_[0][size() + i] - row_[1][size() + i]);
    if (fixed[i] == 0) error = std::max(error, std::max(apart, faster) / scale);
  }
  return error;
}

/// Störmer's rule in `parts` equal parts: places in place_, velocities in stride_.
void NBodyForces::fly_by_stoermer(double h, std::size_t parts, unsigned threads) {
  const double part = h / static_cast<double>(parts);
  place_ = at;
  stride_.resize(size());
  for (std::size_t i = 0; i < size(); ++i) stride_[i] = part * (velocity[i] + (0.5 * part) * acceleration[i]);
  for (std::size_t k = 1; k <= parts; ++k) {
    for (std::size_t i = 0; i < size(); ++i) place_[i] = place_[i] + stride_[i];
    accelerate(place_, pull_, threads);
    if (k == parts || stopped()) break;
    for (std::size_t i = 0; i < size(); ++i) stride_[i] = stride_[i] + (part * part) * pull_[i];
  }
  for (std::size_t i = 0; i < size(); ++i) stride_[i] = (1 / part) * stride_[i] + (0.5 * part) * pull_[i];
}

}  // namespace carom::detail
