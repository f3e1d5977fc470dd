#include "swept/swept_step.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "carom/broadphase/good_window.hpp"
#include "contact/body_properties.hpp"

namespace carom::detail {
namespace {

/// To a body, in a step: with fewer, the next one will be peaceful too.
constexpr double k_few_hits = 0.1;

}  // namespace

SweptStep::SweptStep(World& world, World::State& state, SweptWorkspace& workspace, double end, const Drift& drift)
    : state_(state),
      workspace_(workspace),
      bodies_(workspace.bodies),
      frame_(state, end, drift),
      laws_(world, state, bodies_, frame_.modes),
      motion_(frame_, workspace, laws_, state),
      search_(frame_, workspace, laws_, motion_),
      resolver_(world, state, frame_, bodies_, laws_, motion_, search_),
      strips_(state, frame_, bodies_, search_, workspace.strips),
      general_(world, state, frame_, bodies_, laws_, motion_, search_, resolver_),
      simple_(frame_.context, frame_.clock, frame_.modes, bodies_, search_.gas) {}

void SweptStep::run() {
  gather();
  motion_.kicks.kick();
  if (frame_.context.guard.stopped()) return;
  choose_modes();
  motion_.resting.solve_at_start();
  motion_.kicks.record_flights();
  EventPlayer& player = frame_.modes.simple ? static_cast<EventPlayer&>(simple_) : general_;
  const double window = window_length();
  while (frame_.clock.window_start < frame_.context.dt) {
    open_window(window);
    strips_.play_window(player);
    if (exceeds()) return;
    frame_.clock.window_start = frame_.clock.window_end;
  }
  land();
  motion_.resting.record_landings();
  motion_.kicks.kick_again();
  if (frame_.context.guard.stopped()) return;
  motion_.resting.solve_at_end();
  leave();
}

/// The bodies: as the last step has left them, or anew when one has been changed from outside.
void SweptStep::gather() {
  if (!workspace_.current) {
    bodies_.clear();
    for (const std::uint32_t slot : state_.now.bodies.in_order()) take_up(state_.now.bodies.at_slot(slot));
  }
  bodies_.close_gathering();
  const Traits& traits = bodies_.traits();
  frame_.modes.lossy = traits.lossy || takes_energy(frame_.context.settings);
  frame_.modes.accelerated = motion_.kicks.has_fields();
  bodies_.traits().stirred = traits.stirred || stirs();
  if (frame_.context.drift.first)
    workspace_.undo.keep(bodies_, !frame_.context.drift.integrated, frame_.context.settings.threads);
  reset_wayless_counts(bodies_);
}

bool SweptStep::stirs() const noexcept {
  const Traits& traits = bodies_.traits();
  return frame_.modes.accelerated || traits.forced || traits.damped || frame_.modes.lossy || traits.moving_fixed;
}

/// A force that a callback has given since the step began is for the next one.
BodyData& SweptStep::take_up(Body& body) {
  const bool first = frame_.context.drift.first;
  StepBodies::Details details;
  details.rules = laws_.pipeline().rule_class(body);
  details.force = first ? body.inverse_mass * body.force : push_on(state_.last, body.serial);
  details.with_center = frame_.context.drift.integrated;
  BodyData& added = bodies_.add(body, details);
  if (first) {
    if (workspace_.undo.empty()) state_.undo.keep_force(body);
    body.force = {};
  }
  return added;
}

/// What kind of step this is.
void SweptStep::choose_modes() {
  bodies_.traits().stirred = stirs();
  laws_.ask_observed();
  frame_.modes.accelerated = frame_.modes.accelerated || bodies_.traits().forced;
  frame_.modes.sourced = !frame_.context.settings.sources.empty();
  frame_.modes.elastic = !frame_.modes.lossy && !frame_.modes.accelerated;
  measure_ = measure_gas(frame_.context, bodies_, laws_.unobserved());
  frame_.modes.gas = measure_.has_value();
  frame_.modes.simple = frame_.modes.gas && frame_.modes.elastic && bodies_.fixed().empty();
  strips_.open();
}

/// The length of the windows; more windows than bodies never pay: to sort once costs as much as to look at all of them.
double SweptStep::window_length() {
  if (!(frame_.context.dt > 0)) return 0;
  if (!measure_) workspace_.grids.read_movers(frame_.context, frame_.clock, bodies_);
  FlightStatistics statistics = measure_ ? measure_->statistics : workspace_.grids.statistics();
  const auto hits = static_cast<double>(workspace_.hits.value_or(std::numeric_limits<std::size_t>::max()));
  statistics.peaceful = hits < k_few_hits * statistics.count;
  if (measure_) search_.gas.open(*measure_, statistics.peaceful);
  const auto most = static_cast<double>(std::max<std::size_t>(bodies_.all().size(), 1));
  return std::max(good_window(statistics, frame_.context.dt), frame_.context.dt / most);
}

/// Sorts all bodies into the grids.
void SweptStep::open_window(double window) {
  frame_.clock.now = frame_.clock.window_start;
  frame_.clock.window_end = frame_.clock.window_start + window;
  // The last one ends with the step, whatever has been rounded on the way.
  if (!(frame_.clock.window_end < frame_.context.dt - 0.5 * window)) frame_.clock.window_end = frame_.context.dt;
  NeighbourGrids& grids = workspace_.grids;
  if (frame_.modes.gas) {
    search_.gas.sort(strips_.count());
  } else {
    if (frame_.clock.window_start > 0) grids.read_movers(frame_.context, frame_.clock, bodies_);
    grids.sort_movers(frame_.context, frame_.clock, bodies_);
  }
  grids.sort_fixed(frame_.context, frame_.clock, bodies_);
}

/// True if this step is to be abandoned, or has kept more than it may. As a window ends, that does not depend on strips.
bool SweptStep::exceeds() {
  const StepRecord& last = state_.last;
  return frame_.context.guard.keeps(last.contact_count() + last.corners.size() + last.touches.size() +
                                    last.earlier.size() + last.effect_records);
}

/// All bodies to where the step ends.
void SweptStep::land() {
  const double dt = frame_.context.dt;
  frame_.clock.now = dt;
  const auto& box = frame_.context.box;
  const auto wrapped = [](double x, double low, double high) {
    x -= (high - low) * std::floor((x - low) / (high - low));
    return x < high ? std::max(x, low) : low;
  };
  const auto to_end = [&](Sweep& f) {
    f.at = f.position(dt);
    f.since = dt;
    if (box) f.at = {wrapped(f.at.x, box->min.x, box->max.x), wrapped(f.at.y, box->min.y, box->max.y)};
  };
  LargeArray<Sweep>& movers = bodies_.movers();
  const unsigned threads = frame_.context.settings.threads;
  for_each_in_pieces(movers.size(), strips_.count(), threads, [&](std::size_t /*piece*/, std::size_t k) {
    to_end(movers[k]);
    // In other steps they are numbered in every window.
    if (frame_.modes.simple) bodies_.at(movers[k].body_index).ref = BodyRef::mover(static_cast<std::uint32_t>(k));
  });
  for (Sweep& f : bodies_.fixed()) to_end(f);
}

/// From now on the sweeps are where the bodies are, until one is changed from outside.
void SweptStep::leave() {
  const bool same_bodies = !bodies_.traits().departed && !bodies_.traits().newcomers;
  workspace_.current = true;
  workspace_.hits = state_.last.contact_count();
  if (!same_bodies) release(workspace_, state_.now.bodies);
}

// What callbacks do to the bodies while the step runs.

void SweptStep::refresh(Body& body) noexcept {
  const BodyData& m = bodies_.at(bodies_.index_of(body.id));
  const Sweep& f = bodies_.sweep(m.ref);
  body.state.at = f.position(frame_.clock.now);
  body.state.velocity = f.velocity;
  if (f.inverse_mass > 0) body.state.velocity = f.velocity + motion_.kicks.velocity_offset(m, frame_.clock.now);
}

void SweptStep::added(Body& body) {
  laws_.set_observed();
  BodyData& m = take_up(body);
  bodies_.traits().newcomers = true;
  m.came = frame_.clock.now;
  motion_.kicks.take_off(bodies_.sweep(m.ref), frame_.clock.now, resolver_.inherited_acceleration());
  motion_.kicks.record_newcomer(m);
  if (m.ref.is_mover()) {
    m.ref = BodyRef::mover(workspace_.grids.insert(frame_.clock.flight(bodies_.movers().back())));
  } else {
    bodies_.take_out_of_grid(m.ref, true);
  }
  search_.flights.predict(strips_.first_worker(), m.ref, frame_.clock.now);
}

void SweptStep::removed(const Body& body) {
  laws_.set_observed();
  const BodyRef ref = bodies_.remove(body.id);
  if (ref.is_mover()) workspace_.grids.remove(ref.index());
}

void SweptStep::changed(const Body& body) {
  laws_.set_observed();
  BodyData& m = bodies_.at(bodies_.index_of(body.id));
  copy_filter(body, laws_.pipeline().rule_class(body), m);
  Vec2 velocity = body.state.velocity;
  if (!body.fixed()) velocity = velocity - motion_.kicks.velocity_offset(m, frame_.clock.now);
  if (!m.ref.is_mover()) {
    if (!(velocity == Vec2{})) bodies_.traits().moving_fixed = true;
    bodies_.take_out_of_grid(m.ref, false);
  }
  Worker& worker = strips_.first_worker();
  search_.flights.change(worker, m.ref, frame_.clock.now, body.state.at, velocity);
  search_.flights.predict(worker, m.ref, frame_.clock.now);
}

}  // namespace carom::detail
