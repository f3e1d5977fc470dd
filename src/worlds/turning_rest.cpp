#include <algorithm>
#include <cmath>
#include <tuple>

#include "carom/math/tolerances.hpp"
#include "carom/shapes/mass.hpp"
#include "carom/toi/turning.hpp"
#include "worlds/turning_step.hpp"

// What rests: contacts that persist, held together while the fields press them.
namespace carom::detail {
namespace {

/// Of the resting speed: the precision to which resting contacts are solved.
constexpr double k_solved = 1.0 / (1U << 14U);
constexpr int k_most_rounds = 500;
constexpr int k_push_rounds = 500;
/// How much of a gap that is too small is taken back in a step.
constexpr double k_push_share = 0.2;
/// Closing speeds up to so many times what the fields give in half a step are those of a pair at rest; of one that was not
/// in touch before, up to once as much.
constexpr double k_rest_speeds = 4;

std::uint64_t feature_of(const ManifoldPoint& p) noexcept {
  const auto one = [](const Feature& f) {
    return (static_cast<std::uint64_t>(f.kind) << 30U) | static_cast<std::uint64_t>(f.index);
  };
  return (one(p.on_a) << 32U) | one(p.on_b);
}

}  // namespace

/// Half of what the fields give in a step: no slower rebound can be told from rest.
double TurningStep::resting_speed(std::uint32_t a, std::uint32_t b) const noexcept {
  const double other = is_edge(b) ? 0 : length(member(b).pull);
  return 0.5 * dt_ * std::max(length(member(a).pull), other);
}

/// The gap that a pair at rest keeps.
double TurningStep::hold_gap(std::uint32_t a, std::uint32_t b) const noexcept {
  const double other = is_edge(b) ? member(a).reach : member(b).reach;
  return k_hold_gap * std::min(member(a).reach, other);
}

/// A pair that is further apart is not at rest.
double TurningStep::near_gap(std::uint32_t a, std::uint32_t b) const noexcept {
  const double held = hold_gap(a, b);
  return std::clamp(2 * resting_speed(a, b) * dt_, 4 * held, (k_near_share / k_hold_gap) * held);
}

/// Where two touch, if they do; else how far apart their boxes are.
void TurningStep::find_points(NearTurning& near) {
  const TurningMember& a = member(near.a);
  const double within = near_gap(near.a, near.b);
  const Vec2 low = a.at + a.box.low;
  const Vec2 high = a.at + a.box.high;
  double apart = 0;
  if (is_edge(near.b)) {
    const Bounds& bounds = *state_.settings.bounds;
    switch (near.b - k_turning_edge) {
      case 0: apart = low.x - bounds.min.x; break;
      case 1: apart = bounds.max.x - high.x; break;
      case 2: apart = low.y - bounds.min.y; break;
      default: apart = bounds.max.y - high.y;
    }
  } else if (!a.boundless && !member(near.b).boundless) {
    const TurningMember& b = member(near.b);
    const Vec2 at = b.at + near.shift;
    apart = std::max({at.x + b.box.low.x - high.x, low.x - (at.x + b.box.high.x), at.y + b.box.low.y - high.y,
                      low.y - (at.y + b.box.high.y)});
  }
  near.apart = std::max(apart, 0.0);
  near.first = static_cast<std::uint32_t>(resting_.size());
  if (apart > within) return;
  if (!is_edge(near.b) && (!may_meet(near.a, near.b) || passes(near.a, near.b))) return;
  if (is_edge(near.b) && passes(near.a, near.b)) return;
  const TurningShape first = shape(near.a, 0, 0, {}, {});
  const TurningShape second = is_edge(near.b) ? TurningShape(edge(near.b)) : shape(near.b, 0, 0, near.shift, {});
  std::vector<ManifoldPoint> found = manifold(first, second, 0, within);
  if (found.empty() && state_.now.touching.contains(key(near.a, near.b))) {
    // Deeper in each other than a manifold tells: one of those that were left to themselves.
    const Impact deep = turning_impact(first, second);
    if (deep.outcome == Outcome::overlap) {
      found.push_back({deep.contact.point, deep.contact.normal, -deep.contact.depth, {}, {}});
    }
  }
  double least = within;
  const auto edges = static_cast<std::uint32_t>(members_.size());
  for (const ManifoldPoint& p : found) {
    least = std::min(least, p.gap);
    resting_.push_back({near.a, near.b, feature_of(p)});
    points_.push_back(point_of(p, near.a, near.b, 0, near.shift));
    points_.back().a = near.a;
    points_.back().b = is_edge(near.b) ? edges : near.b;
  }
  near.count = static_cast<std::uint32_t>(found.size());
  near.apart = std::max(near.apart, std::max(least, 0.0));
  // A manifold speaks of what is in front of each other within the gap; concave shapes may be nearer elsewhere.
  if (found.empty()) near.apart = std::max(apart, 0.0);
}

/// A place at which two touch, for the solver; which bodies they are there is the caller's business.
ContactPoint TurningStep::point_of(const ManifoldPoint& p, std::uint32_t a, std::uint32_t b, double t,
                                   Vec2 shift) const {
  ContactPoint point;
  point.normal = p.normal;
  point.arm_a = p.point - member(a).position(t);
  if (!is_edge(b)) point.arm_b = p.point - member(b).position(t) - shift;
  point.friction = friction(a, b);
  point.gap = p.gap;
  point.target = hold_gap(a, b);
  if (p.on_a.kind == FeatureKind::face) point.bearer = Bearer::a;
  if (p.on_b.kind == FeatureKind::face) point.bearer = Bearer::b;
  point.round_a = p.on_a.kind == FeatureKind::round;
  point.round_b = p.on_b.kind == FeatureKind::round;
  // From inside, both arms point the same way.
  point.inside = point.round_a && point.round_b && dot(point.arm_a, point.arm_b) > 0;
  return point;
}

void TurningStep::load_bodies() {
  bodies_.clear();
  for (const TurningMember& m : members_) bodies_.push_back({m.velocity, m.spin, m.inverse_mass, m.inverse_inertia});
  bodies_.emplace_back();
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
  std::vector<RestingPoint> resting;
  std::vector<ContactPoint> points;
  double fastest = 0;
  for (NearTurning& near : near_) {
    const double speed = resting_speed(near.a, near.b);
    // Faster than the fields drive it: that will be an impact, not rest.
    const bool touched = near.count > 0 && state_.now.touching.contains(key(near.a, near.b));
    const double restitution = near.count > 0 ? law(near.a, near.b).restitution : 0;
    bool rests = speed > 0 && (touched || restitution < 1);
    for (std::uint32_t k = near.first; k < near.first + near.count; ++k) {
      const ContactPoint& p = points_[k];
      const Vec2 way = velocity_at(before_[p.a].velocity, before_[p.a].spin, p.arm_a) -
                       velocity_at(before_[p.b].velocity, before_[p.b].spin, p.arm_b);
      const double closing = -dot(way, p.normal);
      if (closing > (touched ? k_rest_speeds : 1) * speed || restitution * closing > speed) rests = false;
    }
    const auto first = static_cast<std::uint32_t>(points.size());
    for (std::uint32_t k = near.first; rests && k < near.first + near.count; ++k) {
      resting.push_back(resting_[k]);
      points.push_back(points_[k]);
      fastest = std::max(fastest, speed);
    }
    near.first = first;
    near.count = static_cast<std::uint32_t>(points.size()) - first;
  }
  resting_.swap(resting);
  points_.swap(points);
  if (points_.empty()) return;
  // Where the last step has left off.
  const auto& known = state_.now.points;
  const auto before = [](const World::HeldPoint& x, const World::HeldPoint& y) {
    return std::tuple(x.a, x.b, x.feature) < std::tuple(y.a, y.b, y.feature);
  };
  for (std::size_t k = 0; k < points_.size(); ++k) {
    const RestingPoint& r = resting_[k];
    World::HeldPoint asked;
    const PairKey pair = passing_key(r.a, r.b);
    asked.a = pair.a;
    asked.b = pair.b;
    asked.feature = r.feature;
    const auto found = std::ranges::lower_bound(known, asked, before);
    if (found == known.end() || before(asked, *found)) continue;
    points_[k].impulse = found->impulse;
    points_[k].friction_impulse = found->friction_impulse;
  }
  solver_.solve_ahead(bodies_, points_, dt_, {k_solved * fastest, fastest, k_most_rounds});
  state_.now.policies.rests += points_.size();
  book_work(before_);
  for (std::uint32_t k = 0; k < members_.size(); ++k) {
    TurningMember& m = members_[k];
    if (!(m.inverse_mass > 0)) continue;
    // What holds a body is there during the whole drift, as the fields are: for a contact on the way they are one.
    if (!(bodies_[k].velocity == m.velocity && bodies_[k].spin == m.spin)) {
      m.held = true;
      m.acceleration = {};
    }
    m.velocity = bodies_[k].velocity;
    m.spin = bodies_[k].spin;
  }
  push_off();
}

/// The work that the contacts do on what they move: impulse times the mean of the speeds before the fields' kick and now.
/// What is fixed and moves gives or takes the rest of it.
void TurningStep::book_work(std::span<const ContactBody> before) {
  double work = 0;
  for (const ContactPoint& p : points_) {
    const auto own = [](const ContactBody& body, Vec2 arm) {
      return body.inverse_mass > 0 ? velocity_at(body.velocity, body.spin, arm) : Vec2{};
    };
    const auto way = [&](std::span<const ContactBody> bodies) {
      return own(bodies[p.a], p.arm_a) - own(bodies[p.b], p.arm_b);
    };
    const Vec2 mean = 0.5 * (way(before) + way(bodies_));
    work += p.impulse * dot(mean, p.normal) + p.friction_impulse * dot(mean, perpendicular(p.normal));
  }
  state_.now.exchanged_energy.add(work);
}

/// What has come too close is taken off each other, slowly: by places, not by speeds that would stay.
void TurningStep::push_off() {
  std::vector<ContactPoint> points = points_;
  for (std::size_t k = 0; k < points.size(); ++k) {
    const ContactPoint& p = points_[k];
    // Down to half of the gap nothing is done: at rest nothing moves.
    const double short_of = p.gap < 0.5 * p.target ? k_push_share * (p.target - p.gap) : 0.5 * p.target - p.gap;
    points[k].least = short_of / dt_;
  }
  const std::vector<ContactBody> pushes = pushes_of(bodies_, points);
  for (std::uint32_t k = 0; k < pushes.size() && k < members_.size(); ++k) {
    TurningMember& m = members_[k];
    if (!(m.inverse_mass > 0)) continue;
    m.push = pushes[k].velocity;
    m.push_spin = pushes[k].spin;
    m.velocity = m.velocity + m.push;
    m.spin += m.push_spin;
  }
}

/// The motions, beside their own, that give the points the speeds that they ask for; none, if nobody asks.
std::vector<ContactBody> TurningStep::pushes_of(std::vector<ContactBody> bodies, std::vector<ContactPoint>& points) {
  double fastest = 0;
  for (ContactPoint& p : points) {
    fastest = std::max(fastest, p.least);
    p.friction = p.impulse = p.friction_impulse = 0;
  }
  if (!(fastest > 0)) return {};
  for (ContactBody& body : bodies) {
    body.velocity = {};
    body.spin = 0;
  }
  solver_.solve(bodies, points, 0x1p-6 * fastest, k_push_rounds);
  return bodies;
}

/// Lifting costs.
void TurningStep::book_push(const TurningMember& m, double t) {
  if (m.push == Vec2{}) return;
  state_.now.exchanged_energy.add(-m.mass * dot(m.pull, m.push) * (t - m.since));
}

/// The same place when the step ends: normal and arms have turned, the gap is another one.
void TurningStep::bring_to_the_end(ContactPoint& p) const {
  const auto turn = [&](std::uint32_t who) {
    return who < members_.size() ? sin_cos(member(who).angle - member(who).angle_start) : SinCos{};
  };
  const SinCos turn_a = turn(p.a);
  const SinCos turn_b = turn(p.b);
  const Vec2 before = p.normal;
  if (p.bearer == Bearer::a) p.normal = turned(p.normal, turn_a);
  if (p.bearer == Bearer::b) p.normal = turned(p.normal, turn_b);
  const auto arm = [&](Vec2 at_start, SinCos by, bool round, double sign) {
    return round ? at_start + sign * length(at_start) * (p.normal - before) : turned(at_start, by);
  };
  const Vec2 arm_a = arm(p.arm_a, turn_a, p.round_a, -1);
  const Vec2 arm_b = arm(p.arm_b, turn_b, p.round_b, 1);
  Vec2 way = member(p.a).at - member(p.a).at_start + (arm_a - p.arm_a);
  if (p.b < members_.size()) way = way - (member(p.b).at - member(p.b).at_start) - (arm_b - p.arm_b);
  if (box_) way = way + nearest_shift({}, way);
  p.gap = dot(p.normal, p.gap * before + way);
  p.arm_a = arm_a;
  p.arm_b = arm_b;
}

/// After the second kick: what is still in touch does not press into each other.
void TurningStep::hold_again() {
  std::set<PairKey> touching;
  std::vector<ContactPoint> points;
  std::vector<RestingPoint> resting;
  double fastest = 0;
  for (std::size_t k = 0; k < points_.size(); ++k) {
    const RestingPoint& r = resting_[k];
    ContactPoint p = points_[k];
    if (member(r.a).gone || (!is_edge(r.b) && member(r.b).gone)) continue;
    // Somebody may have come since: the edges stand after the last.
    if (is_edge(r.b)) p.b = static_cast<std::uint32_t>(members_.size());
    bring_to_the_end(p);
    if (p.gap > near_gap(r.a, r.b)) continue;
    touching.insert(key(r.a, r.b));
    p.least = -std::max(p.gap - p.target, 0.0) / dt_;
    fastest = std::max(fastest, resting_speed(r.a, r.b));
    points.push_back(p);
    resting.push_back(r);
  }
  for (const auto& [a, b] : settled_) {
    if (!member(a).gone && (is_edge(b) || !member(b).gone)) touching.insert(key(a, b));
  }
  points_.swap(points);
  resting_.swap(resting);
  load_bodies();
  solver_.solve(bodies_, points_, k_solved * fastest, k_most_rounds);
  book_work(before_);
  state_.now.points.clear();
  for (std::size_t k = 0; k < points_.size(); ++k) {
    const PairKey pair = passing_key(resting_[k].a, resting_[k].b);
    state_.now.points.push_back({pair.a, pair.b, resting_[k].feature, points_[k].impulse, points_[k].friction_impulse});
  }
  std::ranges::sort(state_.now.points, [](const World::HeldPoint& x, const World::HeldPoint& y) {
    return std::tuple(x.a, x.b, x.feature) < std::tuple(y.a, y.b, y.feature);
  });
  for (std::uint32_t k = 0; k < members_.size(); ++k) {
    TurningMember& m = members_[k];
    if (m.gone || !(m.inverse_mass > 0)) continue;
    m.velocity = bodies_[k].velocity;
    m.spin = bodies_[k].spin;
  }
  state_.now.touching.swap(touching);
}

}  // namespace carom::detail
