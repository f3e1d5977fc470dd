#include "swept/swept_step.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <span>
#include <utility>

#include "carom/broadphase/good_window.hpp"
#include "world/shape_box.hpp"

namespace carom::detail {
namespace {

/// To a body, in a step: with fewer, the next one will be peaceful too.
constexpr double k_few_hits = 0.1;

}  // namespace

SweptStep::SweptStep(World& world, World::State& state, SweptWorkspace& workspace, double end, const Drift& drift)
    : world_(world),
      state_(state),
      w_(workspace),
      fields_(state.settings),
      start_(state.now.time),
      dt_(end - state.now.time),
      drift_(drift),
      lead_(drift.plan.lead * dt_) {
  const auto& bounds = state.settings.bounds;
  if (bounds && bounds->edges == Edges::periodic) {
    box_ = PeriodicBox{bounds->min, bounds->max};
    period_ = bounds->max - bounds->min;
  }
}

void SweptStep::run() {
  gather();
  if (guard().stopped()) return;
  press();
  keep_flights();
  while (window_start_ < dt_) {
    open_window();
    play_window();
    if (exceeds()) return;
    window_start_ = window_end_;
  }
  land();
  keep_landings();
  kick_again();
  if (guard().stopped()) return;
  hold_to_the_end();
  leave();
}

/// Is this step to be abandoned, or has it kept more than it may? As a window ends, that does not depend on strips.
bool SweptStep::exceeds() {
  const StepRecord& last = state_.last;
  return guard().keeps(last.contact_count() + last.corners.size() + last.touches.size() + last.earlier.size() +
                       last.effect_records);
}

// Who flies, and on which flight: as the last step has left them, or anew from the bodies when somebody has changed them.
void SweptStep::gather() {
  w_.holds.clear();
  accelerated_ = !fields_.none() || drift_.integrated;
  if (!w_.current) {
    w_.members.clear();
    w_.movers.clear();
    w_.fixtures.clear();
    w_.boundless.clear();
    w_.gridded.clear();
    w_.traits = {};
    for (const std::uint32_t slot : state_.now.bodies.in_order()) enroll(state_.now.bodies.at_slot(slot));
  }
  w_.gathered = w_.members.size();
  lossy_ = w_.traits.lossy || state_.settings.restitution < 1;
  for (const Rule& rule : state_.settings.rules) lossy_ = lossy_ || rule.restitution.value_or(1) < 1;
  const bool stirs = accelerated_ || w_.traits.forced || w_.traits.damped || lossy_ || w_.traits.moving_fixtures;
  w_.traits.stirred = w_.traits.stirred || stirs;
  if (drift_.first) keep_states();
  // Each drift counts for itself: what a run has counted before it was cut is in no snapshot.
  if (std::exchange(w_.traits.wayless, false)) {
    for (Member& m : w_.members) m.wayless = 0;
  }
  if (drift_.integrated) aim();
  if (guard().stopped()) return;
  each_flier(w_.traits.stirred, [&](Flier& f) { take_off(f); });
  if (drift_.plan.chord) aim_chords();
  if (guard().stopped()) return;
  w_.traits.stirred = stirs;
  plain_ = !w_.traits.peculiar && state_.rules.empty() && state_.listener == nullptr && !state_.response &&
           state_.now.passing.empty();
  accelerated_ = accelerated_ || w_.traits.forced;
  sourced_ = !state_.settings.sources.empty();
  elastic_ = !lossy_ && !accelerated_;
  gas_ = is_gas() && measure_gas();
  simple_ = gas_ && elastic_ && w_.fixtures.empty();
  constexpr double k_endless = std::numeric_limits<double>::infinity();
  inner_ = {{-k_endless, -k_endless}, {k_endless, k_endless}, Edges::rebound};
  if (state_.settings.bounds && state_.settings.bounds->edges == Edges::rebound) inner_ = *state_.settings.bounds;
  if (w_.in_turn > 0) --w_.in_turn;
  const bool many = w_.movers.size() >= k_least_strip * state_.settings.threads;
  strips_ = gas_ && elastic_ && many && w_.in_turn == 0 ? std::min(state_.settings.threads, k_most_strips) : 1;
  if (w_.lanes.size() < 2 * std::size_t{strips_}) w_.lanes.resize(2 * std::size_t{strips_});
}

/// For a step that is abandoned. Members may get other numbers in the next drift, but not within one.
void SweptStep::keep_states() {
  StepUndo& undo = state_.undo;
  undo.by_member = !drift_.integrated;
  undo.flight_count = w_.movers.size() + w_.fixtures.size();
  make_room(undo.flights, undo.flight_count);
  StepUndo::Flight* const kept = undo.flights.data();
  const auto keep = [](const Flier& f, StepUndo::Flight& to) {
    // As whole vectors, not number by number.
    std::memcpy(&to.at, &f.at, sizeof f.at);
    std::memcpy(&to.velocity, &f.velocity, sizeof f.velocity);
    to.who = f.member;
  };
  parallel_portions(w_.movers.size(), k_portion, state_.settings.threads, [&](std::size_t first, std::size_t last) {
    const Flier* from = w_.movers.data() + first;
    for (StepUndo::Flight& to : std::span(kept + first, last - first)) keep(*from++, to);
  });
  StepUndo::Flight* next = kept + w_.movers.size();
  for (const Flier& f : w_.fixtures) keep(f, *next++);
  if (undo.by_member) return;
  for (StepUndo::Flight& flight : std::span(kept, undo.flight_count)) flight.who = w_.members[flight.who].id.slot;
}

void SweptStep::enroll(Body& body) {
  Member m;
  m.id = body.id;
  m.serial = body.serial;
  m.mass = body.mass;
  m.damping = body.damping;
  m.force = drift_.first ? body.inverse_mass * body.force : push_on(state_.last, body.serial);
  m.sensor = body.sensor;
  m.category = body.category;
  m.mask = body.mask;
  m.own_restitution = body.restitution.has_value();
  m.restitution = body.restitution.value_or(0);
  const auto* circle = std::get_if<Circle>(&body.shape);
  m.disc = circle != nullptr && !circle->hollow;
  if (body.expires) m.expires = *body.expires;
  if (!state_.rules.empty()) m.rules = state_.rules.class_of(body);
  const ShapeBox box = shape_box(body.shape);
  m.low = box.low;
  m.high = box.high;
  if (drift_.integrated) {
    m.center = mass_center(body.shape);
    m.shell = shell_of(body.shape);
  }

  Flier f;
  f.at = body.state.at;
  f.velocity = body.state.velocity;
  f.radius = body.reach;
  f.inverse_mass = body.inverse_mass;
  f.member = static_cast<std::uint32_t>(w_.members.size());
  if (w_.member_of_slot.size() <= m.id.slot) w_.member_of_slot.resize(m.id.slot + 1U);
  w_.member_of_slot[m.id.slot] = f.member;
  const bool boundless = !std::isfinite(body.reach);
  if (body.fixed() || boundless) {
    m.place = k_fixture_base + static_cast<std::uint32_t>(w_.fixtures.size());
    (boundless ? w_.boundless : w_.gridded).push_back(m.place);
    w_.traits.moving_fixtures = w_.traits.moving_fixtures || !(f.velocity == Vec2{});
    w_.fixtures.push_back(f);
  } else {
    m.place = static_cast<std::uint32_t>(w_.movers.size());
    w_.traits.all_discs = w_.traits.all_discs && m.disc;
    w_.movers.push_back(f);
  }
  const bool filtered = body.category != 1 || body.mask != 0xffff'ffffU;
  w_.traits.peculiar = w_.traits.peculiar || body.expires || body.sensor || filtered;
  w_.traits.lossy = w_.traits.lossy || (m.own_restitution && m.restitution < 1);
  w_.traits.forced = w_.traits.forced || !(m.force == Vec2{});
  w_.traits.damped = w_.traits.damped || body.damping > 0;
  // One that a callback has given since the step began is for the next one.
  if (drift_.first) {
    if (state_.undo.flight_count == 0) state_.undo.keep_force(body);
    body.force = {};
  }
  w_.members.push_back(m);
}

/// The first half of the kick: the velocity of a drift is that of its middle. One that comes later is kicked from there.
void SweptStep::take_off(Flier& f) {
  f.since = now_;
  f.version = 0;
  if (!w_.traits.stirred) return;
  Member& m = w_.members[f.member];
  m.quick = 0;
  m.met = 0;
  m.last_contact = -1;
  m.clump = -1;
  m.acceleration = {};
  m.pull = {};
  m.bend = {};
  if (!(f.inverse_mass > 0)) return;
  if (inherited_) {
    m.acceleration = *inherited_;
  } else {
    m.acceleration = (drift_.integrated ? pull_on(f) : fields_.acceleration(f.at)) + m.force;
  }
  m.pull = m.acceleration;
  f.velocity = f.velocity + (lead_ - now_) * m.acceleration;
  if (m.damping > 0 && now_ == 0) f.velocity = (1 / (1 + m.damping * dt_)) * f.velocity;
}

/// What has left the box since comes in at the other side.
void SweptStep::wrap(Flier& f, Flight& here) const noexcept {
  const auto back = [](double x, double low, double period) { return -period * std::floor((x - low) / period); };
  const Vec2 way{back(here.at.x, box_->min.x, period_.x), back(here.at.y, box_->min.y, period_.y)};
  if (way == Vec2{}) return;
  f.at = f.at + way;
  here.at = here.at + way;
}

// Chooses the window's length and sorts everybody into the grids.
void SweptStep::open_window() {
  now_ = window_start_;
  if (!gas_) gather_flights();
  if (window_start_ == 0) {
    // More windows than bodies never pay: to sort once costs as much as to look at everybody.
    const auto most = static_cast<double>(std::max<std::size_t>(w_.members.size(), 1));
    if (!gas_) crowd_ = crowd_of(w_.flights);
    crowd_.peaceful = static_cast<double>(w_.hits) < k_few_hits * crowd_.count;
    window_ = std::max(good_window(crowd_, dt_), dt_ / most);
  }
  window_end_ = window_start_ + window_;
  // The last one ends with the step, whatever has been rounded on the way.
  if (!(window_end_ < dt_ - 0.5 * window_)) window_end_ = dt_;
  gas_ ? sort_gas() : sort_movers();
  sort_fixtures();
}

void SweptStep::gather_flights() {
  w_.flights.clear();
  for (Flier& f : w_.movers) {
    Flight here = flight(f);
    if (box_) wrap(f, here);
    w_.flights.push_back(here);
  }
}

void SweptStep::sort_movers() {
  w_.grid.build(w_.flights, window_end_ - window_start_, box_);
  w_.resorted.clear();
  for (const std::uint32_t index : w_.grid.order()) w_.resorted.push_back(w_.movers[index]);
  w_.movers.swap(w_.resorted);
  number_places();
}

void SweptStep::number_places() {
  for (std::size_t place = 0; place < w_.movers.size(); ++place) {
    w_.members[w_.movers[place].member].place = static_cast<std::uint32_t>(place);
  }
}

// Fixtures that stand still are sorted once a step.
void SweptStep::sort_fixtures() {
  if (w_.gridded.empty() || (window_start_ > 0 && !w_.traits.moving_fixtures)) return;
  w_.flights.clear();
  for (const std::uint32_t place : w_.gridded) {
    Flight here = flight(flier(place));
    if (box_ && w_.traits.moving_fixtures) wrap(flier(place), here);
    w_.flights.push_back(here);
  }
  w_.fixture_grid.build(w_.flights, w_.traits.moving_fixtures ? window_end_ - window_start_ : dt_, box_);
}

// Everybody to where the step ends.
void SweptStep::land() {
  now_ = dt_;
  const auto wrapped = [](double x, double low, double high) {
    x -= (high - low) * std::floor((x - low) / (high - low));
    return x < high ? std::max(x, low) : low;
  };
  each_piece([&](std::size_t /*piece*/, std::size_t place) {
    Flier& f = w_.movers[place];
    f.at = f.position(dt_);
    f.since = dt_;
    if (box_) f.at = {wrapped(f.at.x, box_->min.x, box_->max.x), wrapped(f.at.y, box_->min.y, box_->max.y)};
    if (simple_) w_.members[f.member].place = static_cast<std::uint32_t>(place);  // others are numbered in every window
  });
  for (Flier& f : w_.fixtures) {
    f.at = f.position(dt_);
    f.since = dt_;
    if (box_) f.at = {wrapped(f.at.x, box_->min.x, box_->max.x), wrapped(f.at.y, box_->min.y, box_->max.y)};
  }
}

// The second half of the kick, from where they are now; then what rests is held.
void SweptStep::kick_again() {
  if (!accelerated_) return;
  if (drift_.integrated) look_at_landing();
  if (state_.settings.attraction) {
    landed_.clear();
    w_.each_member([&](const Member& /*member*/, const Flier& f) { landed_.push_back(f.velocity); });
  }
  each_flier(true, [&](Flier& f) {
    Member& m = w_.members[f.member];
    if (!(f.inverse_mass > 0)) return;
    if (drift_.plan.chord) {
      f.velocity = f.velocity + lag(m, dt_);
    } else {
      f.velocity =
          f.velocity + (dt_ - lead_) * ((drift_.integrated ? pull_on(f) : fields_.acceleration(f.at)) + m.force);
    }
    if (drift_.last) m.force = {};
  });
  if (drift_.last) w_.traits.forced = false;
}

// From now on the fliers are where the bodies are, until somebody changes one.
void SweptStep::leave() {
  const bool same_people = !w_.traits.departed && !w_.traits.newcomers;
  w_.current = true;
  w_.hits = state_.last.contact_count();
  if (!same_people) take_over(state_);
}

void refresh(const SweptWorkspace& workspace, Body& body) noexcept {
  const Member& m = workspace.members[workspace.member_of_slot[body.id.slot]];
  const Flier& f = workspace.flier(m.place);
  body.state.at = f.at;
  body.state.velocity = f.velocity;
}

void settle(World::State& state) noexcept {
  if (!state.workspace || !state.workspace->current) return;
  for (const Member& m : state.workspace->members) {
    if (m.gone) continue;
    refresh(*state.workspace, state.now.bodies.at_slot(m.id.slot));
  }
}

void take_over(World::State& state) noexcept {
  settle(state);
  if (state.workspace) {
    state.workspace->current = false;
    state.workspace->pulls_known = false;
  }
}

}  // namespace carom::detail
