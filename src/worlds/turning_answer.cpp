#include <algorithm>
#include <cmath>
#include <limits>

#include "carom/math/tolerances.hpp"
#include "carom/response/together.hpp"
#include "worlds/telling.hpp"
#include "worlds/turning_step.hpp"

// A contact and its answer.
namespace carom::detail {
namespace {

/// After so many contacts of a body in one step, those that lose energy lose all of the rebound.
constexpr std::uint32_t k_calm_after = 4;
/// After so many, all that touches it, or would before the step ends, is answered together.
constexpr std::uint32_t k_settle_after = 6;
/// After so many, a pair that will not come apart is left to itself until the step ends; elastic contacts without friction
/// end by themselves.
constexpr std::uint32_t k_leave_after = 24;
constexpr std::uint32_t k_elastic_leave_after = 1U << 14U;
constexpr int k_group_rounds = 60;
/// A group that is answered together has at most so many bodies.
constexpr std::size_t k_largest_group = 256;

double kinetic(const ContactBody& body) noexcept {
  double energy = body.inverse_mass > 0 ? 0.5 * dot(body.velocity, body.velocity) / body.inverse_mass : 0;
  if (body.inverse_inertia > 0) energy += 0.5 * body.spin * body.spin / body.inverse_inertia;
  return energy;
}

Vec2 point_velocity(const ContactBody& body, Vec2 arm) noexcept { return velocity_at(body.velocity, body.spin, arm); }

}  // namespace

Law TurningStep::law(std::uint32_t a, std::uint32_t b) const {
  const auto party = [](const TurningMember& m) {
    return LawParty{m.own_restitution >= 0 ? &m.own_restitution : nullptr, m.sensor, m.rules, false};
  };
  return law_between(state_, party(member(a)), is_edge(b) ? LawParty{} : party(member(b)));
}

/// One own value counts alone, of two the geometric mean, else the world's.
double TurningStep::friction(std::uint32_t a, std::uint32_t b) const noexcept {
  const double own_a = member(a).own_friction;
  const double own_b = is_edge(b) ? -1 : member(b).own_friction;
  if (own_a >= 0 && own_b >= 0) return std::sqrt(own_a * own_b);
  if (own_a >= 0 || own_b >= 0) return std::max(own_a, own_b);
  return state_.settings.friction;
}

/// Its own motion at a moment, without what only pushes it off others.
ContactBody TurningStep::body_at(std::uint32_t who, double t) const noexcept {
  if (is_edge(who)) return {};
  const TurningMember& m = member(who);
  if (!(m.inverse_mass > 0)) return {m.velocity, m.spin, 0, 0};
  return {m.velocity - m.push + lag(m, t), m.spin - m.push_spin, m.inverse_mass, m.inverse_inertia};
}

void TurningStep::meet(const TurningItem& item) {
  if (!plain_ && state_.now.passing.contains(passing_key(item.a, item.b))) return;
  Touching touch{item.a, item.b, item.t, {}, item.contact};
  if (!is_edge(item.b)) touch.shift = nearest_shift(member(item.a).position(item.t), member(item.b).position(item.t));
  touch.contact.t = item.t;
  const Law how = law(item.a, item.b);
  if (plain_) {
    act(touch, how);
  } else {
    answer_aloud(touch, how);
  }
}

void TurningStep::answer_aloud(const Touching& touch, const Law& law) {
  const ContactBody a = body_at(touch.a, touch.t);
  const ContactBody b = body_at(touch.b, touch.t);
  Encounter e{touch.contact.normal, a.velocity, b.velocity, a.inverse_mass, b.inverse_mass, law.restitution};
  e.velocity_a = point_velocity(a, touch.contact.point - member(touch.a).position(touch.t));
  if (!is_edge(touch.b)) {
    e.velocity_b = point_velocity(b, touch.contact.point - member(touch.b).position(touch.t) - touch.shift);
  }
  if (!law.lets_pass() && silent(touch, closing_speed(e))) return act(touch, law);
  const std::size_t record = state_.last.events.size();
  Answerer answerer;
  answerer.both_there = [&] { return !member(touch.a).gone && (is_edge(touch.b) || !member(touch.b).gone); };
  answerer.act = [&](const Law& how) { act(touch, how); };
  answerer.pass = [&](const Law& how) {
    book(touch, how, std::max(closing_speed(e), 0.0), 0, 0, true);
    if (answerer.both_there()) let_pass(touch);
  };
  answerer.record = [&] { return record < state_.last.events.size() ? &state_.last.events[record] : nullptr; };
  const auto other = is_edge(touch.b) ? std::nullopt : std::optional(party(touch.b));
  detail::answer_aloud(world_, state_, meeting_of(start_ + touch.t, party(touch.a), other, touch.contact, e), law,
                       answerer);
}

/// Told once a pass: again only after they have parted.
void TurningStep::let_pass(const Touching& touch) {
  state_.now.passing.insert(passing_key(touch.a, touch.b));
  foretell_passing(touch.a, touch.b, touch.shift);
  if (!is_edge(touch.b) && std::erase(state_.last.touched, key(touch.a, touch.b)) > 0) return;
  tell_touch(touch.a, touch.b, TouchChange::begin);
}

void TurningStep::part(const TurningItem& item) {
  if (state_.now.passing.erase(passing_key(item.a, item.b)) == 0) return;
  tell_touch(item.a, item.b, TouchChange::end);
  if (is_edge(item.b) || member(item.a).gone || member(item.b).gone) return;
  foretell_passing(item.a, item.b, nearest_shift(member(item.a).position(item.t), member(item.b).position(item.t)));
}

void TurningStep::tell_touch(std::uint32_t a, std::uint32_t b, TouchChange change) {
  Touch touch;
  touch.t = start_ + now_;
  touch.a = party(a);
  if (!is_edge(b)) touch.b = party(b);
  touch.change = change;
  state_.last.touches.push_back(touch);
  if (state_.listener != nullptr) state_.listener->touch(world_, touch);
}

/// A pair that was in touch before and has gained no more speed than the fields give in a step is no news.
bool TurningStep::silent(const Touching& touch, double closing) const {
  if (!(closing > 0)) return true;
  return state_.now.touching.contains(key(touch.a, touch.b)) && closing <= 4 * resting_speed(touch.a, touch.b);
}

/// Counts contacts, and takes the rebound from those that are too many or too slow.
void TurningStep::calm(const Touching& touch, double closing, Law& law) {
  std::uint32_t most = 0;
  for (const std::uint32_t who : {touch.a, touch.b}) {
    if (is_edge(who) || !(member(who).inverse_mass > 0)) continue;
    most = std::max(most, ++member(who).contacts);
  }
  const bool lossy = law.restitution < 1 || friction(touch.a, touch.b) > 0;
  if (!(law.restitution < 1)) return;
  law.settles = law.restitution * closing < resting_speed(touch.a, touch.b);
  const bool too_many = lossy && most > k_calm_after;
  if (too_many) ++state_.now.policies.calms;
  if (law.settles || too_many) law.restitution = 0;
}

void TurningStep::act(const Touching& touch, Law law) {
  const ContactBody a = body_at(touch.a, touch.t);
  const ContactBody b = body_at(touch.b, touch.t);
  const Vec2 arm_a = touch.contact.point - member(touch.a).position(touch.t);
  const Vec2 arm_b = is_edge(touch.b) ? Vec2{} : touch.contact.point - member(touch.b).position(touch.t) - touch.shift;
  const double closing = -dot(point_velocity(a, arm_a) - point_velocity(b, arm_b), touch.contact.normal);
  calm(touch, std::max(closing, 0.0), law);
  std::uint32_t most = member(touch.a).contacts;
  if (!is_edge(touch.b)) most = std::max(most, member(touch.b).contacts);
  const bool elastic = law.restitution == 1 && !(friction(touch.a, touch.b) > 0);
  if (++meetings_[{touch.a, touch.b}] > (elastic ? k_elastic_leave_after : k_leave_after)) {
    ++state_.now.policies.clumps;
    left_.insert({touch.a, touch.b});
    settled_.insert({touch.a, touch.b});
    return;
  }
  if (law.response == Response::impulse && !state_.response) {
    if (!elastic && most > k_settle_after) {
      ++state_.now.policies.calms;
      return settle_group(touch, a, b, closing, !silent(touch, closing));
    }
    act_turning(touch, law);
  } else {
    act_plainly(touch, law);
  }
}

/// Laws that know nothing of spin.
void TurningStep::act_plainly(const Touching& touch, const Law& law) {
  ContactBody a = body_at(touch.a, touch.t);
  ContactBody b = body_at(touch.b, touch.t);
  const Encounter e{touch.contact.normal, a.velocity, b.velocity, a.inverse_mass, b.inverse_mass, law.restitution};
  Aftermath after = respond(law.response, e);
  if (state_.response) {
    const auto other = is_edge(touch.b) ? std::nullopt : std::optional(party(touch.b));
    const Meeting met = meeting_of(start_ + touch.t, party(touch.a), other, touch.contact, e);
    if (const auto custom = state_.response(world_, met)) after = custom_aftermath(*custom, e);
  }
  book(touch, law, std::max(closing_speed(e), 0.0), after.impulse, energy_gained(e, after), true);
  state_.now.exchanged_momentum = state_.now.exchanged_momentum + momentum_gained(e, after);
  a.velocity = after.velocity_a;
  b.velocity = after.velocity_b;
  fly_on(touch.a, touch.t, a, false);
  if (!is_edge(touch.b)) fly_on(touch.b, touch.t, b, false);
}

/// All points at which the two touch now.
std::vector<ContactPoint> TurningStep::points_of(const Touching& touch, double within) const {
  const TurningShape first = shape(touch.a, touch.t, touch.t, {}, {});
  const TurningShape second =
      is_edge(touch.b) ? TurningShape(edge(touch.b)) : shape(touch.b, touch.t, touch.t, touch.shift, {});
  std::vector<ContactPoint> points;
  for (const ManifoldPoint& p : manifold(first, second, 0, within)) {
    points.push_back(point_of(p, touch.a, touch.b, touch.t, touch.shift));
  }
  return points;
}

void TurningStep::act_turning(const Touching& touch, const Law& law) {
  ContactBody a = body_at(touch.a, touch.t);
  ContactBody b = body_at(touch.b, touch.t);
  const double before = kinetic(a) + kinetic(b);
  const Vec2 at_a = member(touch.a).position(touch.t);
  const Vec2 at_b = is_edge(touch.b) ? Vec2{} : member(touch.b).position(touch.t) + touch.shift;
  const Vec2 arm_a = touch.contact.point - at_a;
  const Vec2 arm_b = is_edge(touch.b) ? Vec2{} : touch.contact.point - at_b;
  const double rub = friction(touch.a, touch.b);
  const double closing = -dot(point_velocity(a, arm_a) - point_velocity(b, arm_b), touch.contact.normal);
  // A solid circle has one point, which the contact tells already.
  const bool one = member(touch.a).disc || (!is_edge(touch.b) && member(touch.b).disc);
  const std::vector<ContactPoint> points =
      one ? std::vector<ContactPoint>{} : points_of(touch, hold_gap(touch.a, touch.b));
  double impulse = 0;
  const auto closes = [&](const ContactPoint& p) {
    return dot(point_velocity(a, p.arm_a) - point_velocity(b, p.arm_b), p.normal) < 0;
  };
  // Where corners meet, the contact's own normal may be another one than that of the faces which close.
  if (!(closing > 0) && std::ranges::none_of(points, closes)) return nudge(touch, a, b);
  if (closing > 0 && (points.size() < 2 || std::ranges::none_of(points, closes))) {
    const TurningEncounter e{touch.contact.normal,
                             {a.velocity, a.spin, a.inverse_mass, a.inverse_inertia, arm_a},
                             {b.velocity, b.spin, b.inverse_mass, b.inverse_inertia, arm_b},
                             law.restitution,
                             rub};
    const TurningAftermath after = respond(e);
    a.velocity = after.velocity_a;
    a.spin = after.spin_a;
    b.velocity = after.velocity_b;
    b.spin = after.spin_b;
    impulse = after.impulse;
  } else {
    GroupBody both[2] = {{a.velocity, a.spin, a.inverse_mass, a.inverse_inertia},
                         {b.velocity, b.spin, b.inverse_mass, b.inverse_inertia}};
    std::vector<GroupPoint> group;
    for (const ContactPoint& p : points) {
      group.push_back({0, 1, p.normal, p.arm_a, p.arm_b, law.restitution, rub, 0, 0});
    }
    respond_together(both, group);
    for (const GroupPoint& p : group) impulse += p.impulse;
    a.velocity = both[0].velocity;
    a.spin = both[0].spin;
    b.velocity = both[1].velocity;
    b.spin = both[1].spin;
  }
  const bool carried = !(a.inverse_mass > 0 && b.inverse_mass > 0);
  const bool elastic = law.restitution == 1 && !(rub > 0) && !carried;
  book(touch, law, std::max(closing, 0.0), impulse, elastic ? 0 : kinetic(a) + kinetic(b) - before,
       !silent(touch, closing));
  // Do they part no faster than the fields bring them back within the step?
  const double parting = dot(point_velocity(a, arm_a) - point_velocity(b, arm_b), touch.contact.normal);
  const bool rests = law.restitution < 1 && parting < resting_speed(touch.a, touch.b);
  if (rests) {
    ++state_.now.policies.rests;
    return settle_group(touch, a, b, 0, false);
  }
  fly_on(touch.a, touch.t, a, false);
  if (!is_edge(touch.b)) fly_on(touch.b, touch.t, b, false);
}

/// They meet, although nothing there closes: no more than rounding, or two corners that pass each other. They are taken off
/// each other a little.
void TurningStep::nudge(const Touching& touch, const ContactBody& a, const ContactBody& b) {
  const double left = std::max(dt_ - touch.t, 0x1p-10 * dt_);
  ContactPoint point;
  point.b = 1;
  point.normal = touch.contact.normal;
  point.arm_a = touch.contact.point - member(touch.a).position(touch.t);
  if (!is_edge(touch.b)) point.arm_b = touch.contact.point - member(touch.b).position(touch.t) - touch.shift;
  point.least = 0.5 * hold_gap(touch.a, touch.b) / left;
  std::vector<ContactPoint> points{point};
  std::vector<ContactBody> pushes = pushes_of({a, b}, points);
  pushes.resize(2);
  fly_on(touch.a, touch.t, a, false, pushes[0]);
  if (!is_edge(touch.b)) fly_on(touch.b, touch.t, b, false, pushes[1]);
}

/// What does not rebound stays in touch: it and all that touch it, or would before the step ends, are solved at once.
void TurningStep::settle_group(const Touching& touch, const ContactBody& a, const ContactBody& b, double closing,
                               bool reported) {
  std::vector<std::uint32_t> group{touch.a, touch.b};
  std::vector<ContactBody> bodies{a, b};
  std::vector<ContactPoint> points;
  const auto index_of = [&](std::uint32_t who) {
    const auto found = std::ranges::find(group, who);
    if (found != group.end()) return static_cast<std::uint32_t>(found - group.begin());
    group.push_back(who);
    bodies.push_back(body_at(who, touch.t));
    return static_cast<std::uint32_t>(group.size() - 1);
  };
  const double left = std::max(dt_ - touch.t, 0x1p-10 * dt_);
  double precision = std::numeric_limits<double>::infinity();
  double fastest = 0;
  std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
  const auto see = [&](std::uint32_t p, std::uint32_t q, Vec2 shift) {
    const Touching pair{std::min(p, q), std::max(p, q), touch.t, p < q ? shift : -shift, {}};
    if (!is_edge(pair.b) && !member(pair.a).boundless && !member(pair.b).boundless) {
      const Vec2 way = member(pair.a).position(touch.t) - member(pair.b).position(touch.t) - pair.shift;
      const double reach = member(pair.a).reach + member(pair.b).reach + near_gap(pair.a, pair.b);
      if (dot(way, way) > reach * reach) return;
    }
    if (!seen.insert({pair.a, pair.b}).second) return;
    if ((!is_edge(pair.b) && !may_meet(pair.a, pair.b)) || passes(pair.a, pair.b)) return;
    const std::vector<ContactPoint> found = points_of(pair, near_gap(pair.a, pair.b));
    if (found.empty()) return;
    const std::uint32_t first = index_of(pair.a);
    const std::uint32_t second = index_of(pair.b);
    precision = std::min(precision, 0.125 * hold_gap(pair.a, pair.b) / left);
    fastest = std::max(fastest, resting_speed(pair.a, pair.b));
    for (ContactPoint point : found) {
      point.a = first;
      point.b = second;
      points.push_back(point);
    }
  };
  for (std::size_t k = 0; k < group.size() && group.size() < k_largest_group; ++k) {
    const std::uint32_t who = group[k];
    if (is_edge(who) || !member(who).movable()) continue;
    const TurningMember& m = member(who);
    std::vector<Near> near;
    if (!m.boundless) grid_.near(m.place, flight(m), touch.t, near);
    for (const Near& one : near) {
      const std::uint32_t other = at_place_[one.place];
      see(who, other, shift_of(one.image_x, one.image_y));
    }
    for (const std::uint32_t border : boundless_) see(who, border, {});
    if (!state_.settings.bounds || state_.settings.bounds->edges != Edges::rebound) continue;
    for (std::uint32_t e = k_turning_edge; e < k_turning_edge + 4; ++e) see(who, e, {});
  }
  const std::vector<ContactBody> before = bodies;
  solver_.solve_ahead(bodies, points, left, {precision, fastest, k_group_rounds});
  double energy = 0;
  for (std::size_t k = 0; k < bodies.size(); ++k) energy += kinetic(bodies[k]) - kinetic(before[k]);
  settled_.insert({touch.a, touch.b});
  book(touch, law(touch.a, touch.b), std::max(closing, 0.0), 0, energy, reported);
  for (ContactPoint& p : points) p.least = (0.5 * p.target - p.gap) / left;
  std::vector<ContactBody> pushes = pushes_of(bodies, points);
  pushes.resize(bodies.size());
  for (std::size_t k = 0; k < group.size(); ++k) {
    if (is_edge(group[k])) continue;
    const bool same = bodies[k].velocity == before[k].velocity && bodies[k].spin == before[k].spin &&
                      pushes[k].velocity == Vec2{} && pushes[k].spin == 0;
    if (k > 1 && same) continue;
    fly_on(group[k], touch.t, bodies[k], true, pushes[k]);
  }
}

/// On with another motion, and looked at again. Of one that rests the drift has the velocity of now, not that of the step's
/// middle, which would lead it into what it rests on.
void TurningStep::fly_on(std::uint32_t who, double t, const ContactBody& after, bool rests, const ContactBody& push) {
  TurningMember& m = member(who);
  if (m.gone || !m.movable()) return;
  book_push(m, t);
  m.at = m.position(t);
  m.angle = m.turned(t);
  m.since = t;
  m.push = push.velocity;
  m.push_spin = push.spin;
  if (rests && !m.held) m.lead = t;
  m.velocity = after.velocity - lag(m, t) + m.push;
  m.spin = after.spin + m.push_spin;
  ++m.version;
  if (!state_.last.drifts.empty())
    state_.last.drifts.back().turns.push_back({m.serial, t, m.at, m.velocity, m.angle, m.spin});
  if (!m.boundless) grid_.change(m.place, flight(m), t);
  foretell_flight(who);
}

void TurningStep::book(const Touching& touch, const Law& law, double closing, double impulse, double energy,
                       bool reported) {
  if (!reported && energy == 0) return;
  EventRecord event;
  event.t = touch.t;
  event.serial_a = member(touch.a).serial;
  event.serial_b = is_edge(touch.b) ? k_edges_serial : member(touch.b).serial;
  event.a = member(touch.a).id;
  if (!is_edge(touch.b)) event.b = member(touch.b).id;
  event.point = touch.contact.point;
  event.normal = touch.contact.normal;
  event.speed = closing;
  event.impulse = impulse;
  event.energy = energy;
  event.response = law.response;
  event.reported = reported;
  state_.last.events.push_back(event);
}

}  // namespace carom::detail
