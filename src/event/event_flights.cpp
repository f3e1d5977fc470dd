#include "event/event_types.hpp"
#include "world/bodies/wrap.hpp"
#include "world/sums/balance.hpp"

// The flights of the event world, seen from outside a run.
namespace carom::detail {
namespace {

/// Of a mover or of a fixed body, as it is stored.
struct StoredFlight {
  Vec2 at;
  Vec2 velocity;
  double since = 0;
  bool falls = false;
  std::optional<EventTurn> turn;
};

/// So much time after its beginning.
BodyState on_flight(const World::State& state, const Body& body, const StoredFlight& flight, double time) noexcept {
  BodyState then = body.state;
  const Vec2 gravity = flight.falls ? state.settings.gravity : Vec2{};
  if (gravity == Vec2{}) {
    then.at = time == 0 ? flight.at : flight.at + time * flight.velocity;
    then.velocity = flight.velocity;
  } else {
    then.at = flown(flight.at, flight.velocity, gravity, time);
    then.velocity = flight.velocity + time * gravity;
  }
  then.at = wrapped(then.at, state.settings.bounds);
  put_turn(flight.turn, body.shape, time, then);
  return then;
}

StoredFlight stored_flight(const EventBodies& bodies, std::uint32_t body_index) noexcept {
  const BodyRef ref = bodies.directory().ref(body_index);
  if (ref.is_mover()) {
    const EventBody& m = bodies.mover(ref.index());
    return {m.at, m.velocity, m.since, true, bodies.turn(body_index)};
  }
  const FixedBody& f = bodies.fixed(ref);
  return {f.at, f.velocity, f.since, false, bodies.turn(body_index)};
}

BodyState state_of(const World::State& state, const EventBodies& bodies, const Body& body, double now) noexcept {
  const StoredFlight flight = stored_flight(bodies, bodies.directory().index_of(body));
  return on_flight(state, body, flight, now - flight.since);
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
    flight.angle = stored.turn ? stored.turn->angle : body.state.angle;
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
    const EventTurn turn{flight.angle, body.state.spin};
    const BodyState then =
        on_flight(state, body, {flight.at, flight.velocity, flight.since, !stands, turn}, now - flight.since);
    const bool arrives =
        then.at == body.state.at && then.velocity == body.state.velocity && then.angle == body.state.angle;
    if (flight.serial != body.serial || !arrives) return false;
  }
  return true;
}

void give_up_flights(World::State& state, EventWorkspace& w) noexcept {
  settle_flights(state, w);
  add_gas(state.now.gas, state.now.bodies, state.now.time - state.now.clock.epoch);
  state.now.clock.epoch = state.now.time;
  state.now.clock.happened = 0;
  state.now.clock.now = 0;
  state.now.just_parted.clear();
  w.current = false;
}

std::optional<BodyState> state_in_flight(const World::State& state, const EventWorkspace& w,
                                         std::span<const PastFlight> flights, const Body& body, double time) {
  for (const PastFlight& past : flights) {
    if (past.serial != body.serial || past.until < time) continue;
    const StoredFlight flight{past.at, past.velocity, past.since, past.falls, past.turn};
    return on_flight(state, body, flight, (time - past.epoch) - past.since);
  }
  // A body that came after the step has no flight in it.
  if (body.serial >= w.newest || !w.bodies.directory().knows(body)) return std::nullopt;
  return state_of(state, w.bodies, body, time - w.epoch);
}

}  // namespace carom::detail
