#include <algorithm>
#include <cmath>
#include <utility>

#include "event/event_run.hpp"
#include "world/narrow.hpp"
#include "world/shape_box.hpp"
#include "world/wrap.hpp"

// The loop: who is next, and what happens to them.
namespace carom::detail {
namespace {

/// Events between two questions whether to go on.
constexpr std::uint32_t k_patience = 1024;
/// Bodies that are sorted, and asked whom they meet, in the time of one event.
constexpr std::size_t k_sorted_an_event = 4;

}  // namespace

/// Everything up to `horizon`, that included. False: a new epoch has begun on the way, or the end is nearer now.
bool EventRun::play(double horizon) {
  if (windows_) return play_windows(horizon);
  const auto its_hour = [&](std::uint32_t who) { return hour(who); };
  const auto is_later = [&](const Calendar::Entry& x, const Calendar::Entry& y) { return later(x, y); };
  for (;;) {
    const Calendar::Entry* entry = w_.calendar.next(its_hour, is_later);
    if (entry == nullptr) {
      const double start = w_.calendar.end();
      w_.rate = w_.calendar.seen_a_second();
      if (!(start < clock_.length)) return true;
      now_ = start;
      if (start > horizon) return true;
      open_year(start);
      continue;
    }
    if (entry->t > horizon) return true;
    const Calendar::Entry next = *entry;
    w_.calendar.drop();
    if (next.t != hour(next.who)) continue;
    now_ = next.t;
    happen(elastic_ ? next.who : first_of_ties(next));
    if (!replan_ && !regroup_) {
      if (--patience_ == 0 && interrupted()) return false;
      continue;
    }
    plan_anew();
    static_cast<void>(tried_by_sorting());
    return false;
  }
}

/// Somebody has come: a new epoch sorts all of them.
void EventRun::plan_anew() {
  rebase(now_);
  replan_ = false;
  if (std::exchange(regroup_, false)) {
    gather_again();
  } else {
    begin_epoch();
  }
}

/// Then the run ends right after now: a moment of scene time up to which everything has happened.
bool EventRun::interrupted() {
  patience_ = k_patience;
  StepGuard& guard = state_.guard;
  if (!guard.keeps(state_.last.events.size() + state_.last.touches.size() + state_.last.effect_records +
                   w_.past.size()) &&
      !guard.pause(StepGuard::k_look)) {
    return false;
  }
  end_ = std::min(end_, std::nextafter(now(), k_never));
  return true;
}

/// Everybody has been sorted, which takes as long as many events.
bool EventRun::tried_by_sorting() {
  const auto events =
      static_cast<std::uint32_t>(std::min<std::size_t>(w_.movers.size() / k_sorted_an_event, k_patience));
  if (patience_ > events) {
    patience_ -= events;
    return false;
  }
  return interrupted();
}

/// Whose turn it is at this time. What somebody's entry stands for may have changed since it was sorted in, and where others
/// stood then depends on what the calendar has seen before: a snapshot, for one. Contacts without rebound hand each other
/// on at one and the same time, so it is asked anew.
std::uint32_t EventRun::first_of_ties(const Calendar::Entry& entry) {
  const auto is_later = [&](const Calendar::Entry& x, const Calendar::Entry& y) { return later(x, y); };
  std::uint32_t first = entry.who;
  ties_.clear();
  for (;;) {
    const Calendar::Entry* other = w_.calendar.next([&](std::uint32_t who) { return hour(who); }, is_later);
    if (other == nullptr || other->t != entry.t) break;
    const std::uint32_t who = other->who;
    w_.calendar.drop();
    if (hour(who) != entry.t || who == first || std::ranges::find(ties_, who) != ties_.end()) continue;
    ties_.push_back(who);
    if (tied_later(first, who)) std::swap(first, ties_.back());
  }
  for (const std::uint32_t who : ties_) w_.calendar.add(entry.t, who, is_later);
  return first;
}

/// At one time, those who only look around come first: then everybody's next event is known.
bool EventRun::tied_later(std::uint32_t x, std::uint32_t y) const noexcept {
  const auto rank = [&](std::uint32_t who) {
    const Mover& m = w_.movers[who];
    if (w_.asides[who].leave < m.event || m.partner == k_event_nobody) return std::pair{0U, std::uint64_t{m.member}};
    const std::uint64_t own = m.member;
    const std::uint64_t other = is_mover(m.partner) || is_fixture(m.partner) ? member(m.partner) : 0xffff'ffffU;
    return std::pair{1U, (std::min(own, other) << 32U) | std::max(own, other)};
  };
  return rank(x) > rank(y);
}

void EventRun::happen(std::uint32_t who) {
  const Mover& m = w_.movers[who];
  if (w_.asides[who].leave < m.event) return cross_line(who);
  const std::uint32_t partner = m.partner;
  if (is_mover(partner)) return elastic_ && w_.traits.all_discs ? meet_discs(who, partner) : meet(who, partner);
  if (is_fixture(partner)) return gone(partner) ? foretell(who) : meet(who, partner);
  if (is_edge(partner)) return meet_edge(who, partner);
  if (partner == k_event_nobody) return foretell(who);
  world_.remove(body(who).id);
}

void EventRun::cross_line(std::uint32_t who) {
  Mover& m = w_.movers[who];
  Aside& aside = w_.asides[who];
  const Crossing way{now_, aside.dx, aside.dy};
  const CellPlace before = aside.cell;
  CellPlace& cell = aside.cell;
  cell.x += way.dx;
  cell.y += way.dy;
  const bool around = cell.x < 0 || cell.y < 0 || cell.x >= w_.grid.columns() || cell.y >= w_.grid.rows();
  if (around) {
    cell.x = (cell.x + w_.grid.columns()) % w_.grid.columns();
    cell.y = (cell.y + w_.grid.rows()) % w_.grid.rows();
  }
  if (w_.grid.other_cell(before, cell)) {
    w_.grid.remove(who, before);
    w_.grid.insert(who, cell);
  }
  if (around) {
    if (is_mover(m.partner)) release(m.partner);
    m.partner = k_event_nobody;
    wrap_flight(who, way);
    return foretell(who);
  }
  look_for_line(who);
  Best best{std::min(m.event, clock_.length), k_event_nobody};
  if (!w_.fixtures.empty() || (state_.settings.bounds && !box_)) look_alone(who, best);
  look_ahead(who, way, best);
  if (best.partner != k_event_nobody) {
    take(who, best);
  } else {
    schedule(who);
  }
}

/// Out of a periodic box at one side and in at the other: a flight of its own, because its numbers are others.
void EventRun::wrap_flight(std::uint32_t who, const Crossing& way) {
  const Mover& m = w_.movers[who];
  refly(who, m.at + (now_ - m.since) * m.velocity - Vec2{way.dx * period_.x, way.dy * period_.y}, m.velocity);
}

/// Who has come near by crossing a line.
void EventRun::look_ahead(std::uint32_t who, const Crossing& way, Best& best) {
  const CellPlace& cell = w_.asides[who].cell;
  const std::int32_t x0 = way.dx != 0 ? cell.x + way.dx : cell.x - 1;
  const std::int32_t x1 = way.dx != 0 ? x0 : cell.x + 1;
  const std::int32_t y0 = way.dy != 0 ? cell.y + way.dy : cell.y - 1;
  const std::int32_t y1 = way.dy != 0 ? y0 : cell.y + 1;
  if (fast_) return look_in(who, {x0, y0, x1, y1}, best);
  w_.grid.newly_near({cell, w_.movers[who].radius, plain_ && w_.traits.all_discs}, way.dx, way.dy,
                     [&](std::uint32_t other, int image_x, int image_y) {
                       if (other == who) return;
                       consider(who, other, {image_x * period_.x, image_y * period_.y}, best);
                     });
}

/// Two discs of an elastic gas: what meet() and all it leads to come down to.
void EventRun::meet_discs(std::uint32_t who, std::uint32_t other) {
  const bool straight = w_.movers[who].member < w_.movers[other].member;
  const std::uint32_t a = straight ? who : other;
  const std::uint32_t b = straight ? other : who;
  Touching touch{a, b, {}, {}};
  const Vec2 at_a = position(a, now_);
  const Vec2 at_b = position(b, now_);
  const Vec2 seen_b = at_b + nearest_shift(at_a, at_b);
  touch.contact.normal = disc_normal(at_a - seen_b);
  const Encounter e{touch.contact.normal, velocity(a, now_), velocity(b, now_), inverse_mass(a), inverse_mass(b), 1};
  const Aftermath after = respond(Response::impulse, e);
  if (state_.recording) {
    const Vec2 n = touch.contact.normal;
    touch.contact.point = 0.5 * ((at_a - w_.movers[a].radius * n) + (seen_b + w_.movers[b].radius * n));
    book(touch, {}, e, after, News::told);
  } else {
    ++state_.now.collisions;
  }
  count_gas(touch, after.impulse);
  refly(a, at_a, after.velocity_a);
  refly(b, at_b, after.velocity_b);
  forget_event(a);
  forget_event(b);
  foretell_two(a, b);
}

void EventRun::meet(std::uint32_t who, std::uint32_t other) {
  const bool straight = member(who) < member(other);
  const std::uint32_t a = straight ? who : other;
  const std::uint32_t b = straight ? other : who;
  if (!plain_ && is_passing(a, b)) return part(who, other);
  Touching touch{a, b, {}, {}};
  const Vec2 at_a = position(a, now_);
  const Vec2 at_b = position(b, now_);
  const Vec2 shift = is_mover(other) ? nearest_shift(at_a, at_b) : fixture_shift(at_a, at_b);
  if (is_mover(other) && disc(a) && disc(b)) {
    const Vec2 seen_b = at_b + shift;
    Contact& contact = touch.contact;
    contact.normal = disc_normal(at_a - seen_b);
    contact.point =
        0.5 * ((at_a - w_.movers[a].radius * contact.normal) + (seen_b + w_.movers[b].radius * contact.normal));
  } else {
    auto contact = contact_of(a, b, shift);
    // Rounding may part again what was foretold to pass.
    if (!contact && !plain_ && passes(a, b))
      contact = Contact{.point = at_a, .normal = disc_normal(at_a - at_b - shift)};
    // A callback has changed what was foretold.
    if (!contact) return foretell(who);
    touch.contact = *contact;
  }
  touch.contact.t = now_;
  answer(touch);
}

/// Of two that are not both discs in flight; the normal pushes a off b.
std::optional<Contact> EventRun::contact_of(std::uint32_t a, std::uint32_t b, Vec2 shift) {
  if (falling_ && !(is_mover(a) && is_mover(b))) {
    auto contact = is_mover(a) ? thrown_meeting(a, b, shift) : thrown_meeting(b, a, -shift);
    if (contact && !is_mover(a)) {
      contact->normal = -contact->normal;
      contact->point = contact->point + shift;
    }
    return contact;
  }
  const auto [fa, fb, horizon] = fliers(a, b, shift);
  const bool through = !plain_ && passes(a, b);
  if (!through && encloses(a, b, fa, fb, shift)) {
    Vec2 out = unit(position(a, now_) - position(b, now_) - shift);
    // As wide as its ring it touches all around: where it goes, it meets.
    if (out == Vec2{}) out = unit(velocity(a, now_) - velocity(b, now_));
    const auto& circle = std::get<Circle>(body(a).shape);
    Contact contact;
    contact.side = Side::inner;
    contact.normal = -out;
    // On the ring, which is a or b.
    contact.point = circle.hollow ? position(a, now_) - circle.radius * out
                                  : position(b, now_) + shift + std::get<Circle>(body(b).shape).radius * out;
    return contact;
  }
  const FlierPair pair{fa, fb, body(a).shape, body(b).shape, shift, horizon};
  return through ? pass_begin(pair) : meeting(pair, w_.scratch);
}

void EventRun::meet_edge(std::uint32_t who, std::uint32_t edge) {
  if (!plain_ && is_passing(who, edge)) return part(who, edge);
  const BodyShape& shape = body(who).shape;
  const EdgeContact met =
      edge_contact(shape, shape_box(shape), position(who, now_), *state_.settings.bounds, edge - k_event_edges);
  Touching touch{who, edge, met.contact, met.placed};
  touch.contact.t = now_;
  answer(touch);
}

/// A pair that passes through each other has no point in common any more.
void EventRun::part(std::uint32_t who, std::uint32_t other) {
  const bool straight = is_edge(other) || member(who) < member(other);
  const std::uint32_t a = straight ? who : other;
  const std::uint32_t b = straight ? other : who;
  if (state_.now.passing.erase(passing_key(a, b)) > 0) tell_touch(a, b, TouchChange::end);
  if (!is_edge(other)) {
    Parted& parted = parted_[passing_key(a, b)];
    parted = {now_, parted.count + 1};
  }
  for (const std::uint32_t place : {who, other}) {
    if (!is_mover(place) || gone(place)) continue;
    forget_event(place);
    // A flight of its own: the old one would meet again what it has passed.
    refly(place, position(place, now_), velocity(place, now_));
  }
  for (const std::uint32_t place : {who, other}) {
    if (is_mover(place) && !gone(place)) foretell(place);
  }
}

}  // namespace carom::detail
