#include "solver/contact_solver.hpp"

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
/// Two points whose matrix has less of a determinant, beside the product of its diagonal, are as good as one.
constexpr double k_joined = 0x1p-20;

/// An impulse at a point: on a, the opposite on b.
void push(ContactBody& a, ContactBody& b, Vec2 impulse, double turn_a, double turn_b) noexcept {
  a.velocity = a.velocity + a.inverse_mass * impulse;
  a.spin += a.inverse_inertia * turn_a;
  b.velocity = b.velocity - b.inverse_mass * impulse;
  b.spin -= b.inverse_inertia * turn_b;
}

/// Its impulse acts.
void take_on(std::span<ContactBody> bodies, const ContactRow& row) noexcept {
  push(bodies[row.a], bodies[row.b], row.impulse[0] * row.normal + row.impulse[1] * perpendicular(row.normal),
       row.impulse[0] * row.turn_a[0] + row.impulse[1] * row.turn_a[1],
       row.impulse[0] * row.turn_b[0] + row.impulse[1] * row.turn_b[1]);
}

}  // namespace

void ContactRow::take(const ContactLoad& load) noexcept {
  friction = load.friction;
  least = load.least;
  impulse[0] = std::max(load.impulse, 0.0);
  const double limit = friction * impulse[0];
  impulse[1] = std::clamp(load.friction_impulse, -limit, limit);
}

ContactRow row_of(const ContactPoint& p, const ContactBody& a, const ContactBody& b) noexcept {
  const Lever lever_a = lever(p.arm_a, p.normal, a.inverse_mass, a.inverse_inertia);
  const Lever lever_b = lever(p.arm_b, p.normal, b.inverse_mass, b.inverse_inertia);
  const ContactMatrix k = contact_matrix(lever_a, lever_b);
  ContactRow row{p.normal,
                 {lever_a.normal, lever_a.along},
                 {lever_b.normal, lever_b.along},
                 {k.nn > 0 ? 1 / k.nn : 0, k.ss > 0 ? 1 / k.ss : 0},
                 k.ns,
                 0,
                 0,
                 {},
                 p.a,
                 p.b};
  row.take(p);
  return row;
}

ContactChange answer(ContactRow& row, std::span<ContactBody> bodies) noexcept {
  ContactBody& a = bodies[row.a];
  ContactBody& b = bodies[row.b];
  const Vec2 tangent = perpendicular(row.normal);
  const double slip = dot(a.velocity - b.velocity, tangent) + (a.spin * row.turn_a[1] - b.spin * row.turn_b[1]);
  const double normal = std::max(row.impulse[0] + row.mass[0] * lack_of(row, a, b), 0.0);
  const double more = normal - row.impulse[0];
  const double limit = row.friction * normal;
  const double along = std::clamp(row.impulse[1] - row.mass[1] * (slip + row.coupling * more), -limit, limit);
  const double aside = along - row.impulse[1];
  row.impulse[0] = normal;
  row.impulse[1] = along;
  // Most points of what rests are answered already.
  if (more == 0 && aside == 0) return {};
  push(a, b, more * row.normal + aside * tangent, more * row.turn_a[0] + aside * row.turn_a[1],
       more * row.turn_b[0] + aside * row.turn_b[1]);
  return {more, aside};
}

/// Friction alone. By how much it has changed.
double ContactSolver::rub(ContactRow& row, std::span<ContactBody> bodies) noexcept {
  ContactBody& a = bodies[row.a];
  ContactBody& b = bodies[row.b];
  const Vec2 tangent = perpendicular(row.normal);
  const double slip = dot(a.velocity - b.velocity, tangent) + (a.spin * row.turn_a[1] - b.spin * row.turn_b[1]);
  const double limit = row.friction * row.impulse[0];
  const double along = std::clamp(row.impulse[1] - row.mass[1] * slip, -limit, limit);
  const double aside = along - row.impulse[1];
  row.impulse[1] = along;
  if (aside != 0) push(a, b, aside * tangent, aside * row.turn_a[1], aside * row.turn_b[1]);
  return aside;
}

