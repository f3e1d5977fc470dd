#pragma once

#include <cstdint>
#include <optional>

#include "carom/math/vec2.hpp"

/// What a contact does to the motion of the two bodies: the laws, which do not depend on the bodies' identity.
///
/// Symbols    n: unit, pushes a off b; va, vb: velocities at the contact; c: restitution; wa, wb: inverse masses (0: fixed)
/// impulse    lambda = -(1 + c) ((va - vb)·n) / ((wa + wb) n·n);  va += lambda wa n,  vb -= lambda wb n
/// rebound    each movable body, if V·N < 0: V = c (V - 2 (V·N) N); N off the other body; V relative to a fixed one, else its own
/// slide      the same with V = c |V| T / |T|, T = V - (V·N) N; straight in (T = 0) gives 0
/// merge      both go on with the velocity of their common centre of mass; that they become one is the world's business
/// Cases      parting pairs (u = -(va - vb)·n <= 0) and pairs of two fixed bodies are left as they are
/// Source     docs/mathematics.md, section 13
namespace carom {

enum class Response : std::uint8_t {
  impulse,  ///< momentum is exchanged
  rebound,  ///< reflected as by the environment; the whole speed is scaled by the restitution
  slide,    ///< goes on along the face
  none,     ///< reported, effects run, motion unchanged
  ignore,   ///< only the prologue runs
  merge,    ///< two solid circles become one
};

/// Two bodies at the moment they touch.
struct Encounter {
  Vec2 normal;
  Vec2 velocity_a;
  Vec2 velocity_b;
  double inverse_mass_a = 0;
  double inverse_mass_b = 0;
  double restitution = 1;
};

struct Aftermath {
  Vec2 velocity_a;
  Vec2 velocity_b;
  /// Size of the momentum exchanged; for rebound and slide the larger of the two bodies' mass times change of velocity.
  double impulse = 0;
};

/// How fast the two close along the normal; negative when they part.
[[nodiscard]] inline double closing_speed(const Encounter& e) noexcept {
  return -dot(e.velocity_a - e.velocity_b, e.normal);
}

[[nodiscard]] Aftermath respond(Response response, const Encounter& encounter) noexcept;

/// How a pair's restitution is made of the bodies' own: one own value counts alone, of two the lower, else the world's.
[[nodiscard]] double pair_restitution(const double* own_a, const double* own_b, double world) noexcept;

/// And its friction: one own value counts alone, of two the geometric mean, else the world's.
[[nodiscard]] double pair_friction(const std::optional<double>& own_a, const std::optional<double>& own_b,
                                   double world) noexcept;

}  // namespace carom
