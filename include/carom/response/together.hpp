#pragma once

#include <span>

#include "carom/response/rotating.hpp"

/// Several contact points at one instant, solved together: a face on a face, a box in a corner, one body between two.
///
/// Laws       at every point those of response/rotating.hpp, on the velocities that all points leave together:
///            pn >= 0, un' >= e max(-un, 0), one of them an equality; |ps| <= μ pn, less only where us' = 0
/// Method     point after point, each solved exactly while the others' impulses stand, round after round until
///            nothing changes (Jean, Moreau 1992), once in the order given and once backwards; the solution is the mean
///            of both, so that what is symmetric stays so to the last bit and reversing the order changes nothing
/// Energy     never grows: where the rebounds would bring some, they are all lowered by one factor. Without rebound
///            every solution takes some.
/// Cases      parting points take part: another one's push may close them. Fixed bodies as in response/rotating.hpp.
/// Several    rough points may have more than one solution, and then the two orders may find two. Their mean keeps
///            everything but the equalities: a point may part although it was pushed, or slide although friction had
///            some left.
/// Range      points of one connected group: what lowers the rebound of one lowers that of all. Should the rounds not
///            suffice (masses in a ratio of millions, rough groups that jam), a point may still close; energy does not
///            grow then either.
/// Source     docs/mathematics.md, Impacts of rotating bodies. Tests: response/together_test
namespace carom {

/// A body of a group, before and after.
struct GroupBody {
  Vec2 velocity;  ///< of the centre of mass
  double spin = 0;
  double inverse_mass = 0;
  double inverse_inertia = 0;

  friend constexpr bool operator==(const GroupBody&, const GroupBody&) noexcept = default;
};

[[nodiscard]] constexpr Vec2 velocity_at(const GroupBody& body, Vec2 arm) noexcept {
  return velocity_at(body.velocity, body.spin, arm);
}

/// Of what can be moved.
[[nodiscard]] constexpr double kinetic_energy(const GroupBody& body) noexcept {
  double energy = body.inverse_mass > 0 ? 0.5 * dot(body.velocity, body.velocity) / body.inverse_mass : 0;
  if (body.inverse_inertia > 0) energy += 0.5 * body.spin * body.spin / body.inverse_inertia;
  return energy;
}

/// One point at which two bodies of the group touch.
struct GroupPoint {
  int a = 0;  ///< which bodies
  int b = 0;
  Vec2 normal;  ///< unit, pushes a off b
  Vec2 arm_a;   ///< from a's centre of mass to the point
  Vec2 arm_b;
  double restitution = 1;
  double friction = 0;
  /// The solution: on a, along the normal and along its left. A guess given here, that of a moment ago, saves rounds.
  double impulse = 0;
  double friction_impulse = 0;
};

/// Changes the velocities of `bodies` and the impulses of `points`.
void respond_together(std::span<GroupBody> bodies, std::span<GroupPoint> points);

}  // namespace carom
