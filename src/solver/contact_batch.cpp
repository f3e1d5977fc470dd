#include "solver/contact_batch.hpp"

#include "math/wide.hpp"

namespace carom::detail {
namespace {

template <class Wide>
CAROM_ALWAYS_INLINE void take_larger(Wide& most, const Wide& other) {
  most = other > most ? other : most;
}
template <class Wide>
CAROM_ALWAYS_INLINE void take_positive(Wide& value) {
  value = value > 0 ? value : Wide{};
}
template <class Wide>
CAROM_ALWAYS_INLINE void take_size(Wide& value) {
  value = value > 0 ? value : -value;
}

/// The velocities of some bodies, by component.
template <class Wide>
struct Velocities {
  Wide x, y, spin;
};

CAROM_ALWAYS_INLINE void gather(const BodyVelocity* velocities, const std::uint32_t* body, Velocities<Two>& out) {
  Two row[2];
  Two column[2];
  for (std::size_t k = 0; k < 2; ++k) load(&velocities[body[k]].x, row[k]);
  transpose(row, column);
  out.x = column[0], out.y = column[1];
  out.spin = Two{velocities[body[0]].spin, velocities[body[1]].spin};
}
CAROM_ALWAYS_INLINE void scatter(const Velocities<Two>& in, const std::uint32_t* body, BodyVelocity* velocities) {
  const Two column[2] = {in.x, in.y};
  Two row[2];
  transpose(column, row);
  for (std::size_t k = 0; k < 2; ++k) {
    store(row[k], &velocities[body[k]].x);
    velocities[body[k]].spin = in.spin[k];
  }
}

CAROM_ALWAYS_INLINE void gather(const BodyVelocity* velocities, const std::uint32_t* body, Velocities<Four>& out) {
  Four row[4];
  Four column[4];
  for (std::size_t k = 0; k < 4; ++k) load(&velocities[body[k]].x, row[k]);
  transpose(row, column);
  out.x = column[0], out.y = column[1], out.spin = column[2];
}
CAROM_ALWAYS_INLINE void scatter(const Velocities<Four>& in, const std::uint32_t* body, BodyVelocity* velocities) {
  const Four column[4] = {in.x, in.y, in.spin, Four{}};
  Four row[4];
  transpose(column, row);
  for (std::size_t k = 0; k < 4; ++k) store(row[k], &velocities[body[k]].x);
}

CAROM_ALWAYS_INLINE void join(const Four& low, const Four& high, Eight& out) {
  out = __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7);
}
CAROM_ALWAYS_INLINE void split(const Eight& in, Four& low, Four& high) {
  low = __builtin_shufflevector(in, in, 0, 1, 2, 3);
  high = __builtin_shufflevector(in, in, 4, 5, 6, 7);
}
// Where vectors are narrower, nothing calls these.
[[maybe_unused]] CAROM_ALWAYS_INLINE void gather(const BodyVelocity* velocities, const std::uint32_t* body,
                                                 Velocities<Eight>& out) {
  Velocities<Four> low, high;
  gather(velocities, body, low), gather(velocities, body + 4, high);
  join(low.x, high.x, out.x), join(low.y, high.y, out.y), join(low.spin, high.spin, out.spin);
}
[[maybe_unused]] CAROM_ALWAYS_INLINE void scatter(const Velocities<Eight>& in, const std::uint32_t* body,
                                                  BodyVelocity* velocities) {
  Velocities<Four> low, high;
  split(in.x, low.x, high.x), split(in.y, low.y, high.y), split(in.spin, low.spin, high.spin);
  scatter(low, body, velocities), scatter(high, body + 4, velocities);
}

template <class Wide>
struct InverseMasses {
  Wide mass_a, inertia_a, mass_b, inertia_b;
};
template <class Wide>
CAROM_ALWAYS_INLINE void take_masses(const ContactBatch& batch, std::size_t lane, InverseMasses<Wide>& inverse) {
  load(batch.mass_a + lane, inverse.mass_a), load(batch.inertia_a + lane, inverse.inertia_a);
  load(batch.mass_b + lane, inverse.mass_b), load(batch.inertia_b + lane, inverse.inertia_b);
}

/// The directions of a point: unit vector and arms, along the normal (0) or along its left (1).
template <class Wide>
struct Direction {
  Wide x, y, turn_a, turn_b;
};
template <class Wide>
CAROM_ALWAYS_INLINE void take_normal(const WidePoints& p, std::size_t lane, Direction<Wide>& d) {
  load(p.normal_x + lane, d.x), load(p.normal_y + lane, d.y);
  load(p.turn_a[0] + lane, d.turn_a), load(p.turn_b[0] + lane, d.turn_b);
}
template <class Wide>
CAROM_ALWAYS_INLINE void take_tangent(const WidePoints& p, std::size_t lane, Direction<Wide>& d) {
  Wide nx, ny;
  load(p.normal_x + lane, nx), load(p.normal_y + lane, ny);
  d.x = -ny, d.y = nx;
  load(p.turn_a[1] + lane, d.turn_a), load(p.turn_b[1] + lane, d.turn_b);
}

template <class Wide>
CAROM_ALWAYS_INLINE void take_speed(const Direction<Wide>& d, const Velocities<Wide>& a, const Velocities<Wide>& b,
                                    Wide& speed) {
  speed = ((a.x - b.x) * d.x + (a.y - b.y) * d.y) + (a.spin * d.turn_a - b.spin * d.turn_b);
}

template <class Wide>
CAROM_ALWAYS_INLINE void push(const Direction<Wide>& d, const InverseMasses<Wide>& inverse, const Wide& impulse,
                              Velocities<Wide>& a, Velocities<Wide>& b) {
  const Wide px = impulse * d.x;
  const Wide py = impulse * d.y;
  a.x += inverse.mass_a * px;
  a.y += inverse.mass_a * py;
  a.spin += inverse.inertia_a * (impulse * d.turn_a);
  b.x -= inverse.mass_b * px;
  b.y -= inverse.mass_b * py;
  b.spin -= inverse.inertia_b * (impulse * d.turn_b);
}

template <class Wide>
struct Residual {
  Wide normal, friction, violated, along;
};

/// An impulse as it stands after its extrapolation.
template <class Wide>
struct Extrapolated {
  Wide stands, further;
};
template <class Wide>
CAROM_ALWAYS_INLINE void extrapolate_impulse(WidePoints& p, std::size_t n, std::size_t lane, double share,
                                             Extrapolated<Wide>& e) {
  Wide now, last;
  load(p.impulse[n] + lane, now), load(p.last[n] + lane, last);
  store(now, p.last[n] + lane);
  e.further = share * (now - last);
  e.stands = now + e.further;
}

/// Coulomb friction at a point while the impulse along the normal stands.
template <class Wide>
CAROM_ALWAYS_INLINE void solve_friction(WidePoints& p, std::size_t lane, double share, const Wide& normal,
                                        const InverseMasses<Wide>& inverse, Velocities<Wide>& a, Velocities<Wide>& b,
                                        Residual<Wide>& residual) {
  Extrapolated<Wide> e;
  extrapolate_impulse(p, 1, lane, share, e);
  Direction<Wide> tangent;
  take_tangent(p, lane, tangent);
  Wide slip, mass, own, friction;
  take_speed(tangent, a, b, slip);
  load(p.mass[1] + lane, mass), load(p.own[1] + lane, own), load(p.friction + lane, friction);
  const Wide limit = friction * normal;
  Wide impulse = e.stands - mass * slip;
  impulse = impulse > limit ? limit : impulse;
  impulse = impulse < -limit ? -limit : impulse;
  store(impulse, p.impulse[1] + lane);
  const Wide change = impulse - e.stands;
  push(tangent, inverse, change, a, b);
  Wide missed = change * own;
  take_size(missed);
  take_larger(residual.friction, missed);
  residual.along += change * e.further;
}

/// How wrong a speed along a normal is: it closes too fast, or parts although an impulse presses.
template <class Wide>
CAROM_ALWAYS_INLINE void take_error(const WidePoints& p, std::size_t lane, const Wide& lack, const Wide& pressed,
                                    Residual<Wide>& residual) {
  Wide error = lack, tolerance;
  take_size(error);
  take_larger(residual.normal, pressed > 0 ? error : lack);
  load(p.tolerance + lane, tolerance);
  residual.violated += lack > tolerance ? Wide{} + 1 : Wide{};
}

template <class Wide>
CAROM_ALWAYS_INLINE void solve_one(ContactBatch& batch, std::size_t lane, double share,
                                   const InverseMasses<Wide>& inverse, Velocities<Wide>& a, Velocities<Wide>& b,
                                   Residual<Wide>& residual) {
  WidePoints& p = batch.points[0];
  Extrapolated<Wide> e;
  extrapolate_impulse(p, 0, lane, share, e);
  Direction<Wide> normal;
  take_normal(p, lane, normal);
  Wide lack, mass, least;
  take_speed(normal, a, b, lack);
  load(p.least + lane, least), load(p.mass[0] + lane, mass);
  lack = least - lack;
  Wide impulse = e.stands + mass * lack;
  take_positive(impulse);
  store(impulse, p.impulse[0] + lane);
  const Wide change = impulse - e.stands;
  push(normal, inverse, change, a, b);
  take_error(p, lane, lack, e.stands, residual);
  residual.along += change * e.further;
  solve_friction(p, lane, share, impulse, inverse, a, b, residual);
}

/// Both points along their normals at once, so that what lies flat is not turned by the order of its points; then friction.
template <class Wide>
CAROM_ALWAYS_INLINE void solve_two(ContactBatch& batch, std::size_t lane, double share,
                                   const InverseMasses<Wide>& inverse, Velocities<Wide>& a, Velocities<Wide>& b,
                                   Residual<Wide>& residual) {
  Extrapolated<Wide> e[2];
  Direction<Wide> normal[2];
  Wide lack[2], mass[2], own[2], wanted[2], between, determinant;
  load(batch.between + lane, between), load(batch.determinant + lane, determinant);
  for (std::size_t k = 0; k < 2; ++k) {
    WidePoints& p = batch.points[k];
    extrapolate_impulse(p, 0, lane, share, e[k]);
    take_normal(p, lane, normal[k]);
    Wide speed, least;
    take_speed(normal[k], a, b, speed);
    load(p.least + lane, least), load(p.mass[0] + lane, mass[k]), load(p.own[0] + lane, own[k]);
    lack[k] = least - speed;
    take_error(p, lane, lack[k], e[k].stands, residual);
  }
  // What the two have to bring together, if both press; else one of them alone.
  for (std::size_t k = 0; k < 2; ++k) wanted[k] = lack[k] + own[k] * e[k].stands + between * e[1 - k].stands;
  Wide pressed[2], first[2], alone[2];
  for (std::size_t k = 0; k < 2; ++k) {
    pressed[k] = (own[1 - k] * wanted[k] - between * wanted[1 - k]) * determinant;
    alone[k] = wanted[k] * mass[k];
    take_positive(alone[k]);
  }
  const auto first_suffices = between * alone[0] >= wanted[1];
  first[0] = first_suffices ? alone[0] : Wide{};
  first[1] = first_suffices ? Wide{} : alone[1];
  // Points as good as one, or a second one that is not there: one after the other.
  Wide in_turn[2];
  in_turn[0] = e[0].stands + mass[0] * lack[0];
  take_positive(in_turn[0]);
  in_turn[1] = e[1].stands + mass[1] * (lack[1] - between * (in_turn[0] - e[0].stands));
  take_positive(in_turn[1]);
  Wide impulse[2];
  for (std::size_t k = 0; k < 2; ++k) {
    const Wide other = pressed[1 - k] >= 0 ? pressed[k] : first[k];
    const Wide joined = pressed[k] >= 0 ? other : first[k];
    impulse[k] = determinant > 0 ? joined : in_turn[k];
    store(impulse[k], batch.points[k].impulse[0] + lane);
    const Wide change = impulse[k] - e[k].stands;
    push(normal[k], inverse, change, a, b);
    residual.along += change * e[k].further;
  }
  for (std::size_t k = 0; k < 2; ++k) {
    solve_friction(batch.points[k], lane, share, impulse[k], inverse, a, b, residual);
  }
}

template <class Wide>
CAROM_ALWAYS_INLINE void apply_impulses_kernel(std::span<const ContactBatch> batches, BodyVelocity* velocities) {
  for (const ContactBatch& batch : batches) {
    for (std::size_t lane = 0; lane < k_contact_lanes; lane += k_width<Wide>) {
      Velocities<Wide> a, b;
      InverseMasses<Wide> inverse;
      gather(velocities, batch.a + lane, a), gather(velocities, batch.b + lane, b);
      take_masses(batch, lane, inverse);
      for (std::size_t k = 0; k < (batch.two ? 2 : 1); ++k) {
        const WidePoints& p = batch.points[k];
        Direction<Wide> direction;
        Wide impulse;
        take_normal(p, lane, direction), load(p.impulse[0] + lane, impulse);
        push(direction, inverse, impulse, a, b);
        take_tangent(p, lane, direction), load(p.impulse[1] + lane, impulse);
        push(direction, inverse, impulse, a, b);
      }
      scatter(a, batch.a + lane, velocities), scatter(b, batch.b + lane, velocities);
    }
  }
}

template <class Wide>
CAROM_ALWAYS_INLINE void sweep_contacts_kernel(std::span<ContactBatch> batches, BodyVelocity* velocities, double share,
                                               SweepResidual& found) {
  Residual<Wide> residual[k_contact_lanes / k_width<Wide>] = {};
  for (ContactBatch& batch : batches) {
    CAROM_UNROLL
    for (std::size_t k = 0; k < k_contact_lanes / k_width<Wide>; ++k) {
      const std::size_t lane = k * k_width<Wide>;
      Velocities<Wide> a, b;
      InverseMasses<Wide> inverse;
      gather(velocities, batch.a + lane, a), gather(velocities, batch.b + lane, b);
      take_masses(batch, lane, inverse);
      if (batch.two) {
        solve_two(batch, lane, share, inverse, a, b, residual[k]);
      } else {
        solve_one(batch, lane, share, inverse, a, b, residual[k]);
      }
      scatter(a, batch.a + lane, velocities), scatter(b, batch.b + lane, velocities);
    }
  }
  for (std::size_t k = 0; k < k_contact_lanes / k_width<Wide>; ++k) {
    const std::size_t lane = k * k_width<Wide>;
    store(residual[k].normal, found.normal + lane), store(residual[k].friction, found.friction + lane);
    store(residual[k].violated, found.violated + lane), store(residual[k].along, found.along + lane);
  }
}

}  // namespace

CAROM_FOR_EACH_WIDTH(apply_impulses, (std::span<const ContactBatch> batches, BodyVelocity* velocities),
                     (batches, velocities))
CAROM_FOR_EACH_WIDTH(sweep_contacts,
                     (std::span<ContactBatch> batches, BodyVelocity* velocities, double share, SweepResidual& residual),
                     (batches, velocities, share, residual))

CAROM_WIDE_CLONES void extrapolate(std::span<BodyVelocity> velocities, BodyVelocity* last, double share) noexcept {
  for (std::size_t k = 0; k < velocities.size(); ++k) {
    Four now, before;
    load(&velocities[k].x, now), load(&last[k].x, before);
    store(now, &last[k].x);
    now += share * (now - before);
    store(now, &velocities[k].x);
  }
}

}  // namespace carom::detail
