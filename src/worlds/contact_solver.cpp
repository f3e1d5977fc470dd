#include "worlds/contact_solver.hpp"

#include <algorithm>
#include <cmath>

#include "carom/shapes/mass.hpp"

namespace carom::detail {

int ContactSolver::solve(std::span<ContactBody> bodies, std::span<ContactPoint> points, double precision,
                         int most_rounds) {
  rows_.clear();
  const auto push = [&](const ContactPoint& p, const Row& row, int along, double impulse) {
    const Vec2 direction = along == 0 ? row.normal : row.tangent;
    ContactBody& a = bodies[p.a];
    ContactBody& b = bodies[p.b];
    a.velocity = a.velocity + (impulse * a.inverse_mass) * direction;
    a.spin += impulse * a.inverse_inertia * row.turn_a[along];
    b.velocity = b.velocity - (impulse * b.inverse_mass) * direction;
    b.spin -= impulse * b.inverse_inertia * row.turn_b[along];
  };
  const auto speed = [&](const ContactPoint& p, const Row& row, int along) {
    const ContactBody& a = bodies[p.a];
    const ContactBody& b = bodies[p.b];
    return dot(a.velocity - b.velocity, along == 0 ? row.normal : row.tangent) + a.spin * row.turn_a[along] -
           b.spin * row.turn_b[along];
  };
  for (ContactPoint& p : points) {
    const ContactBody& a = bodies[p.a];
    const ContactBody& b = bodies[p.b];
    Row row{p.normal, perpendicular(p.normal), {}, {}, {}};
    for (const int along : {0, 1}) {
      const Vec2 direction = along == 0 ? row.normal : row.tangent;
      row.turn_a[along] = cross(p.arm_a, direction);
      row.turn_b[along] = cross(p.arm_b, direction);
      const double yield = a.inverse_mass + b.inverse_mass + a.inverse_inertia * row.turn_a[along] * row.turn_a[along] +
                           b.inverse_inertia * row.turn_b[along] * row.turn_b[along];
      row.mass[along] = yield > 0 ? 1 / yield : 0;
    }
    p.impulse = std::max(p.impulse, 0.0);
    p.friction_impulse = std::clamp(p.friction_impulse, -p.friction * p.impulse, p.friction * p.impulse);
    rows_.push_back(row);
    push(p, row, 0, p.impulse);
    push(p, row, 1, p.friction_impulse);
  }
  int round = 0;
  for (double change = precision; change >= precision && round < most_rounds && !points.empty(); ++round) {
    change = 0;
    for (std::size_t k = 0; k < points.size(); ++k) {
      const std::size_t index = round % 2 == 0 ? k : points.size() - 1 - k;
      ContactPoint& p = points[index];
      const Row& row = rows_[index];
      if (!(row.mass[0] > 0)) continue;
      const double normal = std::max(p.impulse + row.mass[0] * (p.least - speed(p, row, 0)), 0.0);
      change = std::max(change, std::abs(normal - p.impulse) / row.mass[0]);
      push(p, row, 0, normal - p.impulse);
      p.impulse = normal;
      if (!(p.friction > 0)) continue;
      const double limit = p.friction * p.impulse;
      const double along = std::clamp(p.friction_impulse - row.mass[1] * speed(p, row, 1), -limit, limit);
      change = std::max(change, std::abs(along - p.friction_impulse) / row.mass[1]);
      push(p, row, 1, along - p.friction_impulse);
      p.friction_impulse = along;
    }
  }
  return round;
}

namespace {

/// How often curved ways are looked at again.
constexpr int k_looks_ahead = 2;
/// A change of gap that matters, as a fraction of the one that is kept.
constexpr double k_matters = 0.125;

Vec2 relative_velocity(const ContactPoint& p, std::span<const ContactBody> bodies) noexcept {
  return velocity_at(bodies[p.a], p.arm_a) - velocity_at(bodies[p.b], p.arm_b);
}

Vec2 turned_by(Vec2 v, double angle) noexcept { return turned(v, quick_sin_cos(angle)); }

}  // namespace

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
  for (ContactPoint& p : points) p.least = -std::max(p.gap - p.target, 0.0) / time;
  solve(bodies, points, effort.precision, effort.most_rounds);
  for (int look = 0; look < k_looks_ahead; ++look) {
    bool again = false;
    for (ContactPoint& p : points) {
      const double straight = p.gap + time * dot(relative_velocity(p, bodies), p.normal);
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
  const Vec2 impulse = p.impulse * p.normal + p.friction_impulse * perpendicular(p.normal);
  ContactBody& a = bodies[p.a];
  ContactBody& b = bodies[p.b];
  a.velocity = a.velocity - a.inverse_mass * impulse;
  a.spin -= a.inverse_inertia * cross(p.arm_a, impulse);
  b.velocity = b.velocity + b.inverse_mass * impulse;
  b.spin += b.inverse_inertia * cross(p.arm_b, impulse);
}

}  // namespace carom::detail