/// Both along their normals at once, so that what lands or lies flat is not turned by the order of its points; then friction.
void ContactSolver::answer_both(ContactRow& first, ContactRow& second, const Joint& joint,
                                std::span<ContactBody> bodies, ContactChange* changes) noexcept {
  ContactBody& a = bodies[first.a];
  ContactBody& b = bodies[first.b];
  const double lacks[2] = {lack_of(first, a, b), lack_of(second, a, b)};
  const double own[2] = {1 / first.mass[0], 1 / second.mass[0]};
  // What the two have to bring together, if both press.
  const double wanted[2] = {lacks[0] + own[0] * first.impulse[0] + joint.between * second.impulse[0],
                            lacks[1] + own[1] * second.impulse[0] + joint.between * first.impulse[0]};
  double pressed[2] = {(own[1] * wanted[0] - joint.between * wanted[1]) / joint.determinant,
                       (own[0] * wanted[1] - joint.between * wanted[0]) / joint.determinant};
  if (!(pressed[0] >= 0 && pressed[1] >= 0)) {
    pressed[0] = std::max(wanted[0] * first.mass[0], 0.0);
    pressed[1] = 0;
    if (joint.between * pressed[0] < wanted[1]) {
      pressed[0] = 0;
      pressed[1] = std::max(wanted[1] * second.mass[0], 0.0);
    }
  }
  const double more[2] = {pressed[0] - first.impulse[0], pressed[1] - second.impulse[0]};
  first.impulse[0] = pressed[0];
  second.impulse[0] = pressed[1];
  if (more[0] != 0 || more[1] != 0) {
    push(a, b, more[0] * first.normal + more[1] * second.normal, more[0] * first.turn_a[0] + more[1] * second.turn_a[0],
         more[0] * first.turn_b[0] + more[1] * second.turn_b[0]);
  }
  const double aside = rub(first, bodies);
  changes[0] = {more[0], aside};
  changes[1] = {more[1], rub(second, bodies)};
}

ContactSolver::Joint ContactSolver::joint_of(const ContactRow& first, const ContactRow& second, const ContactBody& a,
                                             const ContactBody& b) noexcept {
  if (first.a != second.a || first.b != second.b || !(first.mass[0] > 0) || !(second.mass[0] > 0)) return {};
  const double between =
      (a.inverse_mass + b.inverse_mass) * dot(first.normal, second.normal) +
      (a.inverse_inertia * first.turn_a[0] * second.turn_a[0] + b.inverse_inertia * first.turn_b[0] * second.turn_b[0]);
  const double product = 1 / (first.mass[0] * second.mass[0]);
  const double determinant = product - between * between;
  return {between, determinant > k_joined * product ? determinant : 0};
}

ContactSolver::Round ContactSolver::answer_all(std::span<ContactBody> bodies, double precision) noexcept {
  Round round;
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    const std::size_t count = joints_[k].determinant > 0 ? 2 : 1;
    ContactChange changes[2];
    if (count == 2) {
      answer_both(rows_[k], rows_[k + 1], joints_[k], bodies, changes);
    } else {
      changes[0] = answer(rows_[k], bodies);
    }
    for (std::size_t n = 0; n < count; ++n) {
      const ContactRow& row = rows_[k + n];
      const double* const further = courses_[k + n].further;
      round.changes = round.changes || std::abs(changes[n].normal) >= precision * row.mass[0] ||
                      std::abs(changes[n].aside) >= precision * row.mass[1];
      round.along += changes[n].normal * further[0] + changes[n].aside * further[1];
    }
    k += count - 1;
  }
  return round;
}

/// Some way further as the round before has gone: impulses, and the motions that they bring.
void ContactSolver::go_on(std::span<ContactBody> bodies, double share) noexcept {
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    for (std::size_t n = 0; n < 2; ++n) {
      const double now = rows_[k].impulse[n];
      const double further = share * (now - courses_[k].last[n]);
      courses_[k].last[n] = now;
      courses_[k].further[n] = further;
      rows_[k].impulse[n] = now + further;
    }
  }
  for (std::size_t k = 0; k < who_.size(); ++k) {
    ContactBody& body = bodies[who_[k]];
    const Motion now{body.velocity, body.spin};
    body.velocity = body.velocity + share * (now.velocity - last_[k].velocity);
    body.spin += share * (now.spin - last_[k].spin);
    last_[k] = now;
  }
}

void ContactSolver::take_rows(std::span<const ContactBody> bodies, std::span<const ContactPoint> points) {
  rows_.clear();
  who_.clear();
  known_.assign(bodies.size(), 0);
  for (const ContactPoint& p : points) {
    rows_.push_back(row_of(p, bodies[p.a], bodies[p.b]));
    for (const std::uint32_t who : {p.a, p.b}) {
      if (known_[who] != 0 || !(bodies[who].inverse_mass > 0 || bodies[who].inverse_inertia > 0)) continue;
      known_[who] = 1;
      who_.push_back(who);
    }
  }
  joints_.assign(rows_.size(), {});
  for (std::size_t k = 0; k + 1 < rows_.size(); ++k) {
    joints_[k] = joint_of(rows_[k], rows_[k + 1], bodies[rows_[k].a], bodies[rows_[k].b]);
    if (joints_[k].determinant > 0) ++k;
  }
}

