#include <algorithm>

#include "worlds/event_types.hpp"
#include "worlds/wrap.hpp"

// The flights of the event world, seen from outside a run.
namespace carom::detail {
namespace {

BodyState on_flight(const World::State& state, BodyState old, Vec2 at, Vec2 velocity, double time,
                    bool falls) noexcept {
  const Vec2 gravity = falls ? state.settings.gravity : Vec2{};
  if (gravity == Vec2{}) {
    old.at = time == 0 ? at : at + time * velocity;
    old.velocity = velocity;
  } else {
    old.at = flown(at, velocity, gravity, time);
    old.velocity = velocity + time * gravity;
  }
  if (falls) old.at = wrapped(old.at, state.settings.bounds);
  return old;
}

}  // namespace

void refresh_from_flight(const World::State& state, Body& body) noexcept {
  const EventWorkspace& w = *state.event_workspace;
  const std::uint32_t place = w.places[w.members[body.id.slot]];
  const double now = state.now.time - state.now.clock.epoch;
  if (place < k_event_fixtures) {
    const Mover& m = w.movers[place];
    body.state = on_flight(state, body.state, m.at, m.velocity, now - m.since, true);
  } else {
    const Fixture& f = w.fixtures[place - k_event_fixtures];
    body.state = on_flight(state, body.state, f.at, f.velocity, now - f.since, false);
  }
}

void settle_flights(World::State& state) noexcept {
  for (const std::uint32_t slot : state.now.bodies.in_order())
    refresh_from_flight(state, state.now.bodies.at_slot(slot));
}

void keep_flights(World::State& state) {
  const EventWorkspace& w = *state.event_workspace;
  state.now.flights.clear();
  for (const std::uint32_t slot : state.now.bodies.in_order()) {
    const Body& body = state.now.bodies.at_slot(slot);
    const std::uint32_t member = w.members[slot];
    const std::uint32_t place = w.places[member];
    World::Flight flight;
    flight.serial = body.serial;
    if (place < k_event_fixtures) {
      const Mover& m = w.movers[place];
      flight = {body.serial, m.at, m.velocity, m.since, 0};
    } else {
      const Fixture& f = w.fixtures[place - k_event_fixtures];
      flight = {body.serial, f.at, f.velocity, f.since, 0};
    }
    if (!w.last_contacts.empty()) flight.last_contact = w.last_contacts[member];
    state.now.flights.push_back(flight);
  }
}

void give_up_flights(World::State& state) noexcept {
  EventWorkspace& w = *state.event_workspace;
  settle_flights(state);
  const double now = state.now.time - state.now.clock.epoch;
  add_gas(state.now.gas, w, state.settings.gravity, now, now);
  state.now.clock.epoch = state.now.time;
  state.now.clock.happened = 0;
  w.current = false;
}

std::optional<BodyState> state_in_flight(const World::State& state, const Body& body, double time) {
  const EventWorkspace& w = *state.event_workspace;
  for (const PastFlight& past : w.past) {
    if (past.serial != body.serial || past.until < time) continue;
    return on_flight(state, body.state, past.at, past.velocity, (time - past.epoch) - past.since, !body.fixed());
  }
  if (body.id.slot >= w.members.size()) return std::nullopt;
  const std::uint32_t member = w.members[body.id.slot];
  // Who came after the step has no flight in it.
  if (member >= w.slots.size() || w.slots[member] != body.id.slot || body.serial >= w.newest) return std::nullopt;
  const std::uint32_t place = w.places[member];
  const double now = time - w.epoch;
  if (place >= k_event_fixtures) {
    const Fixture& f = w.fixtures[place - k_event_fixtures];
    return on_flight(state, body.state, f.at, f.velocity, now - f.since, false);
  }
  const Mover& m = w.movers[place];
  return on_flight(state, body.state, m.at, m.velocity, now - m.since, true);
}

}  // namespace carom::detail
