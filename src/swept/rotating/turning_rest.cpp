#include <algorithm>
#include <cmath>
#include <iterator>
#include <tuple>

#include "carom/math/tolerances.hpp"
#include "carom/shapes/mass.hpp"
#include "swept/rotating/turning_step.hpp"
#include "world/images.hpp"

// What rests: contacts that persist, held together while the fields press them.
namespace carom::detail {
namespace {

/// Of the resting speed: the precision to which resting contacts are solved.
constexpr double k_solved = 1.0 / (1U << 14U);
/// Most steps need a few, because they go on from the impulses of the last one.
constexpr int k_most_rounds = 2000;

std::tuple<std::uint64_t, std::uint64_t, std::uint64_t> order_of(const World::HeldPoint& p) noexcept {
  return {p.a, p.b, p.feature};
}

}  // namespace

void TurningStep::load_bodies() {
  bodies_.clear();
  for (const TurningMember& m : members_) bodies_.push_back({m.velocity, m.spin, m.inverse_mass, m.inverse_inertia});
  bodies_.emplace_back();
}

/// Faster than the fields drive it: that will be an impact, not rest.
bool TurningStep::rests(const NearTurning& near, bool touched) const {
  const double speed = resting_speed(near.a, near.b);
  if (!(speed > 0)) return false;
  const double restitution = law(near.a, near.b).restitution;
  const bool laid = !touched && !(restitution < 1);
  for (std::uint32_t k = near.first; k < near.first + near.count; ++k) {
    const ContactPoint& p = points_[k];
    const double closing = -dot(relative_velocity(p, before_[p.a], before_[p.b]), p.normal);
    // What has been laid down rests, whatever its rebound; what hops does not.
    if (laid && (std::abs(closing) > k_solved * speed || p.gap > p.target)) return false;
    if (closing > (touched ? k_rest_speeds : 1) * speed || restitution * closing > speed) return false;
  }
  return true;
}

/// Of the places at which some are near each other, those of pairs at rest.
void TurningStep::choose_points() {
  std::size_t chosen = 0;
  PairSet::Reader touching(state_.now.touching);
  for (NearTurning& near : near_) {
    near.held = near.count > 0 && rests(near, touching.contains(key(near.a, near.b)));
    if (!near.held) continue;
    for (std::uint32_t k = near.first; k < near.first + near.count; ++k, ++chosen) {
      resting_[chosen] = resting_[k];
      points_[chosen] = points_[k];
    }
  }
  resting_.resize(chosen);
  points_.resize(chosen);
}

/// The solver begins where the last step has left off.
void TurningStep::recall_impulses() {
  const auto& known = state_.now.points;
  auto from = known.begin();
  for (std::size_t k = 0; k < points_.size(); ++k) {
    const PairKey pair = passing_key(resting_[k].a, resting_[k].b);
    const std::tuple asked(pair.a, pair.b, resting_[k].feature);
    from = first_from(from, known.begin(), known.end(), [&](const auto& p) { return order_of(p) < asked; });
    if (from == known.end() || order_of(*from) != asked) continue;
    points_[k].impulse = from->impulse;
    points_[k].friction_impulse = from->friction_impulse;
  }
}

void TurningStep::keep_impulses() {
  auto& known = state_.now.points;
  known.clear();
  for (std::size_t k = 0; k < points_.size(); ++k) {
    const PairKey pair = passing_key(resting_[k].a, resting_[k].b);
    known.push_back({pair.a, pair.b, resting_[k].feature, points_[k].impulse, points_[k].friction_impulse});
  }
  // What rests is in order, but for the few points of each pair; what has come to rest within the step stands behind it.
  const auto is_other = [](const World::HeldPoint& p, const World::HeldPoint& q) { return p.a != q.a || p.b != q.b; };
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
  std::vector<World::HeldPoint> all;
  all.reserve(known.size());
  std::merge(known.begin(), behind, behind, known.end(), std::back_inserter(all),
             [](const auto& p, const auto& q) { return order_of(p) < order_of(q); });
  known.swap(all);
}

/// Before anything is foretold: the drift of what rests, all of it at once.
void TurningStep::hold() {
  if (points_.empty()) return;
  // As they were before the fields' kick.
  load_bodies();
  before_ = bodies_;
  for (std::uint32_t k = 0; k < members_.size(); ++k) {
    before_[k].velocity = before_[k].velocity - lead_ * members_[k].pull;
  }
  choose_points();
  if (points_.empty()) return;
  recall_impulses();
  double fastest = 0;
  for (const TurningMember& m : members_) fastest = std::max(fastest, 0.5 * dt_ * m.pulled);
  effort_ = {k_solved * fastest, fastest, k_most_rounds};
  state_.now.policies.rests += points_.size();
  solver_.solve_ahead(bodies_, points_, dt_, effort_);
  push_off();
  take_motions();
  book_work(before_);
}

/// As they are solved, and what pushes them off each other.
void TurningStep::take_motions() {
  for (std::uint32_t k = 0; k < members_.size(); ++k) {
    TurningMember& m = members_[k];
    if (!(m.inverse_mass > 0)) continue;
    if (!pushes_.empty()) {
      m.push = pushes_[k].velocity;
      m.push_spin = pushes_[k].spin;
    }
    const Vec2 velocity = bodies_[k].velocity + m.push;
    const double spin = bodies_[k].spin + m.push_spin;
    if (velocity == m.velocity && spin == m.spin) continue;
    m.velocity = velocity;
    m.spin = spin;
    ++m.version;
    ContactBody kicked = before_[k];
    kicked.velocity = kicked.velocity + lead_ * m.pull;
    be_held(m, kicked, bodies_[k], lead_);
  }
}

/// The work that the contacts do on what they move: impulse times the mean of the speeds before the fields' kick and now.
/// What is fixed and moves, or spins and is not turned, gives or takes the rest of it.
void TurningStep::book_work(std::span<const ContactBody> before) {
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
void TurningStep::bring_to_the_end(ContactPoint& p) const {
  const SinCos turn_a = turns_[p.a];
  const SinCos turn_b = turns_[p.b];
  const Vec2 before = p.normal;
  Vec2 centers = member(p.a).at - member(p.a).at_start;
  if (p.b < members_.size()) centers = centers - (member(p.b).at - member(p.b).at_start);
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
  const Vec2 way = centers + (arm_a - p.arm_a) - (p.b < members_.size() ? arm_b - p.arm_b : Vec2{});
  p.gap = dot(p.normal, p.gap * before + way);
  p.arm_a = arm_a;
  p.arm_b = arm_b;
}

/// After the second kick: what is still in touch does not press into each other.
void TurningStep::hold_again() {
  touching_.clear();
  std::size_t kept = 0;
  turns_.clear();
  for (const TurningMember& m : members_) turns_.push_back(quick_sin_cos(m.angle - m.angle_start));
  turns_.emplace_back();
  double fastest = 0;
  for (std::size_t k = 0; k < points_.size(); ++k) {
    const RestingPoint r = resting_[k];
    ContactPoint p = points_[k];
    if (member(r.a).gone || (!is_edge(r.b) && member(r.b).gone)) continue;
    // Somebody may have come since: the edges stand after the last.
    if (is_edge(r.b)) p.b = static_cast<std::uint32_t>(members_.size());
    bring_to_the_end(p);
    if (p.gap > near_gap(r.a, r.b)) continue;
    touching_.push_back(key(r.a, r.b));
    p.least = least_speed(p, dt_);
    fastest = std::max(fastest, resting_speed(r.a, r.b));
    points_[kept] = p;
    resting_[kept] = r;
    ++kept;
  }
  for (const auto& [a, b] : settled_) {
    if (!member(a).gone && (is_edge(b) || !member(b).gone)) touching_.push_back(key(a, b));
  }
  points_.resize(kept);
  resting_.resize(kept);
  fastest = std::max(fastest, find_settled());
  load_bodies();
  solver_.solve(bodies_, points_, k_solved * fastest, k_most_rounds);
  book_work(before_);
  keep_impulses();
  for (std::uint32_t k = 0; k < members_.size(); ++k) {
    TurningMember& m = members_[k];
    if (m.gone || !(m.inverse_mass > 0)) continue;
    m.velocity = bodies_[k].velocity;
    m.spin = bodies_[k].spin;
  }
  state_.now.touching.take(touching_);
}

}  // namespace carom::detail
