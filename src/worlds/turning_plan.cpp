#include <algorithm>
#include <iterator>
#include <limits>

#include "carom/shapes/mass.hpp"
#include "worlds/push_at.hpp"
#include "worlds/turning_step.hpp"

// What crowds are about to meet within the step, answered ahead: in a heap every answer moves everybody, so all of them are
// found first and solved at once, together with what rests.
namespace carom::detail {
namespace {

/// How often what is met after solving is solved, too; what is left then is answered when it happens.
constexpr int k_most_plans = 4;
/// Of what solving may leave over: when all need not go on.
constexpr double k_enough = 1.0 / 8;

/// Of the gap that is kept: up to it, what carries something stays where it is.
constexpr double k_carrying_gap = 4;

/// How often a rebound is passed on: no way depends on it any more, and what is left over is the next step's.
constexpr int k_rebound_rounds = 8;

/// Within a crowd nothing rebounds that would be slower than so many times what the fields give in half a step.
constexpr double k_unnoticed = 4;
/// What would come nearer by more than this fraction of its size within the step is an impact of its own.
constexpr double k_ahead_share = 1;

/// Who has given way more often in a step is answered together with all that it moves.
constexpr std::uint32_t k_most_brushes = 30;
constexpr int k_brush_rounds = 20;

}  // namespace

/// The drift of those that rest in a crowd and of what they are about to meet, all of it at once.
void TurningStep::hold_crowds() {
  leftovers_.meet(bodies_, points_);
  for (ContactPoint& p : points_) take_gap(p);
  // What turns goes on turning: as it did, the arcs will lead it.
  solver_.look_ahead(before_, points_, dt_, effort_);
  meet_ahead();
  solve_crowds();
  push_off();
}

/// May the gap be used up? Not more than that in a step is what solving may leave over.
void TurningStep::take_gap(ContactPoint& p) const noexcept {
  // What has carried something stays where it is: it need not close first. Else a little more gap would shift its load to
  // others, and back again when they are lower.
  const bool crowds = in_crowd(p.a) || (p.b < members_.size() && in_crowd(p.b));
  const bool carries = p.impulse > 0 && p.gap < k_carrying_gap * p.target;
  p.least = crowds && carries ? 0 : least_speed(p, dt_);
  p.tolerance = std::clamp(p.gap, k_least_gap * p.target, p.target) / dt_;
}

/// A push is carried through a heap by all together, what is left over then from one to the next.
void TurningStep::solve_crowds() {
  if (solve_side_by_side(effort_.most_rounds) < effort_.most_rounds) return;
  lanes_.find_lacking(lacking_);
  answer_leftovers(lacking_);
}

int TurningStep::solve_side_by_side(int most_rounds) {
  return lanes_.solve(bodies_, points_, effort_.precision, most_rounds, k_enough);
}

void TurningStep::answer_leftovers(std::span<const std::uint32_t> first) {
  leftovers_.solve(bodies_, points_, std::span(points_), first, k_local_rounds);
}

void TurningStep::plan() {
  if (crowded_) stray();
  foretell_all();
  for (int k = 0; crowded_ && k < k_most_plans && !guard().stopped() && find_ahead(); ++k) plan_again();
  if (guard().stopped()) return;
  for (const TurningItem& item : told_) push(item.t, item.a, item.b, TurningHappening::tell, item.contact);
  if (points_.empty()) return;
  book_work(before_);
  planned_work_ = work_between(before_);
}

/// With what has been found to be met.
void TurningStep::plan_again() {
  answer_leftovers(asking_);
  push_off_again();
  take_motions();
  stray();
  foretell_moved();
}

/// Do they not rebound, or so slowly that nobody within a crowd would notice?
bool TurningStep::is_crowds(std::uint32_t a, std::uint32_t b, double closing) const {
  const bool first = in_crowd(a);
  const bool second = in_crowd(b);
  if (!plain_ || (!first && !second) || !(resting_speed(a, b) > 0)) return false;
  const double restitution = law(a, b).restitution;
  if (!(restitution < 1)) return false;
  const double reach = std::min(member(a).reach, is_edge(b) ? member(a).reach : member(b).reach);
  return dt_ * closing < k_ahead_share * reach;
}

/// How fast they part in the end; not at all, if nobody would notice within a crowd.
double TurningStep::rebound(std::uint32_t a, std::uint32_t b, double closing) const {
  const double speed = law(a, b).restitution * closing;
  const bool inside = (in_crowd(a) || !member(a).movable()) && (is_edge(b) || in_crowd(b) || !member(b).movable());
  return speed < (inside ? k_unnoticed : 1) * resting_speed(a, b) ? 0 : speed;
}

/// What those that are not at rest would meet if nothing but the fields moved anybody.
void TurningStep::meet_ahead() {
  for (NearTurning& near : near_) {
    if (work(1)) return;
    if (near.held || !plain_ || (!in_crowd(near.a) && !in_crowd(near.b))) continue;
    if (stays_apart(near)) continue;
    if (const auto contact = meeting(near.a, near.b, near.shift)) {
      (void)meet_ahead({contact->t, near.a, near.b, 0, 0, TurningHappening::meet, *contact});
    }
  }
}

/// Does it ask for anything new?
bool TurningStep::meet_ahead(const TurningItem& item) {
  Touching touch{item.a, item.b, item.t, shift_between(item.a, item.b, item.t), item.contact};
  touch.contact.t = item.t;
  const double closing = closing_at(touch);
  if (!is_crowds(item.a, item.b, closing)) return false;
  if (ahead_.emplace(Pair{item.a, item.b}, closing).second && !silent(touch, closing)) told_.push_back(item);
  return add_ahead(touch, rebound(item.a, item.b, closing));
}

/// Of what is foretold. Is there anything?
bool TurningStep::find_ahead() {
  bool found = false;
  asking_.clear();
  std::vector<TurningItem> items;
  std::ranges::copy_if(queue_, std::back_inserter(items),
                       [&](const TurningItem& item) { return item.what == TurningHappening::meet && !is_void(item); });
  std::ranges::sort(items, [this](const TurningItem& x, const TurningItem& y) { return later(y, x); });
  for (const TurningItem& item : items) {
    found = meet_ahead(item) || found;
  }
  return found;
}

/// A place that is met later, as it is when the step begins: the normal is that of the meeting.
ContactPoint TurningStep::at_start(ContactPoint p, const Touching& touch) const {
  const auto motion = [&](std::uint32_t who, Vec2 arm) {
    const TurningMember& m = member(who);
    return velocity_at(m.velocity, m.spin, arm);
  };
  Vec2 way = motion(touch.a, p.arm_a);
  if (!is_edge(touch.b)) way = way - motion(touch.b, p.arm_b);
  p.gap -= touch.t * dot(way, p.normal);
  const auto back = [&](std::uint32_t who, Vec2 arm) {
    return turned(arm, quick_sin_cos(-member(who).spin * touch.t));
  };
  p.arm_a = back(touch.a, p.arm_a);
  if (!is_edge(touch.b)) p.arm_b = back(touch.b, p.arm_b);
  return p;
}

/// The places at which two will touch, as constraints from now on. Does that ask for anything new?
bool TurningStep::add_ahead(const Touching& touch, double rebound) {
  const std::uint32_t b = is_edge(touch.b) ? static_cast<std::uint32_t>(members_.size()) : touch.b;
  bool asks = false;
  const auto add = [&](ContactPoint p, std::uint64_t feature) {
    p.a = touch.a;
    p.b = b;
    p = at_start(p, touch);
    p.rebound = rebound;
    // What pushes them is no motion of theirs.
    Vec2 push = member(touch.a).push;
    if (!is_edge(touch.b)) push = push - member(touch.b).push;
    p.least = -(p.gap - 0.5 * p.target) / dt_ - dot(push, p.normal);
    p.tolerance = 0.5 * p.target / dt_;
    std::optional<std::uint32_t> known;
    for_each_point(touch.a, touch.b, [&](std::uint32_t k) {
      if (resting_[k].feature == feature) known = k;
    });
    if (!known) {
      asking_.push_back(static_cast<std::uint32_t>(points_.size()));
      resting_.push_back({touch.a, touch.b, feature, true});
      points_.push_back(p);
      leftovers_.meet_more(bodies_, points_);
      asks = true;
      return;
    }
    if (!(p.least > points_[*known].least)) return;
    points_[*known].least = p.least;
    asking_.push_back(*known);
    asks = true;
  };
  const auto places = places_of(touch.a, touch.b, touch.t, touch.shift, near_gap(touch.a, touch.b));
  for (const Touched& place : places) {
    add(point_of(place, touch.a, touch.b, touch.t, touch.shift), feature_of(place, is_edge(touch.b)));
  }
  if (places.empty()) {
    ContactPoint met = point_met(touch);
    met.target = hold_gap(touch.a, touch.b);
    add(met, 0);
  }
  return asks;
}

/// What was answered ahead, when it happens: if it was needed.
void TurningStep::tell(const TurningItem& item) {
  Vec2 exchanged;
  bool presses = false;
  for_each_point(item.a, item.b, [&](std::uint32_t k) {
    exchanged = exchanged + push_at(points_[k]);
    presses = presses || points_[k].impulse > 0;
  });
  if (!presses) return;
  Touching touch{item.a, item.b, item.t, {}, item.contact};
  touch.contact.t = item.t;
  book(touch, law(item.a, item.b), std::max(ahead_.at({item.a, item.b}), 0.0), length(exchanged), 0, true);
}

/// When the step ends, those that have met in it part; not by more than their meeting has taken.
void TurningStep::let_rebound() {
  asking_.clear();
  for (std::uint32_t k = 0; k < points_.size(); ++k) {
    if (points_[k].rebound > 0) asking_.push_back(k);
  }
  if (asking_.empty()) return;
  const std::vector<ContactBody> bodies = bodies_;
  std::vector<ContactLoad> loads(points_.begin(), points_.end());
  for (const std::uint32_t k : asking_) points_[k].least = points_[k].rebound;
  leftovers_.meet(bodies_, points_);
  leftovers_.solve(bodies_, points_, std::span(points_), asking_, k_rebound_rounds);
  if (!(planned_work_ + work_between(before_) > 0)) return;
  bodies_ = bodies;
  for (std::size_t k = 0; k < loads.size(); ++k) static_cast<ContactLoad&>(points_[k]) = loads[k];
}

/// In a crowd, unless they have to give way again and again.
bool TurningStep::may_brush(const Touching& touch, double closing) {
  if (!is_crowds(touch.a, touch.b, closing)) return false;
  const auto gives_way = [&](std::uint32_t who) {
    return !is_edge(who) && member(who).movable() && ++member(who).brushes <= k_most_brushes;
  };
  const bool first = gives_way(touch.a);
  return gives_way(touch.b) || first;
}

/// Their ways part a little; their own motions stay as they are until all are solved again, when the step ends.
void TurningStep::brush(const Touching& touch, const ContactBody& a, const ContactBody& b, double closing) {
  // Told once in a step.
  const bool news = settled_.insert({touch.a, touch.b}).second && !ahead_.contains({touch.a, touch.b});
  if (news && !silent(touch, closing)) book(touch, law(touch.a, touch.b), std::max(closing, 0.0), 0, 0, true);
  const ContactBody own[2] = {a, b};
  // On the way it had, but for what has become of its own motion.
  const auto way_of = [&](std::uint32_t who, const ContactBody& now) -> ContactBody {
    if (is_edge(who)) return {};
    const TurningMember& m = member(who);
    if (!m.movable()) return now;
    return {now.velocity - lag(m, touch.t) + m.push, now.spin + m.push_spin, m.inverse_mass, m.inverse_inertia};
  };
  const double left = time_left(touch.t);
  ContactBody ways[2] = {way_of(touch.a, a), way_of(touch.b, b)};
  std::vector<ContactPoint> points = points_of(touch, near_gap(touch.a, touch.b));
  points.push_back(point_met(touch));
  points.back().target = hold_gap(touch.a, touch.b);
  for (ContactPoint& p : points) {
    p.b = 1;
    p.friction = 0;
    p.least = (0.5 * p.target - p.gap) / left;
  }
  solver_.solve(ways, points, 0.125 * points.back().target / left, k_brush_rounds);
  std::vector<std::uint32_t> changed;
  for (std::uint32_t k = 0; k < 2; ++k) {
    const std::uint32_t who = k == 0 ? touch.a : touch.b;
    if (is_edge(who) || !member(who).movable()) continue;
    const Vec2 course = own[k].velocity - lag(member(who), touch.t);
    take_course(who, touch.t, own[k], false, {ways[k].velocity - course, ways[k].spin - own[k].spin, 0, 0});
    changed.push_back(who);
  }
  foretell_flights(changed);
}

}  // namespace carom::detail
