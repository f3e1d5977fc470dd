#include <algorithm>
#include <cmath>
#include <iterator>
#include <tuple>

#include "carom/math/tolerances.hpp"
#include "carom/shapes/mass.hpp"
#include "solver/push_at.hpp"
#include "swept/rotating/rotating_step.hpp"
#include "world/bodies/images.hpp"

// What rests: contacts that persist, held together while the fields press them.
namespace carom::detail {
namespace {

/// Of the resting speed: the precision to which resting contacts are solved.
constexpr double k_solved = 1.0 / (1U << 14U);
/// Sweeps of an island at rest; most steps need a few, because they go on from the impulses of the last one.
constexpr int k_most_rounds = 2000;
/// Sweeps of an island in which something has an impact. What closes too fast after so many, or parts too fast, is a speed that
/// is a little wrong; position correction sees to it that nothing comes too near by that.
constexpr int k_most_moving_rounds = 30;

std::tuple<std::uint64_t, std::uint64_t, std::uint64_t> order_of(const HeldPoint& p) noexcept {
  return {p.a, p.b, p.feature};
}

}  // namespace

void RotatingStep::load_bodies() {
  bodies_.clear();
  for (const RotatingBody& m : body_data_) bodies_.push_back({m.velocity, m.spin, m.inverse_mass, m.inverse_inertia});
  bodies_.emplace_back();
}

/// True if the two may meet others within the step that are in touch, directly or through more of them: an impact of theirs is
/// solved with all of those. Impacts that somebody is to be told of before are resolved at their moment.
bool RotatingStep::in_island(std::uint32_t a, std::uint32_t b, bool touched) const {
  const std::uint32_t own = touched ? 1 : 0;
  if (has_callbacks(a, b)) return false;
  if (is_fast(a) || is_fast(b)) return data_of(a).touches > own || (!is_edge(b) && data_of(b).touches > own);
  return data_of(data_of(a).movable() ? a : b).touches_around > own;
}

/// Where it depends on the speed, that of the point that closes fastest.
double RotatingStep::restitution_of(const NearRotating& near) const {
  double closing = 0;
  for (std::uint32_t k = near.first; k < near.first + near.count; ++k) {
    const ContactPoint& p = points_[k];
    closing = std::max(closing, -dot(relative_velocity(p, before_[p.a], before_[p.b]), p.normal));
  }
  return law(near.a, near.b).at_speed(closing).restitution;
}

/// Faster than the fields drive it: that will be an impact, not rest. Within an island both are solved at once.
bool RotatingStep::rests(const NearRotating& near) const {
  const double speed = resting_speed(near.a, near.b);
  if (!(speed > 0)) return false;
  const double restitution = restitution_of(near);
  const bool laid = !near.touched && !(restitution < 1);
  if (restitution < 1 && in_island(near.a, near.b, near.touched)) return true;
  for (std::uint32_t k = near.first; k < near.first + near.count; ++k) {
    const ContactPoint& p = points_[k];
    const double closing = -dot(relative_velocity(p, before_[p.a], before_[p.b]), p.normal);
    // What has been laid down rests, whatever its rebound; what hops does not.
    if (laid && (std::abs(closing) > k_solved * speed || p.gap > p.target)) return false;
    if (closing > (near.touched ? k_rest_speeds : 1) * speed || restitution * closing > speed) return false;
  }
  return true;
}

/// Of the places at which some are near each other, those of pairs at rest and of impacts within islands.
void RotatingStep::choose_points() {
  std::size_t chosen = 0;
  for (NearRotating& near : near_) {
    near.held = near.count > 0 && rests(near);
    if (!near.held) continue;
    const double speed = resting_speed(near.a, near.b);
    const double restitution = in_island(near.a, near.b, near.touched) ? restitution_of(near) : 0;
    for (std::uint32_t k = near.first; k < near.first + near.count; ++k, ++chosen) {
      RestingPoint r = resting_[k];
      const ContactPoint& p = points_[k];
      const double closing = -dot(relative_velocity(p, before_[p.a], before_[p.b]), p.normal);
      if (closing > (near.touched ? k_rest_speeds : 1) * speed) r.closing = closing;
      if (restitution * closing > speed) r.rebound = restitution * closing;
      resting_[chosen] = r;
      points_[chosen] = p;
    }
  }
  resting_.resize(chosen);
  points_.resize(chosen);
}

/// The impacts among what is solved, each with the moment at which the two would have met. Their motions are still those before
/// the solution.
void RotatingStep::find_island_impacts() {
  island_impacts_.clear();
  for (std::size_t k = 0; k < points_.size();) {
    const RestingPoint& r = resting_[k];
    IslandImpact impact{{r.a, r.b, 0, {}, {}}, 0, 0, {}};
    const ContactPoint* first = nullptr;
    for (; k < points_.size() && resting_[k].a == impact.touch.a && resting_[k].b == impact.touch.b; ++k) {
      if (!(points_[k].impulse > 0) || !(resting_[k].closing > impact.closing)) continue;
      impact.closing = resting_[k].closing;
      first = &points_[k];
    }
    if (first == nullptr) continue;
    BodyImpact& touch = impact.touch;
    // The image that it is, which need not be the nearest of one that is long.
    if (!is_edge(touch.b)) {
      const Vec2 between = data_of(touch.a).position(0) - data_of(touch.b).position(0);
      touch.shift = nearest_shift(between + first->arm_a - first->arm_b, period_);
    }
    if (const auto contact = next_contact(touch.a, touch.b, touch.shift)) {
      touch.contact = *contact;
      touch.t = contact->t;
    } else {
      touch.t = std::clamp(first->gap / impact.closing, 0.0, dt_);
      touch.contact.normal = first->normal;
      touch.contact.point = data_of(touch.a).position(touch.t) + first->arm_a;
    }
    touch.contact.t = touch.t;
    island_impacts_.push_back(impact);
  }
}

/// The impact of a pair; null: it has none.
RotatingStep::IslandImpact* RotatingStep::island_impact(std::uint32_t a, std::uint32_t b) noexcept {
  const auto pair_of_impact = [](const IslandImpact& one) { return std::pair(one.touch.a, one.touch.b); };
  const auto found = std::ranges::lower_bound(island_impacts_, std::pair(a, b), {}, pair_of_impact);
  return found != island_impacts_.end() && pair_of_impact(*found) == std::pair(a, b) ? &*found : nullptr;
}

void RotatingStep::sum_island_impulses() {
  if (island_impacts_.empty()) return;
  for (IslandImpact& one : island_impacts_) one.impulse = {};
  for (std::size_t k = 0; k < points_.size(); ++k) {
    IslandImpact* const impact = points_[k].impulse > 0 ? island_impact(resting_[k].a, resting_[k].b) : nullptr;
    if (impact != nullptr) impact->impulse = impact->impulse + push_at(points_[k]);
  }
}

/// With the impulses of their rebounds, which part them when the step ends.
void RotatingStep::record_island_impacts() {
  for (std::size_t k = 0; k < points_.size() && !island_impacts_.empty(); ++k) {
    IslandImpact* const impact = resting_[k].rebound > 0 ? island_impact(resting_[k].a, resting_[k].b) : nullptr;
    if (impact != nullptr) impact->impulse = impact->impulse + push_at(points_[k]);
  }
  for (const IslandImpact& one : island_impacts_) {
    // What the contacts take is recorded with the work of all that rests.
    record_contact(one.touch, law(one.touch.a, one.touch.b), one.closing, length(one.impulse), 0, true);
  }
}

/// The solver begins where the last step has left off.
void RotatingStep::recall_impulses() {
  const auto& known = state_.now.points;
  auto from = known.begin();
  for (std::size_t k = 0; k < points_.size(); ++k) {
    const PairKey pair = overlap_key(resting_[k].a, resting_[k].b);
    const std::tuple asked(pair.a, pair.b, resting_[k].feature);
    from = first_from(from, known.begin(), known.end(), [&](const auto& p) { return order_of(p) < asked; });
    if (from == known.end() || order_of(*from) != asked) continue;
    points_[k].impulse = from->impulse;
    points_[k].friction_impulse = from->friction_impulse;
  }
}

void RotatingStep::keep_impulses() {
  auto& known = state_.now.points;
  known.clear();
  for (std::size_t k = 0; k < points_.size(); ++k) {
    // What an impact takes is no guess of what the fields press.
    if (resting_[k].rebound > 0) continue;
    const PairKey pair = overlap_key(resting_[k].a, resting_[k].b);
    known.push_back({pair.a, pair.b, resting_[k].feature, points_[k].impulse, points_[k].friction_impulse});
  }
  // What rests is in order, but for the few points of each pair; what has come to rest within the step stands behind it.
  const auto is_other = [](const HeldPoint& p, const HeldPoint& q) { return p.a != q.a || p.b != q.b; };
  auto behind = known.begin();
  while (behind != known.end()) {
    if (behind != known.begin() && order_of(*behind) < order_of(*std::prev(behind))) break;
    const auto next = std::adjacent_find(behind, known.end(), is_other);
    const auto end = next == known.end() ? next : std::next(next);
    std::ranges::sort(behind, end, {}, order_of);
    behind = end;
  }
  if (behind == known.end()) return;
  std::ranges::sort(behind, known.end(), {}, order_of);
  std::vector<HeldPoint> all;
  all.reserve(known.size());
  std::merge(known.begin(), behind, behind, known.end(), std::back_inserter(all),
             [](const auto& p, const auto& q) { return order_of(p) < order_of(q); });
  known.swap(all);
}

/// Has something of an island an impact, or does it slide or roll off faster than what rests could? Its points by index.
bool RotatingStep::moves(std::span<const std::uint32_t> points) const noexcept {
  return std::ranges::any_of(points, [&](std::uint32_t k) {
    const ContactPoint& p = points_[k];
    const Vec2 way = relative_velocity(p, before_[p.a], before_[p.b]);
    const double rest = resting_speed(resting_[k].a, resting_[k].b);
    return resting_[k].closing > 0 || dot(way, way) > rest * rest;
  });
}

/// How well an island is solved.
ContactSolver::Effort RotatingStep::effort_of(std::span<const std::uint32_t> points) const noexcept {
  double fastest = 0;
  for (const std::uint32_t k : points) fastest = std::max(fastest, resting_speed(resting_[k].a, resting_[k].b));
  return {k_solved * fastest, fastest, moves(points) ? k_most_moving_rounds : k_most_rounds};
}

/// Before anything is predicted: the drift of what rests, all of it at once.
void RotatingStep::solve_resting_contacts() {
  // As they were before the fields' kick.
  load_bodies();
  before_ = bodies_;
  for (std::uint32_t k = 0; k < body_data_.size(); ++k) {
    before_[k].velocity = before_[k].velocity - kick_time_ * body_data_[k].pull;
  }
  choose_points();
  if (points_.empty()) return;
  recall_impulses();
  state_.now.policies.rests += points_.size();
  islands_.for_each(bodies_, points_, [&](auto bodies, auto points, auto indices) {
    solver_.solve_ahead(bodies, points, dt_, effort_of(indices));
  });
  correct_positions(points_.size());
  find_island_impacts();
  take_motions();
}

/// As they are solved, and what pushes them off each other.
void RotatingStep::take_motions() {
  for (std::uint32_t k = 0; k < body_data_.size(); ++k) {
    RotatingBody& m = body_data_[k];
    if (!(m.inverse_mass > 0)) continue;
    m.push = pushes_.empty() ? Vec2{} : pushes_[k].velocity;
    m.push_spin = pushes_.empty() ? 0 : pushes_[k].spin;
    const Vec2 velocity = bodies_[k].velocity + m.push;
    const double spin = bodies_[k].spin + m.push_spin;
    if (velocity == m.velocity && spin == m.spin) continue;
    // With the velocity of `kicked` its neighbours were searched.
    ContactBody kicked = before_[k];
    kicked.velocity = kicked.velocity + kick_time_ * m.pull;
    m.strays = !m.infinite && dt_ * length(velocity - kicked.velocity) * (1 + 1e-9) > search_margin(m);
    m.velocity = velocity;
    m.spin = spin;
    ++m.version;
    be_held(m, kicked, bodies_[k], kick_time_);
  }
}

/// The work that the contacts do on what they move: impulse times the mean of the speeds before the fields' kick and now.
/// What is fixed and moves, or spins and is not turned, gives or takes the rest of it.
void RotatingStep::record_resting_work(std::span<const ContactBody> before) {
  double work = 0;
  for (const ContactPoint& p : points_) {
    const auto own = [](const ContactBody& body, Vec2 arm) {
      if (!(body.inverse_mass > 0)) return Vec2{};
      return body.inverse_inertia > 0 ? velocity_at(body, arm) : body.velocity;
    };
    const auto way = [&](std::span<const ContactBody> bodies) {
      return own(bodies[p.a], p.arm_a) - own(bodies[p.b], p.arm_b);
    };
    const Vec2 mean = 0.5 * (way(before) + way(bodies_));
    work += p.impulse * dot(mean, p.normal) + p.friction_impulse * dot(mean, perpendicular(p.normal));
  }
  state_.now.exchanged_energy.add(work);
}

/// The same place when the step ends: normal and arms have turned, the gap is another one.
void RotatingStep::bring_to_the_end(ContactPoint& p) const {
  const SinCos turn_a = turns_[p.a];
  const SinCos turn_b = turns_[p.b];
  const Vec2 before = p.normal;
  Vec2 centers = data_of(p.a).at - data_of(p.a).at_start;
  if (p.b < body_data_.size()) centers = centers - (data_of(p.b).at - data_of(p.b).at_start);
  centers = nearest_image(centers, period_);
  if (p.is_centred()) {
    const auto carried = [](Vec2 arm, SinCos by) { return arm == Vec2{} ? arm : turned(arm, by) - arm; };
    const Vec2 middles = p.middles() + centers + carried(p.middle_a(), turn_a) - carried(p.middle_b(), turn_b);
    const Vec2 out = unit(middles);
    if (!(out == Vec2{})) p.normal = p.is_inside() ? -out : out;
  }
  if (p.bearer == Bearer::a) p.normal = turned(p.normal, turn_a);
  if (p.bearer == Bearer::b) p.normal = turned(p.normal, turn_b);
  const auto arm = [&](Vec2 at_start, SinCos by, const Vec2* hub) {
    if (hub == nullptr) return turned(at_start, by);
    const Vec2 middle = *hub == Vec2{} ? *hub : turned(*hub, by) - *hub;
    return at_start + middle + dot(at_start - *hub, before) * (p.normal - before);
  };
  const Vec2 arm_a = arm(p.arm_a, turn_a, p.round_a ? &p.hub_a : nullptr);
  const Vec2 arm_b = arm(p.arm_b, turn_b, p.round_b ? &p.hub_b : nullptr);
  const Vec2 way = centers + (arm_a - p.arm_a) - (p.b < body_data_.size() ? arm_b - p.arm_b : Vec2{});
  p.gap = dot(p.normal, p.gap * before + way);
  // Both are struck at one place, or the impulse would turn the two as a whole: at the corner that has slid along a face,
  // elsewhere in the middle.
  const double share = p.bearer == Bearer::b ? 0 : p.bearer == Bearer::a ? 1 : 0.5;
  p.arm_a = arm_a - share * way;
  p.arm_b = arm_b + (1 - share) * way;
}

/// After the second kick: what is still in touch does not press into each other.
void RotatingStep::solve_resting_contacts_at_end() {
  touching_.clear();
  std::size_t kept = 0;
  turns_.clear();
  for (const RotatingBody& m : body_data_) turns_.push_back(quick_sin_cos(m.angle - m.angle_start));
  turns_.emplace_back();
  for (std::size_t k = 0; k < points_.size(); ++k) {
    RestingPoint r = resting_[k];
    ContactPoint p = points_[k];
    if (data_of(r.a).gone || (!is_edge(r.b) && data_of(r.b).gone)) continue;
    // Somebody may have come since: the edges stand after the last.
    if (is_edge(r.b)) p.b = static_cast<std::uint32_t>(body_data_.size());
    bring_to_the_end(p);
    if (p.gap > speculative_margin(r.a, r.b)) continue;
    touching_.push_back(key(r.a, r.b));
    p.least = least_speed(p, dt_);
    // What an impact has taken in the drift is no guess of what the fields press.
    const IslandImpact* const joined = island_impact(r.a, r.b);
    const bool struck = p.impulse > 0 || (joined != nullptr && joined->rebound > 0);
    if (joined != nullptr) r.rebound = std::max(r.rebound, joined->rebound);
    if (r.closing > 0 || r.rebound > 0) p.impulse = p.friction_impulse = 0;
    if (struck && r.rebound > 0) p.least = r.rebound;
    points_[kept] = p;
    resting_[kept] = r;
    ++kept;
  }
  for (const auto& [a, b] : settled_) {
    if (!data_of(a).gone && (is_edge(b) || !data_of(b).gone)) touching_.push_back(key(a, b));
  }
  points_.resize(kept);
  resting_.resize(kept);
  find_settled();
  load_bodies();
  islands_.for_each(bodies_, points_,
                    [&](auto bodies, auto points, auto indices) { solver_.solve(bodies, points, effort_of(indices)); });
  record_resting_work(before_);
  record_island_impacts();
  keep_impulses();
  for (std::uint32_t k = 0; k < body_data_.size(); ++k) {
    RotatingBody& m = body_data_[k];
    if (m.gone || !(m.inverse_mass > 0)) continue;
    m.velocity = bodies_[k].velocity;
    m.spin = bodies_[k].spin;
  }
  state_.now.touching.take(touching_);
}

}  // namespace carom::detail
