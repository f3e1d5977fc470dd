#include "carom/response/rotating.hpp"

#include "response/coulomb.hpp"
#include "response/unit_excess.hpp"

namespace carom {
namespace {

using detail::ContactMatrix;
using detail::Lever;
using detail::PointImpulse;

/// Both bodies' part in the contact. Spins enter by the levers alone, rounded once, so that what is read from the
/// velocities and what is done to them agree to the last bit, and no energy is lost between them.
struct Levers {
  explicit Levers(const RotatingEncounter& e) noexcept
      : a(detail::lever(e.a.arm, e.normal, e.a.inverse_mass, e.a.inverse_inertia)),
        b(detail::lever(e.b.arm, e.normal, e.b.inverse_mass, e.b.inverse_inertia)) {}

  [[nodiscard]] PointImpulse relative_velocity(const RotatingEncounter& e) const noexcept {
    const Vec2 straight = e.a.velocity - e.b.velocity;
    return {dot(straight, e.normal) + (e.a.spin * a.normal - e.b.spin * b.normal),
            dot(straight, perpendicular(e.normal)) + (e.a.spin * a.along - e.b.spin * b.along)};
  }

  Lever a;
  Lever b;
};

/// The impulse along the normal when there is no friction, corrected as in response.cpp: of the terms of Knn that of
/// the masses assumes a normal of length 1.
double frictionless_impulse(const RotatingEncounter& e, const Levers& levers, double closing) noexcept {
  const auto rotating = [](const Lever& l) { return 0.5 * (l.inverse_inertia * l.normal * l.normal); };
  const DoubleDouble straight = two_sum(0.5 * e.a.inverse_mass, 0.5 * e.b.inverse_mass);
  const DoubleDouble whole = two_sum(straight.hi, rotating(levers.a) + rotating(levers.b));
  const double rounded = 0.5 * (1 + e.restitution) * closing / whole.hi;
  const double masses = straight.hi / whole.hi;
  return rounded - rounded * (masses * detail::unit_excess(e.normal) + (straight.lo + whole.lo) / whole.hi);
}

/// `push`, or so much less of its rebound that the energy does not grow.
PointImpulse without_gain(PointImpulse push, PointImpulse inelastic, const ContactMatrix& k,
                          PointImpulse velocity) noexcept {
  const PointImpulse rebound = push - inelastic;
  const PointImpulse stopped = k * inelastic;
  const double share = detail::largest_share(dot(inelastic, velocity) + 0.5 * dot(inelastic, stopped),
                                             dot(rebound, velocity) + dot(rebound, stopped), dot(rebound, k * rebound));
  return share < 1 ? between(inelastic, push, share) : push;
}

RotatingAftermath after(const RotatingEncounter& e, const Levers& levers, PointImpulse p) noexcept {
  const auto turned_by = [&](const Lever& l) { return l.inverse_inertia * (p.normal * l.normal + p.along * l.along); };
  RotatingAftermath result{e.a.velocity + (p.normal * e.a.inverse_mass) * e.normal,
                           e.a.spin + turned_by(levers.a),
                           e.b.velocity - (p.normal * e.b.inverse_mass) * e.normal,
                           e.b.spin - turned_by(levers.b),
                           p.normal,
                           p.along};
  if (p.along != 0) {
    const Vec2 left = perpendicular(e.normal);
    result.velocity_a = result.velocity_a + (p.along * e.a.inverse_mass) * left;
    result.velocity_b = result.velocity_b - (p.along * e.b.inverse_mass) * left;
  }
  return result;
}

}  // namespace

double closing_speed(const RotatingEncounter& e) noexcept { return -Levers(e).relative_velocity(e).normal; }

RotatingAftermath respond(const RotatingEncounter& e) noexcept {
  const Levers levers(e);
  const ContactMatrix k = contact_matrix(levers.a, levers.b);
  const PointImpulse velocity = levers.relative_velocity(e);
  if (!(k.nn > 0) || !(velocity.normal < 0)) return after(e, levers, {});
  const double alone = frictionless_impulse(e, levers, -velocity.normal);
  PointImpulse push = coulomb_push(k, alone, velocity.along, e.friction);
  // Without friction Newton's law brings no energy, and a comparison of roundings must not say that it does.
  if (push.along != 0) {
    const PointImpulse inelastic = coulomb_push(k, alone / (1 + e.restitution), velocity.along, e.friction);
    push = without_gain(push, inelastic, k, velocity);
  }
  return after(e, levers, push);
}

RotatingAftermath rub(const RotatingEncounter& e, double impulse) noexcept {
  Levers levers(e);
  // Rounding apart they are 0: a circle's normal goes through its centre.
  levers.a.normal = levers.b.normal = 0;
  const ContactMatrix k = contact_matrix(levers.a, levers.b);
  if (!(impulse > 0) || !(k.nn > 0)) return after(e, levers, {});
  const PointImpulse push = coulomb_push(k, impulse, levers.relative_velocity(e).along, e.friction);
  return after(e, levers, {0, push.along});
}

}  // namespace carom
