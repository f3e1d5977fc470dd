#include "carom/response/together.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "carom/math/tolerances.hpp"
#include "response/coulomb.hpp"

namespace carom {
namespace {

using detail::ContactMatrix;
using detail::Lever;
using detail::PointImpulse;

constexpr int k_most_rounds = 1000;
constexpr int k_rounds_to_a_leap = 10;

using PointImpulses = std::vector<PointImpulse>;

/// All impulses on one body: what they do to its momentum, and to its angular momentum about its centre.
struct Sum {
  Vec2 linear;
  double angular = 0;
};

/// A point, with all that does not change from round to round.
struct Joint {
  Joint(const GroupPoint& point, std::span<const GroupBody> bodies) noexcept
      : a(static_cast<std::size_t>(point.a)),
        b(static_cast<std::size_t>(point.b)),
        normal(point.normal),
        lever_a(detail::lever(point.arm_a, normal, bodies[a].inverse_mass, bodies[a].inverse_inertia)),
        lever_b(detail::lever(point.arm_b, normal, bodies[b].inverse_mass, bodies[b].inverse_inertia)),
        matrix(contact_matrix(lever_a, lever_b)),
        friction(point.friction),
        before(velocity(bodies)),
        rebound(point.restitution * std::max(-before.normal, 0.0)) {}

  /// Of a's point relative to b's.
  [[nodiscard]] PointImpulse velocity(std::span<const GroupBody> bodies) const noexcept {
    const GroupBody &p = bodies[a], &q = bodies[b];
    const Vec2 straight = p.velocity - q.velocity;
    return {dot(straight, normal) + (p.spin * lever_a.normal - q.spin * lever_b.normal),
            dot(straight, perpendicular(normal)) + (p.spin * lever_a.along - q.spin * lever_b.along)};
  }
  [[nodiscard]] Vec2 impulse(PointImpulse p) const noexcept {
    return p.normal * normal + p.along * perpendicular(normal);
  }
  [[nodiscard]] static double angular(const Lever& l, PointImpulse p) noexcept {
    return p.normal * l.normal + p.along * l.along;
  }

  void push(std::span<GroupBody> bodies, PointImpulse p) const noexcept {
    GroupBody &one = bodies[a], &other = bodies[b];
    one.velocity = one.velocity + one.inverse_mass * impulse(p);
    one.spin += one.inverse_inertia * angular(lever_a, p);
    other.velocity = other.velocity - other.inverse_mass * impulse(p);
    other.spin -= other.inverse_inertia * angular(lever_b, p);
  }

  std::size_t a;
  std::size_t b;
  Vec2 normal;
  Lever lever_a;
  Lever lever_b;
  ContactMatrix matrix;
  double friction;
  PointImpulse before;
  double rebound;
};

/// The condition at the points.
struct Law {
  bool rebound = true;
  bool friction = true;
};

class Group {
 public:
  Group(std::span<const GroupBody> bodies, std::span<const GroupPoint> points) : bodies_(bodies) {
    joints_.reserve(points.size());
    for (const GroupPoint& point : points) {
      joints_.emplace_back(point, bodies);
      smooth_ = smooth_ && !(point.friction > 0);
      const Joint& joint = joints_.back();
      const GroupBody &a = bodies[joint.a], &b = bodies[joint.b];
      const double speed = length(a.velocity) + length(b.velocity) + std::abs(a.spin) * length(point.arm_a) +
                           std::abs(b.spin) * length(point.arm_b);
      rounding_ = std::max(rounding_, k_joint_rounding * speed);
    }
  }

  /// The mean of both orders.
  [[nodiscard]] PointImpulses solve(const Law& law, const PointImpulses& guess) const {
    PointImpulses forward = settled(law, guess, false);
    if (joints_.size() == 1) return forward;
    const PointImpulses backward = settled(law, guess, true);
    for (std::size_t i = 0; i < forward.size(); ++i) {
      forward[i] = {0.5 * (forward[i].normal + backward[i].normal), 0.5 * (forward[i].along + backward[i].along)};
    }
    return forward;
  }

