#include "solver/contact_solver.hpp"

#include <algorithm>
#include <bit>
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

/// Friction does not decide whether anything passes through anything: it may change by so many times the precision.
constexpr double k_friction_slack = 8;
/// Beyond, every couple is a colour of its own.
constexpr std::uint32_t k_most_colours = 63;

double largest(const ContactLane& lane) { return *std::ranges::max_element(lane); }
double sum_of(const ContactLane& v) { return ((v[0] + v[1]) + (v[2] + v[3])) + ((v[4] + v[5]) + (v[6] + v[7])); }

bool moves(const ContactBody& body) noexcept { return body.inverse_mass > 0 || body.inverse_inertia > 0; }

/// The speed along its normal that an impulse of 1 at one point brings at the other.
double between_of(const ContactPoint& first, const ContactPoint& second, const ContactBody& a,
                  const ContactBody& b) noexcept {
  return (a.inverse_mass + b.inverse_mass) * dot(first.normal, second.normal) +
         (a.inverse_inertia * cross(first.arm_a, first.normal) * cross(second.arm_a, second.normal) +
          b.inverse_inertia * cross(first.arm_b, first.normal) * cross(second.arm_b, second.normal));
}

void put_point(WidePoints& to, std::size_t lane, const ContactPoint& p, const ContactBody& a,
               const ContactBody& b) noexcept {
  const Lever lever_a = lever(p.arm_a, p.normal, a.inverse_mass, a.inverse_inertia);
  const Lever lever_b = lever(p.arm_b, p.normal, b.inverse_mass, b.inverse_inertia);
  const ContactMatrix k = contact_matrix(lever_a, lever_b);
  to.normal_x[lane] = p.normal.x;
  to.normal_y[lane] = p.normal.y;
  to.turn_a[0][lane] = lever_a.normal;
  to.turn_a[1][lane] = lever_a.along;
  to.turn_b[0][lane] = lever_b.normal;
  to.turn_b[1][lane] = lever_b.along;
  to.mass[0][lane] = k.nn > 0 ? 1 / k.nn : 0;
  to.mass[1][lane] = k.ss > 0 ? 1 / k.ss : 0;
  to.own[0][lane] = k.nn;
  to.own[1][lane] = k.ss;
  to.friction[lane] = p.friction;
  to.least[lane] = p.least;
  to.tolerance[lane] = p.tolerance;
  const double normal = std::max(p.impulse, 0.0);
  const double limit = p.friction * normal;
  to.impulse[0][lane] = to.last[0][lane] = normal;
  to.impulse[1][lane] = to.last[1][lane] = std::clamp(p.friction_impulse, -limit, limit);
}

void clear(ContactBatch& batch, std::uint32_t none) noexcept {
  batch = {};
  std::ranges::fill(batch.a, none);
  std::ranges::fill(batch.b, none);
  for (auto& from : batch.from) std::ranges::fill(from, k_no_point);
}

}  // namespace

/// Couples of points, and their colours.
void ContactSolver::find_couples(std::span<const ContactBody> bodies, std::span<const ContactPoint> points) {
  couples_.clear();
  taken_.assign(bodies.size(), 0);
  colours_.assign(2 * (k_most_colours + 1), 0);
  for (std::uint32_t k = 0; k < points.size();) {
    const ContactPoint& p = points[k];
    const bool pair = k + 1 < points.size() && p.a == points[k + 1].a && p.b == points[k + 1].b;
    Couple couple{k, pair ? 2U : 1U, 0};
    std::uint64_t& of_a = taken_[p.a];
    std::uint64_t& of_b = taken_[p.b];
    const std::uint64_t taken = (moves(bodies[p.a]) ? of_a : 0) | (moves(bodies[p.b]) ? of_b : 0);
    couple.colour = std::min(static_cast<std::uint32_t>(std::countr_one(taken)), k_most_colours);
    const std::uint64_t mark = couple.colour < k_most_colours ? std::uint64_t{1} << couple.colour : 0;
    of_a |= mark;
    of_b |= mark;
    ++colours_[2 * couple.colour + (pair ? 0 : 1)];
    couples_.push_back(couple);
    k += couple.count;
  }
}

