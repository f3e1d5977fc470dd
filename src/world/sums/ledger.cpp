#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include "carom/world/world.hpp"
#include "math/sort_stably.hpp"
#include "world/bodies/make_body.hpp"
#include "world/pairs/sensor_overlap.hpp"
#include "world/rules/capabilities.hpp"
#include "world/sums/balance.hpp"
#include "world/sums/ledger.hpp"

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
  state.loop->complete_events();
  // By the reported time: two moments of a step may be one in scene time.
  const auto earlier = [&](const EventRecord& x, const EventRecord& y) {
    const double at_x = step.scene_time(x.t);
    const double at_y = step.scene_time(y.t);
    if (at_x != at_y) return at_x < at_y;
    return x.serial_a != y.serial_a ? x.serial_a < y.serial_a : x.serial_b < y.serial_b;
  };
  sort_stably(step.events, earlier);
}

void close_step(World::State& state) {
  // A sum has one order, whichever thread worked on the step.
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

std::vector<BodyId> World::inside(BodyId sensor) const {
  const detail::Persistent& now = state_->now;
  const Body* const body = now.bodies.find(sensor);
  if (body == nullptr) return {};
  std::vector<std::uint64_t> serials;
  for (const detail::PairKey& pair : now.passing) {
    if (pair.a == body->serial && !detail::is_edge_serial(pair.b)) serials.push_back(pair.b);
    if (pair.b == body->serial) serials.push_back(pair.a);
  }
  std::ranges::sort(serials);
  std::vector<BodyId> ids;
  for (const std::uint64_t serial : serials) ids.push_back(now.bodies.by_serial(serial)->id);
  return ids;
}

namespace detail {

SavedLedger Persistence::ledger(const World& world) {
  World::State& state = *world.state_;
  state.loop->save_flights();
  SavedLedger saved;
  static_cast<Ledger&>(saved) = state.now;
  saved.next_serial = state.now.bodies.next_serial();
  saved.passing = world.passing();
  saved.touching = world.touching();
  return saved;
}

namespace {

/// The sums of a gas take in an epoch when it ends. Of one that has begun before the world did, that part does not count.
void begin_gas_sums(Persistent& now) {
  GasSums before;
  add_gas(before, now.bodies, now.time - now.clock.epoch);
  now.gas.time -= before.time;
  now.gas.speeds -= before.speeds;
  now.gas.kinetic -= before.kinetic;
  now.gas.bodies -= before.bodies;
}

}  // namespace

std::optional<Error> Persistence::resume(World& world, std::vector<Body> bodies, const SavedLedger& saved) {
  World::State& state = *world.state_;
  Persistent& now = state.now;
  state.loop->forget();
  if (now.bodies.count() > 0) return Error{"", "expected a world without bodies"};
  const bool rubs = now.rotating;
  static_cast<Ledger&>(now) = saved;
  now.rotating = now.rotating || rubs;
  std::uint64_t next = 0;
  for (Body& body : bodies) {
    if (body.serial < next) return Error{"/serial", "expected serials in order"};
    next = body.serial + 1;
    now.rotating = now.rotating || asks_for_rotating(body, state.settings);
    now.bodies.add_back(std::move(body));
  }
  if (saved.next_serial < next) return Error{"/next_serial", "expected more than the last body's serial"};
  now.bodies.set_next_serial(saved.next_serial);
  fit_to_settings(state);
  if (!now.flights.empty()) begin_gas_sums(now);
  for (const World::Pair& pair : saved.passing) restore_sensor_overlap(state, pair);
  for (const World::Pair& pair : saved.touching) now.touching.insert(key_of(pair));
  return std::nullopt;
}

void fit_to_settings(World::State& state) {
  Persistent& now = state.now;
  // A user may have edited a body since, or the settings.
  if (!now.flights.empty() && !state.loop->can_resume_flights()) {
    now.flights.clear();
    now.held.clear();
  }
  now.rotating = now.rotating && has(Feature::circle_rotation, state.settings);
  if (!now.rotating) now.points.clear();
}

}  // namespace detail
}  // namespace carom
