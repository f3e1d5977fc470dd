#include <algorithm>
#include <numeric>
#include <ranges>
#include <span>
#include <utility>
#include <vector>

#include "carom/response/turning.hpp"
#include "carom/shapes/mass.hpp"
#include "event/event_types.hpp"
#include "swept/advance.hpp"
#include "swept/gas_record.hpp"
#include "swept/swept_types.hpp"
#include "world/fields.hpp"
#include "world/state.hpp"
#include "world/stays.hpp"
#include "world/wrap.hpp"

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

/// Corners to look through. Grouped: those of a body stand together, in the order in which they were.
template <class Corner>
struct Corners {
  std::span<const Corner> all;
  bool grouped = false;

  /// All that are this body's, and if not grouped others too.
  std::span<const Corner> about(auto who, auto key) const noexcept {
    if (!grouped) return all;
    const auto found = std::ranges::equal_range(all, who, {}, key);
    return {found.begin(), found.end()};
  }
};

template <class Corner>
std::vector<Corner> grouped(std::span<const Corner> corners, auto key) {
  std::vector<std::size_t> order(corners.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t k) { return std::pair(corners[k].*key, k); });
  std::vector<Corner> sorted;
  sorted.reserve(corners.size());
  for (const std::size_t k : order) sorted.push_back(corners[k]);
  return sorted;
}

/// What a question about the last step looks through.
struct Ways {
  Corners<PathCorner> paths;
  Corners<TurningCorner> turns;
};

/// Which number a body had at t: those in order of creation come first, then newcomers as they came. One that two have become
/// has a number of either kind.
template <class SerialOf, class CameOf>
std::optional<std::uint32_t> number_at(std::size_t ordered, std::size_t count, std::uint64_t serial, double t,
                                       const SerialOf& serial_of, const CameOf& came_of) noexcept {
  for (std::size_t k = count; k > ordered; --k) {
    if (serial_of(k - 1) == serial && came_of(k - 1) <= t) return static_cast<std::uint32_t>(k - 1);
  }
  const auto first = std::views::iota(std::size_t{0}, ordered);
  const auto found = std::ranges::lower_bound(first, serial, {}, serial_of);
  if (found == first.end() || serial_of(*found) != serial) return std::nullopt;
  return static_cast<std::uint32_t>(*found);
}

