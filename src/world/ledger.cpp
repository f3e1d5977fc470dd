#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include "carom/world/world.hpp"
#include "event/event_types.hpp"
#include "math/sort_stably.hpp"
#include "swept/gas_record.hpp"
#include "swept/swept_types.hpp"
#include "world/ledger.hpp"
#include "world/make_body.hpp"
#include "world/passing.hpp"

namespace carom {
namespace detail {

ContactEvent contact_event(World::State& state, const EventRecord& record) {
  ContactEvent event;
  event.t = state.last.scene_time(record.t);
  event.a = {record.a, record.serial_a};
  if (record.serial_b != k_edges_serial) event.b = Party{record.b, record.serial_b};
  event.point = record.point;
  event.normal = record.normal;
  event.speed = record.speed;
  event.impulse = record.impulse;
  event.response = record.response;
  if (record.effects >= 0) event.effects = state.last.effects[static_cast<std::size_t>(record.effects)];
  return event;
}

void sort_events(World::State& state) {
  StepRecord& step = state.last;
  unfold_gas(state);
  for (EventRecord& event : step.events) {
    if (!event.by_member) continue;
    event.by_member = false;
    const Member& a = state.workspace->members[event.member_a];
    event.a = a.id;
    event.serial_a = a.serial;
    event.serial_b = k_edges_serial;
    if (event.member_b == k_no_member) continue;
    const Member& b = state.workspace->members[event.member_b];
    event.b = b.id;
    event.serial_b = b.serial;
  }
  // By the time that is told: two moments of a step may be one in scene time.
  const auto earlier = [&](const EventRecord& x, const EventRecord& y) {
    const double at_x = step.scene_time(x.t);
    const double at_y = step.scene_time(y.t);
    if (at_x != at_y) return at_x < at_y;
    return x.serial_a != y.serial_a ? x.serial_a < y.serial_a : x.serial_b < y.serial_b;
  };
  sort_stably(step.events, earlier);
}

void close_step(World::State& state) {
  // A sum has one order, whoever worked on the step.
  const bool sums = std::ranges::any_of(state.last.events, [](const EventRecord& event) { return event.energy != 0; });
  if (sums) sort_events(state);
  for (const EventRecord& event : state.last.events) {
    if (event.reported) ++state.now.collisions;
    if (event.energy != 0) state.now.exchanged_energy.add(event.energy);
  }
  // All that a gas has left was elastic.
  state.now.collisions += state.last.contact_count() - state.last.events.size();
}

namespace {

/// FNV-1a over 64-bit words, with a stronger mix at the end of each.
class Hash {
 public:
  void add(std::uint64_t word) noexcept {
    value_ ^= word;
    value_ *= 0x9e3779b97f4a7c15ULL;
    value_ ^= value_ >> 29U;
  }
  void add(double number) noexcept { add(std::bit_cast<std::uint64_t>(number)); }
  void add(Vec2 v) noexcept {
    add(v.x);
    add(v.y);
  }
  [[nodiscard]] std::uint64_t value() const noexcept { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325ULL;
};

}  // namespace
}  // namespace detail

std::uint64_t World::hash() const {
  detail::Hash hash;
  hash.add(time());
  for (const BodyId id : bodies()) {
    const Body& b = *body(id);
    hash.add(b.state.at);
    hash.add(b.state.velocity);
    hash.add(b.state.angle);
    hash.add(b.state.spin);
    hash.add(b.mass);
    hash.add(b.health.value_or(0));
  }
  return hash.value();
}

std::vector<World::Pair> World::passing() const { return detail::pairs_of(state_->now.passing); }
std::vector<World::Pair> World::touching() const {
  const auto& touching = state_->now.touching;
  return detail::pairs_of({touching.begin(), touching.end()});
}

World::Ledger World::ledger() const {
  const detail::Persistent& now = state_->now;
  Ledger ledger;
  ledger.time = now.time;
  ledger.steps = now.steps;
  ledger.next_serial = now.bodies.next_serial();
  ledger.collisions = now.collisions;
  ledger.exchanged_energy[0] = now.exchanged_energy.sum();
  ledger.exchanged_energy[1] = now.exchanged_energy.rest();
  ledger.exchanged_momentum = now.exchanged_momentum;
  ledger.exchanged_angular_momentum = now.exchanged_angular_momentum;
  ledger.policies = now.policies;
  ledger.passing = passing();
  ledger.touching = touching();
  ledger.had_fixed = now.had_fixed;
  ledger.had_corners = now.had_corners;
  if (state_->event_workspace && state_->event_workspace->current) detail::keep_flights(*state_);
  ledger.flights = now.flights;
  ledger.clock = now.clock;
  ledger.gas = now.gas;
  ledger.held.assign(now.held.begin(), now.held.end());
  ledger.turning = now.turning;
  ledger.points = now.points;
  return ledger;
}

std::optional<Error> World::resume(std::vector<Body> bodies, const Ledger& ledger) {
  detail::Persistent& now = state_->now;
  if (state_->workspace) state_->workspace->current = state_->workspace->pulls_known = false;
  if (state_->event_workspace) state_->event_workspace->current = false;
  if (now.bodies.count() > 0) return Error{"", "expected a world without bodies"};
  std::uint64_t next = 0;
  for (Body& body : bodies) {
    if (body.serial < next) return Error{"/serial", "expected serials in order"};
    next = body.serial + 1;
    now.turning = now.turning || detail::asks_for_turning(body);
    now.bodies.add_back(std::move(body));
  }
  if (ledger.next_serial < next) return Error{"/next_serial", "expected more than the last body's serial"};
  now.bodies.set_next_serial(ledger.next_serial);
  now.time = ledger.time;
  now.steps = ledger.steps;
  now.collisions = ledger.collisions;
  now.exchanged_energy = {ledger.exchanged_energy[0], ledger.exchanged_energy[1]};
  now.exchanged_momentum = ledger.exchanged_momentum;
  now.exchanged_angular_momentum = ledger.exchanged_angular_momentum;
  now.policies = ledger.policies;
  now.had_fixed = ledger.had_fixed;
  now.had_corners = ledger.had_corners;
  now.flights = ledger.flights;
  now.clock = ledger.clock;
  now.gas = ledger.gas;
  now.held.insert(ledger.held.begin(), ledger.held.end());
  // Somebody may have edited a body since.
  if (!now.flights.empty() && !detail::flights_lead_to_bodies(*state_)) {
    now.flights.clear();
    now.held.clear();
  }
  // The books may be those of a world with other settings.
  now.turning = (now.turning || ledger.turning) && detail::reason_not_to_turn(state_->settings) == nullptr;
  if (now.turning) now.points = ledger.points;
  for (const Pair& pair : ledger.passing) detail::put_back_passing(*state_, pair);
  for (const Pair& pair : ledger.touching) now.touching.insert(detail::key_of(pair));
  return std::nullopt;
}

}  // namespace carom
