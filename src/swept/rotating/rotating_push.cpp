#include <algorithm>

#include "swept/rotating/rotating_step.hpp"

// What has come too close is taken off each other, slowly: by places, not by speeds that would stay.
namespace carom::detail {
namespace {

/// How much of a gap that is too small is taken back in a step.
constexpr double k_push_share = 0.2;
/// Sweeps of the push that takes back what has come too close, of an island in which something has an impact: what is left of
/// it is met, and solved again.
constexpr int k_moving_push_rounds = 30;
/// Of the fastest push: to which pushes are solved.
constexpr double k_push_precision = 0x1p-10;
/// Of what the fields give in half a step: slower is standing still.
constexpr double k_still = 1;
/// Of the gap that is kept: to so much less than is asked nothing is done.
constexpr double k_lack_that_matters = 0x1p-8;
/// Of the gap that is kept: what has to be left of it where few stand still. Lifting them by more would cost energy.
constexpr double k_laid_gap = 0x1p-7;

void stand_still(std::span<ContactBody> bodies) noexcept {
  for (ContactBody& body : bodies) {
    body.velocity = {};
    body.spin = 0;
  }
}

}  // namespace

/// How fast a pair has to be pushed apart; negative: how fast it may yet come nearer. `end`: its gap when the step ends, if
/// nothing pushes it.
void RotatingStep::ask_to_push(ContactPoint& p, double end, double resting) const noexcept {
  // Down to half of the gap nothing is done: at rest nothing moves.
  double enough = 0.5 * p.target;
  double asked = p.target;
  // What stands still closer than that stays as it is: in a stack the gaps add up.
  const Vec2 way_a = velocity_at(bodies_[p.a], p.arm_a);
  const Vec2 way_b = velocity_at(bodies_[p.b], p.arm_b);
  const double still = k_still * resting;
  if (std::max(dot(way_a, way_a), dot(way_b, way_b)) < still * still) {
    asked = enough = std::min(enough, std::max(p.gap, k_laid_gap * p.target));
  }
  const double gap = std::min(p.gap, end);
  double aim = enough;
  if (gap < enough) {
    // What the solver has left unsolved is taken back at once, an older lack bit by bit.
    const bool matters = gap < enough - k_lack_that_matters * p.target;
    aim = matters ? std::max(gap + k_push_share * (asked - gap), std::min(k_given_skin * p.target, enough)) : gap;
  }
  p.least = (aim - gap) / dt_;
  p.tolerance = 0.5 * std::max(aim, 0.0) / dt_;
}

/// `joined`: from there on points stand where they were met.
void RotatingStep::correct_positions(std::size_t joined) {
  std::vector<ContactPoint> points = points_;
  take_turns(bodies_, dt_, turns_);
  for (std::size_t k = 0; k < points.size(); ++k) {
    const ContactPoint& p = points[k];
    const double end = k < joined ? gap_after(p, bodies_, turns_, dt_)
                                  : p.gap + dt_ * dot(relative_velocity(p, bodies_[p.a], bodies_[p.b]), p.normal);
    ask_to_push(points[k], end, resting_speed(resting_[k].a, resting_[k].b));
    points[k].impulse = k < push_impulses_.size() ? push_impulses_[k] : 0;
  }
  if (std::ranges::none_of(points, [](const ContactPoint& p) { return p.least > 0; })) return pushes_.clear();
  pushes_ = bodies_;
  stand_still(pushes_);
  islands_.for_each(pushes_, points, [&](auto bodies, auto own, auto indices) {
    push(bodies, own, moves(indices) ? k_moving_push_rounds : k_push_rounds);
  });
  push_impulses_.clear();
  for (const ContactPoint& p : points) push_impulses_.push_back(p.impulse);
}

/// Makes the bodies' motions those, beside their own, that give the points the speeds that they ask for. It begins with the
/// impulses of the points.
void RotatingStep::push(std::span<ContactBody> bodies, std::span<ContactPoint> points, int most_rounds) {
  double fastest = 0;
  for (ContactPoint& p : points) {
    fastest = std::max(fastest, p.least);
    p.friction = p.friction_impulse = 0;
  }
  stand_still(bodies);
  if (!(fastest > 0)) {
    for (ContactPoint& p : points) p.impulse = 0;
    return;
  }
  solver_.solve(bodies, points, {k_push_precision * fastest, 0, most_rounds, true});
}

/// Lifting costs.
void RotatingStep::record_push(const RotatingBody& m, double t) {
  if (m.push == Vec2{}) return;
  state_.now.exchanged_energy.add(-m.mass * dot(m.pull, m.push) * (t - m.since));
}

}  // namespace carom::detail
