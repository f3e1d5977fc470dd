#include "event/event_types.hpp"
#include "world/wrap.hpp"

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
  old.at = wrapped(old.at, state.settings.bounds);
  return old;
}

/// Of a mover or of a fixture, as it is stored.
struct StoredFlight {
  Vec2 at;
  Vec2 velocity;
  double since = 0;
  bool falls = false;
};

StoredFlight stored_flight(const EventWorkspace& w, std::uint32_t member) noexcept {
  const std::uint32_t place = w.places[member];
  if (place < k_event_fixtures) {
    const Mover& m = w.movers[place];
    return {m.at, m.velocity, m.since, true};
  }
  const Fixture& f = w.fixtures[place - k_event_fixtures];
  return {f.at, f.velocity, f.since, false};
}

BodyState state_of(const World::State& state, const Body& body, double now) noexcept {
  const EventWorkspace& w = *state.event_workspace;
  const StoredFlight flight = stored_flight(w, w.members[body.id.slot]);
  return on_flight(state, body.state, flight.at, flight.velocity, now - flight.since, flight.falls);
}

}  // namespace

void refresh_from_flight(const World::State& state, Body& body) noexcept {
  body.state = state_of(state, body, state.now.time - state.now.clock.epoch);
}

void settle_flights(World::State& state) noexcept {
  for (const std::uint32_t slot : state.now.bodies.in_order())
    refresh_from_flight(state, state.now.bodies.at_slot(slot));
}

void keep_flights(World::State& state) {
  const EventWorkspace& w = *state.event_workspace;
  state.now.flights.clear();
  for (const std::uint32_t slot : state.now.bodies.in_order()) {
    const std::uint32_t member = w.members[slot];
    const StoredFlight flight = stored_flight(w, member);
    const double last_contact = w.last_contacts.empty() ? -k_never : w.last_contacts[member];
    const World::Squeeze squeeze = w.squeezes.empty() ? World::Squeeze{} : w.squeezes[member];
    state.now.flights.push_back({state.now.bodies.at_slot(slot).serial, flight.at, flight.velocity, flight.since,
                                 last_contact, squeeze, w.wayless[member], w.rapid[member]});
  }
}

bool flights_lead_to_bodies(const World::State& state) noexcept {
  const auto& bodies = state.now.bodies;
  if (state.now.flights.size() != bodies.count()) return false;
  const double now = state.now.time - state.now.clock.epoch;
  for (std::size_t k = 0; k < bodies.count(); ++k) {
    const Body& body = bodies.at_slot(bodies.in_order()[k]);
    const World::Flight& flight = state.now.flights[k];
    const bool stands = body.fixed() || state.now.held.contains(body.serial);
    const BodyState then = on_flight(state, body.state, flight.at, flight.velocity, now - flight.since, !stands);
    if (flight.serial != body.serial || !(then.at == body.state.at && then.velocity == body.state.velocity))
      return false;
  }
  return true;
}

void give_up_flights(World::State& state) noexcept {
  settle_flights(state);
  add_gas(state.now.gas, state.now.bodies, state.now.time - state.now.clock.epoch);
  state.now.clock.epoch = state.now.time;
  state.now.clock.happened = 0;
  state.event_workspace->current = false;
}

std::optional<BodyState> state_in_flight(const World::State& state, const Body& body, double time) {
  const EventWorkspace& w = *state.event_workspace;
  for (const PastFlight& past : w.past) {
    if (past.serial != body.serial || past.until < time) continue;
    return on_flight(state, body.state, past.at, past.velocity, (time - past.epoch) - past.since, past.falls);
  }
  // Who came after the step has no flight in it.
  if (body.serial >= w.newest || body.id.slot >= w.members.size()) return std::nullopt;
  return state_of(state, body, time - w.epoch);
}

void add_gas(GasSums& gas, const BodyStore& bodies, double duration) {
  if (!(duration > 0)) return;
  CompensatedSum speeds;
  CompensatedSum kinetic;
  double number = 0;
  for (const std::uint32_t slot : bodies.in_order()) {
    const Body& body = bodies.at_slot(slot);
    if (body.fixed()) continue;
    speeds.add(length(body.state.velocity));
    kinetic.add(0.5 * body.mass * dot(body.state.velocity, body.state.velocity));
    ++number;
  }
  gas.time += duration;
  gas.speeds += duration * speeds.value();
  gas.kinetic += duration * kinetic.value();
  gas.bodies += duration * number;
}

}  // namespace carom::detail