  /// By how much the energy grows, fixed bodies' work taken off.
  [[nodiscard]] double gain(const PointImpulses& p) const { return work(p) + 0.5 * product(sums(p), sums(p)); }
  /// Gains that are rounding.
  [[nodiscard]] double gain_rounding(const PointImpulses& p) const noexcept {
    double size = 0;
    for (std::size_t i = 0; i < p.size(); ++i) {
      size += std::abs(p[i].normal * joints_[i].before.normal) + std::abs(p[i].along * joints_[i].before.along);
    }
    return k_joint_rounding * size;
  }

  /// On the way from `inelastic` to `full`, as far as the energy does not grow.
  [[nodiscard]] PointImpulses without_gain(const PointImpulses& inelastic, const PointImpulses& full) const {
    PointImpulses rebound(full.size());
    for (std::size_t i = 0; i < full.size(); ++i) rebound[i] = full[i] - inelastic[i];
    const std::vector<Sum> rebounds = sums(rebound);
    const double share = detail::largest_share(gain(inelastic), work(rebound) + product(rebounds, sums(inelastic)),
                                               product(rebounds, rebounds));
    PointImpulses result(full.size());
    for (std::size_t i = 0; i < full.size(); ++i) result[i] = between(inelastic[i], full[i], share);
    return result;
  }

  /// By what each body's momentum and angular momentum change.
  [[nodiscard]] std::vector<Sum> sums(const PointImpulses& p) const {
    std::vector<Sum> result(bodies_.size());
    for (std::size_t i = 0; i < p.size(); ++i) {
      const Joint& joint = joints_[i];
      const Vec2 impulse = joint.impulse(p[i]);
      result[joint.a].linear = result[joint.a].linear + impulse;
      result[joint.a].angular += Joint::angular(joint.lever_a, p[i]);
      result[joint.b].linear = result[joint.b].linear - impulse;
      result[joint.b].angular -= Joint::angular(joint.lever_b, p[i]);
    }
    return result;
  }

 private:
  [[nodiscard]] PointImpulses settled(const Law& law, PointImpulses pushes, bool backward) const {
    std::vector<GroupBody> bodies(bodies_.begin(), bodies_.end());
    for (std::size_t i = 0; i < joints_.size(); ++i) joints_[i].push(bodies, pushes[i]);
    for (int round = 1; round <= k_most_rounds; ++round) {
      const PointImpulses before = pushes;
      if (!(one_round(law, bodies, pushes, backward) > rounding_)) break;
      if (round % k_rounds_to_a_leap == 0 && (smooth_ || !law.friction)) leap(law, before, bodies, pushes);
    }
    return pushes;
  }

  /// The largest change of a point's velocity.
  [[nodiscard]] double one_round(const Law& law, std::span<GroupBody> bodies, PointImpulses& pushes,
                                 bool backward) const noexcept {
    double most = 0;
    for (std::size_t k = 0; k < joints_.size(); ++k) {
      const std::size_t i = backward ? joints_.size() - 1 - k : k;
      const Joint& joint = joints_[i];
      if (!(joint.matrix.nn > 0)) continue;
      const PointImpulse wanted = alone(joint, law, joint.velocity(bodies) - joint.matrix * pushes[i]);
      const PointImpulse change = wanted - pushes[i];
      if (change.normal == 0 && change.along == 0) continue;
      joint.push(bodies, change);
      pushes[i] = wanted;
      const PointImpulse moved = joint.matrix * change;
      most = std::max({most, std::abs(moved.normal), std::abs(moved.along)});
    }
    return most;
  }

