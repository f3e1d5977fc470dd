#pragma once

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

[[nodiscard]] constexpr bool is_between_movers(const BodyImpact& impact) noexcept {
  return impact.a.is_mover() && impact.b.is_mover();
}

/// Of an impact that is not between two movers: the mover.
[[nodiscard]] constexpr BodyRef mover_of(const BodyImpact& impact) noexcept {
  return impact.a.is_mover() ? impact.a : impact.b;
}

}  // namespace carom::detail
