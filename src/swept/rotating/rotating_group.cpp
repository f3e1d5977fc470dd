#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "carom/math/tolerances.hpp"
#include "solver/push_at.hpp"
#include "swept/rotating/rotating_step.hpp"

// Contacts of several bodies at one moment, solved together.
namespace carom::detail {
namespace {

constexpr int k_rough_rounds = 3;
constexpr int k_group_rounds = 60;
/// How often a group is solved well; who is moved by that only in the end will be met by itself.
constexpr int k_most_growths = 2;
/// A group that is solved together has at most so many bodies.
constexpr std::size_t k_largest_group = 4096;
/// Of the gap that is kept: to which it is solved.
constexpr double k_group_solved = 0x1p-3;
/// Of the speed of the two that have met: no group is solved more coarsely, however little of the step is left.
constexpr double k_group_speed = 0x1p-10;
/// Of the sizes: a way until the step ends on which two that do not close stay within the tolerance of a contact.
constexpr double k_short_way = 8 * k_rotating_gap;
/// Of the step: a shorter rest of it is taken for so long, so that speeds over it stay such.
constexpr double k_least_left = 0x1p-10;
/// Of what the fields give: contacts that change a motion by less do not hold it.
constexpr double k_unheld = 1.0 / 64;
/// Units of work (StepGuard) of looking where two of a group touch.
constexpr std::uint64_t k_see_work = 32;

}  // namespace

/// Those that are in touch at a moment, with the places at which they are.
struct RotatingStep::Group {
  double t = 0;
  double left = 0;  ///< until the step ends
  std::vector<std::uint32_t> who;
  std::vector<ContactBody> bodies;  ///< of the same
  std::vector<ContactPoint> points;
  std::vector<Pair> pairs;  ///< of the same: a body of a clump stands in `who` for all of it
  std::vector<bool> asked;  ///< of the same: its neighbours are known
  std::set<Pair> seen;
  double precision = std::numeric_limits<double>::infinity();
  double fastest = 0;