  /// Without friction the rounds go down a quadratic, Σ p·(u' - least) at half the way, one coordinate after another;
  /// where that is slow, one round's change points along the valley. Goes on in that direction, to its lowest point or
  /// to where an impulse would pull.
  void leap(const Law& law, const PointImpulses& before, std::span<GroupBody> bodies, PointImpulses& pushes) const {
    PointImpulses change(pushes.size());
    double slope = 0, most = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < pushes.size(); ++i) {
      change[i] = pushes[i] - before[i];
      slope += change[i].normal * (joints_[i].velocity(bodies).normal - least(joints_[i], law));
      if (change[i].normal < 0) most = std::min(most, -pushes[i].normal / change[i].normal);
    }
    const std::vector<Sum> changes = sums(change);
    const double curvature = product(changes, changes);
    if (!(slope < 0) || !(curvature > 0)) return;
    const double step = std::min(-slope / curvature, most);
    for (std::size_t i = 0; i < pushes.size(); ++i) {
      const PointImpulse to{std::max(pushes[i].normal + step * change[i].normal, 0.0), 0};
      joints_[i].push(bodies, to - pushes[i]);
      pushes[i] = to;
    }
  }

  [[nodiscard]] static double least(const Joint& joint, const Law& law) noexcept {
    return law.rebound ? joint.rebound : 0;
  }

  /// The impulse of one point that has the relative velocity `free` without it.
  [[nodiscard]] static PointImpulse alone(const Joint& joint, const Law& law, PointImpulse free) noexcept {
    const double missing = least(joint, law) - free.normal;
    if (!(missing > 0)) return {};
    return coulomb_push(joint.matrix, missing / joint.matrix.nn, free.along, law.friction ? joint.friction : 0);
  }

  [[nodiscard]] double work(const PointImpulses& p) const noexcept {
    double sum = 0;
    for (std::size_t i = 0; i < p.size(); ++i) sum += dot(p[i], joints_[i].before);
    return sum;
  }
  [[nodiscard]] double product(const std::vector<Sum>& p, const std::vector<Sum>& q) const noexcept {
    double sum = 0;
    for (std::size_t i = 0; i < p.size(); ++i) {
      sum += bodies_[i].inverse_mass * dot(p[i].linear, q[i].linear) +
             bodies_[i].inverse_inertia * (p[i].angular * q[i].angular);
    }
    return sum;
  }

  std::span<const GroupBody> bodies_;
  std::vector<Joint> joints_;
  double rounding_ = 0;
  bool smooth_ = true;
};

/// Newton's law where it brings no energy. Without rebound and friction every push of every round takes some, so that
/// this is certain even where the rounds did not suffice.
PointImpulses answer_of(const Group& group, const PointImpulses& guess) {
  const PointImpulses full = group.solve({}, guess);
  if (group.gain(full) <= group.gain_rounding(full)) return full;
  PointImpulses inelastic = group.solve({.rebound = false}, guess);
  if (group.gain(inelastic) > 0) {
    inelastic = group.solve({.rebound = false, .friction = false}, PointImpulses(guess.size()));
  }
  return group.without_gain(inelastic, full);
}

}  // namespace

void respond_together(std::span<GroupBody> bodies, std::span<GroupPoint> points) {
  if (points.empty()) return;
  const Group group(bodies, points);
  PointImpulses guess;
  guess.reserve(points.size());
  for (const GroupPoint& point : points) guess.push_back({point.impulse, point.friction_impulse});
  const PointImpulses pushes = answer_of(group, guess);
  for (std::size_t i = 0; i < points.size(); ++i) {
    points[i].impulse = pushes[i].normal;
    points[i].friction_impulse = pushes[i].along;
  }
  const std::vector<Sum> sums = group.sums(pushes);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    bodies[i].velocity = bodies[i].velocity + bodies[i].inverse_mass * sums[i].linear;
    bodies[i].spin += bodies[i].inverse_inertia * sums[i].angular;
  }
}

}  // namespace carom