void ContactSolver::put(ContactBatch& batch, std::size_t lane, const Couple& couple,
                        std::span<const ContactBody> bodies, std::span<const ContactPoint> points) noexcept {
  const ContactPoint& first = points[couple.first];
  const ContactBody& a = bodies[first.a];
  const ContactBody& b = bodies[first.b];
  batch.a[lane] = first.a;
  batch.b[lane] = first.b;
  batch.mass_a[lane] = a.inverse_mass;
  batch.inertia_a[lane] = a.inverse_inertia;
  batch.mass_b[lane] = b.inverse_mass;
  batch.inertia_b[lane] = b.inverse_inertia;
  for (std::uint32_t n = 0; n < couple.count; ++n) {
    batch.from[n][lane] = couple.first + n;
    put_point(batch.points[n], lane, points[couple.first + n], a, b);
  }
  if (couple.count < 2) return;
  batch.two = true;
  const double between = between_of(first, points[couple.first + 1], a, b);
  const double product = batch.points[0].own[0][lane] * batch.points[1].own[0][lane];
  const double determinant = product - between * between;
  batch.between[lane] = between;
  batch.determinant[lane] = determinant > k_joined * product ? 1 / determinant : 0;
}

/// By colour, those with two points first, in the given order. Every colour begins a batch of its own, and beyond the last one
/// every couple does.
void ContactSolver::fill_batches(std::span<const ContactBody> bodies, std::span<const ContactPoint> points) {
  find_couples(bodies, points);
  constexpr auto lanes = static_cast<std::uint32_t>(k_contact_lanes);
  std::uint32_t slots = 0;
  for (std::uint32_t c = 0; c <= k_most_colours; ++c) {
    const std::uint32_t each = c < k_most_colours ? 1 : lanes;
    for (std::uint32_t kind = 0; kind < 2; ++kind) {
      const std::uint32_t count = each * colours_[2 * c + kind];
      colours_[2 * c + kind] = slots;
      slots += count;
    }
    slots = (slots + lanes - 1) / lanes * lanes;
  }
  batches_.resize(slots / lanes);
  for (ContactBatch& batch : batches_) clear(batch, static_cast<std::uint32_t>(bodies.size()));
  for (const Couple& couple : couples_) {
    std::uint32_t& next = colours_[2 * couple.colour + (couple.count > 1 ? 0 : 1)];
    put(batches_[next / lanes], next % lanes, couple, bodies, points);
    next += couple.colour < k_most_colours ? 1 : lanes;
  }
}

void ContactSolver::take_velocities(std::span<const ContactBody> bodies) {
  velocities_.clear();
  for (const ContactBody& body : bodies) velocities_.push_back({body.velocity.x, body.velocity.y, body.spin, 0});
  velocities_.emplace_back();
}

void ContactSolver::give(std::span<ContactBody> bodies, std::span<ContactPoint> points) const noexcept {
  for (std::size_t k = 0; k < bodies.size(); ++k) {
    if (!moves(bodies[k])) continue;
    bodies[k].velocity = {velocities_[k].x, velocities_[k].y};
    bodies[k].spin = velocities_[k].spin;
  }
  for (const ContactBatch& batch : batches_) {
    for (std::size_t n = 0; n < (batch.two ? 2 : 1); ++n) {
      for (std::size_t lane = 0; lane < k_contact_lanes; ++lane) {
        if (batch.from[n][lane] == k_no_point) continue;
        ContactPoint& p = points[batch.from[n][lane]];
        p.impulse = batch.points[n].impulse[0][lane];
        p.friction_impulse = batch.points[n].impulse[1][lane];
      }
    }
  }
}

int ContactSolver::iterate(const Effort& effort) {
  last_ = velocities_;
  Extrapolation extrapolation;
  int round = 0;
  while (round < effort.most_rounds) {
    if (guard_ != nullptr && guard_->spend(couples_.size())) break;
    SweepResidual residual;
    extrapolate(velocities_, last_.data(), extrapolation.share());
    sweep_contacts(batches_, velocities_.data(), extrapolation.share(), residual);
    ++round;
    const bool solved = !(largest(residual.normal) > effort.precision) &&
                        !(largest(residual.friction) > k_friction_slack * effort.precision);
    if (solved || (effort.tolerant && !(sum_of(residual.violated) > 0))) break;
    extrapolation.see(sum_of(residual.along));
  }
  return round;
}

int ContactSolver::solve(std::span<ContactBody> bodies, std::span<ContactPoint> points, const Effort& effort) {
  if (points.empty()) return 0;
  fill_batches(bodies, points);
  take_velocities(bodies);
  apply_impulses(batches_, velocities_.data());
  const int rounds = iterate(effort);
  give(bodies, points);
  return rounds;
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
  solve(bodies, points, effort);
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
  if (points.empty()) return;
  fill_batches(bodies, points);
  take_velocities(bodies);
  iterate(effort);
  give(bodies, points);
}

}  // namespace carom::detail
