#include "worlds/contact_solver.hpp"

#include <algorithm>
#include <cmath>

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

}  // namespace carom::detail
