#pragma once

#include <vector>

#include "carom/world/settings.hpp"

namespace carom::detail {

/// A pull, and how it changes, a second.
struct Swing {
  Vec2 acceleration;
  Vec2 jerk;
};
/// Of something of this strength that is `way` away and moves with `velocity`, both as seen from the body pulled. None where
/// it would not be finite.
[[nodiscard]] Swing swing_of(Vec2 way, Vec2 velocity, double strength, double softening) noexcept;

/// What pulls at every body, wherever it is: a uniform field and fixed wells.
///
/// acceleration   a(x) = g + Σ s (p - x) / (|p - x|² + ε²)^(3/2)
/// potential      φ(x) = -g·x - Σ s / √(|p - x|² + ε²), per unit of mass; a = -grad φ
/// Symbols        g: gravity; p, s: place and strength of a source; ε: the attraction's softening, if there is one
/// Cases          at a source itself, and so close that s / |p - x|² overflows, that source has no pull and no potential:
///                there is no direction to prefer, and a body on it stays finite
/// Source         docs/mathematics.md, section 13
class Fields {
 public:
  explicit Fields(const WorldSettings& settings);

  /// No field at all: everything flies straight.
  [[nodiscard]] bool none() const noexcept;
  [[nodiscard]] Vec2 acceleration(Vec2 at) const noexcept;
  /// The rate of change of a moving body's acceleration.
  [[nodiscard]] Vec2 jerk(Vec2 at, Vec2 velocity) const noexcept;
  [[nodiscard]] double potential(Vec2 at) const noexcept;

 private:
  Vec2 gravity_;
  std::vector<Source> sources_;
  double softening_ = 0;
};

}  // namespace carom::detail
