#include <algorithm>
#include <cmath>

#include "carom/math/tolerances.hpp"
#include "solver/push_at.hpp"
#include "swept/rotating/turning_step.hpp"
#include "world/merge.hpp"
#include "world/telling.hpp"

// A contact and its answer.
namespace carom::detail {
namespace {

/// After so many contacts of a body in one step, those that lose energy lose all of the rebound.
constexpr std::uint32_t k_calm_after = 4;
/// After so many, all that touches it, or would before the step ends, is answered together.
constexpr std::uint32_t k_settle_after = 6;
/// After so many meetings in one step two fly on as one rigid body until the step ends; elastic contacts without friction end
/// by themselves.
constexpr std::uint32_t k_clump_after = 24;
constexpr std::uint32_t k_elastic_clump_after = 1U << 14U;
/// Contacts of one body that follow each other within this fraction of a step are in quick succession.
constexpr double k_quick = 1e-6;
/// After so many hits by fixed bodies that move, in such a succession, a body has no room: every further one would only make
/// it faster, without end.
constexpr std::uint32_t k_squeezed_after = 16;

/// How fast the points of the two part, along the normal.
double parting_speed(const ContactPoint& p, const ContactBody& a, const ContactBody& b) noexcept {
  return dot(relative_velocity(p, a, b), p.normal);
}

/// The two after an impulse at one point, and its size, with what friction adds.
double strike(ContactBody& a, ContactBody& b, const ContactPoint& p, double restitution) noexcept {
  const TurningEncounter e{p.normal,
                           {a.velocity, a.spin, a.inverse_mass, a.inverse_inertia, p.arm_a},
                           {b.velocity, b.spin, b.inverse_mass, b.inverse_inertia, p.arm_b},
                           restitution,
                           p.friction};
  const TurningAftermath after = respond(e);
  a.velocity = after.velocity_a;
  a.spin = after.spin_a;
  b.velocity = after.velocity_b;
  b.spin = after.spin_b;
  return after.friction_impulse == 0 ? after.impulse : length({after.impulse, after.friction_impulse});
}

/// The same at several points at once.
double strike_together(ContactBody& a, ContactBody& b, std::span<const ContactPoint> points, double restitution) {
  ContactBody both[2] = {a, b};
  std::vector<GroupPoint> group;
  for (const ContactPoint& p : points) {
    group.push_back({0, 1, p.normal, p.arm_a, p.arm_b, restitution, p.friction, 0, 0});
  }
  respond_together(both, group);
  a = both[0];
  b = both[1];
  Vec2 exchanged;
  for (const GroupPoint& p : group) exchanged = exchanged + push_at(p);
  return length(exchanged);
}

}  // namespace

Law TurningStep::law(std::uint32_t a, std::uint32_t b) const {
  const auto party = [](const TurningMember& m) {
    return LawParty{m.restitution ? &*m.restitution : nullptr, m.sensor, m.rules, m.disc};
  };
  return law_between(state_, party(member(a)), is_edge(b) ? LawParty{} : party(member(b)));
}

double TurningStep::friction(std::uint32_t a, std::uint32_t b) const noexcept {
  return pair_friction(member(a).friction, is_edge(b) ? std::nullopt : member(b).friction, state_.settings.friction);
}

ContactBody TurningStep::body_at(std::uint32_t who, double t) const noexcept {
  if (is_edge(who)) return {};
  const TurningMember& m = member(who);
  if (!(m.inverse_mass > 0)) return {m.velocity, m.spin, 0, 0};
  return {m.velocity - m.push + lag(m, t), m.spin - m.push_spin, m.inverse_mass, m.inverse_inertia};
}

ContactPoint TurningStep::point_met(const Touching& touch) const noexcept {
  ContactPoint point;
  point.b = 1;
  point.normal = touch.contact.normal;
  point.arm_a = touch.contact.point - member(touch.a).position(touch.t);
  if (!is_edge(touch.b)) point.arm_b = touch.contact.point - member(touch.b).position(touch.t) - touch.shift;
  point.friction = friction(touch.a, touch.b);
  return point;
}

void TurningStep::meet(const TurningItem& item) {
  if (!plain_ && state_.now.passing.contains(passing_key(item.a, item.b))) return;
  Touching touch{item.a, item.b, item.t, shift_between(item.a, item.b, item.t), item.contact};
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
  const ContactPoint point = point_met(touch);
  const Encounter e{
      touch.contact.normal, velocity_at(a, point.arm_a), velocity_at(b, point.arm_b), a.inverse_mass, b.inverse_mass,
      law.restitution};
  const bool becomes_one = law.response == Response::merge;
  if (!law.lets_pass() && !becomes_one && silent(touch, closing_speed(e))) return act(touch, law);
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
  if (member(item.a).gone || (!is_edge(item.b) && member(item.b).gone)) return;
  Parted& parted = parted_[{item.a, item.b}];
  parted = {item.t, parted.count + 1};
  foretell_passing(item.a, item.b, shift_between(item.a, item.b, item.t));
  // Another image may come within the same step.
  if (period_) foretell_flight(member(item.a).boundless ? item.b : item.a);
}

void TurningStep::tell_touch(std::uint32_t a, std::uint32_t b, TouchChange change) const {
  const auto other = is_edge(b) ? std::nullopt : std::optional(party(b));
  detail::tell_touch(world_, state_, now(), party(a), other, change);
}

/// A pair that was in touch before and has gained no more speed than the fields give in a step is no news.
bool TurningStep::silent(const Touching& touch, double closing) const {
  if (!(closing > 0)) return true;
  return state_.now.touching.contains(key(touch.a, touch.b)) && closing <= 4 * resting_speed(touch.a, touch.b);
}

/// Counts contacts, and takes the rebound from those that are too many or too slow. The count of the one that has more.
std::uint32_t TurningStep::calm(const Touching& touch, double closing, Law& law) {
  std::uint32_t most = 0;
  for (const std::uint32_t who : {touch.a, touch.b}) {
    if (is_edge(who) || !(member(who).inverse_mass > 0)) continue;
    TurningMember& m = member(who);
    most = std::max(most, ++m.contacts);
    const bool quick = m.last_contact >= 0 && touch.t - m.last_contact <= k_quick * dt_;
    m.pressed = (quick ? m.pressed : 0) + (is_driven(who == touch.a ? touch.b : touch.a) ? 1 : 0);
    m.last_contact = touch.t;
  }
  if (!(law.restitution < 1)) return most;
  law.settles = law.restitution * closing < resting_speed(touch.a, touch.b);
  const bool too_many = most > k_calm_after;
  if (too_many) ++state_.now.policies.calms;
  if (law.settles || too_many) law.restitution = 0;
  return most;
}

/// Is it fixed, and does it move?
bool TurningStep::is_driven(std::uint32_t who) const noexcept {
  if (is_edge(who) || member(who).inverse_mass > 0) return false;
  return !(member(who).velocity == Vec2{} && member(who).spin == 0);
}

/// Is one of them squeezed by something that is fixed and moves, so that it has no way left between two contacts?
bool TurningStep::is_squeezed(const Touching& touch) const noexcept {
  const auto pressed = [&](std::uint32_t who) { return is_edge(who) ? 0 : member(who).pressed; };
  return std::max(pressed(touch.a), pressed(touch.b)) > k_squeezed_after;
}

/// Do these two meet again and again within the step?
bool TurningStep::is_endless(const Touching& touch, bool elastic) {
  const bool often = ++meetings_[{touch.a, touch.b}] > (elastic ? k_elastic_clump_after : k_clump_after);
  return often || is_squeezed(touch);
}

void TurningStep::act(const Touching& touch, Law law) {
  if (law.response == Response::merge) return merge(touch, law);
  const ContactBody a = body_at(touch.a, touch.t);
  const ContactBody b = body_at(touch.b, touch.t);
  const double closing = -parting_speed(point_met(touch), a, b);
  const bool plainly = law.response != Response::impulse || state_.response;
  const std::uint32_t most = calm(touch, std::max(closing, 0.0), law);
  const bool elastic = law.restitution == 1 && !(friction(touch.a, touch.b) > 0);
  const bool jammed = !(a.inverse_mass > 0) && !(b.inverse_mass > 0);
  if (jammed || is_endless(touch, elastic)) return clump(touch, law, closing);
  if (plainly) return act_plainly(touch, law);
  if (elastic || most <= k_settle_after) {
    const std::vector<Touching> others = closing > 0 ? met_at_once(touch) : std::vector<Touching>{};
    return others.empty() ? act_turning(touch, law) : act_together(touch, law, others);
  }
  ++state_.now.policies.calms;
  settle_group(touch, a, b, closing, !silent(touch, closing));
}

/// Laws that know nothing of spin.
void TurningStep::act_plainly(const Touching& touch, const Law& law) {
  ContactBody a = body_at(touch.a, touch.t);
  ContactBody b = body_at(touch.b, touch.t);
  const Encounter e{touch.contact.normal, a.velocity, b.velocity, a.inverse_mass, b.inverse_mass, law.restitution};
  ContactPoint point = point_met(touch);
  if (!(closing_speed(e) > 0) && !(parting_speed(point, a, b) < 0)) return nudge(touch, a, b);
  Aftermath after = respond(law.response, e);
  if (state_.response) {
    const auto other = is_edge(touch.b) ? std::nullopt : std::optional(party(touch.b));
    const Meeting met = meeting_of(start_ + touch.t, party(touch.a), other, touch.contact, e);
    if (const auto custom = state_.response(world_, met)) after = custom_aftermath(*custom, e);
  }
  state_.now.exchanged_momentum = state_.now.exchanged_momentum + momentum_gained(e, after);
  const double before = kinetic_energy(a) + kinetic_energy(b);
  a.velocity = after.velocity_a;
  b.velocity = after.velocity_b;
  // Where spin still drives the points into each other, that is taken off without a rebound.
  point.friction = 0;
  if (parting_speed(point, a, b) < 0) strike(a, b, point, 0);
  const double gained = kinetic_energy(a) + kinetic_energy(b) - before;
  book(touch, law, std::max(closing_speed(e), 0.0), after.impulse, gained, true);
  fly_on(touch.a, touch.t, a, false);
  if (!is_edge(touch.b)) fly_on(touch.b, touch.t, b, false);
}

/// Would the drift lead them into each other although they do not close? The fields do that to a hop which is over before the
/// step is.
bool TurningStep::is_brought_back(const Touching& touch, const ContactBody& a, const ContactBody& b) const {
  const Vec2 ahead_a = lag(member(touch.a), touch.t);
  const Vec2 ahead_b = is_edge(touch.b) ? Vec2{} : lag(member(touch.b), touch.t);
  const double brought = dot(ahead_a - ahead_b, touch.contact.normal);
  return brought > 0 && parting_speed(point_met(touch), a, b) < brought;
}

/// Do they part no faster than the fields bring them back within the step? Elastic ones rest only where they could not even
/// leave.
bool TurningStep::comes_to_rest(const Touching& touch, const Law& law, const ContactBody& a,
                                const ContactBody& b) const {
  if (!(law.restitution < 1)) return is_brought_back(touch, a, b);
  return parting_speed(point_met(touch), a, b) < resting_speed(touch.a, touch.b);
}

void TurningStep::act_turning(const Touching& touch, const Law& law) {
  ContactBody a = body_at(touch.a, touch.t);
  ContactBody b = body_at(touch.b, touch.t);
  const double before = kinetic_energy(a) + kinetic_energy(b);
  const ContactPoint point = point_met(touch);
  const double closing = -parting_speed(point, a, b);
  // A solid circle has one point, which the contact tells already.
  const bool one = member(touch.a).disc || (!is_edge(touch.b) && member(touch.b).disc);
  const std::vector<ContactPoint> points =
      one ? std::vector<ContactPoint>{} : points_of(touch, hold_gap(touch.a, touch.b));
  const auto closes = [&](const ContactPoint& p) { return parting_speed(p, a, b) < 0; };
  const bool none_closes = std::ranges::none_of(points, closes);
  // Where corners meet, the contact's own normal may be another one than that of the faces which close.
  if (!(closing > 0) && none_closes) {
    if (!is_brought_back(touch, a, b)) return nudge(touch, a, b);
    ++state_.now.policies.rests;
    return settle_group(touch, a, b, 0, false);
  }
  const bool at_one_point = closing > 0 && (points.size() < 2 || none_closes);
  const double impulse =
      at_one_point ? strike(a, b, point, law.restitution) : strike_together(a, b, points, law.restitution);
  // A given motion, of one that is fixed or spins and is not turned, does work.
  const auto given = [](const ContactBody& body) {
    return !(body.inverse_mass > 0) || (!(body.inverse_inertia > 0) && body.spin != 0);
  };
  const bool carried = given(a) || given(b);
  const bool elastic = law.restitution == 1 && !(point.friction > 0) && !carried;
  const double gained = elastic ? 0 : kinetic_energy(a) + kinetic_energy(b) - before;
  book(touch, law, std::max(closing, 0.0), impulse, gained, !silent(touch, closing));
  if (comes_to_rest(touch, law, a, b)) {
    ++state_.now.policies.rests;
    return settle_group(touch, a, b, 0, false);
  }
  fly_on(touch.a, touch.t, a, false);
  if (!is_edge(touch.b)) fly_on(touch.b, touch.t, b, false);
}

/// The one that is left may have grown over its neighbours; those that merge with it do so now.
void TurningStep::merge(const Touching& touch, const Law& law) {
  const ContactBody a = body_at(touch.a, touch.t);
  const ContactBody b = body_at(touch.b, touch.t);
  const Encounter e{touch.contact.normal, a.velocity, b.velocity, a.inverse_mass, b.inverse_mass, law.restitution};
  book(touch, law, std::max(closing_speed(e), 0.0), respond(Response::merge, e).impulse, 0, true);
  // What forces give the two they give the one.
  const TurningMember& ma = member(touch.a);
  const TurningMember& mb = member(touch.b);
  inherited_ = (1 / (ma.mass + mb.mass)) * (ma.mass * ma.force + mb.mass * mb.force);
  const BodyId one = merge_bodies(world_, state_, ma.id, mb.id);
  inherited_.reset();
  if (const auto next = swallowed(one, touch.t)) merge(*next, law);
}

/// The first, in order of creation, that overlaps with the one grown and is to merge with it.
std::optional<TurningStep::Touching> TurningStep::swallowed(BodyId grown, double t) const {
  const std::uint32_t mine = member_of_slot_[grown.slot];
  for (std::uint32_t other = 0; other < members_.size(); ++other) {
    if (other == mine || !member(other).disc || !may_meet(mine, other)) continue;
    if (law(mine, other).response != Response::merge) continue;
    const Vec2 shift = shift_between(mine, other, t);
    const Vec2 apart = member(mine).position(t) - member(other).position(t) - shift;
    if (!(length(apart) < member(mine).reach + member(other).reach)) continue;
    Touching touch{mine, other, t, shift, {}};
    touch.contact.t = t;
    touch.contact.normal = unit(apart);
    touch.contact.point = member(mine).position(t) - member(mine).reach * touch.contact.normal;
    return touch;
  }
  return std::nullopt;
}

void TurningStep::fly_on(std::uint32_t who, double t, const ContactBody& after, bool rests, const ContactBody& push) {
  if (member(who).gone || !member(who).movable()) return;
  take_course(who, t, after, rests, push);
  for_each_rider(who, [&](std::uint32_t one) { foretell_flight(one); });
}

/// On with another motion; of one that rests, that of its drift.
void TurningStep::take_course(std::uint32_t who, double t, const ContactBody& after, bool rests,
                              const ContactBody& push) {
  for_each_rider(who, [&](std::uint32_t one) { take_course_alone(one, t, after, rests, push); });
}

void TurningStep::take_course_alone(std::uint32_t who, double t, const ContactBody& after, bool rests,
                                    const ContactBody& push) {
  TurningMember& m = member(who);
  book_push(m, t);
  m.at = m.position(t);
  m.angle = m.turned(t);
  m.since = t;
  m.push = push.velocity;
  m.push_spin = push.spin;
  m.velocity = (rests ? after.velocity : after.velocity - lag(m, t)) + m.push;
  m.spin = after.spin + m.push_spin;
  ++m.version;
  record_corner(who, t);
  follow(m, t);
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
