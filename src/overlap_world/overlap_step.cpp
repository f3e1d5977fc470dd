#include "overlap_world/overlap_step.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "swept/advance.hpp"
#include "world/leaving.hpp"
#include "world/telling.hpp"
#include "world/wrap.hpp"

namespace carom::detail {
namespace {

/// Passes of pushing apart. One parts a pair; in a crowd (200 discs thrown into a box at random, filling 0.63 of it) a second
/// one halves what is left of the overlaps after thirty steps. A third does not help any more: pairs that overlap only because
/// they were pushed are found in the next step.
constexpr int k_push_passes = 2;
/// Units of work (StepGuard).
constexpr std::uint64_t k_answer_work = 64;
constexpr std::uint64_t k_push_work = 16;

}  // namespace

void overlap_step(World& world, World::State& state, double end) {
  OverlapStep step(world, state, end);
  state.running = &step;
  step.run();
  state.running = nullptr;
}

OverlapStep::OverlapStep(World& world, World::State& state, double end)
    : world_(world),
      state_(state),
      fields_(state.settings),
      integrated_(integrates(state.settings)),
      end_(end),
      dt_(end - state.now.time) {}

void OverlapStep::run() {
  gather();
  if (integrated_) {
    follow_the_pull();
    if (guard().stopped()) return;
  } else {
    kick(Half::first);
    move();
    kick(Half::second);
  }
  arrive();
  expire();
  look();
  answer_all();
  push_apart();
  if (guard().stopped()) return;
  leave();
  part();
  keep_landings();
}

void OverlapStep::gather() {
  touched_ = {state_.now.touching.begin(), state_.now.touching.end()};
  for (const std::uint32_t slot : state_.now.bodies.in_order()) {
    Body& body = state_.now.bodies.at_slot(slot);
    state_.undo.keep_state(body);
    // Taken off at once: a force that a callback applies is for the next step.
    members_.push_back({body.id, body.serial, std::exchange(body.force, Vec2{}), {}, body.state.at, {}, {}});
  }
}

void OverlapStep::kick(Half half) {
  for (const Member& member : members_) {
    Body& body = *state_.now.bodies.find(member.id);
    if (body.fixed()) continue;
    const Vec2 acceleration = fields_.acceleration(body.state.at) + body.inverse_mass * member.force;
    Vec2& velocity = body.state.velocity;
    if (!(acceleration == Vec2{})) velocity = velocity + (0.5 * dt_) * acceleration;
    if (half == Half::first && body.damping > 0) velocity = (1 / (1 + body.damping * dt_)) * velocity;
  }
}

void OverlapStep::move() {
  for (const Member& member : members_) {
    BodyState& state = state_.now.bodies.find(member.id)->state;
    if (!(state.velocity == Vec2{})) state.at = state.at + dt_ * state.velocity;
  }
  wrap_all();
}

/// As if nobody were there but as a point that pulls, in as many parts as the sub-step rule asks for.
void OverlapStep::follow_the_pull() {
  Orrery orrery(state_.settings);
  const unsigned threads = state_.settings.threads;
  for (const Member& member : members_) {
    const Body& body = *state_.now.bodies.find(member.id);
    const bool endless = !std::isfinite(body.reach);
    const double calm = body.damping > 0 && !body.fixed() ? 1 / (1 + body.damping * dt_) : 1;
    orrery.add(body.state.at + mass_center(body.shape), calm * body.state.velocity, endless ? 0 : body.mass,
               endless || body.fixed(), shell_of(body.shape));
    orrery.push.back() = body.inverse_mass * member.force;
  }
  orrery.watch(&guard());
  orrery.look(threads);
  const Orrery from = orrery;
  const double start = state_.now.time;
  double now = start;
  const auto cuts = [&] {
    const auto& rule = state_.settings.substep;
    if (!rule || guard().stopped()) return 0U;
    const StepCuts found = cuts_needed(orrery, state_.settings.sources, *rule, dt_);
    if (found.capped) ++state_.now.policies.capped_substeps;
    return found.cuts;
  };
  in_parts(start, end_, cuts, [&](double to) {
    state_.now.policies.capped_extrapolations += orrery.fly(to - now, state_.settings.integrator, threads);
    now = to;
  });
  if (guard().stopped()) return;
  for (std::size_t k = 0; k < members_.size(); ++k) {
    Body& body = *state_.now.bodies.find(members_[k].id);
    body.state.at = body.state.at + (orrery.at[k] - from.at[k]);
    body.state.velocity = orrery.velocity[k];
    members_[k].pull = orrery.acceleration[k];
  }
  if (state_.recording) keep_flight(from, orrery);
}

/// For those who ask later: a chord, with the velocity of the parabola that starts and ends as the body does.
void OverlapStep::keep_flight(const Orrery& from, const Orrery& to) {
  DriftRecord& drift = state_.last.drifts.emplace_back();
  drift.start = state_.now.time;
  drift.dt = dt_;
  drift.lead = 0.5 * dt_;
  drift.chord = true;
  for (std::size_t k = 0; k < members_.size(); ++k) {
    const Vec2 chord = (1 / dt_) * (to.at[k] - from.at[k]);
    drift.serials.push_back(members_[k].serial);
    drift.at.push_back(members_[k].start);
    drift.velocity.push_back(chord);
    drift.acceleration.push_back((1 / dt_) * (to.velocity[k] - from.velocity[k]));
    drift.bend.push_back((3 / (dt_ * dt_)) * ((from.velocity[k] - chord) + (to.velocity[k] - chord)));
  }
}

void OverlapStep::wrap_all() noexcept {
  const auto& bounds = state_.settings.bounds;
  if (!bounds || bounds->edges != Edges::periodic) return;
  for (const Member& member : members_) {
    Body* body = state_.now.bodies.find(member.id);
    if (body != nullptr) body->state.at = wrapped(body->state.at, bounds);
  }
}

void OverlapStep::arrive() {
  for (Member& member : members_) {
    const BodyState& state = state_.now.bodies.find(member.id)->state;
    member.moved = state.at;
    member.speed = state.velocity;
  }
}

/// Whose lifetime has ended within the step is not there any more when the others meet.
void OverlapStep::expire() {
  for (const Member& member : members_) {
    const Body& body = *state_.now.bodies.find(member.id);
    if (body.expires && *body.expires < end_) world_.remove(member.id);
  }
}

void OverlapStep::look() {
  std::vector<BodyId> ids;
  std::vector<std::uint32_t> numbers;
  for (std::uint32_t k = 0; k < members_.size(); ++k) {
    if (state_.now.bodies.find(members_[k].id) == nullptr) continue;
    ids.push_back(members_[k].id);
    numbers.push_back(k);
  }
  overlaps_ = find_overlaps(state_.now.bodies, ids, state_.settings.bounds, &guard());
  // Who has expired still has its place among the members.
  for (FoundOverlap& found : overlaps_) {
    found.a = numbers[found.a];
    if (!found.edge) found.b = numbers[found.b];
  }
}

void OverlapStep::answer_all() {
  for (const FoundOverlap& found : overlaps_) {
    if (guard().spend(k_answer_work)) return;
    answer(found);
  }
}

// Edges come last in every pass: whatever a crowd does, it stays inside.
void OverlapStep::push_apart() {
  for (int pass = 0; pass < k_push_passes; ++pass) {
    for (const Touching& touch : pushed_) {
      if (guard().spend(k_push_work)) return;
      if (touch.b) push(touch);
    }
    for (const Touching& touch : pushed_) {
      if (guard().spend(1)) return;
      if (!touch.b) push(touch);
    }
  }
  wrap_all();
}

void OverlapStep::push(const Touching& touch) {
  if (!both_there(touch)) return;
  const auto overlap = overlap_now(touch);
  if (!overlap) return;
  Body& a = *body(touch.a);
  Body* b = touch.b ? body(*touch.b) : nullptr;
  const double total = a.inverse_mass + (b != nullptr ? b->inverse_mass : 0);
  if (!(total > 0)) return;
  const Vec2 apart = overlap->depth * overlap->normal;
  if (!a.fixed()) a.state.at = a.state.at + (a.inverse_mass / total) * apart;
  if (b != nullptr && !b->fixed()) b->state.at = b->state.at - (b->inverse_mass / total) * apart;
}

void OverlapStep::leave() {
  const auto& bounds = state_.settings.bounds;
  const bool removing = bounds && bounds->edges == Edges::remove;
  const auto outside = [&](const Body& body) { return is_outside(outline_of(body.shape), body.state.at, *bounds); };
  for (const Member& member : members_) {
    const Body* body = state_.now.bodies.find(member.id);
    if (body == nullptr) continue;
    const bool over = body->expires && *body->expires <= end_;
    if (over || (removing && std::isfinite(body->reach) && outside(*body))) world_.remove(member.id);
  }
}

// A contact that was, and is no more: because the two are apart, or because one of them is gone.
void OverlapStep::part() {
  const auto gone = [&](const PairKey& key) {
    return body(party(key.a)) == nullptr || (key.b != k_edges_serial && body(party(key.b)) == nullptr);
  };
  std::set<PairKey> ended = std::move(touched_);
  ended.insert(touching_.begin(), touching_.end());
  std::erase_if(touching_, gone);
  std::erase_if(passing_, gone);
  for (const PairKey& key : touching_) ended.erase(key);
  state_.now.touching = {touching_.begin(), touching_.end()};
  state_.now.passing = std::move(passing_);
  for (const PairKey& key : ended) {
    const auto b = key.b == k_edges_serial ? std::nullopt : std::optional(party(key.b));
    tell_touch(world_, state_, end_, party(key.a), b, TouchChange::end);
  }
}

/// The way to where everybody was found is known from where they are now, unless something has put them elsewhere since.
void OverlapStep::keep_landings() {
  if (integrated_) return;
  for (const Member& member : members_) {
    const Body* body = state_.now.bodies.find(member.id);
    if (body != nullptr && body->state.at == member.moved && body->state.velocity == member.speed) continue;
    state_.last.landed.push_back({member.serial, member.moved, member.speed});
  }
}

/// By its place in the order of creation. One that was gone before the step began has the handle of no body.
Party OverlapStep::party(std::uint64_t serial) const noexcept {
  const auto found = std::ranges::lower_bound(members_, serial, {}, &Member::serial);
  const bool known = found != members_.end() && found->serial == serial;
  return {known ? found->id : BodyId{}, serial};
}

}  // namespace carom::detail
