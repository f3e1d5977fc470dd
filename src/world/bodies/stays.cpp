#include "world/bodies/stays.hpp"
#include "math/sort_stably.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace carom::detail {
namespace {

double time_now(const World::State& state) noexcept {
  return state.running != nullptr ? state.running->now() : state.now.time;
}

}  // namespace

void note_arrival(World::State& state, const Body& body) {
  // Before the first step there is no stay.
  if (!(state.last.dt > 0)) return;
  state.last.arrivals.push_back({body.serial, time_now(state), body.state});
}

void note_departure(World::State& state, const Body& body) {
  const bool within = state.running != nullptr || state.notifying;
  if (!within || !state.recording) return;
  const double now = time_now(state);
  double came = -std::numeric_limits<double>::infinity();
  for (const Arrival& arrival : state.last.arrivals) {
    if (arrival.serial == body.serial) came = arrival.t;
  }
  // The overlap world removes bodies whose lifetime has ended at the end of the step.
  state.last.departures.push_back({body, came, std::min(now, body.expires.value_or(now))});
}

Stays::Stays(const StepRecord& last) {
  arrivals_.reserve(last.arrivals.size());
  for (const Arrival& arrival : last.arrivals) arrivals_.push_back(&arrival);
  sort_stably(arrivals_, {}, &Arrival::serial);
}

const Arrival* Stays::arrival(std::uint64_t serial, double time) const noexcept {
  const Arrival* latest = nullptr;
  for (const Arrival* const one : std::ranges::equal_range(arrivals_, serial, {}, &Arrival::serial)) {
    if (one->t <= time) latest = one;
  }
  return latest;
}

bool Stays::has_come(std::uint64_t serial, double time) const noexcept {
  const auto own = std::ranges::equal_range(arrivals_, serial, {}, &Arrival::serial);
  return own.empty() || own.back()->t <= time;
}

const Body* body_then(const World::State& state, const Stays& stays, BodyId id, double time) noexcept {
  const Body* const body = state.now.bodies.find(id);
  if (body != nullptr && stays.has_come(body->serial, time)) return body;
  for (const Departure& gone : state.last.departures) {
    if (gone.body.id == id && gone.came <= time && time <= gone.went) return &gone.body;
  }
  return nullptr;
}

std::vector<const Body*> bodies_then(const World::State& state, const Stays& stays, double time) {
  std::vector<const Body*> there;
  there.reserve(state.now.bodies.count() + state.last.departures.size());
  for (const std::uint32_t slot : state.now.bodies.in_order()) {
    const Body& body = state.now.bodies.at_slot(slot);
    if (stays.has_come(body.serial, time)) there.push_back(&body);
  }
  for (const Departure& gone : state.last.departures) {
    if (gone.came <= time && time < gone.went) there.push_back(&gone.body);
  }
  if (!state.last.departures.empty()) sort_stably(there, {}, &Body::serial);
  return there;
}

}  // namespace carom::detail
