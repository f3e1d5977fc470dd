#include "event/event_types.hpp"
#include "world/balance.hpp"
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

/// Of a mover or of a fixed body, as it is stored.
struct StoredFlight {
  Vec2 at;
  Vec2 velocity;
  double since = 0;
  bool falls = false;
};

StoredFlight stored_flight(const EventBodies& bodies, std::uint32_t body_index) noexcept {
  const BodyRef ref = bodies.directory().ref(body_index);
  if (ref.is_mover()) {
    const EventBody& m = bodies.mover(ref.index());
    return {m.at, m.velocity, m.since, true};
  }
  const FixedBody& f = bodies.fixed(ref);
  return {f.at, f.velocity, f.since, false};
}

BodyState state_of(const World::State& state, const EventBodies& bodies, const Body& body, double now) noexcept {
  const StoredFlight flight = stored_flight(bodies, bodies.directory().index_of(body));
  return on_flight(state, body.state, flight.at, flight.velocity, now - flight.since, flight.falls);
}

}  // namespace

void refresh_from_flight(const World::State& state, const EventWorkspace& w, Body& body) noexcept {
  body.state = state_of(state, w.bodies, body, state.now.time - state.now.clock.epoch);
}

void settle_flights(World::State& state, const EventWorkspace& w) noexcept {
  for (const std::uint32_t slot : state.now.bodies.in_order())
    refresh_from_flight(state, w, state.now.bodies.at_slot(slot));
}

void keep_flights(World::State& state, const EventWorkspace& w) {
  state.now.flights.clear();
  for (const std::uint32_t slot : state.now.bodies.in_order()) {
    const Body& body = state.now.bodies.at_slot(slot);
    const std::uint32_t body_index = w.bodies.directory().index_of(body);
    const StoredFlight stored = stored_flight(w.bodies, body_index);
    BodyFlight flight;
    flight.serial = body.serial;
    flight.at = stored.at;
    flight.velocity = stored.velocity;
    flight.since = stored.since;
    w.zeno.save(body_index, flight);
    w.jams.save(body_index, flight);
    state.now.flights.push_back(flight);
  }
}

bool flights_lead_to_bodies(const World::State& state) noexcept {
  const auto& bodies = state.now.bodies;
  if (state.now.flights.size() != bodies.count()) return false;
  const double now = state.now.time - state.now.clock.epoch;
  for (std::size_t k = 0; k < bodies.count(); ++k) {
    const Body& body = bodies.at_slot(bodies.in_order()[k]);
    const BodyFlight& flight = state.now.flights[k];
    const bool stands = body.fixed() || state.now.held.contains(body.serial);
    const BodyState then = on_flight(state, body.state, flight.at, flight.velocity, now - flight.since, !stands);
    if (flight.serial != body.serial || !(then.at == body.state.at && then.velocity == body.state.velocity))
      return false;
  }
  return true;
}

void give_up_flights(World::State& state, EventWorkspace& w) noexcept {
  settle_flights(state, w);
  add_gas(state.now.gas, state.now.bodies, state.now.time - state.now.clock.epoch);
  state.now.clock.epoch = state.now.time;
  state.now.clock.happened = 0;
  w.current = false;
}

std::optional<BodyState> state_in_flight(const World::State& state, const EventWorkspace& w,
                                         std::span<const PastFlight> flights, const Body& body, double time) {
  for (const PastFlight& past : flights) {
    if (past.serial != body.serial || past.until < time) continue;
    return on_flight(state, body.state, past.at, past.velocity, (time - past.epoch) - past.since, past.falls);
  }
  // A body that came after the step has no flight in it.
  if (body.serial >= w.newest || !w.bodies.directory().knows(body)) return std::nullopt;
  return state_of(state, w.bodies, body, time - w.epoch);
}

}  // namespace carom::detail
