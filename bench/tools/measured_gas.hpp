#pragma once

#include <algorithm>
#include <array>
#include <carom/carom.hpp>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <vector>

#include "../value_or_exit.hpp"

/// A gas of equal hard discs in the periodic event world, and what physics says about it. Used by gas_physics, which
/// prints it, and by a test, which holds a small gas against it.
///
/// Units        mass 1, diameter σ = 1
/// Start        a hexagonal lattice in which all discs have one speed: neither places nor speeds are those of
///              equilibrium
/// Temperature  The total momentum is 0, so that K = (N - 1) kT in the plane, not N kT. With it
///              Z = 1 + Σ impulse·σ / (2 t N kT), for contacts see relative velocities, whose spread is 2 kT/m exactly
/// Rate         of a disc: 2 contacts / (N t); theory: (4/√π) (Z - 1) √(kT/m) / σ with the Z that was measured
/// Speeds       ⟨v⁴⟩/⟨v²⟩² is 2 (N - 1)/N at fixed energy and momentum: 2 for many
/// Maxwell      the largest distance between the distribution of all speeds sampled and 1 - exp(-v²/2kT), times the
///              root of their number (Kolmogorov): above 1.95 once in a thousand
/// Errors       standard errors of the mean, from blocks so long that a disc forgets its velocity in each
namespace carom::physics {

using bench::value_or_exit;

struct Point {
  double area_fraction;
  double compressibility;  ///< of infinitely many discs, known to its last digit
};
constexpr std::array<Point, 6> k_known = {
    {{0.1, 1.2361}, {0.2, 1.5704}, {0.3, 2.0633}, {0.4, 2.8293}, {0.5, 4.1063}, {0.6, 6.457}}};

struct Plan {
  std::uint64_t discs = 1000;
  double equilibration = 100;  ///< collisions a disc
  double block = 20;           ///< collisions a disc
  int blocks = 40;
  std::uint64_t seed = 1;
};

/// The mean of the blocks, and its standard error.
struct Estimate {
  double mean = 0;
  double error = 0;
};

struct Measured {
  Estimate compressibility;
  Estimate rate;         ///< measured over theory
  Estimate fourth;       ///< ⟨v⁴⟩/⟨v²⟩² over its value for N discs
  double maxwell = 0;    ///< Kolmogorov's distance times √samples
  double free_path = 0;  ///< in diameters
  std::uint64_t collisions = 0;
  double energy_drift = 0;
};

inline Estimate estimate(const std::vector<double>& blocks) {
  const auto count = static_cast<double>(blocks.size());
  double sum = 0;
  for (const double x : blocks) sum += x;
  const double mean = sum / count;
  double squares = 0;
  for (const double x : blocks) squares += (x - mean) * (x - mean);
  return {mean, std::sqrt(squares / (count * (count - 1)))};
}

inline World lattice_gas(const Plan& plan, double area_fraction) {
  const double size = std::sqrt(static_cast<double>(plan.discs) * std::numbers::pi / 4 / area_fraction);
  WorldSettings settings;
  settings.detection = Detection::event;
  settings.bounds = Bounds{{0, 0}, {size, size}, Edges::periodic};
  FillDef def;
  def.count = plan.discs;
  def.radius_min = def.radius_max = 0.5;
  def.max = {size, size};
  def.arrangement = Arrangement::hexagonal;
  def.velocities = Velocities::uniform;
  def.speed = 1;
  def.seed = plan.seed;
  def.body.mass = 1;
  World world = value_or_exit(World::make(settings));
  for (const BodyDef& body : value_or_exit(fill(def, settings, {}))) value_or_exit(world.add(body));
  world.set_recording(false);
  return world;
}

class GasMeter {
 public:
  GasMeter(World& world, const Plan& plan, double compressibility)
      : world_(world), plan_(plan), count_(static_cast<double>(plan.discs)), energy_(world.energy().kinetic) {
    temperature_ = energy_ / (count_ - 1);
    // How long a disc waits for a collision, so that blocks can be given in collisions.
    pause_ = 1 / rate_at(compressibility);
  }

  Measured measure() {
    world_.step_to(world_.time() + plan_.equilibration * pause_);
    const std::uint64_t before = world_.collision_count();
    for (int k = 0; k < plan_.blocks; ++k) measure_block();
    const GasSums sums = world_.gas();
    return {.compressibility = estimate(compressibility_),
            .rate = estimate(rate_),
            .fourth = estimate(fourth_),
            .maxwell = maxwell_distance(),
            .free_path = sums.speeds / (2 * static_cast<double>(sums.contacts)),
            .collisions = world_.collision_count() - before,
            .energy_drift = world_.energy().kinetic / energy_ - 1};
  }

 private:
  [[nodiscard]] double rate_at(double compressibility) const {
    return 4 / std::sqrt(std::numbers::pi) * (compressibility - 1) * std::sqrt(temperature_);
  }

  void measure_block() {
    const GasSums start = world_.gas();
    world_.step_to(world_.time() + plan_.block * pause_);
    const GasSums end = world_.gas();
    const double time = end.time - start.time;
    const double z = 1 + (end.virial - start.virial) / (2 * time * count_ * temperature_);
    compressibility_.push_back(z);
    rate_.push_back(2 * static_cast<double>(end.contacts - start.contacts) / (count_ * time) / rate_at(z));
    sample_speeds();
  }

  void sample_speeds() {
    double second = 0;
    double fourth = 0;
    for (const BodyId id : world_.bodies()) {
      const Vec2 v = world_.body(id)->state.velocity;
      const double square = dot(v, v);
      second += square;
      fourth += square * square;
      squares_.push_back(square);
    }
    fourth_.push_back(fourth * count_ / (second * second) / (2 * (count_ - 1) / count_));
  }

  [[nodiscard]] double maxwell_distance() {
    std::ranges::sort(squares_);
    const auto samples = static_cast<double>(squares_.size());
    double farthest = 0;
    for (std::size_t k = 0; k < squares_.size(); ++k) {
      const double expected = 1 - std::exp(-squares_[k] / (2 * temperature_));
      const auto below = static_cast<double>(k);
      farthest = std::max({farthest, expected - below / samples, (below + 1) / samples - expected});
    }
    return farthest * std::sqrt(samples);
  }

  World& world_;
  Plan plan_;
  double count_;
  double energy_;
  double temperature_ = 0;
  double pause_ = 0;
  std::vector<double> compressibility_, rate_, fourth_, squares_;
};

inline Measured measure(const Plan& plan, const Point& point) {
  World world = lattice_gas(plan, point.area_fraction);
  return GasMeter(world, plan, point.compressibility).measure();
}

}  // namespace carom::physics
