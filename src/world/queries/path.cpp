#include "world/queries/path.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "carom/response/rotating.hpp"
#include "carom/shapes/mass.hpp"
#include "math/sort_stably.hpp"
#include "world/bodies/stays.hpp"
#include "world/bodies/wrap.hpp"
#include "world/forces/fields.hpp"
#include "world/rules/capabilities.hpp"

namespace carom {
namespace detail {

Vec2 push_on(const StepRecord& last, std::uint64_t serial) noexcept {
  const auto found = std::ranges::lower_bound(last.pushes, serial, {}, &Push::serial);
  return found != last.pushes.end() && found->serial == serial ? found->acceleration : Vec2{};
}

namespace {

template <class Corner>
std::vector<Corner> in_order(std::span<const Corner> corners, auto key) {
  std::vector<Corner> sorted(corners.begin(), corners.end());
  sort_stably(sorted, {}, [key](const Corner& corner) { return std::pair(corner.*key, corner.t); });
  return sorted;
}

/// The drift that a time falls into, if there is one.
const DriftRecord* drift_at(const StepRecord& last, double time) noexcept {
  const auto after = std::ranges::upper_bound(last.drifts, time, {}, &DriftRecord::start);
  return after == last.drifts.begin() ? nullptr : &*std::prev(after);
}

std::optional<BodyState> state_in_drift(const DriftRecord& drift, const Corners<PathCorner>& corners, const Body& body,
                                        double time) noexcept {
  const double t = time - drift.start;
  const std::size_t ordered = drift.serials.size() - drift.came.size();
  const auto number = number_at(
      ordered, drift.serials.size(), body.serial, t, [&](std::size_t i) { return drift.serials[i]; },
      [&](std::size_t i) { return drift.came[i - ordered]; });
  if (!number) return std::nullopt;
  const std::uint32_t k = *number;
  BodyState state = body.state;
  state.at = drift.at[k] + t * drift.velocity[k];
  state.velocity = drift.velocity[k];
  if (const PathCorner* const corner = corners.between(k, &PathCorner::body_index, t).before) {
    state.velocity = corner->velocity_after;
    state.at = corner->at + (t - corner->t) * corner->velocity_after;
  }
  const double since = t - drift.kick_time;
  state.velocity = state.velocity + since * drift.acceleration[k];
  if (drift.chord) state.velocity = state.velocity + (since * since - drift.dt * drift.dt / 12) * drift.bend[k];
  return state;
}

/// The flight of a body that turns, from where it began.
struct RotatingFlight {
  RotatingCorner from;
  Vec2 acceleration;
  Vec2 bend;
};

std::optional<RotatingFlight> rotating_flight(const World::State& s, const DriftRecord& drift, const Body& body,
                                              const Arrival* arrival) noexcept {
  // One that came in an earlier drift is there from the beginning of this one.
  if (arrival != nullptr && arrival->t >= drift.start) {
    const BodyState& then = arrival->state;
    const double t = arrival->t - drift.start;
    const Vec2 at = then.at + turned(body.center, sin_cos(then.angle));
    const Vec2 pull = body.fixed() ? Vec2{} : Fields(s.settings).acceleration(at);
    return RotatingFlight{
        {body.serial, t, at, then.velocity + (drift.kick_time - t) * pull, then.angle, then.spin, {}}, pull, {}};
  }
  const auto found = std::ranges::lower_bound(drift.serials, body.serial);
  if (found == drift.serials.end() || *found != body.serial) return std::nullopt;
  const auto k = static_cast<std::size_t>(found - drift.serials.begin());
  return RotatingFlight{{body.serial, 0, drift.at[k], drift.velocity[k], drift.angle[k], drift.spin[k], {}},
                        body.fixed() ? Vec2{} : drift.acceleration[k],
                        drift.chord ? drift.bend[k] : Vec2{}};
}

/// In a drift that turned bodies.
std::optional<BodyState> state_in_turn(const World::State& s, const DriftRecord& drift,
                                       const Corners<RotatingCorner>& turns, const Body& body, const Arrival* arrival,
                                       double time) noexcept {
  const auto flight = rotating_flight(s, drift, body, arrival);
  if (!flight) return std::nullopt;
  const double t = time - drift.start;
  const RotatingCorner* const corner = turns.between(body.serial, &RotatingCorner::serial, t).before;
  const RotatingCorner& from = corner != nullptr && corner->t >= flight->from.t ? *corner : flight->from;
  BodyState state = body.state;
  const double since = t - drift.kick_time;
  state.velocity = from.velocity + since * flight->acceleration;
  if (drift.chord) state.velocity = state.velocity + (since * since - drift.dt * drift.dt / 12) * flight->bend;
  state.spin = from.spin;
  state.angle = from.angle + (t - from.t) * from.spin;
  const SinCos direction = sin_cos(state.angle);
  state.at = from.at + (t - from.t) * from.velocity - turned(body.center + from.offset, direction);
  if (!(from.offset == Vec2{})) {
    state.velocity = velocity_at(state.velocity, state.spin, -turned(from.offset, direction));
  }
  return state;
}

/// What held a body during the step, if something did.
const HeldFlight* held_flight(const StepRecord& last, std::uint32_t body_index) noexcept {
  const auto found = std::ranges::lower_bound(last.held, body_index, {}, &HeldFlight::body_index);
  return found != last.held.end() && found->body_index == body_index ? &*found : nullptr;
}

bool turned_in_step(const World::State& s) noexcept {
  return s.now.rotating && !s.last.drifts.empty() && !s.last.drifts.front().angle.empty();
}

}  // namespace

std::optional<Landing> RecordedPaths::landing(const Body& body, double /*t*/) const {
  const auto& landed = state_.last.landed;
  const auto found = std::ranges::lower_bound(landed, body.serial, {}, &Landed::serial);
  if (found == landed.end() || found->serial != body.serial) {
    return Landing{k_no_body_index, body.state.at, body.state.velocity};
  }
  return Landing{k_no_body_index, found->at, found->velocity};
}

std::optional<BodyState> RecordedPaths::state(const Body& body, const Arrival* arrival, double time) {
  if (state_.now.rotating) {
    const DriftRecord* const drift = turned_in_step(state_) ? drift_at(state_.last, time) : nullptr;
    if (drift == nullptr) return std::nullopt;
    auto state = state_in_turn(state_, *drift, turns(drift->turns), body, arrival, time);
    if (state && !body.fixed()) state->at = wrapped(state->at, state_.settings.bounds);
    return state;
  }
  if (!integrates(state_.settings)) return state_in_step(body, time);
  const DriftRecord* const drift = drift_at(state_.last, time);
  return drift != nullptr ? state_in_drift(*drift, corners(drift->corners), body, time) : std::nullopt;
}

Corners<PathCorner> RecordedPaths::corners(const std::vector<PathCorner>& recorded) {
  if (use_ == PathUse::once) return {recorded, false};
  if (std::exchange(sorted_from_, &recorded) != &recorded) {
    corners_ = in_order<PathCorner>(recorded, &PathCorner::body_index);
  }
  return {corners_, true};
}

Corners<RotatingCorner> RecordedPaths::turns(const std::vector<RotatingCorner>& recorded) {
  if (use_ == PathUse::once) return {recorded, false};
  if (std::exchange(turns_sorted_from_, &recorded) != &recorded) {
    turns_ = in_order<RotatingCorner>(recorded, &RotatingCorner::serial);
  }
  return {turns_, true};
}

/// In a step without integrator.
std::optional<BodyState> RecordedPaths::state_in_step(const Body& body, double time) {
  const StepRecord& last = state_.last;
  const double t = time - last.start;
  const auto landed = landing(body, t);
  if (!landed) return std::nullopt;
  const Fields fields(state_.settings);
  const Vec2 push = push_on(last, body.serial);
  const bool pulled = !body.fixed() && (!fields.none() || !(push == Vec2{}));
  const HeldFlight* const held = held_flight(last, landed->body_index);
  const auto acceleration = [&](Vec2 at) {
    return held != nullptr ? held->acceleration : fields.acceleration(at) + push;
  };
  const auto [before, after] = corners(last.corners).between(landed->body_index, &PathCorner::body_index, t);
  BodyState state = body.state;
  if (before != nullptr) {
    state.velocity = before->velocity_after;
    state.at = before->at + (t - before->t) * before->velocity_after;
  } else if (after != nullptr) {
    state.velocity = after->velocity_before;
    state.at = after->at - (after->t - t) * after->velocity_before;
  } else {
    state.velocity = landed->velocity;
    if (pulled) state.velocity = state.velocity - (0.5 * last.dt) * acceleration(landed->at);
    state.at = landed->at - (last.dt - t) * state.velocity;
  }
  if (pulled) state.velocity = state.velocity + (t - 0.5 * last.dt) * acceleration(state.at);
  if (!body.fixed()) state.at = wrapped(state.at, state_.settings.bounds);
  return state;
}

namespace {

/// Prepared once a step, for any number of times: sorting millions of corners takes longer than a frame.
StepPaths& paths_for_many(World::State& s) {
  if (!s.paths) s.paths = s.loop->paths(PathUse::often);
  return *s.paths;
}

bool inside_last_step(const World::State& s, double time) noexcept {
  return s.running == nullptr && time >= s.last.start && time < s.now.time && s.last.dt > 0;
}

}  // namespace
}  // namespace detail

std::optional<BodyState> World::state_at(BodyId id, double time) const {
  State& s = *state_;
  const Body* const body = this->body(id);
  if (time == this->time() && body != nullptr) return body->state;
  const bool ends = s.running == nullptr && time == s.now.time;
  if (!ends && !detail::inside_last_step(s, time)) return std::nullopt;
  const detail::Stays stays(s.last);
  const Body* const then = detail::body_then(s, stays, id, time);
  if (then == nullptr || ends) return then != nullptr ? std::optional(then->state) : std::nullopt;
  return s.loop->paths(detail::PathUse::once)->state(*then, stays.arrival(then->serial, time), time);
}

std::vector<BodyState> World::states_at(std::span<const BodyId> ids, double time) const {
  State& s = *state_;
  const bool inside = time != this->time() && detail::inside_last_step(s, time);
  detail::StepPaths* const paths = inside ? &detail::paths_for_many(s) : nullptr;
  const detail::Stays stays(s.last);
  std::vector<BodyState> states;
  states.reserve(ids.size());
  for (const BodyId id : ids) {
    const Body* const body = this->body(id);
    const Body* const then = inside ? detail::body_then(s, stays, id, time) : nullptr;
    const auto state = then != nullptr ? paths->state(*then, stays.arrival(then->serial, time), time) : std::nullopt;
    states.push_back(state.value_or(body != nullptr ? body->state : BodyState{}));
  }
  return states;
}

std::vector<std::optional<BodyState>> World::states_at(std::span<const BodyMoment> moments) const {
  State& s = *state_;
  const detail::Stays stays(s.last);
  std::vector<std::optional<BodyState>> states;
  states.reserve(moments.size());
  for (const auto& [id, time] : moments) {
    if (!detail::inside_last_step(s, time) || body(id) == nullptr) {
      states.push_back(state_at(id, time));
      continue;
    }
    const Body* const then = detail::body_then(s, stays, id, time);
    states.push_back(then == nullptr ? std::nullopt
                                     : detail::paths_for_many(s).state(*then, stays.arrival(then->serial, time), time));
  }
  return states;
}

const Body* World::body_at(BodyId id, double time) const {
  const Body* const body = this->body(id);
  if (time == this->time() && body != nullptr) return body;
  const State& s = *state_;
  if (!detail::inside_last_step(s, time) && time != s.now.time) return nullptr;
  return detail::body_then(s, detail::Stays(s.last), id, time);
}

std::vector<BodyThen> World::bodies_at(double time) const {
  State& s = *state_;
  std::vector<BodyThen> there;
  if (time == this->time()) {
    for (const BodyId id : bodies()) there.push_back({body(id), body(id)->state});
    return there;
  }
  if (!detail::inside_last_step(s, time)) return there;
  detail::StepPaths& paths = detail::paths_for_many(s);
  const detail::Stays stays(s.last);
  for (const Body* const then : detail::bodies_then(s, stays, time)) {
    // Brings what is stored of it up to date.
    static_cast<void>(this->body(then->id));
    const auto state = paths.state(*then, stays.arrival(then->serial, time), time);
    if (state) there.push_back({then, *state});
  }
  return there;
}

std::vector<Party> World::departed() const {
  std::vector<Party> gone;
  for (const detail::Departure& one : state_->last.departures) {
    if (state_->now.bodies.find(one.body.id) == nullptr) gone.push_back({one.body.id, one.body.serial});
  }
  return gone;
}

}  // namespace carom
