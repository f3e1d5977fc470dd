#include <algorithm>
#include <cmath>

#include "carom/math/tolerances.hpp"
#include "carom/toi/turning.hpp"
#include "worlds/narrow.hpp"
#include "worlds/turning_step.hpp"

// What will happen within the step, as far as the flights of now tell.
namespace carom::detail {
namespace {

/// Of the rest of a step: when two that overlap and part are looked at again.
constexpr double k_first_wait = 0x1p-24;

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
  const Vec2 end = m.position(dt_);
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
  if (!ma.boundless && !mb.boundless) {
    // Do the bounding circles come near each other at all?
    const double start = std::max(ma.since, mb.since);
    const Vec2 apart = ma.position(start) - mb.position(start) - shift;
    const double reach = ma.reach + mb.reach + (dt_ - start) * length(ma.velocity - mb.velocity);
    if (dot(apart, apart) > reach * reach * (1 + 1e-9)) return;
  }
  // Nobody has left the way on which the step began?
  if (plain_ && now_ == 0) {
    NearTurning near{a, b, shift};
    near.widest = box_gap(near);
    near.apart = std::max(near.widest.gap, 0.0);
    if (stays_apart(near)) return;
  }
  if (!left_.empty() && left_.contains({a, b})) return;
  if (passes(a, b)) return foretell_passing(a, b, shift);
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

/// Nothing to be seen of their turning: the exact way.
std::optional<Contact> TurningStep::round_meeting(std::uint32_t a, std::uint32_t b, Vec2 shift, double since) const {
  const TurningMember& ma = member(a);
  const TurningMember& mb = member(b);
  const Flier fa{ma.position(since), ma.velocity, since, ma.reach, ma.inverse_mass, a, 0};
  const Flier fb{mb.position(since), mb.velocity, since, mb.reach, mb.inverse_mass, b, 0};
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

/// An overlap by more than rounding, as nothing here has made it: do its bodies not part by themselves?
bool TurningStep::closes(const Contact& deep, std::uint32_t a, std::uint32_t b, Vec2 shift, double t) const {
  const TurningMember& ma = member(a);
  const Vec2 arm_a = deep.point - ma.position(t);
  Vec2 way = velocity_at(ma.velocity, ma.spin, arm_a);
  if (!is_edge(b)) {
    const TurningMember& mb = member(b);
    way = way - velocity_at(mb.velocity, mb.spin, deep.point - mb.position(t) - shift);
  }
  const double still = k_turning_still * (length(ma.velocity) + std::abs(ma.spin) * length(arm_a) + length(way));
  return dot(way, deep.normal) < -still;
}

/// The next contact of two, its t in seconds into the step.
std::optional<Contact> TurningStep::meeting(std::uint32_t a, std::uint32_t b, Vec2 shift) const {
  const TurningMember& ma = member(a);
  const double since = is_edge(b) ? ma.since : std::max(ma.since, member(b).since);
  const double start = std::max(since, now_);
  if (!(start < dt_)) return std::nullopt;
  const bool both_round =
      !is_edge(b) && ((ma.round && (member(b).round || member(b).boundless)) || (ma.boundless && member(b).round));
  if (both_round) return round_meeting(a, b, shift, since);
  std::optional<Contact> first;
  // What overlaps, by rounding or from before, and parts may turn back: it is looked at again a little later, and later.
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

// A pair that passes through each other: told when it begins to have a point in common, and when that ends.
void TurningStep::foretell_passing(std::uint32_t a, std::uint32_t b, Vec2 shift) {
  const double since = is_edge(b) ? member(a).since : std::max(member(a).since, member(b).since);
  const double start = std::max(since, now_);
  if (!(start < dt_)) return;
  if (!state_.now.passing.contains(passing_key(a, b))) {
    const Impact found = first_impact(a, b, shift, start, dt_);
    if (found.outcome != Outcome::hit && found.outcome != Outcome::overlap) return;
    Contact contact = found.contact;
    contact.t = found.outcome == Outcome::hit ? start + contact.t * (dt_ - start) : start;
    return push(contact.t, a, b, TurningHappening::meet, contact);
  }
  // Time run backward: the first contact then is the last one now.
  const Impact found = first_impact(a, b, shift, dt_, start);
  if (found.outcome == Outcome::hit) {
    push(start + (1 - found.contact.t) * (dt_ - start), a, b, TurningHappening::part, {});
  } else if (found.outcome == Outcome::miss) {
    push(start, a, b, TurningHappening::part, {});
  }
}

}  // namespace carom::detail
