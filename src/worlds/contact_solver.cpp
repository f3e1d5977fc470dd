#include "worlds/contact_solver.hpp"

#include <algorithm>
#include <cmath>

#include "carom/shapes/mass.hpp"
#include "response/coulomb.hpp"

namespace carom::detail {
namespace {

/// How often curved ways are looked at again.
constexpr int k_looks_ahead = 2;
/// A change of gap that matters, as a fraction of the one that is kept.
constexpr double k_matters = 0.125;

Vec2 turned_by(Vec2 v, double angle) noexcept { return turned(v, quick_sin_cos(angle)); }

/// An impulse at a point: on a, the opposite on b.
void push(ContactBody& a, ContactBody& b, Vec2 impulse, double turn_a, double turn_b) noexcept {
  a.velocity = a.velocity + a.inverse_mass * impulse;
  a.spin += a.inverse_inertia * turn_a;
  b.velocity = b.velocity - b.inverse_mass * impulse;
  b.spin -= b.inverse_inertia * turn_b;
}

}  // namespace

ContactSolver::Row ContactSolver::row_of(const ContactPoint& p, const ContactBody& a, const ContactBody& b) noexcept {
  const Lever lever_a = lever(p.arm_a, p.normal, a.inverse_mass, a.inverse_inertia);
  const Lever lever_b = lever(p.arm_b, p.normal, b.inverse_mass, b.inverse_inertia);
  const ContactMatrix k = contact_matrix(lever_a, lever_b);
  return {p.normal,
          {lever_a.normal, lever_a.along},
          {lever_b.normal, lever_b.along},
          {k.nn > 0 ? 1 / k.nn : 0, k.ss > 0 ? 1 / k.ss : 0},
          {k.nn, k.ss},
          k.ns};
}

/// One point, answered exactly while the others' impulses stand. By how much it has changed a speed.
double ContactSolver::answer(ContactPoint& p, const Row& row, std::span<ContactBody> bodies) noexcept {
  ContactBody& a = bodies[p.a];
  ContactBody& b = bodies[p.b];
  const Vec2 tangent = perpendicular(row.normal);
  const Vec2 way = a.velocity - b.velocity;
  const double apart = dot(way, row.normal) + (a.spin * row.turn_a[0] - b.spin * row.turn_b[0]);
  const double slip = dot(way, tangent) + (a.spin * row.turn_a[1] - b.spin * row.turn_b[1]);
  const double normal = std::max(p.impulse + row.mass[0] * (p.least - apart), 0.0);
  const double more = normal - p.impulse;
  p.impulse = normal;
  const double limit = p.friction * normal;
  const double along = std::clamp(p.friction_impulse - row.mass[1] * (slip + row.coupling * more), -limit, limit);
  const double aside = along - p.friction_impulse;
  p.friction_impulse = along;
  // Most points of what rests are answered already.
  if (more == 0 && aside == 0) return 0;
  push(a, b, more * row.normal + aside * tangent, more * row.turn_a[0] + aside * row.turn_a[1],
       more * row.turn_b[0] + aside * row.turn_b[1]);
  return std::max(std::abs(more) * row.speed[0], std::abs(aside) * row.speed[1]);
}

int ContactSolver::solve(std::span<ContactBody> bodies, std::span<ContactPoint> points, double precision,
                         int most_rounds) {
  rows_.clear();
  for (ContactPoint& p : points) {
    const Row& row = rows_.emplace_back(row_of(p, bodies[p.a], bodies[p.b]));
    p.impulse = std::max(p.impulse, 0.0);
    p.friction_impulse = std::clamp(p.friction_impulse, -p.friction * p.impulse, p.friction * p.impulse);
    push(bodies[p.a], bodies[p.b], p.impulse * row.normal + p.friction_impulse * perpendicular(row.normal),
         p.impulse * row.turn_a[0] + p.friction_impulse * row.turn_a[1],
         p.impulse * row.turn_b[0] + p.friction_impulse * row.turn_b[1]);
  }
  int round = 0;
  for (double change = precision; change >= precision && round < most_rounds && !points.empty(); ++round) {
    change = 0;
    for (std::size_t k = 0; k < points.size(); ++k) {
      const std::size_t index = round % 2 == 0 ? k : points.size() - 1 - k;
      change = std::max(change, answer(points[index], rows_[index], bodies));
    }
  }
  return round;
}

double gap_after(const ContactPoint& p, std::span<const ContactBody> bodies, double time) noexcept {
  const ContactBody& a = bodies[p.a];
  const ContactBody& b = bodies[p.b];
  const auto carried = [&](Vec2 arm, const ContactBody& body) {
    return arm == Vec2{} ? arm : turned_by(arm, body.spin * time) - arm;
  };
  if (p.inside) {
    // The farther the middles are apart, the smaller the gap.
    const Vec2 middles = (p.arm_b - p.hub_b) - (p.arm_a - p.hub_a);
    const Vec2 way = time * (a.velocity - b.velocity) + (carried(p.hub_a, a) - carried(p.hub_b, b));
    return p.gap + length(middles) - length(middles + way);
  }
  Vec2 normal = p.normal;
  if (p.bearer == Bearer::a) normal = turned_by(normal, a.spin * time);
  if (p.bearer == Bearer::b) normal = turned_by(normal, b.spin * time);
  const auto moved = [&](const ContactBody& body, Vec2 arm, const Vec2* hub, double sign) {
    if (hub == nullptr) return time * body.velocity + carried(arm, body);
    return time * body.velocity + carried(*hub, body) + sign * length(arm - *hub) * (normal - p.normal);
  };
  return dot(normal, p.gap * p.normal + moved(a, p.arm_a, p.round_a ? &p.hub_a : nullptr, -1) -
                         moved(b, p.arm_b, p.round_b ? &p.hub_b : nullptr, 1));
}

void ContactSolver::solve_ahead(std::span<ContactBody> bodies, std::span<ContactPoint> points, double time,
                                const Effort& effort) {
  for (ContactPoint& p : points) p.least = least_speed(p, time);
  solve(bodies, points, effort.precision, effort.most_rounds);
  for (int look = 0; look < k_looks_ahead; ++look) {
    bool again = false;
    for (ContactPoint& p : points) {
      const double straight = p.gap + time * dot(relative_velocity(p, bodies[p.a], bodies[p.b]), p.normal);
      const double curved = gap_after(p, bodies, time);
      // Far apart in the end, or no worse than it is: nothing to be done.
      if (curved > p.target || !(curved < straight)) continue;
      const double least = std::min(((straight - curved) - std::max(p.gap - p.target, 0.0)) / time, effort.fastest);
      if (!(least > p.least + k_matters * p.target / time)) continue;
      p.least = least;
      again = true;
    }
    if (!again) return;
    // The impulses stand; only what they lack is added.
    for (ContactPoint& p : points) take_back(bodies, p);
    solve(bodies, points, effort.precision, effort.most_rounds);
  }
}

/// The impulses of a point, undone: solve() begins with them.
void ContactSolver::take_back(std::span<ContactBody> bodies, const ContactPoint& p) noexcept {
  const Vec2 impulse = -(p.impulse * p.normal + p.friction_impulse * perpendicular(p.normal));
  push(bodies[p.a], bodies[p.b], impulse, cross(p.arm_a, impulse), cross(p.arm_b, impulse));
}

}  // namespace carom::detail
