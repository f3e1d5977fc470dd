#include <algorithm>

#include "worlds/turning_step.hpp"

// What has come too close is taken off each other, slowly: by places, not by speeds that would stay.
namespace carom::detail {
namespace {

/// Of the gap that is asked for: what pushes may leave over.
constexpr double k_push_left_over = 0.25;
/// How much of a gap that is too small is taken back in a step.
constexpr double k_push_share = 0.2;
/// In a crowd.
constexpr int k_crowd_push_rounds = 40;
/// If more than one of so many points of a crowd ask for a push, all are solved side by side first.
constexpr std::size_t k_many_share = 8;
/// So many are solved side by side.
constexpr std::size_t k_many_points = 64;
/// Of the fastest push: to which pushes are solved.
constexpr double k_push_precision = 0x1p-6;
/// Of what the fields give in half a step: slower is standing still.
constexpr double k_still = 1;
/// Of the gap that is kept: what has to be left of it where few stand still. Lifting them by more would cost energy.
constexpr double k_laid_gap = 0x1p-7;

void stand_still(std::span<ContactBody> bodies) noexcept {
  for (ContactBody& body : bodies) {
    body.velocity = {};
    body.spin = 0;
  }
}

}  // namespace

/// How fast a pair at rest has to be pushed apart; negative: how fast it may yet come nearer.
void TurningStep::ask_push(ContactLoad& push, const ContactPoint& p) const noexcept {
  // Down to half of the gap nothing is done: at rest nothing moves.
  double enough = 0.5 * p.target;
  double asked = p.target;
  // What stands still closer than that stays as it is: in a heap the gaps add up.
  const Vec2 way_a = velocity_at(bodies_[p.a], p.arm_a);
  const Vec2 way_b = velocity_at(bodies_[p.b], p.arm_b);
  const double still = k_still * effort_.fastest;
  if (std::max(dot(way_a, way_a), dot(way_b, way_b)) < still * still) {
    asked = enough = std::min(enough, std::max(p.gap, (crowded_ ? k_least_gap : k_laid_gap) * p.target));
  }
  const double aim = p.gap < enough ? p.gap + k_push_share * (asked - p.gap) : enough;
  // What solving has left over, and what arcs take, shows in the end.
  push.least = (aim - (crowded_ ? gap_after(p, bodies_, turns_, dt_) : p.gap)) / dt_;
  push.tolerance = k_push_left_over * std::max(aim, 0.0) / dt_;
}

void TurningStep::push_off() {
  take_turns(bodies_, dt_, turns_);
  push_loads_.assign(points_.size(), {});
  for (std::size_t k = 0; k < points_.size(); ++k) ask_push(push_loads_[k], points_[k]);
  const auto asks = [&](const ContactLoad& p) { return p.least > (crowded_ ? p.tolerance : 0); };
  if (std::ranges::none_of(push_loads_, asks)) return pushes_.clear();
  pushes_ = bodies_;
  if (crowded_) return push_crowds();
  std::vector<ContactPoint> points = points_;
  for (std::size_t k = 0; k < points.size(); ++k) points[k].least = push_loads_[k].least;
  push(pushes_, points);
}

/// Mostly few of a crowd ask for it, who pass it on from one to the next.
void TurningStep::push_crowds() {
  stand_still(pushes_);
  lacking_.clear();
  for (std::uint32_t k = 0; k < push_loads_.size(); ++k) {
    if (push_loads_[k].least > push_loads_[k].tolerance) lacking_.push_back(k);
  }
  if (k_many_share * lacking_.size() > push_loads_.size()) push_side_by_side();
  push_leftovers(lacking_);
}

/// All at once; what they still lack then is left over.
void TurningStep::push_side_by_side() {
  std::vector<ContactPoint> points = points_;
  double fastest = 0;
  for (std::size_t k = 0; k < points.size(); ++k) {
    static_cast<ContactLoad&>(points[k]) = push_loads_[k];
    fastest = std::max(fastest, points[k].least);
  }
  lanes_.solve(pushes_, points, k_push_precision * fastest, k_crowd_push_rounds, 1);
  lanes_.find_lacking(lacking_);
  for (std::size_t k = 0; k < points.size(); ++k) push_loads_[k] = points[k];
}

void TurningStep::push_leftovers(std::span<const std::uint32_t> first) {
  leftovers_.solve(pushes_, points_, std::span(push_loads_), first, k_local_rounds);
}

/// After something has been added to what is solved.
void TurningStep::push_off_again() {
  if (pushes_.empty()) return push_off();
  // Only those whose motions have changed by it, and what is new, ask for anything else than before.
  for (const std::uint32_t who : leftovers_.changed()) turns_[who] = quick_sin_cos(bodies_[who].spin * dt_);
  push_loads_.resize(points_.size());
  lacking_ = asking_;
  for (const std::uint32_t who : leftovers_.changed()) {
    leftovers_.for_each_of(who, [&](std::uint32_t k) { lacking_.push_back(k); });
  }
  for (const std::uint32_t k : lacking_) ask_push(push_loads_[k], points_[k]);
  push_leftovers(lacking_);
}

/// Makes the bodies' motions those, beside their own, that give the points the speeds that they ask for.
void TurningStep::push(std::span<ContactBody> bodies, std::span<ContactPoint> points) {
  double fastest = 0;
  for (ContactPoint& p : points) {
    fastest = std::max(fastest, p.least);
    p.friction = p.impulse = p.friction_impulse = 0;
  }
  stand_still(bodies);
  if (!(fastest > 0)) return;
  const double precision = k_push_precision * fastest;
  if (points.size() < k_many_points) return void(solver_.solve(bodies, points, precision, k_push_rounds));
  lanes_.solve(bodies, points, precision, k_push_rounds, 0);
}

/// Lifting costs.
void TurningStep::book_push(const TurningMember& m, double t) {
  if (m.push == Vec2{}) return;
  state_.now.exchanged_energy.add(-m.mass * dot(m.pull, m.push) * (t - m.since));
}

}  // namespace carom::detail