void ContactSolver::give_impulses(std::span<ContactPoint> points) const noexcept {
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    points[k].impulse = rows_[k].impulse[0];
    points[k].friction_impulse = rows_[k].impulse[1];
  }
}

int ContactSolver::solve(std::span<ContactBody> bodies, std::span<ContactPoint> points, double precision,
                         int most_rounds) {
  if (points.empty()) return 0;
  take_rows(bodies, points);
  for (const ContactRow& row : rows_) take_on(bodies, row);
  const int rounds = iterate(bodies, precision, most_rounds);
  give_impulses(points);
  return rounds;
}

int ContactSolver::iterate(std::span<ContactBody> bodies, double precision, int most_rounds) {
  courses_.resize(rows_.size());
  for (std::size_t k = 0; k < rows_.size(); ++k) std::ranges::copy(rows_[k].impulse, courses_[k].last);
  last_.clear();
  for (const std::uint32_t who : who_) last_.push_back({bodies[who].velocity, bodies[who].spin});
  GoingOn going;
  int round = 0;
  while (round < most_rounds) {
    if (guard_ != nullptr && guard_->spend(rows_.size())) break;
    go_on(bodies, going.share());
    const Round all = answer_all(bodies, precision);
    ++round;
    if (!all.changes) break;
    going.see(all.along);
  }
  return round;
}

std::vector<SinCos>& take_turns(std::span<const ContactBody> bodies, double time, std::vector<SinCos>& turns) {
  turns.clear();
  for (const ContactBody& body : bodies) turns.push_back(quick_sin_cos(body.spin * time));
  return turns;
}

double gap_after(const ContactPoint& p, std::span<const ContactBody> bodies, std::span<const SinCos> turns,
                 double time) noexcept {
  const ContactBody& a = bodies[p.a];
  const ContactBody& b = bodies[p.b];
  const auto carried = [&](Vec2 arm, std::uint32_t who) { return turned(arm, turns[who]) - arm; };
  if (p.is_centred()) {
    const Vec2 middles = p.middles();
    const Vec2 way = time * (a.velocity - b.velocity) + (carried(p.middle_a(), p.a) - carried(p.middle_b(), p.b));
    const double apart = length(middles + way) - length(middles);
    return p.is_inside() ? p.gap - apart : p.gap + apart;
  }
  Vec2 normal = p.normal;
  if (p.bearer == Bearer::a) normal = turned(normal, turns[p.a]);
  if (p.bearer == Bearer::b) normal = turned(normal, turns[p.b]);
  const auto moved = [&](std::uint32_t who, Vec2 arm, const Vec2* hub) {
    const Vec2 straight = time * bodies[who].velocity;
    if (hub == nullptr) return straight + carried(arm, who);
    return straight + carried(*hub, who) + dot(arm - *hub, p.normal) * (normal - p.normal);
  };
  return dot(normal, p.gap * p.normal + moved(p.a, p.arm_a, p.round_a ? &p.hub_a : nullptr) -
                         moved(p.b, p.arm_b, p.round_b ? &p.hub_b : nullptr));
}

void ContactSolver::solve_ahead(std::span<ContactBody> bodies, std::span<ContactPoint> points, double time,
                                const Effort& effort) {
  for (ContactPoint& p : points) p.least = least_speed(p, time);
  solve(bodies, points, effort.precision, effort.most_rounds);
  for (int look = 0; look < k_looks_ahead && look_ahead(bodies, points, time, effort); ++look) {
    solve_again(bodies, points, effort);
  }
}

bool ContactSolver::look_ahead(std::span<const ContactBody> bodies, std::span<ContactPoint> points, double time,
                               const Effort& effort) {
  bool again = false;
  take_turns(bodies, time, turns_);
  for (ContactPoint& p : points) {
    const double straight = p.gap + time * dot(relative_velocity(p, bodies[p.a], bodies[p.b]), p.normal);
    const double curved = gap_after(p, bodies, turns_, time);
    // Far apart in the end, or no worse than it is: nothing to be done.
    if (curved > p.target || !(curved < straight)) continue;
    const double least = std::min(((straight - curved) - std::max(p.gap - p.target, 0.0)) / time, effort.fastest);
    if (!(least > p.least + k_matters * p.target / time)) continue;
    p.least = least;
    again = true;
  }
  return again;
}

void ContactSolver::solve_again(std::span<ContactBody> bodies, std::span<ContactPoint> points, const Effort& effort) {
  take_rows(bodies, points);
  iterate(bodies, effort.precision, effort.most_rounds);
  give_impulses(points);
}

}  // namespace carom::detail
