#include <algorithm>

#include "event/event_run.hpp"
#include "world/telling.hpp"
#include "world/wrap.hpp"

// Prologue and epilogue of a contact, who passes through whom, and what callbacks do to a run.
namespace carom::detail {

Party EventRun::party(std::uint32_t place) const { return {body(place).id, body(place).serial}; }

std::optional<Party> EventRun::other_party(std::uint32_t place) const {
  return is_edge(place) ? std::nullopt : std::optional(party(place));
}

Meeting EventRun::meeting_of(const Touching& touch, const Encounter& e) const {
  return detail::meeting_of(now(), party(touch.a), other_party(touch.b), touch.contact, e);
}

void EventRun::answer_aloud(const Touching& touch, const Law& law) {
  const Encounter e = encounter(touch, law.restitution);
  Answerer answerer;
  answerer.both_there = [&] { return !gone(touch.a) && (is_edge(touch.b) || !gone(touch.b)); };
  answerer.act = [&](const Law& how) { act(touch, how, News::told); };
  answerer.pass = [&](const Law& how) {
    book(touch, how, e, {e.velocity_a, e.velocity_b, 0}, News::told);
    if (answerer.both_there()) let_pass(touch);
  };
  answerer.record = [&] { return state_.recording ? &state_.last.events.back() : &last_record_; };
  detail::answer_aloud(world_, state_, meeting_of(touch, e), law, answerer);
  for (const std::uint32_t place : {touch.a, touch.b}) {
    if (!is_edge(place) && is_mover(place) && !gone(place) && w_.movers[place].event <= now_) look_again(place);
  }
}

/// Its event has been dealt with, or its partner is gone.
void EventRun::look_again(std::uint32_t who) {
  Mover& m = w_.movers[who];
  if (is_mover(m.partner)) release(m.partner);
  m.partner = k_event_nobody;
  m.event = k_never;
  foretell(who);
}

/// Told once a pass: again only after they have parted.
void EventRun::let_pass(const Touching& touch) {
  state_.now.passing.insert(passing_key(touch.a, touch.b));
  plain_ = false;
  if (!is_edge(touch.b)) {
    // A pair that another world has left at rest on each other has begun to touch long ago.
    if (std::erase(state_.last.touched, PairKey{body(touch.a).serial, body(touch.b).serial}) > 0) return;
  }
  tell_touch(touch.a, touch.b, TouchChange::begin);
}

void EventRun::tell_touch(std::uint32_t a, std::uint32_t b, TouchChange change) {
  detail::tell_touch(world_, state_, now(), party(a), other_party(b), change);
}

PairKey EventRun::passing_key(std::uint32_t a, std::uint32_t b) const {
  if (is_edge(b)) return {body(a).serial, edge_serial(b - k_event_edges)};
  const std::uint64_t first = body(a).serial;
  const std::uint64_t second = body(b).serial;
  return {std::min(first, second), std::max(first, second)};
}

bool EventRun::is_passing(std::uint32_t a, std::uint32_t b) const {
  return !state_.now.passing.empty() && state_.now.passing.contains(passing_key(a, b));
}

/// Does nothing stop these two?
bool EventRun::passes(std::uint32_t a, std::uint32_t b) const {
  if (body(a).sensor || body(b).sensor || is_passing(a, b)) return true;
  if (w_.rules.empty()) return false;
  const Rule* rule = state_.rules.match(w_.rules[member(a)], w_.rules[member(b)]).rule;
  return rule != nullptr && (rule->response == Response::none || rule->response == Response::ignore);
}

void EventRun::refresh(Body& body) noexcept {
  const std::uint32_t place = w_.places[w_.members[body.id.slot]];
  body.state.at = wrapped(position(place, now_), state_.settings.bounds);
  body.state.velocity = velocity(place, now_);
}

void EventRun::added(Body& body) {
  give_up_windows();
  plain_ = false;
  w_.newcomers = true;
  const bool was_lossy = w_.traits.lossy;
  enroll(body);
  w_.wayless.resize(w_.slots.size());
  w_.rapid.resize(w_.slots.size());
  if (w_.traits.lossy) w_.last_contacts.resize(w_.slots.size(), -k_never);
  if (w_.traits.lossy && !was_lossy) choose_shortest();
  const std::uint32_t place = w_.places.back();
  // It is sorted in with the next epoch, which begins with the end of this event; until then nobody meets it.
  if (is_mover(place)) w_.asides[place].cell.level = k_no_level;
  replan_ = true;
}

void EventRun::removed(const Body& body) {
  give_up_windows();
  plain_ = false;
  w_.newcomers = true;
  const std::uint32_t place = w_.places[w_.members[body.id.slot]];
  if (!is_mover(place)) {
    Fixture& f = fixture(place);
    f.gone = true;
    if (state_.recording) w_.past.push_back({body.serial, now(), clock_.epoch, f.since, f.at, f.velocity, false});
    // Whoever would have met it looks again then.
    for (Mover& m : w_.movers) {
      if (m.partner == place) m.partner = k_event_nobody;
    }
    // Whom it has passed over is free.
    replan_ = replan_ || !state_.now.held.empty();
    return;
  }
  Mover& m = w_.movers[place];
  Aside& aside = w_.asides[place];
  if (state_.recording) w_.past.push_back({body.serial, now(), clock_.epoch, m.since, m.at, m.velocity});
  if (is_mover(m.partner)) release(m.partner);
  if (aside.cell.level != k_no_level) w_.grid.remove(place, aside.cell);
  m.partner = k_event_nobody;
  m.event = k_never;
  aside.leave = k_never;
  aside.gone = true;
}

void EventRun::changed(const Body& body) {
  give_up_windows();
  plain_ = false;
  const std::uint32_t member = w_.members[body.id.slot];
  const std::uint32_t place = w_.places[member];
  if (!state_.rules.empty()) w_.rules[member] = state_.rules.class_of(body);
  w_.traits.peculiar = w_.traits.peculiar || body.category != 1 || body.mask != 0xffff'ffffU;
  if (!is_mover(place)) {
    Fixture& f = fixture(place);
    if (f.held && !state_.now.held.contains(body.serial)) {
      if (state_.recording) w_.past.push_back({body.serial, now(), clock_.epoch, f.since, f.at, {}, false});
      regroup_ = true;
    }
    f.at = body.state.at;
    f.velocity = body.state.velocity;
    f.since = now_;
    // Everyone may meet it elsewhere from now on, or no more.
    replan_ = true;
    return;
  }
  if (replan_ && w_.asides[place].cell.level == k_no_level) {
    w_.movers[place].at = body.state.at;
    w_.movers[place].velocity = body.state.velocity;
    w_.movers[place].since = now_;
    return;
  }
  Aside& aside = w_.asides[place];
  if (aside.cell.level != k_no_level) {
    w_.grid.remove(place, aside.cell);
    aside.cell = w_.grid.place_of(body.state.at, w_.movers[place].radius);
    w_.grid.insert(place, aside.cell);
  }
  refly(place, body.state.at, body.state.velocity);
  look_again(place);
}

}  // namespace carom::detail
