#pragma once

#include <vector>

#include "overlap_world/overlap_bodies.hpp"
#include "world/forces/fields.hpp"
#include "world/forces/nbody_forces.hpp"

namespace carom::detail {

/// The motion of an overlap step, as if nothing were in the way: kick, move, kick, or the world's integrator.
class OverlapMotion {
 public:
  OverlapMotion(World::State& state, OverlapBodies& bodies, double end);

  /// All bodies from the start of the step to its end. A guard that says stop ends it in the middle.
  void move_all();
  /// Wraps all bodies into the periodic box, if there is one.
  void wrap_all() noexcept;
  /// What fields and forces do to a body at the end of the step.
  [[nodiscard]] Vec2 acceleration(std::size_t number) const;
  /// Records where the move brought bodies that responses have put elsewhere since, for state_at.
  void record_landings() const;

 private:
  enum class Half : std::uint8_t { first, second };

  void kick(Half half);
  void move();
  void integrate();
  [[nodiscard]] NBodyForces point_masses() const;
  void record_drift(const NBodyForces& from, const NBodyForces& to) const;

  World::State& state_;
  OverlapBodies& bodies_;
  Fields fields_;
  bool integrated_;  ///< by the world's integrator, not by one kick, move, kick
  double end_;
  double dt_;
  std::vector<Vec2> accelerations_;  ///< at the end, where an integrator computes them
};

}  // namespace carom::detail
