#include <algorithm>

#include "carom/shapes/mass.hpp"
#include "worlds/advance.hpp"
#include "worlds/event_types.hpp"
#include "worlds/fields.hpp"
#include "worlds/state.hpp"
#include "worlds/swept_types.hpp"
#include "worlds/wrap.hpp"

// Where a body was within the last step: straight from corner to corner of its path, and in between with the velocity that
// fields and forces give it on the way from the middle of the step.
namespace carom {
namespace detail {

Vec2 push_on(const StepRecord& last, std::uint64_t serial) noexcept {
  const auto found = std::ranges::lower_bound(last.pushes, serial, {}, &Push::serial);
  return found != last.pushes.end() && found->serial == serial ? found->acceleration : Vec2{};
}

namespace {

/// The corners of a member's path next to t, on either side.
struct Between {
  const PathCorner* before = nullptr;
  const PathCorner* after = nullptr;
};

Between between(const std::vector<PathCorner>& corners, std::uint32_t member, double t) noexcept {
  Between found;
  for (const PathCorner& corner : corners) {
    if (corner.member != member) continue;
    if (corner.t <= t && (found.before == nullptr || corner.t >= found.before->t)) found.before = &corner;
    if (corner.t > t && (found.after == nullptr || corner.t < found.after->t)) found.after = &corner;
  }
  return found;
}

/// Where the step has left it, and who it was in the step. The body itself may have been moved since.
struct Landing {
  std::uint32_t member = k_no_member;
  Vec2 at;
  Vec2 velocity;
};

std::optional<Landing> landing(const World::State& s, const Body& body) noexcept {
  if (!s.workspace) return Landing{k_no_member, body.state.at, body.state.velocity};
  const SweptWorkspace& w = *s.workspace;
  if (body.id.slot >= w.member_of_slot.size()) return std::nullopt;
  const std::uint32_t member = w.member_of_slot[body.id.slot];
  if (member >= w.members.size() || w.members[member].id != body.id) return std::nullopt;
  const Flier& f = w.flier(w.members[member].place);
  return Landing{member, f.at, f.velocity};
}

/// In the drift that it falls into; nothing for one who was not there when that began.
std::optional<BodyState> state_in_drift(const StepRecord& last, const Body& body, double time) noexcept {
  const auto after = std::ranges::upper_bound(last.drifts, time, {}, &DriftRecord::start);
  if (after == last.drifts.begin()) return std::nullopt;
  const DriftRecord& drift = *std::prev(after);
  const auto found = std::ranges::lower_bound(drift.serials, body.serial);
  if (found == drift.serials.end() || *found != body.serial) return std::nullopt;
  const auto k = static_cast<std::uint32_t>(found - drift.serials.begin());
  const double t = time - drift.start;
  BodyState state = body.state;
  state.at = drift.at[k] + t * drift.velocity[k];
  state.velocity = drift.velocity[k];
  if (const PathCorner* const corner = between(drift.corners, k, t).before) {
    state.velocity = corner->velocity_after;
    state.at = corner->at + (t - corner->t) * corner->velocity_after;
  }
  const double since = t - drift.lead;
  state.velocity = state.velocity + since * drift.acceleration[k];
  if (drift.chord) state.velocity = state.velocity + (since * since - drift.dt * drift.dt / 12) * drift.bend[k];
  return state;
}

/// In a step that turned bodies.
std::optional<BodyState> state_in_turn(const DriftRecord& drift, const Body& body, double time) noexcept {
  const auto found = std::ranges::lower_bound(drift.serials, body.serial);
  if (found == drift.serials.end() || *found != body.serial) return std::nullopt;
  const auto k = static_cast<std::size_t>(found - drift.serials.begin());
  const double t = time - drift.start;
  TurningCorner from{body.serial, 0, drift.at[k], drift.velocity[k], drift.angle[k], drift.spin[k]};
  for (const TurningCorner& corner : drift.turns) {
    if (corner.serial == body.serial && corner.t <= t) from = corner;
  }
  BodyState state = body.state;
  state.velocity = from.velocity;
  state.spin = from.spin;
  if (!body.fixed()) state.velocity = state.velocity + (t - drift.lead) * drift.acceleration[k];
  state.angle = from.angle + (t - from.t) * from.spin;
  state.at = from.at + (t - from.t) * from.velocity - turned(drift.center[k], sin_cos(state.angle));
  return state;
}

}  // namespace
}  // namespace detail

std::optional<BodyState> World::state_at(BodyId id, double time) const {
  const State& s = *state_;
  const Body* body = this->body(id);
  if (body == nullptr) return std::nullopt;
  if (time == this->time()) return body->state;
  const detail::StepRecord& last = s.last;
  const bool inside = time >= last.start && time < s.now.time && last.dt > 0;
  if (s.running != nullptr || !inside) return std::nullopt;
  if (s.settings.detection == Detection::event) {
    if (!s.recording || !s.event_workspace) return std::nullopt;
    return detail::state_in_flight(s, *body, time);
  }
  if (s.now.turning) {
    if (last.drifts.empty() || last.drifts.front().angle.empty()) return std::nullopt;
    auto state = detail::state_in_turn(last.drifts.front(), *body, time);
    if (state && !body->fixed()) state->at = detail::wrapped(state->at, s.settings.bounds);
    return state;
  }
  if (detail::integrates(s.settings)) return detail::state_in_drift(last, *body, time);
  const auto landed = detail::landing(s, *body);
  if (!landed) return std::nullopt;

  const detail::Fields fields(s.settings);
  const Vec2 push = detail::push_on(last, body->serial);
  const bool pulled = !body->fixed() && (!fields.none() || !(push == Vec2{}));
  const auto acceleration = [&](Vec2 at) { return fields.acceleration(at) + push; };
  const double t = time - last.start;
  const auto [before, after] = detail::between(last.corners, landed->member, t);
  BodyState state = body->state;
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
  if (!body->fixed()) state.at = detail::wrapped(state.at, s.settings.bounds);
  return state;
}

}  // namespace carom
