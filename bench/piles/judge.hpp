#pragma once

#include <cstdint>
#include <vector>

#include "engine.hpp"
#include "piles.hpp"

/// Looks at a pile after every step, from outside: positions and velocities are all it takes from an engine, and it shares no
/// code with the engines' own tests for overlap.
namespace carom::bench {

class Judge {
 public:
  explicit Judge(const Pile& pile);

  /// At the start, and after every step.
  void look(const std::vector<Motion>& motions);

  /// How deep anything has been in anything at any look: pieces in each other (the least distance that parts them), a corner
  /// in the floor, in a wall or outside of the drum. Not below rounding, about 1e-13.
  [[nodiscard]] double deepest() const { return deepest_; }

  /// Energy gained from nothing: the highest rise, at any look, of the energy less the work that the drum has done above its
  /// lowest value before, divided by the pile's energy at the start above its lowest point. Contacts with what does not move
  /// and inelastic contacts can only take energy. The drum's work is spin · ∫ its torque dt, and the torque is what
  /// changes the angular momentum about its axis beside gravity; gravity's part is integrated by the trapezoidal rule, which
  /// leaves about 1e-6.
  [[nodiscard]] double gained() const { return gained_; }

 private:
  struct Mass {
    double mass = 0;
    Vec2 center;
    double inertia = 0;  ///< about the centre
  };

  void place(const std::vector<Motion>& motions);
  void measure_overlap();
  void measure_energy(const std::vector<Motion>& motions);

  const Pile& pile_;
  std::vector<Mass> masses_;
  double cell_ = 1;  ///< at least as wide as the largest piece

  std::vector<std::vector<Vec2>> placed_;  ///< vertices in the world
  std::vector<Vec2> centers_;              ///< of mass, in the world
  int looks_ = 0;
  double deepest_ = 0;
  double gained_ = 0;
  double scale_ = 1;
  double lowest_ = 0;
  double work_ = 0;
  double angular_momentum_ = 0;
  double torque_ = 0;  ///< of gravity about the origin
};

}  // namespace carom::bench
