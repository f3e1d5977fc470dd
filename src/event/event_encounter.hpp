#pragma once

#include <cmath>

#include "carom/response/rotating.hpp"
#include "contact/body_impact.hpp"
#include "event/event_bodies.hpp"

namespace carom::detail {

/// The two bodies of an impact, as the laws of response see them now.
[[nodiscard]] inline Encounter encounter(const EventContext& ctx, const EventBodies& bodies, const BodyImpact& impact,
                                         double restitution) {
  Encounter e;
  e.normal = impact.contact.normal;
  e.velocity_a = bodies.velocity(impact.a, ctx.now);
  e.inverse_mass_a = bodies.inverse_mass(impact.a);
  if (!impact.b.is_edge()) {
    e.velocity_b = bodies.velocity(impact.b, ctx.now);
    e.inverse_mass_b = bodies.inverse_mass(impact.b);
  }
  e.restitution = restitution;
  return e;
}

/// The same of bodies that turn and rub. The point of a circle is where its normal leaves it, whatever rounding says.
[[nodiscard]] inline RotatingEncounter rotating_encounter(const EventContext& ctx, const EventBodies& bodies,
                                                          const BodyImpact& impact, const Encounter& e,
                                                          double friction) {
  const auto side = [&](BodyRef ref, Vec2 velocity, double inverse_mass, Vec2 shift) {
    RotatingSide one{velocity, 0, inverse_mass, 0, {}};
    if (ref.is_edge()) return one;
    const auto turn = bodies.turn(bodies.body_index(ref));
    if (turn) one.spin = turn->spin;
    one.inverse_inertia = bodies.inverse_inertia(ref);
    one.arm = impact.contact.point - bodies.position(ref, ctx.now) - shift;
    if (const auto* circle = std::get_if<Circle>(&bodies.body(ref).shape)) {
      one.arm = std::copysign(circle->radius, dot(one.arm, e.normal)) * e.normal;
    }
    return one;
  };
  return {e.normal, side(impact.a, e.velocity_a, e.inverse_mass_a, {}),
          side(impact.b, e.velocity_b, e.inverse_mass_b, impact.shift), e.restitution, friction};
}

[[nodiscard]] constexpr bool is_between_movers(const BodyImpact& impact) noexcept {
  return impact.a.is_mover() && impact.b.is_mover();
}

/// Of an impact that is not between two movers: the mover.
[[nodiscard]] constexpr BodyRef mover_of(const BodyImpact& impact) noexcept {
  return impact.a.is_mover() ? impact.a : impact.b;
}

}  // namespace carom::detail
