#include <algorithm>
#include <bit>
#include <cmath>

#include "event/event_run.hpp"
#include "world/falling_time.hpp"
#include "world/images.hpp"
#include "world/narrow.hpp"

// What will happen to a body on the flight it is on, as far as its cell and its epoch reach.
namespace carom::detail {
namespace {

/// Until then two that fly straight have passed each other, if they ever do: nothing is asked of later times, because what
/// lies far ahead is rounded more.
double far_enough(const Flier& a, const Flier& b, Vec2 shift, double start, double end) noexcept {
  const double speed = size(a.velocity - b.velocity);
  const double way = size(a.position(start) - b.position(start) - shift) + a.radius + b.radius;
  return speed > 0 && std::isfinite(way) ? std::min(end, start + 4 * way / speed) : end;
}

/// A disc inside a ring, both flying straight: when its chord ends. From wherever rounding has put it, the chord ends on the
/// circle; so nothing adds up.
double chord_end(const Flier& a, const Flier& b, Vec2 shift) noexcept {
  const double start = std::max(a.since, b.since);
  const Vec2 d = a.position(start) - b.position(start) - shift;
  const Vec2 w = a.velocity - b.velocity;
  const double room = std::abs(a.radius - b.radius);
  const double square = dot(w, w);
  if (!(square > 0)) return k_never;
  const double m = dot(d, w);
  const double c = dot(d, d) - room * room;
  if (m > 0 && c >= 0) return start;
  const double aside = cross(d, w);
  const double q = std::max(square * room * room - aside * aside, 0.0);
  // Of the two forms of the root the one that does not cancel.
  return start + (m > 0 ? -c / (m + std::sqrt(q)) : (std::sqrt(q) - m) / square);
}

}  // namespace

/// Is one of them a ring and the other one a disc inside?
bool EventRun::encloses(std::uint32_t a, std::uint32_t b, const Flier& fa, const Flier& fb, Vec2 shift) const {
  const auto* circle_a = std::get_if<Circle>(&body(a).shape);
  const auto* circle_b = std::get_if<Circle>(&body(b).shape);
  if (circle_a == nullptr || circle_b == nullptr || circle_a->hollow == circle_b->hollow) return false;
  const double ring = circle_a->hollow ? circle_a->radius : circle_b->radius;
  const double start = std::max(fa.since, fb.since);
  const Vec2 d = fa.position(start) - fb.position(start) - shift;
  return dot(d, d) < ring * ring;
}

Vec2 EventRun::position(std::uint32_t place, double t) const noexcept {
  if (!is_mover(place)) return fixture(place).position(t);
  const Mover& m = w_.movers[place];
  if (t == m.since) return m.at;
  return falling_ ? flown(m.at, m.velocity, gravity_, t - m.since) : m.at + (t - m.since) * m.velocity;
}

Vec2 EventRun::velocity(std::uint32_t place, double t) const noexcept {
  if (!is_mover(place)) return fixture(place).velocity;
  const Mover& m = w_.movers[place];
  return falling_ ? m.velocity + (t - m.since) * gravity_ : m.velocity;
}

Flier EventRun::flier(std::uint32_t place, double start) const noexcept {
  Flier f;
  f.since = falling_ ? start : is_mover(place) ? w_.movers[place].since : fixture(place).since;
  f.at = position(place, f.since);
  f.velocity = velocity(place, f.since);
  f.radius = is_mover(place) ? w_.movers[place].radius : fixture(place).reach;
  f.inverse_mass = inverse_mass(place);
  f.member = member(place);
  return f;
}

bool EventRun::disc(std::uint32_t place) const noexcept {
  if (w_.traits.all_discs && is_mover(place)) return true;
  const auto* circle = std::get_if<Circle>(&body(place).shape);
  return circle != nullptr && !circle->hollow;
}

/// A fixture may have left the box: it is not sent around.
Vec2 EventRun::fixture_shift(Vec2 a, Vec2 b) const noexcept {
  return detail::nearest_shift(a - b, period(state_.settings.bounds));
}

/// Straight out of a box: from the flight's beginning, by one division each.
EventRun::Crossing EventRun::leaving(const Mover& m, Vec2 low, Vec2 high) const noexcept {
  const auto straight = [&](double border, double at, double v) {
    return v == 0 ? k_never : std::max(m.since + (border - at) / v, now_);
  };
  // Without a branch: where somebody flies is anyone's guess.
  const auto forward = [](double v) { return static_cast<int>(~std::bit_cast<std::uint64_t>(v) >> 63U); };
  const int right = forward(m.velocity.x);
  const int up = forward(m.velocity.y);
  const double x = straight(right != 0 ? high.x : low.x, m.at.x, m.velocity.x);
  const double y = straight(up != 0 ? high.y : low.y, m.at.y, m.velocity.y);
  const auto first = static_cast<int>(x <= y);
  return {std::min(x, y), first * (2 * right - 1), (1 - first) * (2 * up - 1)};
}

EventRun::Crossing EventRun::crossing(std::uint32_t who) const noexcept {
  const Mover& m = w_.movers[who];
  const CellPlace& cell = w_.asides[who].cell;
  Crossing next;
  if (cell.level == k_no_level) return next;
  if (!falling_) {
    return leaving(m, {w_.grid.left(cell.x), w_.grid.lower(cell.y)}, {w_.grid.right(cell.x), w_.grid.upper(cell.y)});
  }
  // From now, because a parabola comes back to lines it has crossed.
  const Vec2 at = position(who, now_);
  const Vec2 v = velocity(who, now_);
  const auto line = [&](double gap, double closing, double pull, int dx, int dy) {
    const double t = now_ + falling_time(gap, closing, pull);
    if (t < next.t) next = {t, dx, dy};
  };
  line(at.x - w_.grid.left(cell.x), -v.x, -gravity_.x, -1, 0);
  line(w_.grid.right(cell.x) - at.x, v.x, gravity_.x, 1, 0);
  line(at.y - w_.grid.lower(cell.y), -v.y, -gravity_.y, 0, -1);
  line(w_.grid.upper(cell.y) - at.y, v.y, gravity_.y, 0, 1);
  return next;
}

void EventRun::look_for_line(std::uint32_t who) noexcept {
  Aside& aside = w_.asides[who];
  const Crossing next = aside.gone ? Crossing{} : crossing(who);
  aside.leave = next.t;
  aside.dx = static_cast<std::int8_t>(next.dx);
  aside.dy = static_cast<std::int8_t>(next.dy);
}

void EventRun::foretell_everyone() {
  planning_ = true;
  for (std::uint32_t who = 0; who < w_.movers.size(); ++who) {
    w_.movers[who].event = k_never;
    w_.movers[who].partner = k_event_nobody;
    look_for_line(who);
  }
  for (std::uint32_t who = 0; who < w_.movers.size(); ++who) {
    if (w_.asides[who].gone) continue;
    // Others may have taken it already; then only what is earlier counts.
    const Mover& m = w_.movers[who];
    Best best{std::min(m.event, clock_.length), k_event_nobody};
    look_alone(who, best);
    look_around(who, best);
    if (best.partner != k_event_nobody) take(who, best);
  }
  planning_ = false;
}

void EventRun::foretell(std::uint32_t who) {
  if (windows_) return foretell_in_window(who);
  Best best{clock_.length, k_event_nobody};
  look_alone(who, best);
  look_around(who, best);
  take(who, best);
}

/// Both of a contact. They look around in the same neighbourhood, so it is looked at once.
void EventRun::foretell_two(std::uint32_t a, std::uint32_t b) {
  if (windows_) return foretell_two_in_window(a, b);
  const CellPlace& p = w_.asides[a].cell;
  const CellPlace& q = w_.asides[b].cell;
  const CellBlock block{std::min(p.x, q.x) - 1, std::min(p.y, q.y) - 1, std::max(p.x, q.x) + 1, std::max(p.y, q.y) + 1};
  const bool close = block.x1 - block.x0 <= 3 && block.y1 - block.y0 <= 3;
  if (!fast_ || !close || !w_.grid.holds(block)) {
    foretell(a);
    foretell(b);
    return;
  }
  const std::span<const std::uint32_t> names = names_in(block, a);
  const TwoFirsts firsts = first_meetings(w_.movers.data(), a, b, clock_.length, names);
  const auto choose = [&](std::uint32_t who, const First& first) {
    Best best{clock_.length, k_event_nobody};
    look_alone(who, best);
    settle_first({who, best.t, now_, {}}, first, names, best);
    take(who, best);
  };
  choose(a, firsts.a);
  // Whom the first one has taken meanwhile, the second one gets only earlier.
  First of_b = firsts.b;
  if (of_b.who != k_event_nobody && !(of_b.t < w_.movers[of_b.who].event)) of_b.unclear = true;
  choose(b, of_b);
}

/// The names in a block of cells, filled up with somebody's own.
std::span<const std::uint32_t> EventRun::names_in(const CellBlock& block, std::uint32_t who) {
  std::size_t count = w_.grid.collect(block, w_.candidates);
  while (count % 4 != 0) w_.candidates[count++] = who;
  return {w_.candidates.data(), count};
}

void EventRun::settle_first(const Asker& asker, const First& first, std::span<const std::uint32_t> names, Best& best) {
  if (!first.unclear) {
    if (beats(first.t, asker.who, first.who, best)) best = {first.t, first.who};
    return;
  }
  for (const std::uint32_t other : names) {
    if (other != asker.who) consider(asker.who, other, asker.shift, best);
  }
}

void EventRun::look_among(const Asker& asker, std::span<const std::uint32_t> names, Best& best) {
  // Who meets it just when a wall does comes before the wall.
  const Asker also_then{asker.who, std::nextafter(asker.limit, k_never), asker.not_before, asker.shift};
  settle_first(asker, first_meeting(w_.movers.data(), also_then, names), names, best);
}

/// Plain discs of one level, in cells that may lie beyond the edges of a periodic box.
void EventRun::look_in(std::uint32_t who, const CellBlock& block, Best& best) {
  if (w_.grid.holds(block)) return look_among({who, best.t, now_, {}}, names_in(block, who), best);
  w_.grid.parts(block, [&](const CellBlock& part, int image_x, int image_y) {
    const Vec2 shift{image_x * period_.x, image_y * period_.y};
    look_among({who, best.t, now_, shift}, names_in(part, who), best);
  });
}

void EventRun::look_around(std::uint32_t who, Best& best) {
  const CellPlace& cell = w_.asides[who].cell;
  if (fast_) return look_in(who, {cell.x - 1, cell.y - 1, cell.x + 1, cell.y + 1}, best);
  const auto visit = [&](std::uint32_t other, int image_x, int image_y) {
    if (other != who) consider(who, other, {image_x * period_.x, image_y * period_.y}, best);
  };
  if (cell.level == k_no_level) {
    for (std::uint32_t other = 0; other < w_.movers.size(); ++other) visit(other, 0, 0);
    return;
  }
  w_.grid.near({cell, w_.movers[who].radius, plain_ && w_.traits.all_discs}, visit);
  for (const std::uint32_t giant : w_.giants) visit(giant, 0, 0);
}

void EventRun::consider(std::uint32_t who, std::uint32_t other, Vec2 shift, Best& best) {
  double t = k_never;
  if (plain_ && w_.traits.all_discs) {
    t = meeting_time(w_.movers[who], w_.movers[other], shift, gravity_);
  } else {
    if (gone(other)) return;
    // One order for the pair, whoever asks.
    const bool straight = member(who) < member(other);
    t = straight ? pair_time(who, other, shift) : pair_time(other, who, -shift);
  }
  if (t < now_) t = now_;
  if (beats(t, who, other, best)) best = {t, other};
}

/// Of any two that are not both fixed; `shift` is added to b. When they begin to touch or, if they pass through each other
/// already, when that ends.
double EventRun::pair_time(std::uint32_t a, std::uint32_t b, Vec2 shift) {
  const Body& body_a = body(a);
  const Body& body_b = body(b);
  if ((body_a.mask & body_b.category) == 0 || (body_b.mask & body_a.category) == 0) return k_never;
  const bool through = !plain_ && passes(a, b);
  if (!through && disc(a) && disc(b) && is_mover(a) && is_mover(b)) {
    return meeting_time(w_.movers[a], w_.movers[b], shift, gravity_);
  }
  // A kernel that has to decide exactly takes up to a millisecond.
  if (++kernels_ % k_kernels_a_look == 0) patience_ = 1;
  const auto [fa, fb, horizon] = fliers(a, b, shift);
  if (!through && encloses(a, b, fa, fb, shift)) return chord_end(fa, fb, shift);
  const FlierPair pair{fa, fb, body_a.shape, body_b.shape, shift, horizon};
  if (!through) {
    const auto contact = meeting(pair, w_.scratch);
    return contact ? contact->t : k_never;
  }
  if (is_passing(a, b)) {
    // Only the image that is passed can be left.
    if (!(shift == fixture_shift(position(a, now_), position(b, now_)))) return k_never;
    return parting_time(pair, now_, w_.scratch).value_or(k_never);
  }
  const auto contact = next_pass(a, b, pair);
  return contact ? contact->t : k_never;
}

EventRun::TwoFliers EventRun::fliers(std::uint32_t a, std::uint32_t b, Vec2 shift) const noexcept {
  const auto since = [&](std::uint32_t place) {
    return is_mover(place) ? w_.movers[place].since : fixture(place).since;
  };
  const double start = std::max(since(a), since(b));
  TwoFliers two{flier(a, start), flier(b, start), 0};
  two.horizon = far_enough(two.a, two.b, shift, start, clock_.length);
  return two;
}

/// Is this earlier than the best so far, and than what the other one has before it? Ties go to who was created first.
bool EventRun::beats(double t, std::uint32_t who, std::uint32_t other, const Best& best) const {
  if (t > best.t || t == k_never) return false;
  const Mover& o = w_.movers[other];
  if (t > o.event) return false;
  if (t < best.t && t < o.event) return true;
  const auto key = [&](std::uint32_t x, std::uint32_t y) {
    const std::uint64_t a = member(x);
    const std::uint64_t b = is_mover(y) ? member(y) : 0xffff'ffffU;
    return (std::min(a, b) << 32U) | std::max(a, b);
  };
  const std::uint64_t own = key(who, other);
  if (t == best.t && (best.partner == k_event_nobody || own >= key(who, best.partner))) return false;
  return t < o.event || o.partner == who || (o.partner != k_event_nobody && own < key(other, o.partner));
}

void EventRun::take(std::uint32_t who, const Best& best) {
  Mover& m = w_.movers[who];
  if (is_mover(m.partner) && m.partner != best.partner) release(m.partner);
  m.partner = best.partner;
  m.event = best.partner == k_event_nobody ? k_never : best.t;
  if (is_mover(best.partner)) {
    Mover& other = w_.movers[best.partner];
    if (is_mover(other.partner) && other.partner != who) release(other.partner);
    other.partner = who;
    other.event = best.t;
  }
  schedule(who);
}

/// Its partner has met somebody else: it looks again when they would have met.
void EventRun::release(std::uint32_t who) {
  w_.movers[who].partner = k_event_nobody;
  if (w_.movers[who].event <= w_.asides[who].leave) schedule(who);
}

void EventRun::schedule(std::uint32_t who) {
  if (planning_) return;
  if (w_.calendar.crowded()) w_.calendar.tidy([&](std::uint32_t x) { return hour(x); });
  w_.calendar.add(hour(who), who, [&](const Calendar::Entry& x, const Calendar::Entry& y) { return later(x, y); });
}

}  // namespace carom::detail
