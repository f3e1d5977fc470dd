#include "carom/world/world.hpp"

#include <algorithm>
#include <cmath>

#include "carom/math/tolerances.hpp"
#include "carom/shapes/mass.hpp"
#include "world/bodies/body_shape.hpp"
#include "world/bodies/make_body.hpp"
#include "world/bodies/stays.hpp"
#include "world/bodies/wrap.hpp"
#include "world/pairs/touches.hpp"
#include "world/rules/capabilities.hpp"
#include "world/rules/checks.hpp"
#include "world/rules/faults.hpp"
#include "world/snapshot/step_undo.hpp"
#include "world/state.hpp"
#include "world/sums/balance.hpp"
#include "world/sums/ledger.hpp"

namespace carom {

namespace {

/// Before something is changed from outside: from now on the bodies' stored states count.
void take_over(World::State& s) noexcept {
  s.loop->release();
  s.paths.reset();
  s.now.flights.clear();
}

std::unique_ptr<detail::TimeLoop> make_loop(World::State& s) {
  switch (s.settings.detection) {
    case Detection::event: return detail::make_event_loop(s);
    case Detection::overlap: return detail::make_overlap_loop(s);
    default: return detail::make_swept_loop(s);
  }
}

}  // namespace

World::World(std::unique_ptr<State> state) noexcept : state_(std::move(state)) {}
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;
World::~World() = default;

Checked<World> World::make(WorldSettings settings) {
  if (auto error = detail::check_settings(settings)) return *error;
  auto state = std::make_unique<State>();
  state->rules = detail::RuleTable(settings.rules);
  state->now.time = settings.time;
  state->now.rotating = settings.friction > 0;
  state->settings = std::move(settings);
  state->loop = make_loop(*state);
  return World(std::move(state));
}

const WorldSettings& World::settings() const noexcept { return state_->settings; }

// Bodies.

namespace {

/// Runs a call that changes the world; `describe()` makes what a journal keeps of it.
template <class Act, class Describe>
auto journaled(World::State& s, const Act& act, const Describe& describe) {
  return s.journal == nullptr ? act() : s.journal->call(act, describe);
}

Checked<BodyId> add_body(World::State& s, BodyDef def) {
  if (s.running == nullptr) take_over(s);
  const double now = s.running != nullptr ? s.running->now() : s.now.time;
  auto made = detail::make_body(std::move(def), s.settings, now);
  if (!made) return made.error();
  Body body = std::move(made).value();
  body.state.at = detail::wrapped(body.state.at, s.settings.bounds);
  if (!body.name.empty() && s.now.bodies.find(body.name)) {
    return Error{"/name", "expected a name of its own, found \"" + body.name + "\", which another body has"};
  }
  const BodyId id = s.now.bodies.add(std::move(body));
  Body& added = *s.now.bodies.find(id);
  s.now.had_fixed = s.now.had_fixed || added.fixed();
  s.now.had_corners = s.now.had_corners || !std::holds_alternative<Circle>(added.shape);
  s.now.rotating = s.now.rotating || detail::asks_for_rotating(added, s.settings);
  detail::note_arrival(s, added);
  if (s.running != nullptr || s.notifying) detail::record_body(s, added, 1);
  if (s.running != nullptr) s.running->added(added);
  return id;
}

bool remove_body(World::State& s, BodyId id) {
  if (s.running == nullptr) take_over(s);
  Body* body = s.now.bodies.find(id);
  if (body == nullptr) return false;
  if (s.running != nullptr) s.running->refresh(*body);
  detail::note_departure(s, *body);
  detail::record_body(s, *body, -1);
  if (s.running != nullptr) s.running->removed(*body);
  detail::break_contacts(s, *body);
  s.now.held.erase(body->serial);
  return s.now.bodies.remove(id);
}

}  // namespace

Checked<BodyId> World::add(BodyDef def) {
  if (state_->journal == nullptr) return add_body(*state_, std::move(def));
  return state_->journal->call([&] { return add_body(*state_, def); }, [&] { return detail::AddCall{def}; });
}

bool World::remove(BodyId id) {
  return journaled(*state_, [&] { return remove_body(*state_, id); }, [&] { return detail::RemoveCall{id}; });
}

const Body* World::body(BodyId id) const noexcept {
  Body* body = state_->now.bodies.find(id);
  if (body == nullptr) return nullptr;
  if (state_->running != nullptr) {
    state_->running->refresh(*body);
  } else if (state_->loop->is_current()) {
    state_->loop->refresh(*body);
  }
  return body;
}

std::optional<BodyId> World::find(std::string_view name) const { return state_->now.bodies.find(name); }
std::optional<BodyId> World::find_serial(std::uint64_t serial) const noexcept {
  const Body* const body = state_->now.bodies.by_serial(serial);
  return body != nullptr ? std::optional(body->id) : std::nullopt;
}
std::size_t World::body_count() const noexcept { return state_->now.bodies.count(); }
std::string World::name(std::uint64_t serial) const { return state_->now.bodies.name(serial); }

std::vector<BodyId> World::bodies() const {
  std::vector<BodyId> ids;
  ids.reserve(body_count());
  for (const std::uint32_t slot : state_->now.bodies.in_order()) ids.push_back(state_->now.bodies.at_slot(slot).id);
  return ids;
}

namespace {

/// What a body may be given: nothing that is no number, or too large for the kernels, gets in.
bool allowed(Vec2 v) noexcept { return std::abs(v.x) <= k_coordinate_limit && std::abs(v.y) <= k_coordinate_limit; }

/// Changes a stored body, and lets a running step know.
template <class Change>
bool change_stored(World::State& s, BodyId id, const Change& change) {
  if (s.running == nullptr) take_over(s);
  Body* body = s.now.bodies.find(id);
  if (body == nullptr) return false;
  if (s.running != nullptr) s.running->refresh(*body);
  change(*body);
  if (s.running != nullptr) s.running->changed(*body);
  return true;
}

/// The same as a call that a journal keeps.
template <class Call, class Change>
bool change_body(World::State& s, const Call& call, const Change& change) {
  return journaled(s, [&] { return change_stored(s, call.id, change); }, [&] { return call; });
}

using detail::NumberCall;
using detail::VectorCall;

}  // namespace

bool World::teleport(BodyId id, Vec2 at) {
  if (!allowed(at)) return false;
  return change_body(*state_, VectorCall{VectorCall::What::teleport, id, at}, [&](Body& body) {
    body.state.at = detail::wrapped(at, state_->settings.bounds);
    state_->now.held.erase(body.serial);
    // Whatever it touched, it does so no more.
    detail::break_contacts(*state_, body);
  });
}

bool World::set_velocity(BodyId id, Vec2 velocity) {
  if (!allowed(velocity)) return false;
  return change_body(*state_, VectorCall{VectorCall::What::velocity, id, velocity}, [&](Body& body) {
    state_->now.held.erase(body.serial);
    body.state.velocity = velocity;
  });
}

namespace {

bool add_force(World::State& s, BodyId id, Vec2 force) {
  if (!detail::has(detail::Feature::force, s.settings)) return false;
  if (s.running == nullptr) take_over(s);
  Body* body = s.now.bodies.find(id);
  if (body == nullptr) return false;
  const Vec2 sum = body->force + force;
  if (!allowed(force) || !allowed(sum) || !allowed(body->inverse_mass * sum)) return false;
  s.now.bodies.keep(*body);
  body->force = sum;
  // The step that runs has taken its forces already; the next one must look for this one.
  if (s.running != nullptr) s.pushed_on_the_way = true;
  return true;
}

}  // namespace

bool World::apply_force(BodyId id, Vec2 force) {
  return journaled(
      *state_, [&] { return add_force(*state_, id, force); },
      [&] { return VectorCall{VectorCall::What::force, id, force}; });
}

// A journal keeps what they come to: the new velocity and spin.

bool World::apply_impulse(BodyId id, Vec2 impulse) {
  const Body* body = this->body(id);
  if (body == nullptr || !allowed(impulse)) return false;
  return set_velocity(id, body->state.velocity + body->inverse_mass * impulse);
}

bool World::apply_impulse(BodyId id, Vec2 impulse, Vec2 point) {
  const Body* body = this->body(id);
  if (body == nullptr || !allowed(impulse) || !allowed(point)) return false;
  const Vec2 center = body->state.at + turned(body->center, sin_cos(body->state.angle));
  const double spin = body->state.spin + body->inverse_inertia * cross(point - center, impulse);
  if (spin != body->state.spin && !set_spin(id, spin)) return false;
  return apply_impulse(id, impulse);
}

bool World::set_spin(BodyId id, double spin) {
  if (!detail::spin_allowed(spin, state_->settings)) return false;
  const Body* found = this->body(id);
  if (found == nullptr || std::holds_alternative<Border>(found->shape)) return false;
  if (!detail::has(detail::rotation_of(found->shape), state_->settings)) return false;
  // A swept step turns its bodies or does not.
  const bool steps = state_->settings.detection != Detection::event;
  if (steps && state_->running != nullptr && !state_->now.rotating) return false;
  const bool changed =
      change_body(*state_, NumberCall{NumberCall::What::spin, id, spin}, [&](Body& body) { body.state.spin = spin; });
  state_->now.rotating = state_->now.rotating || changed;
  return changed;
}

bool World::set_user_data(BodyId id, std::uint64_t data) {
  const auto set = [&] {
    Body* body = state_->now.bodies.find(id);
    if (body == nullptr) return false;
    state_->now.bodies.keep(*body);
    body->user_data = data;
    return true;
  };
  return journaled(*state_, set, [&] { return detail::UserDataCall{id, data}; });
}

bool World::add_tag(BodyId id, std::string tag) {
  return change_body(*state_, detail::TagCall{id, tag}, [&](Body& body) {
    if (body.has_tag(tag)) return;
    state_->now.bodies.keep(body);
    body.tags.push_back(tag);
  });
}

bool World::set_filter(BodyId id, std::uint32_t category, std::uint32_t mask) {
  return change_body(*state_, detail::FilterCall{id, category, mask}, [&](Body& body) {
    state_->now.bodies.keep(body);
    body.category = category;
    body.mask = mask;
  });
}

namespace {

/// What decides where a body is in touch with others.
bool touches_alike(const Body& a, const Body& b) {
  return detail::equal(a.upright, b.upright) && a.state.at == b.state.at && a.state.angle == b.state.angle &&
         a.fixed() == b.fixed() && a.sensor == b.sensor && a.category == b.category && a.mask == b.mask;
}

/// Makes a body the one that `def` describes. One that is there for a time goes when it would have gone.
std::optional<Error> redefine_body(World::State& s, BodyId id, BodyDef def, bool keep_lifetime) {
  if (s.running != nullptr || s.notifying) return Error{"", "expected no step that is running"};
  take_over(s);
  const Body* const old = s.now.bodies.find(id);
  if (old == nullptr) return Error{"", "expected a body that is there, found one that has gone"};
  auto made = detail::make_body(std::move(def), s.settings, s.now.time);
  if (!made) return made.error();
  Body body = std::move(made).value();
  const auto namesake = body.name.empty() ? std::nullopt : s.now.bodies.find(body.name);
  if (namesake && *namesake != id) {
    return Error{"/name", "expected a name of its own, found \"" + body.name + "\", which another body has"};
  }
  body.state.at = detail::wrapped(body.state.at, s.settings.bounds);
  body.force = old->force;
  if (keep_lifetime) body.expires = old->expires;
  if (!touches_alike(body, *old)) detail::break_contacts(s, *old);
  s.now.held.erase(old->serial);
  s.now.had_fixed = s.now.had_fixed || body.fixed();
  s.now.had_corners = s.now.had_corners || !std::holds_alternative<Circle>(body.shape);
  s.now.rotating = s.now.rotating || detail::asks_for_rotating(body, s.settings);
  s.now.bodies.replace(id, std::move(body));
  return std::nullopt;
}

/// Changes what a body is made from.
template <class Change>
bool change_definition(World& world, World::State& s, const NumberCall& call, const Change& change) {
  const auto redefine = [&] {
    const Body* const body = world.body(call.id);
    if (body == nullptr) return false;
    BodyDef def = detail::definition_of(*body);
    change(def);
    return !redefine_body(s, call.id, std::move(def), true);
  };
  return journaled(s, redefine, [&] { return call; });
}

}  // namespace

std::optional<Error> World::redefine(BodyId id, BodyDef def) {
  if (state_->journal == nullptr) return redefine_body(*state_, id, std::move(def), false);
  return state_->journal->call([&] { return redefine_body(*state_, id, def, false); },
                               [&] { return detail::RedefineCall{id, def}; });
}

bool World::set_angle(BodyId id, double angle) {
  return change_definition(*this, *state_, {NumberCall::What::angle, id, angle},
                           [&](BodyDef& def) { def.angle = angle; });
}
bool World::set_restitution(BodyId id, std::optional<double> restitution) {
  return change_definition(*this, *state_, {NumberCall::What::restitution, id, restitution},
                           [&](BodyDef& def) { def.restitution = restitution; });
}
bool World::set_friction(BodyId id, std::optional<double> friction) {
  return change_definition(*this, *state_, {NumberCall::What::friction, id, friction},
                           [&](BodyDef& def) { def.friction = friction; });
}
bool World::set_mass(BodyId id, double mass) {
  return change_definition(*this, *state_, {NumberCall::What::mass, id, mass}, [&](BodyDef& def) { def.mass = mass; });
}
bool World::set_fixed(BodyId id, bool fixed) {
  return change_definition(*this, *state_, {NumberCall::What::fixed, id, fixed ? 1.0 : 0.0},
                           [&](BodyDef& def) { def.fixed = fixed; });
}

// Time.

double World::time() const noexcept { return state_->running != nullptr ? state_->running->now() : state_->now.time; }
std::uint64_t World::step_count() const noexcept { return state_->now.steps; }
StepResult World::step() { return step(state_->settings.dt); }
StepResult World::step(double dt) { return step_to(state_->now.time + dt); }

namespace {

/// What queries about the step that begins will need.
void open_record(World::State& s, double end) {
  s.paths.reset();
  s.last.clear();
  s.told_is_fresh = false;
  s.touches_are_complete = false;
  s.last.start = s.now.time;
  s.last.absolute = !s.loop->has_steps();
  s.last.dt = end - s.now.time;
  s.last.touches = s.now.parted;
  s.last.untold.swap(s.now.parted);
  s.last.touched.assign(s.now.touching.begin(), s.now.touching.end());
  // Where the loop knows the bodies, none has been given a force; without steps there are no forces.
  if (s.loop->is_current() || !s.loop->has_steps()) return;
  for (const std::uint32_t slot : s.now.bodies.in_order()) {
    const Body& body = s.now.bodies.at_slot(slot);
    if (!(body.force == Vec2{})) s.last.pushes.push_back({body.serial, body.inverse_mass * body.force});
  }
}

}  // namespace

namespace {

detail::StepGuard::Limits limits_of(const World::State& s) noexcept {
  const auto bodies = static_cast<std::uint64_t>(s.now.bodies.count());
  return {s.limits.work + s.limits.work_a_body * bodies, s.limits.records + s.limits.records_a_body * bodies};
}

/// How the step has ended that began at a time, in words where a limit was reached.
StepResult result_of(const World::State& s, double start) {
  using Verdict = detail::StepGuard::Verdict;
  const Verdict verdict = s.guard.verdict();
  if (verdict == Verdict::go_on) return {};
  if (verdict == Verdict::interrupted) return {StepResult::End::interrupted, {}};
  std::string reason = !s.loop->has_steps() ? "the run" : "step " + std::to_string(s.now.steps + 1);
  reason += " from t = " + detail::number_text(start);
  if (verdict == Verdict::too_much_work) {
    reason += " needs more than " + std::to_string(s.guard.limits().work) + " units of work";
  } else {
    reason += " keeps more than " + std::to_string(s.guard.limits().records) + " contacts, corners and predictions";
  }
  return {StepResult::End::limit_reached, std::move(reason)};
}

}  // namespace

StepResult World::step_to(double end) {
  State& s = *state_;
  if (s.running != nullptr || s.notifying || !(end > s.now.time) || !std::isfinite(end)) return {};
  const double start = s.now.time;
  if (s.journal == nullptr) return take_step(end);
  s.journal->begin_step(s.listener != nullptr, static_cast<bool>(s.response));
  StepResult result = take_step(end);
  const bool gone_on = s.now.time > start;
  s.journal->end_step(gone_on ? std::optional(s.now.time) : std::nullopt);
  return result;
}

StepResult World::take_step(double end) {
  State& s = *state_;
  const double start = s.now.time;
  const bool has_steps = s.loop->has_steps();
  s.guard.open(s.interrupt, limits_of(s));
  if (has_steps) detail::begin_undo(s);
  open_record(s, end);
  end = s.loop->advance(*this, end);
  if (has_steps && s.guard.stopped()) {
    detail::abandon_step(s);
    return result_of(s, start);
  }
  if (std::exchange(s.pushed_on_the_way, false)) take_over(s);
  if (has_steps) {
    detail::close_step(s);
    detail::end_undo(s);
    ++s.now.steps;
  }
  s.now.time = end;
  detail::notify_touches(*this, s);
  return result_of(s, start);
}

std::span<const ContactEvent> World::events() const noexcept {
  State& s = *state_;
  if (!s.told_is_fresh) {
    s.told.clear();
    detail::sort_events(s);
    for (const detail::EventRecord& record : s.last.events) {
      if (record.reported) s.told.push_back(detail::contact_event(s, record));
    }
    s.told_is_fresh = true;
  }
  return s.told;
}

std::span<const Touch> World::touches() const noexcept {
  detail::complete_touches(*state_);
  return state_->last.touches;
}

bool World::rotates() const noexcept { return state_->now.rotating; }
double World::exchanged_energy() const noexcept { return state_->now.exchanged_energy.value(); }
Vec2 World::exchanged_momentum() const noexcept { return state_->now.exchanged_momentum; }
double World::exchanged_angular_momentum() const noexcept { return state_->now.exchanged_angular_momentum; }
std::uint64_t World::collision_count() const noexcept { return state_->now.collisions; }
// The sums up to the epoch, and what the speeds of now have brought since.
GasSums World::gas() const {
  GasSums gas = state_->now.gas;
  // Asking for a body brings its stored state up to now.
  for (const BodyId id : bodies()) static_cast<void>(body(id));
  const detail::EventClock& clock = state_->now.clock;
  if (clock.length > 0) detail::add_gas(gas, state_->now.bodies, time() - clock.epoch);
  return gas;
}
const PolicyCounts& World::policies() const noexcept { return state_->now.policies; }

// Listeners and the custom response.

void World::set_listener(Listener* listener) noexcept { state_->listener = listener; }

void World::set_response(CustomResponse response) {
  if (!response) {
    state_->response = nullptr;
    return;
  }
  // Here for all worlds: what the setters refuse does not get in this way either.
  state_->response = [own = std::move(response)](const World& world,
                                                 const PendingContact& pending) -> std::optional<NewVelocities> {
    const auto said = own(world, pending);
    return said && allowed(said->a) && allowed(said->b) ? said : std::nullopt;
  };
}

void World::set_recording(bool recording) noexcept { state_->recording = recording; }
void World::set_interrupt(std::function<bool()> interrupt) { state_->interrupt = std::move(interrupt); }
void World::abandon_step() noexcept {
  if (state_->running != nullptr) state_->guard.interrupt();
}
void World::set_limits(const StepLimits& limits) noexcept { state_->limits = limits; }
void World::set_threads(unsigned threads) noexcept { state_->settings.threads = std::max(threads, 1U); }

// Snapshots: what they are as bytes, see snapshot.cpp.

World::Snapshot World::snapshot() const {
  state_->loop->settle();
  state_->loop->save_flights();
  return Snapshot(std::make_unique<Snapshot::Data>(Snapshot::Data{state_->now}));
}

std::optional<Error> World::restore(const Snapshot& snapshot) {
  return journaled(
      *state_, [&] { return take_state(snapshot); }, [&] { return detail::RestoreCall{snapshot.bytes()}; });
}

std::optional<Error> World::take_state(const Snapshot& snapshot) {
  if (state_->running != nullptr || state_->notifying) return Error{"", "expected no step that is running"};
  const detail::BodyStore& bodies = snapshot.data_->persistent.bodies;
  for (std::size_t k = 0; k < bodies.count(); ++k) {
    auto error = detail::check_belongs(bodies.at_slot(bodies.in_order()[k]), state_->settings);
    if (error) return Error{"/bodies/" + std::to_string(k) + error->place, std::move(error->reason)};
  }
  take_over(*state_);
  state_->now = snapshot.data_->persistent;
  detail::fit_to_settings(*state_);
  state_->paths.reset();
  state_->last = {};
  state_->told_is_fresh = false;
  state_->touches_are_complete = true;
  return std::nullopt;
}

}  // namespace carom
