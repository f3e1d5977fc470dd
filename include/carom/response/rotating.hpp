#pragma once

#include "carom/math/vec2.hpp"

/// What a contact does to two bodies that turn: an impulse at the contact point, with friction and spin.
///
/// Symbols    n: unit, pushes a off b; s = n turned a quarter to the left; u: velocity of a's point relative to b's;
///            e: restitution; μ: friction
/// Laws       un' = -e un (Newton);  |ps| <= μ pn (Coulomb): the contact holds, us' = 0, where that suffices; else it
///            slides, ps = ±μ pn against the slip that is left. Friction that would turn the slip around holds instead.
/// Energy     Newton's law may bring some together with friction (Kane, Levinson 1985). Then e is lowered to where it
///            brings none: between the impulse for e and the one for 0, which always takes some, the loss is a
///            quadratic.
/// Cases      parting points and pairs that cannot give way are left as they are;  a fixed body (inverse mass and
///            inertia 0) may move and turn: it pushes and is not pushed;  inverse inertia 0 alone: a body that does not
///            turn
/// Same bits  as respond(Response::impulse, …) where μ = 0 and for both bodies arm × n or the inverse inertia is 0
/// Range      what turns has an inverse mass, too; products of inverse inertias and squares of arms must not overflow
/// Source     docs/mathematics.md, Impacts of rotating bodies. Tests: response/rotating_test
namespace carom {

/// One body at the moment of the touch.
struct RotatingSide {
  Vec2 velocity;  ///< of the centre of mass
  double spin = 0;
  double inverse_mass = 0;
  double inverse_inertia = 0;
  Vec2 arm;  ///< from the centre of mass to the contact point
};

[[nodiscard]] constexpr Vec2 velocity_at(Vec2 velocity, double spin, Vec2 arm) noexcept {
  return velocity + spin * perpendicular(arm);
}

struct RotatingEncounter {
  Vec2 normal;
  RotatingSide a;
  RotatingSide b;
  double restitution = 1;
  double friction = 0;
};

struct RotatingAftermath {
  Vec2 velocity_a;
  double spin_a = 0;
  Vec2 velocity_b;
  double spin_b = 0;
  double impulse = 0;           ///< on a along the normal; never negative
  double friction_impulse = 0;  ///< on a along the normal's left
};

/// How fast the two points close along the normal; negative when they part.
[[nodiscard]] double closing_speed(const RotatingEncounter& encounter) noexcept;

[[nodiscard]] RotatingAftermath respond(const RotatingEncounter& encounter) noexcept;

/// What friction adds where the impulse along the normal has been given already and turns neither body: of circles, whose
/// normals go through their centres, and of bodies that do not turn. By Coulomb's law as above, for that impulse; the
/// velocities are those after it. The aftermath's own impulse along the normal is none.
[[nodiscard]] RotatingAftermath rub(const RotatingEncounter& after_normal, double impulse) noexcept;

}  // namespace carom
