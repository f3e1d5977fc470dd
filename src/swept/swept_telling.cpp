#include <algorithm>

#include "swept/swept_step.hpp"
#include "world/telling.hpp"

// Prologue and epilogue of a contact, and what callbacks do to a step that is running.
namespace carom::detail {

Party SweptStep::party(std::uint32_t place) const {
  const Member& m = member(place);
  return {m.id, m.serial};
}

std::optional<Party> SweptStep::other_party(std::uint32_t place) const {
  return is_edge(place) ? std::nullopt : std::optional(party(place));
}

Meeting SweptStep::meeting_of(const Touching& touch, const Encounter& e) const {
  return detail::meeting_of(start_ + touch.t, party(touch.a), other_party(touch.b), touch.contact, e);
}

void SweptStep::answer_aloud(Lane& lane, const Touching& touch, const Law& law) {
  const Encounter e = encounter(touch, law.restitution);
  const bool merges = law.response == Response::merge;
  if (accelerated_ && !law.lets_pass() && !merges && silent(touch, e)) return act(lane, touch, law);

  const std::uint32_t members[2] = {flier(touch.a).member, is_edge(touch.b) ? touch.b : flier(touch.b).member};
  const std::size_t record = lane.events.size();
  Answerer answerer;
  answerer.both_there = [&] {
    return !w_.members[members[0]].gone && (is_edge(members[1]) || !w_.members[members[1]].gone);
  };
  answerer.act = [&](const Law& how) { act(lane, touch, how); };
  answerer.pass = [&](const Law& how) {
    book(lane, touch, how, e, {e.velocity_a, e.velocity_b, 0}, true);
    if (answerer.both_there()) let_pass(lane, touch);
  };
  answerer.record = [&] { return record < lane.events.size() ? &lane.events[record] : nullptr; };
  detail::answer_aloud(world_, state_, meeting_of(touch, e), law, answerer);
}

/// Told once a pass: again only after they have parted.
void SweptStep::let_pass(Lane& lane, const Touching& touch) {
  state_.now.passing.insert(passing_key(touch.a, touch.b));
  if (is_edge(touch.b)) {
    foretell_edges(lane, touch.a);
  } else {
    const Vec2 shift = nearest_shift(flier(touch.a).position(touch.t), flier(touch.b).position(touch.t));
    foretell_passing(lane, touch.a, touch.b, shift);
    // A pair at rest on each other has begun to touch long ago.
    if (std::erase(state_.last.touched, key(touch.a, touch.b)) > 0) return;
  }
  tell_touch(touch.a, touch.b, TouchChange::begin);
}

void SweptStep::tell_touch(std::uint32_t a, std::uint32_t b, TouchChange change) {
  detail::tell_touch(world_, state_, start_ + now_, party(a), other_party(b), change);
}

void SweptStep::refresh(Body& body) noexcept {
  const Member& m = w_.members[w_.member_of_slot[body.id.slot]];
  const Flier& f = flier(m.place);
  body.state.at = f.position(now_);
  body.state.velocity = f.velocity;
  if (f.inverse_mass > 0) body.state.velocity = f.velocity + lag(m, now_);
}

void SweptStep::added(Body& body) {
  plain_ = false;
  enroll(body);
  w_.traits.newcomers = true;
  Member& m = w_.members.back();
  m.came = now_;
  take_off(flier(m.place));
  keep_newcomer(m);
  if (m.place < k_fixture_base) {
    m.place = w_.grid.insert(flight(w_.movers.back()));
  } else if (std::ranges::find(w_.boundless, m.place) == w_.boundless.end()) {
    // It has come too late for the fixtures' grid.
    w_.gridded.pop_back();
    w_.boundless.push_back(m.place);
  }
  foretell_flight(w_.lanes.front(), m.place, now_);
}

void SweptStep::removed(const Body& body) {
  plain_ = false;
  Member& m = w_.members[w_.member_of_slot[body.id.slot]];
  m.gone = true;
  w_.traits.departed = true;
  ++flier(m.place).version;
  if (m.place < k_fixture_base) w_.grid.remove(m.place);
}

void SweptStep::changed(const Body& body) {
  plain_ = false;
  Member& m = w_.members[w_.member_of_slot[body.id.slot]];
  m.category = body.category;
  m.mask = body.mask;
  if (!state_.rules.empty()) m.rules = state_.rules.class_of(body);
  Vec2 velocity = body.state.velocity;
  if (!body.fixed()) velocity = velocity - lag(m, now_);
  w_.traits.moving_fixtures = w_.traits.moving_fixtures || (m.place >= k_fixture_base && !(velocity == Vec2{}));
  if (m.place >= k_fixture_base && std::ranges::find(w_.boundless, m.place) == w_.boundless.end()) {
    w_.boundless.push_back(m.place);  // the fixtures' grid does not know where it goes
  }
  Lane& lane = w_.lanes.front();
  refly(lane, m.place, now_, body.state.at, velocity);
  foretell_flight(lane, m.place, now_);
}

}  // namespace carom::detail
