#include <algorithm>
#include <cmath>

#include "swept/swept_step.hpp"
#include "world/images.hpp"
#include "world/leaving.hpp"
#include "world/narrow.hpp"

// What will happen within the window, as far as the flights of now tell.
namespace carom::detail {
namespace {

/// Units of work (StepGuard) of a prediction for shapes that are not both discs, and of one for a pair that passes.
constexpr std::uint64_t k_shape_work = 32;
constexpr std::uint64_t k_passing_work = 256;

/// Two discs in touch: do they close no faster than `speed`?
bool closes_slower(const Flier& a, const Flier& b, Vec2 shift, double speed) noexcept {
  const double start = std::max(a.since, b.since);
  const Vec2 d = a.position(start) - b.position(start) - shift;
  return -dot(d, a.velocity - b.velocity) <= speed * length(d);
}

}  // namespace

bool SweptStep::before(const Item& x, const Item& y) const noexcept {
  if (x.t != y.t) return x.t < y.t;
  const std::uint32_t first_x = flier(x.first).member;
  const std::uint32_t first_y = flier(y.first).member;
  if (first_x != first_y) return first_x < first_y;
  const auto second = [&](const Item& item) { return is_edge(item.second) ? item.second : flier(item.second).member; };
  if (second(x) != second(y)) return second(x) < second(y);
  return x.what < y.what;
}

/// What lies beyond the window is found again in a later one.
bool SweptStep::in_window(double t) const noexcept { return t < window_end_ || (window_end_ == dt_ && t <= dt_); }

void SweptStep::push(Lane& lane, double t, std::uint32_t first, std::uint32_t second, Happening what) {
  if (!in_window(t)) return;
  push(lane, {std::max(t, lane.now), first, second, versions(first, second), what});
}

void SweptStep::push(Lane& lane, const Item& item) {
  lane.queue.push(item, [&](const Item& x, const Item& y) { return before(x, y); });
}

FlierPair SweptStep::pair(std::uint32_t a, std::uint32_t b, Vec2 shift) const noexcept {
  return {flier(a), flier(b), shape(a), shape(b), shift, dt_};
}

PairKey SweptStep::key(std::uint32_t a, std::uint32_t b) const noexcept {
  return {member(a).serial, is_edge(b) ? k_edges_serial : member(b).serial};
}

// Edges are passed one by one.
PairKey SweptStep::passing_key(std::uint32_t a, std::uint32_t b) const noexcept {
  return is_edge(b) ? PairKey{member(a).serial, edge_serial(b - k_first_edge)} : key(a, b);
}

bool SweptStep::passes_edge(std::uint32_t place, std::uint32_t edge) const {
  return !plain_ && !state_.now.passing.empty() && state_.now.passing.contains(passing_key(place, edge));
}

Vec2 SweptStep::nearest_shift(Vec2 a, Vec2 b) const noexcept {
  return detail::nearest_shift(a - b, period(state_.settings.bounds));
}

void SweptStep::foretell_all(Lane& lane) {
  lane.pairs.clear();
  w_.grid.pairs(lane.pairs, &guard());
  for (const NearPair& near : lane.pairs) {
    foretell_pair(lane, near.first, near.second, shift_of(near.image_x, near.image_y));
    if (guard().stopped()) return;
  }
  for (std::uint32_t place = 0; place < w_.movers.size(); ++place) {
    foretell_alone(lane, place, window_start_);
    if (work(1)) return;
  }
  for (const Flier& f : w_.fixtures) foretell_leaving(lane, w_.members[f.member].place);
  if (plain_) return;
  for (const Flier& f : w_.fixtures) {
    const Member& m = w_.members[f.member];
    if (m.gone || m.expires - start_ > window_end_) continue;
    push(lane, m.expires - start_, m.place, m.place, Happening::expire);
  }
}

// All that may happen to one body after its flight has changed.
void SweptStep::foretell_flight(Lane& lane, std::uint32_t place, double since) {
  if (place >= k_fixture_base) {
    // A fixture changes its flight in callbacks only, or is a movable border: everyone is asked.
    for (std::uint32_t other = 0; other < w_.movers.size(); ++other) {
      foretell_pair(lane, place, other, nearest_shift(flier(place).position(since), flier(other).position(since)));
      if (guard().stopped()) return;
    }
    return foretell_leaving(lane, place);
  }
  if (gas_) return foretell_in_gas(lane, place, since);
  lane.near.clear();
  w_.grid.near(place, flight(w_.movers[place]), since - window_start_, lane.near);
  for (const Near& near : lane.near) {
    foretell_pair(lane, place, near.place, shift_of(near.image_x, near.image_y));
  }
  foretell_alone(lane, place, since);
}

// All but other movers: fixtures, edges, the end of its life.
void SweptStep::foretell_alone(Lane& lane, std::uint32_t place, double since) {
  if (!plain_) {
    const Member& m = member(place);
    if (m.gone) return;
    if (m.expires - start_ <= window_end_) push(lane, m.expires - start_, place, place, Happening::expire);
  }
  if (!w_.gridded.empty()) {
    lane.near.clear();
    Flight here = flight(flier(place));
    double now = since - window_start_;
    if (!w_.traits.moving_fixtures) {
      // Their grid was built for the whole step; nothing in it moves, so only the flight's own way through the window counts.
      here.at = flier(place).position(since);
      here.velocity = ((window_end_ - since) / dt_) * here.velocity;
      now = 0;
    }
    w_.fixture_grid.near(here, now, lane.near);
    for (const Near& near : lane.near) {
      const std::uint32_t other = w_.gridded[w_.fixture_grid.order()[near.place]];
      foretell_pair(lane, place, other, shift_of(near.image_x, near.image_y));
    }
  }
  for (const std::uint32_t other : w_.boundless) foretell_pair(lane, place, other, {});
  if (state_.settings.bounds) foretell_edges(lane, place);
}

void SweptStep::foretell_edges(Lane& lane, std::uint32_t place) {
  const Bounds& bounds = *state_.settings.bounds;
  if (bounds.edges == Edges::periodic) return;
  if (bounds.edges == Edges::remove) return foretell_leaving(lane, place);
  const Flier& f = flier(place);
  // The box around the shape; of a disc without looking it up.
  Vec2 below{-f.radius, -f.radius};
  Vec2 above{f.radius, f.radius};
  if (!w_.traits.all_discs) {
    below = member(place).low;
    above = member(place).high;
  }
  const double left = (window_end_ - f.since) * (1 + 1e-9);
  const double still =
      std::max(k_still_closing * (std::abs(f.velocity.x) + std::abs(f.velocity.y)), idle_speed(place, k_first_edge));
  // Distance to go toward an edge, and how fast it shrinks.
  const auto toward = [&](double gap, double speed, std::uint32_t edge) {
    if (held_together(place, edge)) return;
    if (passes_edge(place, edge)) {
      // It parts when all of it is inside again. One that goes out does not, wherever its flight began.
      if (speed < 0 || (speed == 0 && gap >= 0))
        push(lane, f.since + (gap < 0 ? gap / speed : 0), place, edge, Happening::part);
      return;
    }
    if (gap <= speed * left && speed > still)
      push(lane, f.since + std::max(gap, 0.0) / speed, place, edge, Happening::edge);
  };
  const Vec2 low = f.at + below;
  const Vec2 high = f.at + above;
  toward(low.x - bounds.min.x, -f.velocity.x, k_first_edge);
  toward(bounds.max.x - high.x, f.velocity.x, k_first_edge + 1);
  toward(low.y - bounds.min.y, -f.velocity.y, k_first_edge + 2);
  toward(bounds.max.y - high.y, f.velocity.y, k_first_edge + 3);
}

/// Out of bounds that remove, fixed bodies too; what is endless is never outside.
void SweptStep::foretell_leaving(Lane& lane, std::uint32_t place) {
  const auto& bounds = state_.settings.bounds;
  if (!bounds || bounds->edges != Edges::remove) return;
  const Flier& f = flier(place);
  const Member& m = member(place);
  if (m.gone || !std::isfinite(f.radius)) return;
  const bool round = std::holds_alternative<Circle>(state_.now.bodies.at_slot(m.id.slot).shape);
  const double t = leaving_time({{m.low, m.high}, round}, f.at, f.velocity, {}, *bounds);
  if (std::isfinite(t)) push(lane, f.since + t, place, place, Happening::outside);
}

void SweptStep::foretell_pair(Lane& lane, std::uint32_t p, std::uint32_t q, Vec2 shift) {
  // One order for the pair, whoever asks: the answer must not depend on it.
  const bool straight = flier(p).member < flier(q).member;
  const std::uint32_t a = straight ? p : q;
  const std::uint32_t b = straight ? q : p;
  if (!straight) shift = -shift;
  if (held_together(a, b)) return;
  if (!plain_) {
    const Member& ma = member(a);
    const Member& mb = member(b);
    if (ma.gone || mb.gone || (ma.mask & mb.category) == 0 || (mb.mask & ma.category) == 0) return;
    if (!(flier(a).inverse_mass > 0) && !(flier(b).inverse_mass > 0)) return;
    if (passes(a, b)) return foretell_passing(lane, a, b, shift);
  }
  if (both_discs(a, b)) {
    if (!gas_) (void)guard().spend(1);
    const auto t = disc_meeting_time(flier(a), flier(b), shift, dt_);
    if (!t || !in_window(*t)) return;
    // Whether they rest on each other is asked last: it has to be looked up.
    const double idle = idle_speed(a, b);
    if (idle > 0 && closes_slower(flier(a), flier(b), shift, idle)) return;
    push(lane, *t, a, b, Happening::meet);
    return;
  }
  (void)work(k_shape_work);
  FlierPair asked = pair(a, b, shift);
  asked.idle = idle_speed(a, b);
  if (const auto contact = meeting(asked, lane.scratch)) push(lane, contact->t, a, b, Happening::meet);
}

// Does nothing stop these two?
bool SweptStep::passes(std::uint32_t a, std::uint32_t b) const {
  if (plain_) return false;
  const Member& ma = member(a);
  const Member& mb = member(b);
  if (ma.sensor || mb.sensor) return true;
  if (!state_.now.passing.empty() && state_.now.passing.contains(key(a, b))) return true;
  if (state_.rules.empty()) return false;
  const Rule* rule = state_.rules.match(ma.rules, mb.rules).rule;
  return rule != nullptr && (rule->response == Response::none || rule->response == Response::ignore);
}

// A pair that passes through each other: told when it begins to have a point in common, and when that ends.
void SweptStep::foretell_passing(Lane& lane, std::uint32_t a, std::uint32_t b, Vec2 shift) {
  // What begins as the step ends is the next one's business.
  if (!(lane.now < dt_)) return;
  (void)work(k_passing_work);
  FlierPair asked = pair(a, b, shift);
  if (state_.now.passing.contains(key(a, b))) {
    // Only the image that is passed can be left.
    if (box_ && !(shift == nearest_shift(asked.a.position(lane.now), asked.b.position(lane.now)))) return;
    if (const auto t = parting_time(asked, lane.now, lane.scratch)) push(lane, *t, a, b, Happening::part);
    return;
  }
  auto contact = entering(asked, lane.scratch);
  if (contact && contact->t <= lane.now) {
    // That was another pass, on the same flights.
    asked.not_before = lane.now;
    contact = entering(asked, lane.scratch);
  }
  const auto left = parted_.find(key(a, b));
  if (contact && left != parted_.end() && !(contact->t > left->second.t)) {
    asked.not_before = next_pass_from(left->second, dt_);
    contact = entering(asked, lane.scratch);
  }
  if (contact) push(lane, contact->t, a, b, Happening::meet);
}

}  // namespace carom::detail
