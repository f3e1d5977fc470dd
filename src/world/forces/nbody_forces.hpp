#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "math/step_guard.hpp"
#include "world/bodies/shells.hpp"
#include "world/forces/fields.hpp"

namespace carom::detail {

/// The bodies of a world as points that pull and are pulled, without contacts: fields, wells, forces and each other.
///
/// Attracting      every body that has a mass, a fixed one with the mass it would have if it were not; one with none (a
///                 border, a segment without mass) does not; a hollow one pulls nothing inside itself (shells.hpp)
/// Attracted       every body that is not fixed, from where its centre of mass is
/// Bits            follow from places, masses and their order alone, whatever the number of threads
/// Source          docs/mathematics.md, section 20
class NBodyForces {
 public:
  explicit NBodyForces(const WorldSettings& settings);

  /// A guard that says stop ends looking and flying in the middle: what is here is then good for nothing. Null: no guard.
  void watch(StepGuard* guard) noexcept { guard_ = guard; }
  [[nodiscard]] bool pause(std::uint64_t units) const noexcept { return guard_ != nullptr && guard_->pause(units); }

  void clear() noexcept;
  void add(Vec2 center, Vec2 velocity, double mass, bool is_fixed, double own_shell = 0);
  [[nodiscard]] std::size_t size() const noexcept { return at.size(); }

  /// The accelerations where the bodies are; with a shift s (in seconds squared) where x + s a(x) would have them, which is
  /// a + s grad(|a|²)/2 but for terms in s².
  void compute_accelerations(unsigned threads, double shift = 0);

  /// Of the attraction; 0 where there is none.
  [[nodiscard]] double softening() const noexcept { return law_ ? law_->softening : 0; }

  /// So few, or so exact, that every pair is summed.
  [[nodiscard]] bool sums_directly() const noexcept { return law_ && (law_->opening == 0 || size() < k_tree_from); }

  /// One step of `h` seconds from the accelerations in `acceleration`, which must be those of the places, to those of the
  /// places at its end. Returns how many inner steps of the extrapolation are off by more than its tolerance, because they
  /// have been halved as often as they may be; 0 for the other integrators.
  std::uint64_t fly(double h, Integrator integrator, unsigned threads);

  /// Of one point that is no body, or that is the body number `self`.
  [[nodiscard]] Vec2 acceleration_at(Vec2 point, std::size_t self) const noexcept;

  // By body, in order of creation.
  std::vector<Vec2> at;
  std::vector<Vec2> velocity;
  std::vector<Vec2> push;  ///< forces per mass that last for the step
  std::vector<Vec2> acceleration;
  std::vector<double> mass;
  std::vector<double> shell;  ///< shells.hpp
  std::vector<std::uint8_t> fixed;

 private:
  void accelerate(const std::vector<Vec2>& places, std::vector<Vec2>& result, unsigned threads);
  void kick(double seconds) noexcept;
  void drift(double seconds) noexcept;
  std::uint64_t fly_by_extrapolation(double h, unsigned threads);
  [[nodiscard]] bool stopped() const noexcept { return guard_ != nullptr && guard_->stopped(); }
  [[nodiscard]] double extrapolate(double h, unsigned threads);
  void fly_by_stoermer(double h, std::size_t parts, unsigned threads);

  Fields fields_;
  StepGuard* guard_ = nullptr;
  std::optional<Attraction> law_;
  std::optional<ShellAttractor> attractor_;
  std::vector<Vec2> shifted_;
  /// Of the extrapolation: Störmer's rule on its way, and the table's last row, places then velocities.
  std::vector<Vec2> place_;
  std::vector<Vec2> stride_;
  std::vector<Vec2> pull_;
  std::vector<std::vector<Vec2>> row_;
};

/// The drifts that a step of an integrator consists of. Of the kicks before and after each, `kick_time` and 1 - kick_time of its
/// length, the one before uses the accelerations that the last one after has used.
struct DriftPlan {
  double length = 1;  ///< of the step
  double kick_time = 0.5;
  double shift_before = 0;  ///< of the accelerations' places, in squares of the step
  double shift_after = 0;
  bool chord = false;  ///< straight to where the integrator would end
};
[[nodiscard]] std::span<const DriftPlan> drifts_of(Integrator integrator) noexcept;

/// Around the body's place.
[[nodiscard]] Vec2 mass_center(const BodyShape& shape) noexcept;

}  // namespace carom::detail
