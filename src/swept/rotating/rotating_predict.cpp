#include <algorithm>
#include <cmath>

#include "carom/math/tolerances.hpp"
#include "carom/toi/rotating.hpp"
#include "swept/rotating/rotating_step.hpp"
#include "world/bodies/body_shape.hpp"
#include "world/bodies/make_body.hpp"
#include "world/pairs/narrow.hpp"

// What will happen within the step, as far as the flights of now tell.
namespace carom::detail {
namespace {

/// Of the rest of a step: when two that overlap and part are looked at again.
constexpr double k_first_wait = 0x1p-24;
/// Two that pass through each other and may part more than once: looks to a way as long as the smaller one, and at most.
constexpr double k_looks_a_size = 128;
constexpr int k_most_looks = 1024;
/// Units of work (StepGuard) of a search in which two turn by k_most_turn.
constexpr std::uint64_t k_long_search_work = 1U << 15U;

double size_of(Vec2 v) noexcept { return std::abs(v.x) + std::abs(v.y); }
bool is_seen_to_turn(const RotatingBody& m) noexcept { return m.spin != 0 && !(m.round && m.center == Vec2{}); }

}  // namespace

/// Ties go to who was created first.
bool RotatingStep::later(const PredictedRotatingEvent& x, const PredictedRotatingEvent& y) const noexcept {
  if (x.t != y.t) return x.t > y.t;
  if (x.a != y.a) return x.a > y.a;
  if (x.b != y.b) return x.b > y.b;
  return x.what > y.what;
}

bool RotatingStep::is_void(const PredictedRotatingEvent& predicted) const noexcept {
  return data_of(predicted.a).version != predicted.version_a ||
         (!is_edge(predicted.b) && data_of(predicted.b).version != predicted.version_b);
}

void RotatingStep::push(double t, std::uint32_t a, std::uint32_t b, Vec2 shift, RotatingEventKind what,
                        const Contact& contact) {
  // What lies beyond the window is found again by a later one.
  if (t > (what == RotatingEventKind::expire ? dt_ : horizon(a, b))) return;
  queue_.push_back(
      {std::max(t, now_), a, b, data_of(a).version, is_edge(b) ? 0 : data_of(b).version, what, shift, contact});
  std::ranges::push_heap(
      queue_, [this](const PredictedRotatingEvent& x, const PredictedRotatingEvent& y) { return later(x, y); });
}

bool RotatingStep::may_meet(std::uint32_t a, std::uint32_t b) const noexcept {
  const RotatingBody& ma = data_of(a);
  const RotatingBody& mb = data_of(b);
  return !ma.gone && !mb.gone && filters_match(ma, mb);
}

// Does nothing stop these two?
bool RotatingStep::passes(std::uint32_t a, std::uint32_t b) const {
  return !unobserved_ && contacts_.filter().lets_pass(side_of(a), side_of(b), overlap_key(a, b));
}

std::pair<std::uint32_t, std::uint32_t> RotatingStep::versions_of(std::uint32_t a, std::uint32_t b) const noexcept {
  return {data_of(a).version, is_edge(b) ? 0 : data_of(b).version};
}

/// True if this pair is not asked about: jammed, or so slow that it stays within the tolerance of a contact until the step ends,
/// as long as both fly on as they did.
bool RotatingStep::is_left(std::uint32_t a, std::uint32_t b) const {
  if (!left_.empty() && left_.contains({a, b})) return true;
  if (slow_.empty()) return false;
  const auto found = slow_.find({a, b});
  return found != slow_.end() && found->second == versions_of(a, b);
}

/// Can they be held together? Not those that become one as soon as they touch.
bool RotatingStep::may_rest(std::uint32_t a, std::uint32_t b) const {
  if ((!is_edge(b) && !may_meet(a, b)) || passes(a, b)) return false;
  return !contacts_.has_rules() || law(a, b).response != Response::merge;
}

/// True if somebody is called about a contact of these two: a listener, a custom response, a rule, a sensor.
bool RotatingStep::has_callbacks(std::uint32_t a, std::uint32_t b) const {
  if (unobserved_) return false;
  return contacts_.calls_back(law(a, b)) || passes(a, b) || data_of(a).sensor || (!is_edge(b) && data_of(b).sensor);
}

void RotatingStep::predict_near_pair(NearRotating& near) {
  // A pair that may pass is asked about: it has to be told of.
  if ((unobserved_ || !passes(near.a, near.b)) && stays_separated(near)) return;
  if (is_edge(near.b)) return predict_edge(near.a, near.b);
  if (!unobserved_) return predict_pair(near.a, near.b, near.shift);
  if (const auto contact = next_contact(near.a, near.b, near.shift)) {
    push(contact->t, near.a, near.b, near.shift, RotatingEventKind::meet, *contact);
  }
}

void RotatingStep::predict_all() {
  predict_strays();
  for (NearRotating& near : near_) {
    // What strays has been asked about all that is around it within the window.
    if (!near.sure && (data_of(near.a).strays || (!is_edge(near.b) && data_of(near.b).strays))) continue;
    predict_near_pair(near);
    if (work(1)) return;
  }
  if (unobserved_) return;
  for (std::uint32_t who = 0; who < body_data_.size(); ++who) {
    if (data_of(who).expires - start_ <= dt_)
      push(data_of(who).expires - start_, who, who, {}, RotatingEventKind::expire, {});
  }
}

/// Those that an impact within their island sends elsewhere: whom they come near the search has not seen.
void RotatingStep::predict_strays() {
  std::vector<std::uint32_t> strays;
  for (std::uint32_t who = 0; who < body_data_.size(); ++who) {
    if (!data_of(who).strays) continue;
    strays.push_back(who);
    follow(data_of(who), 0);
  }
  if (!strays.empty()) predict_flights(strays);
}

// All that may happen to one body after its flight has changed.
void RotatingStep::predict_flight(std::uint32_t who) { predict_near(who, 0); }

void RotatingStep::predict_flights(std::span<const std::uint32_t> changed) {
  ++round_;
  for (const std::uint32_t who : changed) {
    if (guard().stopped()) return;
    predict_near(who, round_);
    body_data_[who].asked = round_;
  }
}

// Without those that were asked in this round.
void RotatingStep::predict_near(std::uint32_t who, std::uint64_t already) {
  const RotatingBody& m = data_of(who);
  if (m.gone) return;
  const auto is_news = [&](std::uint32_t other) { return already == 0 || data_of(other).asked != already; };
  if (m.infinite) {
    if (m.expires - start_ <= dt_) push(m.expires - start_, who, who, {}, RotatingEventKind::expire, {});
    for (std::uint32_t other = 0; other < body_data_.size(); ++other) {
      if (other != who && is_news(other)) predict_pair(who, other, {});
      if (work(1)) return;
    }
    return;
  }
  near_scratch_.clear();
  grid_.near(m.place, flight(m), now_ - window_start_, near_scratch_);
  for (const Near& near : near_scratch_) {
    const std::uint32_t other = at_place_[near.place];
    if (is_news(other)) predict_pair(who, other, shift_of(near.image_x, near.image_y));
    if (work(1)) return;
  }
  for (const std::uint32_t border : infinite_) {
    if (is_news(border)) predict_pair(who, border, {});
  }
  predict_alone(who);
}

// All but other bodies: edges, the end of its life.
void RotatingStep::predict_alone(std::uint32_t who) {
  const RotatingBody& m = data_of(who);
  if (m.expires - start_ <= dt_) push(m.expires - start_, who, who, {}, RotatingEventKind::expire, {});
  const auto& bounds = state_.settings.bounds;
  if (!bounds || bounds->edges != Edges::rebound || !(m.inverse_mass > 0 || m.clump)) return;
  for (std::uint32_t k = k_rotating_edge; k < k_rotating_edge + 4; ++k) predict_edge(who, k);
}

void RotatingStep::predict_edge(std::uint32_t who, std::uint32_t which) {
  const RotatingBody& m = data_of(who);
  if (m.gone) return;
  // The bounding circle does not get there?
  const Border line = edge(which);
  const Vec2 end = m.position(horizon(who, which));
  const auto beyond = [&](Vec2 p) { return (line.axis == Axis::x ? p.x : p.y) - line.at; };
  const double reach = m.reach * (1 + 1e-9);
  if (std::min(beyond(m.at), beyond(end)) > reach || std::max(beyond(m.at), beyond(end)) < -reach) return;
  if (is_left(who, which) || flies_with(who, which, {})) return;
  if (passes(who, which)) return predict_sensor_overlap(who, which, {});
  if (const auto contact = next_contact(who, which, {}))
    push(contact->t, who, which, {}, RotatingEventKind::meet, *contact);
}

void RotatingStep::predict_pair(std::uint32_t p, std::uint32_t q, Vec2 shift) {
  const std::uint32_t a = std::min(p, q);
  const std::uint32_t b = std::max(p, q);
  if (p > q) shift = -shift;
  const RotatingBody& ma = data_of(a);
  const RotatingBody& mb = data_of(b);
  if (!(ma.inverse_mass > 0) && !(mb.inverse_mass > 0) && !ma.clump && !mb.clump) return;
  if (!may_meet(a, b) || flies_with(a, b, shift)) return;
  if (circles_stay_separated(a, b, shift)) return;
  // Nobody has left the way on which the step began?
  if (unobserved_ && now_ == 0) {
    NearRotating near{a, b, shift};
    near.widest = box_gap(near);
    near.apart = std::max(near.widest.gap, 0.0);
    if (stays_separated(near)) return;
  }
  if (is_left(a, b)) return;
  if (passes(a, b)) return predict_sensor_overlap(a, b, shift);
  if (disc_stays_clear(a, b, shift)) return;
  if (const auto contact = next_contact(a, b, shift)) push(contact->t, a, b, shift, RotatingEventKind::meet, *contact);
}

/// Of all their pieces: an overlap, the deepest; else the first hit.
Impact RotatingStep::first_impact(std::uint32_t a, std::uint32_t b, Vec2 shift, double from, double to) const {
  Impact first;
  const double rounding = k_rotating_gap * std::min(data_of(a).reach, is_edge(b) ? data_of(a).reach : data_of(b).reach);
  for_each_impact(a, b, shift, from, to, [&](const Impact& one, std::uint32_t, std::uint32_t) {
    // Pieces that have just parted may overlap by rounding.
    const bool rounded = from < to && one.outcome == Outcome::overlap && one.contact.depth <= rounding &&
                         !closes(one.contact, a, b, shift, from);
    if (rounded) return;
    if (one.outcome == Outcome::overlap) {
      if (first.outcome != Outcome::overlap || one.contact.depth > first.contact.depth) first = one;
    } else if (one.outcome == Outcome::hit && first.outcome != Outcome::overlap) {
      if (first.outcome != Outcome::hit || one.contact.t < first.contact.t) first = one;
    }
  });
  return first;
}

/// Two circles, or a circle and a border: nothing is to be seen of their turning.
bool RotatingStep::both_round(std::uint32_t a, std::uint32_t b) const noexcept {
  if (is_edge(b)) return false;
  const RotatingBody& ma = data_of(a);
  const RotatingBody& mb = data_of(b);
  return (ma.round && (mb.round || mb.infinite)) || (ma.infinite && mb.round);
}

Sweep RotatingStep::round_sweep(std::uint32_t who, double since) const noexcept {
  const RotatingBody& m = data_of(who);
  return {m.position(since), m.velocity, since, m.reach, m.inverse_mass, who, 0};
}

/// The exact way.
std::optional<Contact> RotatingStep::round_contact(std::uint32_t a, std::uint32_t b, Vec2 shift, double since) const {
  const RotatingBody& ma = data_of(a);
  const RotatingBody& mb = data_of(b);
  const Sweep fa = round_sweep(a, since);
  const Sweep fb = round_sweep(b, since);
  if (!ma.disc || !mb.disc) {
    std::vector<Vec2> scratch;
    return detail::next_contact({fa, fb, upright(a), upright(b), shift, dt_}, scratch);
  }
  const auto t = disc_contact_time(fa, fb, shift, dt_);
  if (!t) return std::nullopt;
  Contact contact;
  contact.t = *t;
  const Vec2 at_a = fa.position(*t);
  const Vec2 at_b = fb.position(*t) + shift;
  contact.normal = unit(at_a - at_b);
  if (contact.normal == Vec2{}) contact.normal = {1, 0};
  contact.point = 0.5 * ((at_a - ma.reach * contact.normal) + (at_b + mb.reach * contact.normal));
  return contact;
}

/// How fast the two close at a contact; no slower than rounding tells, else 0. Negative where they part.
double RotatingStep::closing_speed_at(const Contact& deep, std::uint32_t a, std::uint32_t b, Vec2 shift,
                                      double t) const {
  const RotatingBody& ma = data_of(a);
  const Vec2 arm_a = deep.point - ma.position(t);
  Vec2 way = velocity_at(ma.velocity, ma.spin, arm_a);
  if (!is_edge(b)) {
    const RotatingBody& mb = data_of(b);
    way = way - velocity_at(mb.velocity, mb.spin, deep.point - mb.position(t) - shift);
  }
  const double still = k_rotating_still * (length(ma.velocity) + std::abs(ma.spin) * length(arm_a) + length(way));
  const double parting = dot(way, deep.normal);
  return std::abs(parting) > still ? -parting : 0;
}

/// Up to when two are searched at once. Each turn takes its time, and between two searches the run may be stopped.
double RotatingStep::search_end(std::uint32_t a, std::uint32_t b, double from) const noexcept {
  const auto seen = [&](std::uint32_t who) { return !is_edge(who) && is_seen_to_turn(data_of(who)); };
  const double spin = (seen(a) ? std::abs(data_of(a).spin) : 0) + (seen(b) ? std::abs(data_of(b).spin) : 0);
  if (!(spin * (dt_ - from) > 2 * k_most_turn)) return dt_;
  return work(k_long_search_work) ? dt_ : std::max(from + k_most_turn / spin, std::nextafter(from, dt_));
}

/// The next contact of two, its t in seconds into the step.
std::optional<Contact> RotatingStep::next_contact(std::uint32_t a, std::uint32_t b, Vec2 shift) const {
  const double since = is_edge(b) ? data_of(a).since : std::max(data_of(a).since, data_of(b).since);
  if (both_round(a, b)) return std::max(since, now_) < dt_ ? round_contact(a, b, shift, since) : std::nullopt;
  double end = dt_;
  for (double from = std::max(since, now_); from < dt_ && !guard().stopped(); from = end) {
    end = search_end(a, b, from);
    if (auto contact = contact_between(a, b, shift, from, end)) return contact;
  }
  return std::nullopt;
}

std::optional<Contact> RotatingStep::contact_between(std::uint32_t a, std::uint32_t b, Vec2 shift, double start,
                                                     double end) const {
  const RotatingBody& ma = data_of(a);
  std::optional<Contact> first;
  // What touches or overlaps, by rounding or from before, and parts may turn back: it is looked at again a little later, and later.
  double wait = k_first_wait * (end - start);
  for (double from = start; from < (first ? first->t : end); from += wait, wait *= 2) {
    bool parts = false;
    for_each_impact(a, b, shift, from, end, [&](const Impact& one, std::uint32_t, std::uint32_t) {
      Contact contact = one.contact;
      if (one.outcome == Outcome::overlap) {
        if (!closes(contact, a, b, shift, from)) {
          parts = true;
          return;
        }
        contact.t = 0;
      } else if (one.outcome != Outcome::hit) {
        return;
      } else if (contact.t == 0 && closing_speed_at(contact, a, b, shift, from) < 0) {
        // Still within the tolerance of the contact that they come from.
        parts = true;
        return;
      }
      contact.t = from + contact.t * (end - from);
      if (!first || contact.t < first->t) first = contact;
    });
    if (!parts) break;
  }
  if (!first) return std::nullopt;
  // Points are told in the frame of a border that moves.
  if (!is_edge(b) && (ma.infinite || data_of(b).infinite)) {
    const RotatingBody& border = ma.infinite ? ma : data_of(b);
    first->point = first->point + (first->t - start) * border.velocity;
  }
  return first;
}

/// The least distance of two at a moment, 0 where they have a point in common.
double RotatingStep::distance_at(std::uint32_t a, std::uint32_t b, Vec2 shift, double t) const {
  const auto pose = [&](std::uint32_t who, Vec2 shift_of_it) {
    const RotatingBody& m = data_of(who);
    return Pose{m.position(t) - turned(m.center, sin_cos(m.turned(t))) + shift_of_it, m.turned(t)};
  };
  if (is_edge(b)) return distance_between(upright(a), pose(a, {}), edge(b), {});
  return distance_between(upright(a), pose(a, {}), upright(b), pose(b, shift));
}

/// Can they part and meet again on the flights that they are on? What is convex and does not turn is left once.
bool RotatingStep::may_part_twice(std::uint32_t a, std::uint32_t b) const noexcept {
  const auto may = [&](std::uint32_t who) {
    if (is_edge(who)) return false;
    const RotatingBody& m = data_of(who);
    return is_seen_to_turn(m) || m.pieces.count > 1 || detail::may_part_twice(upright(who));
  };
  return may(a) || may(b);
}

/// At how many moments of the rest of the step it is asked whether they are apart: so often that neither gets further than a
/// fraction of its size in between.
int RotatingStep::parting_looks(std::uint32_t a, std::uint32_t b, double from) const noexcept {
  if (!may_part_twice(a, b)) return 1;
  const RotatingBody& ma = data_of(a);
  const Vec2 velocity_b = is_edge(b) ? Vec2{} : data_of(b).velocity;
  double size = ma.reach;
  double speed = length(ma.velocity - velocity_b);
  for (const std::uint32_t who : {a, b}) {
    if (is_edge(who) || !std::isfinite(data_of(who).reach)) continue;
    size = std::isfinite(size) ? std::min(size, data_of(who).reach) : data_of(who).reach;
    speed += std::abs(data_of(who).spin) * data_of(who).reach;
  }
  const double looks = std::ceil(k_looks_a_size * speed * (dt_ - from) / size);
  return looks < k_most_looks ? std::max(static_cast<int>(looks), 1) : k_most_looks;
}

bool RotatingStep::is_beyond(std::uint32_t which, Vec2 place) const noexcept {
  const Border line = edge(which);
  const double out = coordinate(place, line.axis) - line.at;
  return (which - k_rotating_edge) % 2 == 0 ? out < 0 : out > 0;
}

/// When two that have a point in common first have none. Time run backward: the first contact then is the last one now.
std::optional<double> RotatingStep::parting_time(std::uint32_t a, std::uint32_t b, Vec2 shift, double from) const {
  if (both_round(a, b)) {
    const RotatingBody& ma = data_of(a);
    const RotatingBody& mb = data_of(b);
    const double since = std::max(ma.since, mb.since);
    std::vector<Vec2> scratch;
    return detail::parting_time({round_sweep(a, since), round_sweep(b, since), upright(a), upright(b), shift, dt_},
                                from, scratch);
  }
  const int looks = parting_looks(a, b, from);
  for (int k = 1; k <= looks; ++k) {
    const double search = k == looks ? dt_ : from + (dt_ - from) * k / looks;
    if (!(search > from)) continue;
    const Impact found = first_impact(a, b, shift, search, from);
    if (found.outcome != Outcome::hit && found.outcome != Outcome::miss) continue;
    // An edge is passed as long as some of the body is beyond.
    if (is_edge(b) && is_beyond(b, data_of(a).position(search))) continue;
    if (found.outcome == Outcome::hit) return search - found.contact.t * (search - from);
    // The search tells a contact from a gap only within its tolerance: two that have just met may have a gap yet, and two
    // that stay in touch have one all the time. They have parted when the gap is wider.
    const RotatingBody& ma = data_of(a);
    const double reach = is_edge(b) || data_of(b).infinite ? ma.reach
                         : ma.infinite                     ? data_of(b).reach
                                                           : ma.reach + data_of(b).reach;
    const double tolerance = k_rotating_gap * reach + k_rotating_rounding * (size_of(ma.position(search)) + reach);
    if (distance_at(a, b, shift, search) > 2 * tolerance) return from;
  }
  return std::nullopt;
}

/// When two that have no point in common at `from` begin to have one.
std::optional<Contact> RotatingStep::entering(std::uint32_t a, std::uint32_t b, Vec2 shift, double from) const {
  if (both_round(a, b)) {
    std::vector<Vec2> scratch;
    return detail::entering({round_sweep(a, from), round_sweep(b, from), upright(a), upright(b), shift, dt_}, scratch);
  }
  double end = dt_;
  for (; from < dt_ && !guard().stopped(); from = end) {
    end = search_end(a, b, from);
    const Impact found = first_impact(a, b, shift, from, end);
    if (found.outcome != Outcome::hit && found.outcome != Outcome::overlap) continue;
    Contact contact = found.contact;
    contact.t = found.outcome == Outcome::hit ? from + contact.t * (end - from) : from;
    return contact;
  }
  return std::nullopt;
}

// A pair that passes through each other: told when it begins to have a point in common, and when that ends.
void RotatingStep::predict_sensor_overlap(std::uint32_t a, std::uint32_t b, Vec2 shift) {
  const double since = is_edge(b) ? data_of(a).since : std::max(data_of(a).since, data_of(b).since);
  const double start = std::max(since, now_);
  if (!(start < dt_)) return;
  if (contacts_.filter().overlaps(overlap_key(a, b))) {
    // Only the image that is passed can be left.
    if (period_ && !(shift == shift_between(a, b, start))) return;
    if (const auto t = parting_time(a, b, shift, start)) push(*t, a, b, shift, RotatingEventKind::part, {});
    return;
  }
  auto contact = entering(a, b, shift, start);
  const auto left = parted_.find({a, b});
  if (contact && left != parted_.end() && !(contact->t > left->second.t)) {
    const double from = next_pass_from(left->second, dt_);
    contact = from < dt_ ? entering(a, b, shift, from) : std::nullopt;
  }
  if (contact) push(contact->t, a, b, shift, RotatingEventKind::meet, *contact);
}

}  // namespace carom::detail
