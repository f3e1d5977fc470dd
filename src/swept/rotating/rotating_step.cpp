#include "swept/rotating/rotating_step.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "carom/math/tolerances.hpp"
#include "carom/shapes/mass.hpp"
#include "contact/body_properties.hpp"
#include "world/bodies/body_shape.hpp"
#include "world/bodies/images.hpp"
#include "world/bodies/leaving.hpp"
#include "world/bodies/shells.hpp"
#include "world/bodies/wrap.hpp"

namespace carom::detail {
namespace {

/// Beyond this, whole turns are taken off an angle: the kernels count turns, and nobody else needs to.
constexpr double k_most_angle = 1000;
/// Units of work (StepGuard) of a contact, beside what follows it.
constexpr std::uint64_t k_event_work = 64;

}  // namespace

void rotating_step(World& world, World::State& state, std::shared_ptr<RotatingWorkspace> workspace, double end,
                   const Drift& drift, NBodyMemory* nbody) {
  RotatingStep step(world, state, std::move(workspace), end, drift, nbody);
  state.running = &step;
  step.run();
  state.running = nullptr;
}

RotatingStep::RotatingStep(World& world, World::State& state, std::shared_ptr<RotatingWorkspace> workspace, double end,
                           const Drift& drift, NBodyMemory* nbody)
    : world_(world),
      state_(state),
      contacts_(world, state),
      drift_(drift),
      nbody_(nbody),
      fields_(state.settings),
      start_(state.now.time),
      dt_(end - state.now.time),
      kick_time_(drift.plan.kick_time * dt_),
      window_end_(dt_),
      period_(period(state.settings.bounds)) {
  const auto& bounds = state.settings.bounds;
  if (bounds && bounds->edges == Edges::periodic) {
    box_ = PeriodicBox{bounds->min, bounds->max};
  }
  workspace_ = std::move(workspace);
  swap_buffers(*workspace_);
  solver_.watch(&state.guard);
  body_data_.clear();
  pieces_.begin();
  near_.clear();
  queue_.clear();
  resting_.clear();
  points_.clear();
  bodies_.clear();
  before_.clear();
  pushes_.clear();
  island_impacts_.clear();
}

RotatingStep::~RotatingStep() { swap_buffers(*workspace_); }

void RotatingStep::swap_buffers(RotatingWorkspace& workspace) noexcept {
  body_data_.swap(workspace.body_data);
  std::swap(pieces_, workspace.pieces);
  std::swap(grid_, workspace.grid);
  near_.swap(workspace.near);
  queue_.swap(workspace.queue);
  resting_.swap(workspace.resting);
  points_.swap(workspace.points);
  bodies_.swap(workspace.bodies);
  before_.swap(workspace.before);
  std::swap(solver_, workspace.solver);
  std::swap(islands_, workspace.islands);
  pushes_.swap(workspace.pushes);
  turns_.swap(workspace.turns);
}

void RotatingStep::run() {
  gather();
  search();
  if (guard().stopped()) return;
  solve_resting_contacts();
  if (guard().stopped()) return;
  predict_all();
  if (guard().stopped()) return;
  solve_predicted_impacts();
  if (guard().stopped()) return;
  keep_flights();
  play();
  if (guard().stopped()) return;
  land();
  kick_again();
  solve_resting_contacts_at_end();
  // Until here nothing of a body but its record of forces has changed: what follows is not abandoned.
  if (guard().stopped()) return;
  write_back();
  leave();
}

/// Counts some work. True: the step is abandoned.
bool RotatingStep::work(std::uint64_t units) const noexcept { return state_.guard.spend(units); }

/// Does the step keep more than it may?
bool RotatingStep::exceeds() const noexcept {
  const StepRecord& last = state_.last;
  const std::size_t turns = last.drifts.empty() ? 0 : last.drifts.back().turns.size();
  return state_.guard.keeps(last.events.size() + last.touches.size() + turns + queue_.size() + near_.size() +
                            points_.size() + last.effect_records);
}

void RotatingStep::gather() {
  unobserved_ = !contacts_.is_observed();
  const auto& order = state_.now.bodies.in_order();
  body_data_.reserve(order.size());
  if (!order.empty()) body_index_of_slot_.resize(std::ranges::max(order) + 1U);
  for (const std::uint32_t slot : order) {
    if (drift_.first) state_.undo.keep_state(state_.now.bodies.at_slot(slot));
    enroll(state_.now.bodies.at_slot(slot), drift_.first);
  }
  recall_forces();
  count_touches();
  if (drift_.integrated && !nbody_->known) compute_accelerations(drift_.plan.shift_before);
  if (guard().stopped()) return;
  for (RotatingBody& m : body_data_) {
    take_off(m);
    damp(m);
  }
  if (drift_.plan.chord) aim_chords();
}

/// Forces last for the step, whatever its drifts; those of callbacks are for the next one.
void RotatingStep::recall_forces() {
  for (const RotatingWorkspace::StepForce& one : workspace_->forces) {
    if (drift_.first || one.id.slot >= body_index_of_slot_.size()) continue;
    const std::uint32_t who = body_index_of_slot_[one.id.slot];
    if (who < body_data_.size() && body_data_[who].id == one.id) body_data_[who].force = one.acceleration;
  }
  workspace_->forces.clear();
}

/// With how many others each body was in touch when the last step ended.
void RotatingStep::count_touches() {
  const auto count = [&](std::uint64_t serial) {
    const auto found = std::ranges::lower_bound(body_data_, serial, {}, &RotatingBody::serial);
    if (found != body_data_.end() && found->serial == serial && found->movable()) ++found->touches;
  };
  for (const PairKey& pair : state_.now.touching) {
    count(pair.a);
    count(pair.b);
  }
}

void RotatingStep::enroll(Body& body, bool takes_force) {
  const auto who = static_cast<std::uint32_t>(body_data_.size());
  RotatingBody& m = body_data_.emplace_back();
  copy_properties(body, contacts_.rule_class(body), m);
  m.inverse_mass = body.inverse_mass;
  m.inverse_inertia = body.inverse_inertia;
  m.center = body.center;
  m.reach = body.reach;
  m.velocity = body.state.velocity;
  m.angle = body.state.angle;
  m.spin = body.state.spin;
  if (takes_force) {
    m.force = inherited_.value_or(body.inverse_mass * body.force);
    body.force = {};
  }
  if (state_.settings.attraction) m.shell = shell_of(body.upright);
  m.restitution = body.restitution;
  m.friction = body.friction;
  const auto* circle = std::get_if<Circle>(&body.upright);
  m.round = circle != nullptr;
  m.disc = circle != nullptr && !circle->hollow;
  m.infinite = !std::isfinite(body.reach);
  const bool off_center = !(m.center == Vec2{});
  const SinCos angle = off_center ? direction_of(m) : quick_sin_cos(m.angle);
  m.at = body.state.at;
  m.pieces = pieces_.add(body.upright, m.center);
  m.hull = pieces_.is_hull(m.pieces);
  if (off_center) {
    m.at = m.at + turned(m.center, angle);
    m.reach = pieces_.reach(m.pieces);
  }
  if (!m.infinite) m.box = pieces_.place(m.pieces, angle);
  if (body_index_of_slot_.size() <= m.id.slot) body_index_of_slot_.resize(m.id.slot + 1U);
  body_index_of_slot_[m.id.slot] = who;
  if (m.infinite) infinite_.push_back(who);
  unobserved_ = unobserved_ && !body.expires && !body.sensor && !has_filter(body);
}

/// Mostly that of the angle with which the last step has ended.
SinCos RotatingStep::direction_of(const RotatingBody& m) const noexcept {
  const auto& known = workspace_->directions;
  if (m.id.slot < known.size() &&
      std::bit_cast<std::uint64_t>(known[m.id.slot].angle) == std::bit_cast<std::uint64_t>(m.angle)) {
    return known[m.id.slot].direction;
  }
  return sin_cos(m.angle);
}

/// The first kick: the velocity of a drift is that of its kick time. One that comes later is kicked from there.
void RotatingStep::take_off(RotatingBody& m) {
  m.since = now_;
  m.kick_time = kick_time_;
  m.at_start = m.at;
  m.angle_start = m.angle;
  if (!(m.inverse_mass > 0)) return;
  m.pull = pull_on(m);
  m.pulled = length(m.pull);
  m.acceleration = m.pull;
  m.velocity = m.velocity + (kick_time_ - now_) * m.pull;
}

void RotatingStep::damp(RotatingBody& m) const noexcept {
  if (!(m.inverse_mass > 0) || !(m.damping > 0)) return;
  const double damped = 1 / (1 + m.damping * dt_);
  m.velocity = damped * m.velocity;
  if (m.inverse_inertia > 0) m.spin *= damped;
}

/// For those who ask later where somebody was within the step.
void RotatingStep::keep_flights() {
  if (!state_.recording) return;
  DriftRecord& drift = state_.last.drifts.emplace_back();
  drift.start = start_;
  drift.dt = dt_;
  drift.kick_time = kick_time_;
  drift.chord = drift_.plan.chord;
  for (const RotatingBody& m : body_data_) {
    drift.serials.push_back(m.serial);
    drift.at.push_back(m.at);
    drift.velocity.push_back(m.velocity);
    drift.acceleration.push_back(m.acceleration);
    if (drift.chord) drift.bend.push_back(m.bend);
    drift.angle.push_back(m.angle);
    drift.spin.push_back(m.spin);
    drift.center.push_back(m.center);
  }
}

Flight RotatingStep::flight(const RotatingBody& m) const noexcept {
  // Wider by the gap within which two may rest on each other.
  return {m.at - (m.since - window_start_) * m.velocity, m.velocity, (1 + k_near_share) * m.reach};
}

Turn RotatingStep::turn(std::uint32_t who, double from, double to, Vec2 shift, Vec2 frame) const noexcept {
  const RotatingBody& m = body_data_[who];
  const Pose begin{m.position(from) + shift, m.turned(from)};
  return {begin, {begin.at + (to - from) * (m.velocity - frame), m.turned(to)}};
}

Border RotatingStep::edge(std::uint32_t edge) const noexcept {
  const Bounds& bounds = *state_.settings.bounds;
  switch (edge - k_rotating_edge) {
    case 0: return {Axis::x, bounds.min.x};
    case 1: return {Axis::x, bounds.max.x};
    case 2: return {Axis::y, bounds.min.y};
    default: return {Axis::y, bounds.max.y};
  }
}

PairKey RotatingStep::key(std::uint32_t a, std::uint32_t b) const noexcept {
  if (is_edge(b)) return {data_of(a).serial, k_edges_serial};
  return {std::min(data_of(a).serial, data_of(b).serial), std::max(data_of(a).serial, data_of(b).serial)};
}

PairKey RotatingStep::overlap_key(std::uint32_t a, std::uint32_t b) const noexcept {
  return is_edge(b) ? PairKey{data_of(a).serial, edge_serial(b - k_rotating_edge)} : key(a, b);
}

Vec2 RotatingStep::shift_between(std::uint32_t a, std::uint32_t b, double t) const noexcept {
  return is_edge(b) ? Vec2{} : nearest_shift(data_of(a).position(t) - data_of(b).position(t), period_);
}

void RotatingStep::play() {
  const auto order = [this](const PredictedRotatingEvent& x, const PredictedRotatingEvent& y) { return later(x, y); };
  while (true) {
    if (queue_.empty() || queue_.front().t > window_end_) {
      if (!(window_end_ < dt_)) return;
      open_window();
      if (guard().stopped()) return;
      continue;
    }
    std::ranges::pop_heap(queue_, order);
    const PredictedRotatingEvent predicted = queue_.back();
    queue_.pop_back();
    if (is_void(predicted)) continue;
    if (work(k_event_work) || exceeds()) return;
    now_ = predicted.t;
    switch (predicted.what) {
      case RotatingEventKind::meet: meet(predicted); break;
      case RotatingEventKind::part: part(predicted); break;
      case RotatingEventKind::expire: world_.remove(data_of(predicted.a).id); break;
    }
  }
}

void RotatingStep::land() {
  now_ = dt_;
  for (std::uint32_t k = 0; k < clumps_.size(); ++k) release(k, dt_);
  for (RotatingBody& m : body_data_) {
    if (m.gone) continue;
    record_push(m, dt_);
    m.at = m.position(dt_);
    m.angle = m.turned(dt_);
    m.since = dt_;
    if (box_) m.at = wrapped(m.at, state_.settings.bounds);
    if (!(m.inverse_mass > 0)) continue;
    m.velocity = m.velocity - m.push;
    m.spin -= m.push_spin;
    m.push = {};
    m.push_spin = 0;
  }
}

// The second kick, from where they are now.
void RotatingStep::kick_again() {
  load_bodies();
  before_ = bodies_;
  if (drift_.integrated && !drift_.plan.chord) compute_accelerations(drift_.plan.shift_after);
  for (RotatingBody& m : body_data_) {
    if (m.gone || !(m.inverse_mass > 0)) continue;
    m.velocity = m.velocity + second_kick(m);
    m.kick_time = dt_;
  }
  // Places are rounded as they are written back: the next drift computes them anew.
  if (drift_.integrated) nbody_->known = false;
}

void RotatingStep::write_back() {
  auto& known = workspace_->directions;
  for (const RotatingBody& m : body_data_) {
    if (m.gone) continue;
    Body& body = state_.now.bodies.at_slot(m.id.slot);
    double angle = m.angle;
    if (std::abs(angle) > k_most_angle) angle -= 2 * k_pi * std::floor(angle / (2 * k_pi) + 0.5);
    const bool turned_it = angle != body.state.angle;
    body.state.angle = angle;
    body.state.spin = m.spin;
    body.state.velocity = m.velocity;
    const SinCos direction = turned_it || !(m.center == Vec2{}) ? sin_cos(angle) : SinCos{};
    if (!(m.center == Vec2{})) {
      if (known.size() <= m.id.slot) known.resize(m.id.slot + 1U);
      known[m.id.slot] = {angle, direction};
    }
    body.state.at = m.center == Vec2{} ? m.at : m.at - turned(m.center, direction);
    body.state.at = wrapped(body.state.at, state_.settings.bounds);
    // What a step of several drifts has changed can still be abandoned.
    if (turned_it && !drift_.last) state_.now.bodies.keep(body);
    if (turned_it) take_turned(body.upright, direction, body.shape);
    if (!drift_.last && !(m.force == Vec2{})) workspace_->forces.push_back({m.id, m.force});
  }
}

/// Who is outside of bounds that remove.
void RotatingStep::leave() {
  const auto& bounds = state_.settings.bounds;
  if (!bounds || bounds->edges != Edges::remove) return;
  std::vector<BodyId> outside;
  for (const RotatingBody& m : body_data_) {
    if (m.gone || m.infinite) continue;
    const Body& body = state_.now.bodies.at_slot(m.id.slot);
    if (is_outside(outline_of(body.shape), body.state.at, *bounds)) outside.push_back(m.id);
  }
  for (const BodyId id : outside) world_.remove(id);
}

void RotatingStep::refresh(Body& body) noexcept {
  const RotatingBody& m = body_data_[body_index_of_slot_[body.id.slot]];
  const double angle = m.turned(now_);
  const OwnMotion own = own_motion(body_index_of_slot_[body.id.slot], now_);
  body.state.velocity = own.velocity;
  body.state.spin = own.spin;
  const bool turned_it = angle != body.state.angle;
  const SinCos direction = turned_it || !(m.center == Vec2{}) ? sin_cos(angle) : SinCos{};
  body.state.at = m.center == Vec2{} ? m.position(now_) : m.position(now_) - turned(m.center, direction);
  body.state.angle = angle;
  if (!turned_it) return;
  state_.now.bodies.keep(body);
  take_turned(body.upright, direction, body.shape);
}

void RotatingStep::added(Body& body) {
  unobserved_ = false;
  enroll(body, true);
  const auto who = static_cast<std::uint32_t>(body_data_.size() - 1);
  RotatingBody& m = body_data_.back();
  if (drift_.integrated) load_nbody();
  take_off(m);
  if (drift_.integrated) record_corner(who, now_);
  if (!m.infinite) {
    m.place = grid_.insert(flight(m));
    if (at_place_.size() <= m.place) at_place_.resize(m.place + 1U);
    at_place_[m.place] = who;
  }
  predict_flight(who);
}

void RotatingStep::removed(const Body& body) {
  unobserved_ = false;
  RotatingBody& m = body_data_[body_index_of_slot_[body.id.slot]];
  record_push(m, now_);
  m.gone = true;
  break_up(m);
  ++m.version;
  if (!m.infinite && now_ < dt_) grid_.remove(m.place);
}

void RotatingStep::changed(const Body& body) {
  unobserved_ = false;
  const std::uint32_t who = body_index_of_slot_[body.id.slot];
  RotatingBody& m = body_data_[who];
  break_up(m);
  record_push(m, now_);
  copy_filter(body, contacts_.rule_class(body), m);
  m.at = body.state.at + turned(m.center, sin_cos(body.state.angle));
  m.angle = body.state.angle;
  m.since = now_;
  m.velocity = body.fixed() ? body.state.velocity : body.state.velocity - velocity_offset(m, now_);
  m.spin = body.state.spin;
  m.push = {};
  m.push_spin = 0;
  ++m.version;
  record_corner(who, now_);
  follow(m, now_);
  predict_flight(who);
}

}  // namespace carom::detail
