#include <algorithm>
#include <cmath>

#include "carom/math/tolerances.hpp"
#include "contact/contact_pipeline.hpp"
#include "solver/push_at.hpp"
#include "swept/rotating/rotating_step.hpp"
#include "world/bodies/merge.hpp"

// A contact and its answer.
namespace carom::detail {
namespace {

/// After so many contacts of a body in one step, those that lose energy lose all of the rebound.
constexpr std::uint32_t k_drop_restitution_after = 4;
/// After so many, all contacts that it has, or would have before the step ends, are solved together.
constexpr std::uint32_t k_settle_after = 6;
/// After so many meetings in one step two fly on as one rigid body until the step ends; elastic contacts without friction end
/// by themselves.
constexpr std::uint32_t k_clump_after = 24;
constexpr std::uint32_t k_elastic_clump_after = 1U << 14U;
/// Contacts of one body that follow each other within this fraction of a step are in quick succession.
constexpr double k_quick = 1e-6;
/// After so many hits by fixed bodies that move, in such a succession, a body has no room: every further one would only make
/// it faster, without end.
constexpr std::uint32_t k_jammed_after = 16;

/// How fast the points of the two part, along the normal.
double parting_speed(const ContactPoint& p, const ContactBody& a, const ContactBody& b) noexcept {
  return dot(relative_velocity(p, a, b), p.normal);
}

/// The two after an impulse at one point, and its size, with what friction adds.
double strike(ContactBody& a, ContactBody& b, const ContactPoint& p, double restitution) noexcept {
  const RotatingEncounter e{p.normal,
                            {a.velocity, a.spin, a.inverse_mass, a.inverse_inertia, p.arm_a},
                            {b.velocity, b.spin, b.inverse_mass, b.inverse_inertia, p.arm_b},
                            restitution,
                            p.friction};
  const RotatingAftermath after = respond(e);
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

ContactSide RotatingStep::side_of(std::uint32_t who) const noexcept {
  if (is_edge(who)) return {};
  const RotatingBody& m = data_of(who);
  return {m.restitution ? &*m.restitution : nullptr, m.sensor, m.rules, m.disc, m.friction};
}

Law RotatingStep::law(std::uint32_t a, std::uint32_t b) const { return contacts_.law(side_of(a), side_of(b)); }

double RotatingStep::friction(std::uint32_t a, std::uint32_t b) const noexcept {
  return pair_friction(data_of(a).friction, is_edge(b) ? std::nullopt : data_of(b).friction, state_.settings.friction);
}

ContactBody RotatingStep::body_at(std::uint32_t who, double t) const noexcept {
  if (is_edge(who)) return {};
  const RotatingBody& m = data_of(who);
  if (!(m.inverse_mass > 0)) return {m.velocity, m.spin, 0, 0};
  return {m.velocity - m.push + velocity_offset(m, t), m.spin - m.push_spin, m.inverse_mass, m.inverse_inertia};
}

ContactPoint RotatingStep::point_met(const BodyImpact& touch) const noexcept {
  ContactPoint point;
  point.b = 1;
  point.normal = touch.contact.normal;
  point.arm_a = touch.contact.point - data_of(touch.a).position(touch.t);
  if (!is_edge(touch.b)) point.arm_b = touch.contact.point - data_of(touch.b).position(touch.t) - touch.shift;
  point.friction = friction(touch.a, touch.b);
  return point;
}

void RotatingStep::meet(const PredictedRotatingEvent& predicted) {
  if (!unobserved_ && contacts_.filter().overlaps(overlap_key(predicted.a, predicted.b))) return;
  BodyImpact touch{predicted.a, predicted.b, predicted.t, predicted.shift, predicted.contact};
  touch.contact.t = predicted.t;
  const Law how = law(predicted.a, predicted.b).at_speed(closing_at(touch));
  if (unobserved_) {
    apply_response(touch, how);
  } else {
    resolve_with_callbacks(touch, how);
  }
}

void RotatingStep::resolve_with_callbacks(const BodyImpact& touch, const Law& law) {
  const ContactBody a = body_at(touch.a, touch.t);
  const ContactBody b = body_at(touch.b, touch.t);
  const ContactPoint point = point_met(touch);
  const Encounter e{
      touch.contact.normal, velocity_at(a, point.arm_a), velocity_at(b, point.arm_b), a.inverse_mass, b.inverse_mass,
      law.restitution};
  const bool becomes_one = law.response == Response::merge;
  if (!law.lets_pass() && !becomes_one && silent(touch, closing_speed(e))) return apply_response(touch, law);
  const std::size_t record = state_.last.events.size();
  const auto both_there = [&] { return !data_of(touch.a).gone && (is_edge(touch.b) || !data_of(touch.b).gone); };
  const auto other = is_edge(touch.b) ? std::nullopt : std::optional(party(touch.b));
  contacts_.resolve(
      pending_contact(start_ + touch.t, party(touch.a), other, touch.contact, e), law,
      ContactActions{both_there, [&](const Law& how) { apply_response(touch, how); },
                     [&](const Law& how) {
                       record_contact(touch, how, std::max(closing_speed(e), 0.0), 0, 0, true);
                       if (both_there()) let_pass(touch);
                     },
                     [&] { return record < state_.last.events.size() ? &state_.last.events[record] : nullptr; }});
}

/// Told once a pass: again only after they have parted.
void RotatingStep::let_pass(const BodyImpact& touch) {
  contacts_.filter().begin_overlap(overlap_key(touch.a, touch.b));
  predict_sensor_overlap(touch.a, touch.b, touch.shift);
  if (!is_edge(touch.b) && std::erase(state_.last.touched, key(touch.a, touch.b)) > 0) return;
  notify_touch(touch.a, touch.b, TouchChange::begin);
}

void RotatingStep::part(const PredictedRotatingEvent& predicted) {
  if (!contacts_.filter().end_overlap(overlap_key(predicted.a, predicted.b))) return;
  notify_touch(predicted.a, predicted.b, TouchChange::end);
  if (data_of(predicted.a).gone || (!is_edge(predicted.b) && data_of(predicted.b).gone)) return;
  Parted& parted = parted_[{predicted.a, predicted.b}];
  parted = {predicted.t, parted.count + 1};
  predict_sensor_overlap(predicted.a, predicted.b, shift_between(predicted.a, predicted.b, predicted.t));
  // Another image may come within the same step.
  if (period_) predict_flight(data_of(predicted.a).infinite ? predicted.b : predicted.a);
}

void RotatingStep::notify_touch(std::uint32_t a, std::uint32_t b, TouchChange change) {
  const auto other = is_edge(b) ? std::nullopt : std::optional(party(b));
  contacts_.notify_touch(now(), party(a), other, change);
}

/// A pair that was in touch before and has gained no more speed than the fields give in a step is no news.
bool RotatingStep::silent(const BodyImpact& touch, double closing) const {
  if (!(closing > 0)) return true;
  return state_.now.touching.contains(key(touch.a, touch.b)) && closing <= 4 * resting_speed(touch.a, touch.b);
}

/// Counts contacts, and takes the rebound from those that are too many or too slow. The count of the one that has more.
std::uint32_t RotatingStep::drop_restitution(const BodyImpact& touch, double closing, Law& law) {
  std::uint32_t most = 0;
  for (const std::uint32_t who : {touch.a, touch.b}) {
    if (is_edge(who) || !(data_of(who).inverse_mass > 0)) continue;
    RotatingBody& m = data_of(who);
    most = std::max(most, ++m.contacts);
    const bool quick = m.last_contact >= 0 && touch.t - m.last_contact <= k_quick * dt_;
    m.pressed = (quick ? m.pressed : 0) + (is_driven(who == touch.a ? touch.b : touch.a) ? 1 : 0);
    m.last_contact = touch.t;
  }
  if (!(law.restitution < 1)) return most;
  law.settles = law.restitution * closing < resting_speed(touch.a, touch.b);
  const bool too_many = most > k_drop_restitution_after;
  if (too_many) ++state_.now.policies.calms;
  if (law.settles || too_many) law.restitution = 0;
  return most;
}

/// Is it fixed, and does it move?
bool RotatingStep::is_driven(std::uint32_t who) const noexcept {
  if (is_edge(who) || data_of(who).inverse_mass > 0) return false;
  return !(data_of(who).velocity == Vec2{} && data_of(who).spin == 0);
}

/// Is one of them squeezed by something that is fixed and moves, so that it has no way left between two contacts?
bool RotatingStep::is_jammed(const BodyImpact& touch) const noexcept {
  const auto pressed = [&](std::uint32_t who) { return is_edge(who) ? 0 : data_of(who).pressed; };
  return std::max(pressed(touch.a), pressed(touch.b)) > k_jammed_after;
}

/// Do these two meet again and again within the step?
bool RotatingStep::is_endless(const BodyImpact& touch, bool elastic) {
  const bool often = ++contact_counts_[{touch.a, touch.b}] > (elastic ? k_elastic_clump_after : k_clump_after);
  return often || is_jammed(touch);
}

void RotatingStep::apply_response(const BodyImpact& touch, Law law) {
  if (law.response == Response::merge) return merge(touch, law);
  const ContactBody a = body_at(touch.a, touch.t);
  const ContactBody b = body_at(touch.b, touch.t);
  const double closing = -parting_speed(point_met(touch), a, b);
  const bool plainly = contacts_.changes_total_momentum(law);
  const std::uint32_t most = drop_restitution(touch, std::max(closing, 0.0), law);
  // Where a law knows nothing of spin, spin drives the two together again and again.
  const bool driven_by_spin = plainly && (a.spin != 0 || b.spin != 0);
  const bool elastic = law.restitution == 1 && !(friction(touch.a, touch.b) > 0) && !driven_by_spin;
  const bool jammed = !(a.inverse_mass > 0) && !(b.inverse_mass > 0);
  if (jammed || is_same_clump(touch.a, touch.b) || is_endless(touch, elastic)) return clump(touch, law, closing);
  if (plainly) return apply_without_rotation(touch, law);
  // What an impact within an island moves is solved with it: no neighbour is left to be hit a moment later.
  const bool pressed = resting_speed(touch.a, touch.b) > 0;
  if (closing > 0 && law.restitution < 1 && pressed &&
      in_island(touch.a, touch.b, state_.now.touching.contains(key(touch.a, touch.b)))) {
    const double rebound = law.restitution * closing;
    const bool noticed = rebound > resting_speed(touch.a, touch.b);
    return settle_group(touch, a, b, closing, !silent(touch, closing), noticed ? rebound : 0);
  }
  if (elastic || most <= k_settle_after) {
    const std::vector<BodyImpact> others = closing > 0 ? met_at_once(touch) : std::vector<BodyImpact>{};
    return others.empty() ? apply_with_rotation(touch, law) : resolve_together(touch, law, others);
  }
  ++state_.now.policies.calms;
  settle_group(touch, a, b, closing, !silent(touch, closing));
}

/// Laws that know nothing of spin.
void RotatingStep::apply_without_rotation(const BodyImpact& touch, const Law& law) {
  ContactBody a = body_at(touch.a, touch.t);
  ContactBody b = body_at(touch.b, touch.t);
  const Encounter e{touch.contact.normal, a.velocity, b.velocity, a.inverse_mass, b.inverse_mass, law.restitution};
  ContactPoint point = point_met(touch);
  if (!(closing_speed(e) > 0) && !(parting_speed(point, a, b) < 0)) return correct_position(touch, a, b);
  const Aftermath after = contacts_.response(law, e, [&] {
    const auto other = is_edge(touch.b) ? std::nullopt : std::optional(party(touch.b));
    return pending_contact(start_ + touch.t, party(touch.a), other, touch.contact, e);
  });
  state_.now.exchanged_momentum = state_.now.exchanged_momentum + momentum_gained(e, after);
  const double before = kinetic_energy(a) + kinetic_energy(b);
  a.velocity = after.velocity_a;
  b.velocity = after.velocity_b;
  // Where spin still drives the points into each other, that is taken off without a rebound.
  point.friction = 0;
  if (parting_speed(point, a, b) < 0) strike(a, b, point, 0);
  const double gained = kinetic_energy(a) + kinetic_energy(b) - before;
  record_contact(touch, law, std::max(closing_speed(e), 0.0), after.impulse, gained, true);
  fly_on(touch.a, touch.t, a, false);
  if (!is_edge(touch.b)) fly_on(touch.b, touch.t, b, false);
}

/// Would the drift lead them into each other although they do not close? The fields do that to a hop which is over before the
/// step is.
bool RotatingStep::is_brought_back(const BodyImpact& touch, const ContactBody& a, const ContactBody& b) const {
  const Vec2 ahead_a = velocity_offset(data_of(touch.a), touch.t);
  const Vec2 ahead_b = is_edge(touch.b) ? Vec2{} : velocity_offset(data_of(touch.b), touch.t);
  const double brought = dot(ahead_a - ahead_b, touch.contact.normal);
  return brought > 0 && parting_speed(point_met(touch), a, b) < brought;
}

/// Do they part no faster than the fields bring them back within the step? Elastic ones rest only where they could not even
/// leave.
bool RotatingStep::comes_to_rest(const BodyImpact& touch, const Law& law, const ContactBody& a,
                                 const ContactBody& b) const {
  if (!(law.restitution < 1)) return is_brought_back(touch, a, b);
  return parting_speed(point_met(touch), a, b) < resting_speed(touch.a, touch.b);
}

void RotatingStep::apply_with_rotation(const BodyImpact& touch, const Law& law) {
  ContactBody a = body_at(touch.a, touch.t);
  ContactBody b = body_at(touch.b, touch.t);
  const double before = kinetic_energy(a) + kinetic_energy(b);
  const ContactPoint point = point_met(touch);
  const double closing = -parting_speed(point, a, b);
  // A solid circle has one point, which the contact tells already.
  const bool one = data_of(touch.a).disc || (!is_edge(touch.b) && data_of(touch.b).disc);
  const std::vector<ContactPoint> points =
      one ? std::vector<ContactPoint>{} : points_of(touch, contact_skin(touch.a, touch.b));
  const auto closes = [&](const ContactPoint& p) { return parting_speed(p, a, b) < 0; };
  const bool none_closes = std::ranges::none_of(points, closes);
  // Where corners meet, the contact's own normal may be another one than that of the faces which close.
  if (!(closing > 0) && none_closes) {
    if (!is_brought_back(touch, a, b)) return correct_position(touch, a, b);
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
  record_contact(touch, law, std::max(closing, 0.0), impulse, gained, !silent(touch, closing));
  if (comes_to_rest(touch, law, a, b)) {
    ++state_.now.policies.rests;
    return settle_group(touch, a, b, 0, false);
  }
  fly_on(touch.a, touch.t, a, false);
  if (!is_edge(touch.b)) fly_on(touch.b, touch.t, b, false);
}

/// The one that is left may have grown over its neighbours; those that merge with it do so now.
void RotatingStep::merge(const BodyImpact& touch, const Law& law) {
  const ContactBody a = body_at(touch.a, touch.t);
  const ContactBody b = body_at(touch.b, touch.t);
  const Encounter e{touch.contact.normal, a.velocity, b.velocity, a.inverse_mass, b.inverse_mass, law.restitution};
  record_contact(touch, law, std::max(closing_speed(e), 0.0), respond(Response::merge, e).impulse, 0, true);
  // What forces give the two they give the one.
  const RotatingBody& ma = data_of(touch.a);
  const RotatingBody& mb = data_of(touch.b);
  inherited_ = (1 / (ma.mass + mb.mass)) * (ma.mass * ma.force + mb.mass * mb.force);
  const BodyId one = merge_bodies(world_, state_, ma.id, mb.id);
  inherited_.reset();
  if (const auto next = swallowed(one, touch.t)) merge(*next, law);
}

/// The first, in order of creation, that overlaps with the one grown and is to merge with it.
std::optional<RotatingStep::BodyImpact> RotatingStep::swallowed(BodyId grown, double t) const {
  const std::uint32_t mine = body_index_of_slot_[grown.slot];
  for (std::uint32_t other = 0; other < body_data_.size(); ++other) {
    if (other == mine || !data_of(other).disc || !may_meet(mine, other)) continue;
    if (law(mine, other).response != Response::merge) continue;
    const Vec2 shift = shift_between(mine, other, t);
    const Vec2 apart = data_of(mine).position(t) - data_of(other).position(t) - shift;
    if (!(length(apart) < data_of(mine).reach + data_of(other).reach)) continue;
    BodyImpact touch{mine, other, t, shift, {}};
    touch.contact.t = t;
    touch.contact.normal = unit(apart);
    touch.contact.point = data_of(mine).position(t) - data_of(mine).reach * touch.contact.normal;
    return touch;
  }
  return std::nullopt;
}

void RotatingStep::fly_on(std::uint32_t who, double t, const ContactBody& after, bool rests, const ContactBody& push) {
  if (data_of(who).gone || !data_of(who).movable()) return;
  take_course(who, t, after, rests, push);
  for_each_rider(who, [&](std::uint32_t one) { predict_flight(one); });
}

/// On with another motion; of one that rests, that of its drift.
void RotatingStep::take_course(std::uint32_t who, double t, const ContactBody& after, bool rests,
                               const ContactBody& push) {
  for_each_rider(who, [&](std::uint32_t one) { take_course_alone(one, t, after, rests, push); });
}

void RotatingStep::take_course_alone(std::uint32_t who, double t, const ContactBody& after, bool rests,
                                     const ContactBody& push) {
  RotatingBody& m = data_of(who);
  record_push(m, t);
  m.at = m.position(t);
  m.angle = m.turned(t);
  m.since = t;
  m.push = push.velocity;
  m.push_spin = push.spin;
  m.velocity = (rests ? after.velocity : after.velocity - velocity_offset(m, t)) + m.push;
  m.spin = after.spin + m.push_spin;
  ++m.version;
  record_corner(who, t);
  follow(m, t);
}

void RotatingStep::record_contact(const BodyImpact& touch, const Law& law, double closing, double impulse,
                                  double energy, bool reported) {
  if (!reported && energy == 0) return;
  EventRecord event;
  event.t = touch.t;
  event.serial_a = data_of(touch.a).serial;
  event.serial_b = is_edge(touch.b) ? k_edges_serial : data_of(touch.b).serial;
  event.a = data_of(touch.a).id;
  if (!is_edge(touch.b)) event.b = data_of(touch.b).id;
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