  void add(std::uint32_t one, const ContactBody& body) {
    who.push_back(one);
    bodies.push_back(body);
    asked.push_back(false);
  }
  /// The place of one in the group; nothing: not there yet.
  [[nodiscard]] std::optional<std::uint32_t> place_of(std::uint32_t one) const {
    const auto found = std::ranges::find(who, one);
    if (found == who.end()) return std::nullopt;
    return static_cast<std::uint32_t>(found - who.begin());
  }
  [[nodiscard]] bool changed(std::size_t k, const ContactBody& before, double reach) const {
    const double straight = length(bodies[k].velocity - before.velocity);
    return straight + reach * std::abs(bodies[k].spin - before.spin) > precision;
  }
};

double RotatingStep::time_left(double t) const noexcept { return std::max(dt_ - t, k_least_left * dt_); }

/// All places at which the two touch now.
std::vector<ContactPoint> RotatingStep::points_of(const BodyImpact& touch, double within) const {
  std::vector<ContactPoint> points;
  for (const Touched& place : places_of(touch.a, touch.b, touch.t, touch.shift, within)) {
    points.push_back(point_of(place, touch.a, touch.b, touch.t, touch.shift));
  }
  return points;
}

/// They meet, although nothing there closes: no more than rounding, or two corners that pass each other. They are taken off
/// each other a little.
void RotatingStep::correct_position(const BodyImpact& touch, const ContactBody& a, const ContactBody& b) {
  // So little of the step is left that they cannot get out of the tolerance of a contact: the next step goes on.
  const NearRotating near{touch.a, touch.b, touch.shift};
  const auto size = [&](std::uint32_t who) { return is_edge(who) || data_of(who).infinite ? 0 : data_of(who).reach; };
  const double sizes = size(touch.a) + size(touch.b);
  if ((dt_ - touch.t) * fastest_approach(near) < k_short_way * sizes) {
    slow_[{touch.a, touch.b}] = versions_of(touch.a, touch.b);
    return;
  }
  // In a niche two faces hold a corner: off one of them is into the other.
  const double target = contact_skin(touch.a, touch.b);
  std::vector<ContactPoint> points = points_of(touch, target);
  points.push_back(point_met(touch));
  for (ContactPoint& p : points) {
    p.b = 1;
    p.least = (0.5 * target - p.gap) / time_left(touch.t);
    p.tolerance = 0.25 * target / time_left(touch.t);
    p.impulse = 0;
  }
  ContactBody pushes[2] = {a, b};
  push(pushes, points);
  fly_on(touch.a, touch.t, a, false, pushes[0]);
  if (!is_edge(touch.b)) fly_on(touch.b, touch.t, b, false, pushes[1]);
}

/// Where two touch, or are about to, they belong to the group with the places at which they do.
void RotatingStep::see(Group& group, std::uint32_t p, std::uint32_t q, Vec2 shift) const {
  if (is_same_clump(p, q)) return;
  const BodyImpact pair{std::min(p, q), std::max(p, q), group.t, p < q ? shift : -shift, {}};
  const double within = speculative_margin(pair.a, pair.b);
  if (!is_edge(pair.b) && !data_of(pair.a).infinite && !data_of(pair.b).infinite) {
    const Vec2 way = data_of(pair.a).position(group.t) - data_of(pair.b).position(group.t) - pair.shift;
    const double reach = data_of(pair.a).reach + data_of(pair.b).reach + within;
    if (dot(way, way) > reach * reach) return;
  }
  if (!group.seen.insert({pair.a, pair.b}).second) return;
  if (!may_rest(pair.a, pair.b)) return;
  (void)work(k_see_work);
  const std::vector<ContactPoint> found = points_of(pair, within);
  if (found.empty()) return;
  const auto place = [&](std::uint32_t one) {
    if (const auto known = group.place_of(one)) return *known;
    group.add(one, body_at(one, group.t));
    group.bodies.back().velocity = group.bodies.back().velocity + kick_left(one, group.t);
    return static_cast<std::uint32_t>(group.who.size() - 1);
  };
  const std::uint32_t first = place(first_of_clump(pair.a));
  const std::uint32_t second = place(first_of_clump(pair.b));
  group.precision = std::min(group.precision, k_group_solved * contact_skin(pair.a, pair.b) / group.left);
  group.fastest = std::max(group.fastest, resting_speed(pair.a, pair.b));
  for (ContactPoint point : found) {
    point.a = first;
    point.b = second;
    group.points.push_back(point);
    group.pairs.push_back({pair.a, pair.b});
  }
}

void RotatingStep::see_neighbours(Group& group, std::uint32_t who) const {
  if (is_edge(who) || !data_of(who).movable()) return;
  const RotatingBody& m = data_of(who);
  std::vector<Near> near;
  if (!m.infinite) grid_.near(m.place, flight(m), group.t - window_start_, near);
  // In the order of creation: that of the grid depends on bodies far away.
  std::ranges::sort(near, {},
                    [&](const Near& one) { return std::tuple(at_place_[one.place], one.image_x, one.image_y); });
  for (const Near& one : near) see(group, who, at_place_[one.place], shift_of(one.image_x, one.image_y));
  for (const std::uint32_t border : infinite_) see(group, who, border, {});
  if (!state_.settings.bounds || state_.settings.bounds->edges != Edges::rebound) return;
  for (std::uint32_t e = k_rotating_edge; e < k_rotating_edge + 4; ++e) see(group, who, e, {});
}

/// Those whose motion has changed by more than the solver's precision, and whose neighbours have not been asked yet, press or
/// leave them now. Has anybody been found?
bool RotatingStep::grow(Group& group, std::span<const ContactBody> before) const {
  const std::size_t known = group.points.size();
  for (std::size_t k = 0; k < before.size() && group.who.size() < k_largest_group; ++k) {
    if (guard().stopped()) return false;
    if (group.asked[k] || is_edge(group.who[k])) continue;
    // The two that have met are asked in any case.
    if (k > 1 && !group.changed(k, before[k], data_of(group.who[k]).reach)) continue;
    group.asked[k] = true;
    for_each_rider(group.who[k], [&](std::uint32_t one) { see_neighbours(group, one); });
  }
  return group.points.size() > known;
}

/// The place at which the two meet, if none of those at which they touch has its normal: where corners pass each other, faces
/// do not tell.
void RotatingStep::see_impact(Group& group, const BodyImpact& touch) const {
  const auto tells = [&](const ContactPoint& p) {
    return p.a == 0 && p.b == 1 && dot(p.normal, touch.contact.normal) > k_same_normal;
  };
  if (std::ranges::any_of(group.points, tells)) return;
  ContactPoint point = point_met(touch);
  point.target = contact_skin(touch.a, touch.b);
  group.points.push_back(point);
  group.pairs.push_back({touch.a, touch.b});
  group.precision = std::min(group.precision, k_group_solved * point.target / group.left);
  group.fastest = std::max(group.fastest, resting_speed(touch.a, touch.b));
}

/// From its own motion to that of its drift: one that begins to rest begins anew, with half of what the fields still give. What
/// pulls each other keeps its drift: kicks from where the step began, somewhere else, would turn all of it.
Vec2 RotatingStep::kick_left(std::uint32_t who, double t) const noexcept {
  if (is_edge(who) || !data_of(who).movable()) return {};
  const RotatingBody& m = data_of(who);
  return keeps_drift(m) ? -velocity_offset(m, t) : 0.5 * (dt_ - t) * m.pull;
}

/// By how much the contacts of a group change the energy of those that they move, `before` being with the kick. One that
/// flew on a chord of its parabola was below it, and does not come back to it.
double RotatingStep::energy_taken(const Group& group, std::span<const ContactBody> before) const {
  double energy = 0;
  for (std::size_t k = 0; k < before.size(); ++k) {
    if (group.bodies[k] == before[k] || !(before[k].inverse_mass > 0)) continue;
    const RotatingBody& m = data_of(group.who[k]);
    const Vec2 kick = kick_left(group.who[k], group.t);
    ContactBody own = before[k];
    own.velocity = own.velocity - kick;
    energy += kinetic_energy(group.bodies[k]) - kinetic_energy(own);
    energy -= dot(kick, group.bodies[k].velocity) / before[k].inverse_mass;
    if (!keeps_drift(m)) energy -= 0.5 * m.mass * group.t * (dt_ - group.t) * dot(m.pull, m.pull);
  }
  return energy;
}

/// What holds a body is there during the whole drift, as the fields are: for a contact on the way they are one. Contacts have
/// changed its motion from `kicked`, with what the fields give in `time`; what little changes it flies as if alone.
void RotatingStep::be_held(RotatingBody& m, const ContactBody& kicked, const ContactBody& solved,
                           double time) const noexcept {
  const double change = length(solved.velocity - kicked.velocity) + m.reach * std::abs(solved.spin - kicked.spin);
  const double kick = time * m.pulled;
  if (change <= k_unheld * kick) return;
  m.held = true;
  m.acceleration = change < kick ? (1 - change / kick) * m.pull : Vec2{};
}

/// What does not rebound stays in touch: it and all that it moves by that, now or before the step ends, are solved at once.
void RotatingStep::settle_group(const BodyImpact& touch, const ContactBody& a, const ContactBody& b, double closing,
                                bool reported, double rebound) {
  Group group;
  group.t = touch.t;
  group.left = time_left(touch.t);
  group.add(first_of_clump(touch.a), a);
  group.add(first_of_clump(touch.b), b);
  for (std::size_t k = 0; k < 2; ++k) {
    group.bodies[k].velocity = group.bodies[k].velocity + kick_left(group.who[k], touch.t);
  }
  const double reach = std::max(data_of(touch.a).infinite ? 0 : data_of(touch.a).reach,
                                is_edge(touch.b) || data_of(touch.b).infinite ? 0 : data_of(touch.b).reach);
  group.precision = k_group_speed * (length(a.velocity - b.velocity) + reach * (std::abs(a.spin) + std::abs(b.spin)));
  std::vector<ContactBody> before = group.bodies;
  // All anew, from the impulses that are known so far.
  const auto back = [&] {
    std::ranges::copy(before, group.bodies.begin());
    before = group.bodies;
  };
  (void)grow(group, before);
  see_impact(group, touch);
  for (ContactPoint& p : group.points) {
    if (p.a == 0 && p.b == 1) p.rebound = rebound;
  }
  for (int growth = 0; growth < k_most_growths && (growth == 0 || grow(group, before)); ++growth) {
    // Roughly, to find out who is moved by it; then well.
    do {
      back();
      for (ContactPoint& p : group.points) p.least = least_speed(p, group.left);
      solver_.solve(group.bodies, group.points, group.precision, k_rough_rounds);
    } while (grow(group, before));
    back();
    solver_.solve_ahead(group.bodies, group.points, group.left, {group.precision, group.fastest, k_group_rounds});
  }
  const double energy = energy_taken(group, before);
  // The two that have met come first in the group.
  Vec2 exchanged;
  for (std::size_t k = 0; k < group.points.size(); ++k) {
    const ContactPoint& p = group.points[k];
    if (p.a == 0 && p.b == 1) exchanged = exchanged + push_at(p);
    if (p.impulse > 0) settled_.insert(group.pairs[k]);
  }
  settled_.insert({touch.a, touch.b});
  record_contact(touch, law(touch.a, touch.b), std::max(closing, 0.0), length(exchanged), energy, reported);
  for (ContactPoint& p : group.points) {
    p.least = p.rebound > 0 ? 0 : (0.5 * p.target - p.gap) / group.left;
    p.tolerance = 0.25 * p.target / group.left;
    p.impulse = 0;
  }
  std::vector<ContactBody> pushes = group.bodies;
  push(pushes, group.points);
  std::vector<std::uint32_t> changed;
  for (std::size_t k = 0; k < group.who.size(); ++k) {
    const std::uint32_t who = group.who[k];
    if (is_edge(who) || data_of(who).gone || !data_of(who).movable()) continue;
    const bool pushed = !(pushes[k].velocity == Vec2{} && pushes[k].spin == 0);
    if (k > 1 && !pushed && group.bodies[k] == before[k]) continue;
    if (!keeps_drift(data_of(who))) data_of(who).kick_time = 0.5 * (touch.t + dt_);
    if (!data_of(who).clump) be_held(data_of(who), before[k], group.bodies[k], 0.5 * (dt_ - touch.t));
    take_course(who, touch.t, group.bodies[k], true, pushes[k]);
    for_each_rider(who, [&](std::uint32_t one) { changed.push_back(one); });
  }
  predict_flights(changed);
}

/// The places, as the step ends, of those that have come to rest on each other in it.
void RotatingStep::find_settled() {
  if (settled_.empty()) return;
  std::set<Pair> known;
  for (const RestingPoint& r : resting_) known.insert({r.a, r.b});
  for (const auto& [a, b] : settled_) {
    const bool edge = is_edge(b);
    if (data_of(a).gone || (!edge && data_of(b).gone) || known.contains({a, b}) || is_left(a, b)) continue;
    if (!(resting_speed(a, b) > 0)) continue;
    const Vec2 shift = shift_between(a, b, dt_);
    for (const Touched& place : places_of(a, b, dt_, shift, speculative_margin(a, b))) {
      ContactPoint p = point_of(place, a, b, dt_, shift);
      p.a = a;
      p.b = edge ? static_cast<std::uint32_t>(body_data_.size()) : b;
      const IslandImpact* const joined = island_impact(a, b);
      const double rebound = joined != nullptr ? joined->rebound : 0;
      p.least = rebound > 0 ? rebound : least_speed(p, dt_);
      points_.push_back(p);
      resting_.push_back({a, b, feature_of(place, edge), 0, rebound});
    }
  }
}

}  // namespace carom::detail
