#include <algorithm>
#include <cmath>

#include "carom/math/tolerances.hpp"
#include "carom/toi/turning.hpp"
#include "swept/rotating/turning_step.hpp"
#include "world/body_shape.hpp"
#include "world/narrow.hpp"

// What will happen within the step, as far as the flights of now tell.
namespace carom::detail {
namespace {

/// Of the rest of a step: when two that overlap and part are looked at again.
constexpr double k_first_wait = 0x1p-24;
/// Two that pass through each other and may part more than once: looks to a way as long as the smaller one, and at most.
constexpr double k_looks_a_size = 128;
constexpr int k_most_looks = 1024;

double size_of(Vec2 v) noexcept { return std::abs(v.x) + std::abs(v.y); }

}  // namespace

/// Ties go to who was created first.
bool TurningStep::later(const TurningItem& x, const TurningItem& y) const noexcept {
  if (x.t != y.t) return x.t > y.t;
  if (x.a != y.a) return x.a > y.a;
  if (x.b != y.b) return x.b > y.b;
  return x.what > y.what;
}

bool TurningStep::is_void(const TurningItem& item) const noexcept {
  return member(item.a).version != item.version_a || (!is_edge(item.b) && member(item.b).version != item.version_b);
}

void TurningStep::push(double t, std::uint32_t a, std::uint32_t b, TurningHappening what, const Contact& contact) {
  // What lies beyond the window is found again by a later one.
  if (t > (what == TurningHappening::expire ? dt_ : window_end_)) return;
  queue_.push_back({std::max(t, now_), a, b, member(a).version, is_edge(b) ? 0 : member(b).version, what, contact});
  std::ranges::push_heap(queue_, [this](const TurningItem& x, const TurningItem& y) { return later(x, y); });
}

bool TurningStep::may_meet(std::uint32_t a, std::uint32_t b) const noexcept {
  const TurningMember& ma = member(a);
  const TurningMember& mb = member(b);
  return !ma.gone && !mb.gone && (ma.mask & mb.category) != 0 && (mb.mask & ma.category) != 0;
}

// Does nothing stop these two?
bool TurningStep::passes(std::uint32_t a, std::uint32_t b) const {
  if (plain_) return false;
  if (!state_.now.passing.empty() && state_.now.passing.contains(passing_key(a, b))) return true;
  const TurningMember& ma = member(a);
  if (ma.sensor || (!is_edge(b) && member(b).sensor)) return true;
  if (state_.rules.empty()) return false;
  const Rule* rule = state_.rules.match(ma.rules, is_edge(b) ? RuleBook::edges_class() : member(b).rules).rule;
  return rule != nullptr && (rule->response == Response::none || rule->response == Response::ignore);
}

/// Can they be held together? Not those that become one as soon as they touch.
bool TurningStep::may_rest(std::uint32_t a, std::uint32_t b) const {
  if ((!is_edge(b) && !may_meet(a, b)) || passes(a, b)) return false;
  return state_.rules.empty() || law(a, b).response != Response::merge;
}

void TurningStep::foretell_near_pair(NearTurning& near) {
  // A pair that may pass is asked about: it has to be told of.
  if (plain_ && stays_apart(near)) return;
  if (is_edge(near.b)) return foretell_edge(near.a, near.b);
  if (!plain_) return foretell_pair(near.a, near.b, near.shift);
  if (const auto contact = meeting(near.a, near.b, near.shift)) {
    push(contact->t, near.a, near.b, TurningHappening::meet, *contact);
  }
}

void TurningStep::foretell_all() {
  for (NearTurning& near : near_) {
    foretell_near_pair(near);
    if (work(1)) return;
  }
  if (plain_) return;
  for (std::uint32_t who = 0; who < members_.size(); ++who) {
    if (member(who).expires - start_ <= dt_) push(member(who).expires - start_, who, who, TurningHappening::expire, {});
  }
}

// All that may happen to one body after its flight has changed.
void TurningStep::foretell_flight(std::uint32_t who) { foretell_near(who, 0); }

void TurningStep::foretell_flights(std::span<const std::uint32_t> changed) {
  ++round_;
  for (const std::uint32_t who : changed) {
    if (guard().stopped()) return;
    foretell_near(who, round_);
    members_[who].asked = round_;
  }
}

// Without those that were asked in this round.
void TurningStep::foretell_near(std::uint32_t who, std::uint64_t already) {
  const TurningMember& m = member(who);
  if (m.gone) return;
  const auto is_news = [&](std::uint32_t other) { return already == 0 || member(other).asked != already; };
  if (m.boundless) {
    if (m.expires - start_ <= dt_) push(m.expires - start_, who, who, TurningHappening::expire, {});
    for (std::uint32_t other = 0; other < members_.size(); ++other) {
      if (other != who && is_news(other)) foretell_pair(who, other, {});
      if (work(1)) return;
    }
    return;
  }
  near_scratch_.clear();
  grid_.near(m.place, flight(m), now_ - window_start_, near_scratch_);
  for (const Near& near : near_scratch_) {
    const std::uint32_t other = at_place_[near.place];
    if (is_news(other)) foretell_pair(who, other, shift_of(near.image_x, near.image_y));
    if (work(1)) return;
  }
  for (const std::uint32_t border : boundless_) {
    if (is_news(border)) foretell_pair(who, border, {});
  }
  foretell_alone(who);
}

// All but other bodies: edges, the end of its life.
void TurningStep::foretell_alone(std::uint32_t who) {
  const TurningMember& m = member(who);
  if (m.expires - start_ <= dt_) push(m.expires - start_, who, who, TurningHappening::expire, {});
  const auto& bounds = state_.settings.bounds;
  if (!bounds || bounds->edges != Edges::rebound || !(m.inverse_mass > 0 || m.clump)) return;
  for (std::uint32_t k = k_turning_edge; k < k_turning_edge + 4; ++k) foretell_edge(who, k);
}

void TurningStep::foretell_edge(std::uint32_t who, std::uint32_t which) {
  const TurningMember& m = member(who);
  if (m.gone) return;
  // The bounding circle does not get there?
  const Border line = edge(which);
  const Vec2 end = m.position(window_end_);
  const auto beyond = [&](Vec2 p) { return (line.axis == Axis::x ? p.x : p.y) - line.at; };
  const double reach = m.reach * (1 + 1e-9);
  if (std::min(beyond(m.at), beyond(end)) > reach || std::max(beyond(m.at), beyond(end)) < -reach) return;
  if ((!left_.empty() && left_.contains({who, which})) || is_same_clump(who, which)) return;
  if (passes(who, which)) return foretell_passing(who, which, {});
  if (const auto contact = meeting(who, which, {})) push(contact->t, who, which, TurningHappening::meet, *contact);
}

void TurningStep::foretell_pair(std::uint32_t p, std::uint32_t q, Vec2 shift) {
  const std::uint32_t a = std::min(p, q);
  const std::uint32_t b = std::max(p, q);
  if (p > q) shift = -shift;
  const TurningMember& ma = member(a);
  const TurningMember& mb = member(b);
  if (!(ma.inverse_mass > 0) && !(mb.inverse_mass > 0) && !ma.clump && !mb.clump) return;
  if (!may_meet(a, b) || is_same_clump(a, b)) return;
  if (circles_stay_apart(a, b, shift)) return;
  // Nobody has left the way on which the step began?
  if (plain_ && now_ == 0) {
    NearTurning near{a, b, shift};
    near.widest = box_gap(near);
    near.apart = std::max(near.widest.gap, 0.0);
    if (stays_apart(near)) return;
  }
  if (!left_.empty() && left_.contains({a, b})) return;
  if (passes(a, b)) return foretell_passing(a, b, shift);
  if (disc_stays_clear(a, b, shift)) return;
  if (const auto contact = meeting(a, b, shift)) push(contact->t, a, b, TurningHappening::meet, *contact);
}

/// Of all their pieces: an overlap, the deepest; else the first hit.
Impact TurningStep::first_impact(std::uint32_t a, std::uint32_t b, Vec2 shift, double from, double to) const {
  Impact first;
  const double rounding = k_turning_gap * std::min(member(a).reach, is_edge(b) ? member(a).reach : member(b).reach);
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
bool TurningStep::both_round(std::uint32_t a, std::uint32_t b) const noexcept {
  if (is_edge(b)) return false;
  const TurningMember& ma = member(a);
  const TurningMember& mb = member(b);
  return (ma.round && (mb.round || mb.boundless)) || (ma.boundless && mb.round);
}

Flier TurningStep::round_flier(std::uint32_t who, double since) const noexcept {
  const TurningMember& m = member(who);
  return {m.position(since), m.velocity, since, m.reach, m.inverse_mass, who, 0};
}

/// The exact way.
std::optional<Contact> TurningStep::round_meeting(std::uint32_t a, std::uint32_t b, Vec2 shift, double since) const {
  const TurningMember& ma = member(a);
  const TurningMember& mb = member(b);
  const Flier fa = round_flier(a, since);
  const Flier fb = round_flier(b, since);
  if (!ma.disc || !mb.disc) {
    std::vector<Vec2> scratch;
    return detail::meeting({fa, fb, upright(a), upright(b), shift, dt_}, scratch);
  }
  const auto t = disc_meeting_time(fa, fb, shift, dt_);
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
double TurningStep::closing_speed_at(const Contact& deep, std::uint32_t a, std::uint32_t b, Vec2 shift,
                                     double t) const {
  const TurningMember& ma = member(a);
  const Vec2 arm_a = deep.point - ma.position(t);
  Vec2 way = velocity_at(ma.velocity, ma.spin, arm_a);
  if (!is_edge(b)) {
    const TurningMember& mb = member(b);
    way = way - velocity_at(mb.velocity, mb.spin, deep.point - mb.position(t) - shift);
  }
  const double still = k_turning_still * (length(ma.velocity) + std::abs(ma.spin) * length(arm_a) + length(way));
  const double parting = dot(way, deep.normal);
  return std::abs(parting) > still ? -parting : 0;
}

/// The next contact of two, its t in seconds into the step.
std::optional<Contact> TurningStep::meeting(std::uint32_t a, std::uint32_t b, Vec2 shift) const {
  const TurningMember& ma = member(a);
  const double since = is_edge(b) ? ma.since : std::max(ma.since, member(b).since);
  const double start = std::max(since, now_);
  if (!(start < dt_)) return std::nullopt;
  if (both_round(a, b)) return round_meeting(a, b, shift, since);
  std::optional<Contact> first;
  // What touches or overlaps, by rounding or from before, and parts may turn back: it is looked at again a little later, and later.
  double wait = k_first_wait * (dt_ - start);
  for (double from = start; from < (first ? first->t : dt_); from += wait, wait *= 2) {
    bool parts = false;
    for_each_impact(a, b, shift, from, dt_, [&](const Impact& one, std::uint32_t, std::uint32_t) {
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
      contact.t = from + contact.t * (dt_ - from);
      if (!first || contact.t < first->t) first = contact;
    });
    if (!parts) break;
  }
  if (!first) return std::nullopt;
  // Points are told in the frame of a border that moves.
  if (!is_edge(b) && (ma.boundless || member(b).boundless)) {
    const TurningMember& border = ma.boundless ? ma : member(b);
    first->point = first->point + (first->t - start) * border.velocity;
  }
  return first;
}

/// The least distance of two at a moment, 0 where they have a point in common.
double TurningStep::distance_at(std::uint32_t a, std::uint32_t b, Vec2 shift, double t) const {
  const auto pose = [&](std::uint32_t who, Vec2 shift_of_it) {
    const TurningMember& m = member(who);
    return Pose{m.position(t) - turned(m.center, sin_cos(m.turned(t))) + shift_of_it, m.turned(t)};
  };
  if (is_edge(b)) return distance_between(upright(a), pose(a, {}), edge(b), {});
  return distance_between(upright(a), pose(a, {}), upright(b), pose(b, shift));
}

/// Can they part and meet again on the flights that they are on? What is convex and does not turn is left once.
bool TurningStep::may_part_twice(std::uint32_t a, std::uint32_t b) const noexcept {
  const auto may = [&](std::uint32_t who) {
    if (is_edge(who)) return false;
    const TurningMember& m = member(who);
    const bool seen_to_turn = m.spin != 0 && !(m.round && m.center == Vec2{});
    return seen_to_turn || m.pieces.count > 1 || detail::may_part_twice(upright(who));
  };
  return may(a) || may(b);
}

/// At how many moments of the rest of the step it is asked whether they are apart: so often that neither gets further than a
/// fraction of its size in between.
int TurningStep::parting_looks(std::uint32_t a, std::uint32_t b, double from) const noexcept {
  if (!may_part_twice(a, b)) return 1;
  const TurningMember& ma = member(a);
  const Vec2 velocity_b = is_edge(b) ? Vec2{} : member(b).velocity;
  double size = ma.reach;
  double speed = length(ma.velocity - velocity_b);
  for (const std::uint32_t who : {a, b}) {
    if (is_edge(who) || !std::isfinite(member(who).reach)) continue;
    size = std::isfinite(size) ? std::min(size, member(who).reach) : member(who).reach;
    speed += std::abs(member(who).spin) * member(who).reach;
  }
  const double looks = std::ceil(k_looks_a_size * speed * (dt_ - from) / size);
  return looks < k_most_looks ? std::max(static_cast<int>(looks), 1) : k_most_looks;
}

bool TurningStep::is_beyond(std::uint32_t which, Vec2 place) const noexcept {
  const Border line = edge(which);
  const double out = coordinate(place, line.axis) - line.at;
  return (which - k_turning_edge) % 2 == 0 ? out < 0 : out > 0;
}

/// When two that have a point in common first have none. Time run backward: the first contact then is the last one now.
std::optional<double> TurningStep::parting_time(std::uint32_t a, std::uint32_t b, Vec2 shift, double from) const {
  if (both_round(a, b)) {
    const TurningMember& ma = member(a);
    const TurningMember& mb = member(b);
    const double since = std::max(ma.since, mb.since);
    std::vector<Vec2> scratch;
    return detail::parting_time({round_flier(a, since), round_flier(b, since), upright(a), upright(b), shift, dt_},
                                from, scratch);
  }
  const int looks = parting_looks(a, b, from);
  for (int k = 1; k <= looks; ++k) {
    const double look = k == looks ? dt_ : from + (dt_ - from) * k / looks;
    if (!(look > from)) continue;
    const Impact found = first_impact(a, b, shift, look, from);
    if (found.outcome != Outcome::hit && found.outcome != Outcome::miss) continue;
    // An edge is passed as long as some of the body is beyond.
    if (is_edge(b) && is_beyond(b, member(a).position(look))) continue;
    if (found.outcome == Outcome::hit) return look - found.contact.t * (look - from);
    // The search tells a contact from a gap only within its tolerance: two that have just met may have a gap yet, and two
    // that stay in touch have one all the time. They have parted when the gap is wider.
    const TurningMember& ma = member(a);
    const double reach = is_edge(b) || member(b).boundless ? ma.reach
                         : ma.boundless                    ? member(b).reach
                                                           : ma.reach + member(b).reach;
    const double tolerance = k_turning_gap * reach + k_turning_rounding * (size_of(ma.position(look)) + reach);
    if (distance_at(a, b, shift, look) > 2 * tolerance) return from;
  }
  return std::nullopt;
}

/// When two that have no point in common at `from` begin to have one.
std::optional<Contact> TurningStep::entering(std::uint32_t a, std::uint32_t b, Vec2 shift, double from) const {
  if (both_round(a, b)) {
    std::vector<Vec2> scratch;
    return detail::entering({round_flier(a, from), round_flier(b, from), upright(a), upright(b), shift, dt_}, scratch);
  }
  const Impact found = first_impact(a, b, shift, from, dt_);
  if (found.outcome != Outcome::hit && found.outcome != Outcome::overlap) return std::nullopt;
  Contact contact = found.contact;
  contact.t = found.outcome == Outcome::hit ? from + contact.t * (dt_ - from) : from;
  return contact;
}

// A pair that passes through each other: told when it begins to have a point in common, and when that ends.
void TurningStep::foretell_passing(std::uint32_t a, std::uint32_t b, Vec2 shift) {
  const double since = is_edge(b) ? member(a).since : std::max(member(a).since, member(b).since);
  const double start = std::max(since, now_);
  if (!(start < dt_)) return;
  if (state_.now.passing.contains(passing_key(a, b))) {
    // Only the image that is passed can be left.
    if (period_ && !(shift == shift_between(a, b, start))) return;
    if (const auto t = parting_time(a, b, shift, start)) push(*t, a, b, TurningHappening::part, {});
    return;
  }
  auto contact = entering(a, b, shift, start);
  const auto left = parted_.find({a, b});
  if (contact && left != parted_.end() && !(contact->t > left->second.t)) {
    const double from = next_pass_from(left->second, dt_);
    contact = from < dt_ ? entering(a, b, shift, from) : std::nullopt;
  }
  if (contact) push(contact->t, a, b, TurningHappening::meet, *contact);
}

}  // namespace carom::detail