Between between(const Corners<PathCorner>& corners, std::uint32_t member, double t) noexcept {
  Between found;
  for (const PathCorner& corner : corners.about(member, &PathCorner::member)) {
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

/// In the overlap world nobody has a number.
Landing landing_of_overlap(const World::State& s, const Body& body) noexcept {
  const auto found = std::ranges::lower_bound(s.last.landed, body.serial, {}, &Landed::serial);
  if (found == s.last.landed.end() || found->serial != body.serial) {
    return {k_no_member, body.state.at, body.state.velocity};
  }
  return {k_no_member, found->at, found->velocity};
}

/// Whoever has gone is followed to the step's end as if nothing had stopped it.
std::optional<Landing> landing(const World::State& s, const Body& body, double t) noexcept {
  if (!s.workspace) return landing_of_overlap(s, body);
  const SweptWorkspace& w = *s.workspace;
  const auto member = number_at(
      w.gathered, w.members.size(), body.serial, t, [&](std::size_t k) { return w.members[k].serial; },
      [&](std::size_t k) { return w.members[k].came; });
  if (!member) return std::nullopt;
  const Flier& f = w.flier(w.members[*member].place);
  return Landing{*member, f.at, f.velocity};
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
  if (const PathCorner* const corner = between(corners, k, t).before) {
    state.velocity = corner->velocity_after;
    state.at = corner->at + (t - corner->t) * corner->velocity_after;
  }
  const double since = t - drift.lead;
  state.velocity = state.velocity + since * drift.acceleration[k];
  if (drift.chord) state.velocity = state.velocity + (since * since - drift.dt * drift.dt / 12) * drift.bend[k];
  return state;
}

/// The flight of a body that turns, from where it began.
struct TurningFlight {
  TurningCorner from;
  Vec2 acceleration;
};

std::optional<TurningFlight> turning_flight(const World::State& s, const DriftRecord& drift, const Body& body,
                                            const Arrival* arrival) noexcept {
  if (arrival != nullptr) {
    const BodyState& then = arrival->state;
    const double t = arrival->t - drift.start;
    const Vec2 at = then.at + turned(body.center, sin_cos(then.angle));
    const Vec2 pull = body.fixed() ? Vec2{} : Fields(s.settings).acceleration(at);
    return TurningFlight{{body.serial, t, at, then.velocity + (drift.lead - t) * pull, then.angle, then.spin, {}},
                         pull};
  }
  const auto found = std::ranges::lower_bound(drift.serials, body.serial);
  if (found == drift.serials.end() || *found != body.serial) return std::nullopt;
  const auto k = static_cast<std::size_t>(found - drift.serials.begin());
  return TurningFlight{{body.serial, 0, drift.at[k], drift.velocity[k], drift.angle[k], drift.spin[k], {}},
                       body.fixed() ? Vec2{} : drift.acceleration[k]};
}

/// In a step that turned bodies.
std::optional<BodyState> state_in_turn(const World::State& s, const Corners<TurningCorner>& turns, const Body& body,
                                       const Arrival* arrival, double time) noexcept {
  const DriftRecord& drift = s.last.drifts.front();
  const auto flight = turning_flight(s, drift, body, arrival);
  if (!flight) return std::nullopt;
  const double t = time - drift.start;
  TurningCorner from = flight->from;
  for (const TurningCorner& corner : turns.about(body.serial, &TurningCorner::serial)) {
    if (corner.serial == body.serial && corner.t >= flight->from.t && corner.t <= t) from = corner;
  }
  BodyState state = body.state;
  state.velocity = from.velocity + (t - drift.lead) * flight->acceleration;
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
const HeldFlight* held_flight(const StepRecord& last, std::uint32_t member) noexcept {
  const auto found = std::ranges::lower_bound(last.held, member, {}, &HeldFlight::member);
  return found != last.held.end() && found->member == member ? &*found : nullptr;
}

/// In a step of the swept or the overlap world without integrator.
std::optional<BodyState> state_in_step(const World::State& s, const Corners<PathCorner>& corners, const Body& body,
                                       double time) noexcept {
  const StepRecord& last = s.last;
  const double t = time - last.start;
  const auto landed = landing(s, body, t);
  if (!landed) return std::nullopt;
  const Fields fields(s.settings);
  const Vec2 push = push_on(last, body.serial);
  const bool pulled = !body.fixed() && (!fields.none() || !(push == Vec2{}));
  const HeldFlight* const held = held_flight(last, landed->member);
  const auto acceleration = [&](Vec2 at) {
    return held != nullptr ? held->acceleration : fields.acceleration(at) + push;
  };
  const auto [before, after] = between(corners, landed->member, t);
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
  if (!body.fixed()) state.at = wrapped(state.at, s.settings.bounds);
  return state;
}

bool turned_in_step(const World::State& s) noexcept {
  return s.now.turning && !s.last.drifts.empty() && !s.last.drifts.front().angle.empty();
}

/// As they were recorded.
Ways ways_at(World::State& s, double time) {
  unfold_gas(s);
  if (s.now.turning)
    return {{}, {turned_in_step(s) ? std::span(s.last.drifts.front().turns) : std::span<TurningCorner>{}}};
  if (!integrates(s.settings)) return {{s.last.corners}, {}};
  const DriftRecord* const drift = drift_at(s.last, time);
  return {{drift != nullptr ? std::span(drift->corners) : std::span<PathCorner>{}}, {}};
}

/// Of one that was there, at a time inside the last step.
std::optional<BodyState> state_within(const World::State& s, const Ways& ways, const Stays& stays, const Body& body,
                                      double time) {
  if (s.settings.detection == Detection::event) {
    if (!s.recording || !s.event_workspace) return std::nullopt;
    return state_in_flight(s, body, time);
  }
  if (s.now.turning) {
    if (!turned_in_step(s)) return std::nullopt;
    auto state = state_in_turn(s, ways.turns, body, stays.arrival(body.serial, time), time);
    if (state && !body.fixed()) state->at = wrapped(state->at, s.settings.bounds);
    return state;
  }
  if (!integrates(s.settings)) return state_in_step(s, ways.paths, body, time);
  const DriftRecord* const drift = drift_at(s.last, time);
  return drift != nullptr ? state_in_drift(*drift, ways.paths, body, time) : std::nullopt;
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
  return detail::state_within(s, detail::ways_at(s, time), stays, *then, time);
}

namespace {

/// The last step's corners, for questions about many.
class GroupedWays {
 public:
  explicit GroupedWays(const detail::Ways& recorded)
      : paths_(detail::grouped(recorded.paths.all, &detail::PathCorner::member)),
        turns_(detail::grouped(recorded.turns.all, &detail::TurningCorner::serial)) {}

  [[nodiscard]] detail::Ways ways() const noexcept { return {{paths_, true}, {turns_, true}}; }

 private:
  std::vector<detail::PathCorner> paths_;
  std::vector<detail::TurningCorner> turns_;
};

}  // namespace

std::vector<BodyState> World::states_at(std::span<const BodyId> ids, double time) const {
  State& s = *state_;
  const bool inside = time != this->time() && detail::inside_last_step(s, time);
  const GroupedWays grouped(inside ? detail::ways_at(s, time) : detail::Ways{});
  const detail::Stays stays(s.last);
  std::vector<BodyState> states;
  states.reserve(ids.size());
  for (const BodyId id : ids) {
    const Body* const body = this->body(id);
    const Body* const then = inside ? detail::body_then(s, stays, id, time) : nullptr;
    const auto state = then != nullptr ? detail::state_within(s, grouped.ways(), stays, *then, time) : std::nullopt;
    states.push_back(state.value_or(body != nullptr ? body->state : BodyState{}));
  }
  return states;
}

std::vector<BodyThen> World::bodies_at(double time) const {
  State& s = *state_;
  std::vector<BodyThen> there;
  if (time == this->time()) {
    for (const BodyId id : bodies()) there.push_back({body(id), body(id)->state});
    return there;
  }
  if (!detail::inside_last_step(s, time)) return there;
  const GroupedWays grouped(detail::ways_at(s, time));
  const detail::Stays stays(s.last);
  for (const Body* const then : detail::bodies_then(s, stays, time)) {
    // Brings what is stored of it up to date.
    static_cast<void>(this->body(then->id));
    if (const auto state = detail::state_within(s, grouped.ways(), stays, *then, time)) there.push_back({then, *state});
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
