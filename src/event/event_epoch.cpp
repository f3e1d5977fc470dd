#include "event/event_epoch.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "math/sums.hpp"
#include "world/bodies/body_shape.hpp"
#include "world/bodies/leaving.hpp"
#include "world/bodies/wrap.hpp"
#include "world/sums/balance.hpp"

namespace carom::detail {
namespace {

/// Contacts of an epoch for each mover: enough that beginning anew costs little, so few that memory stays in order.
constexpr double k_contacts_a_mover = 8;
constexpr double k_least_contacts = 4096;
/// From one epoch to the next, its length changes by no more.
constexpr double k_most_growth = 4;
/// Longer than any run: where nothing happens, a few hundred epochs lead to any end.
constexpr double k_longest = 0x1p200;

/// Of an epoch that begins then: what is shorter would be lost in rounding, and the scene's time would stand still.
double least_length(double epoch) { return std::max(std::nextafter(epoch, k_never) - epoch, 0x1p-60); }

}  // namespace

double EventEpochs::next_departure() const {
  double first = k_never;
  for (const FixedBody& f : w_.bodies.fixed()) {
    if (!f.gone) first = std::min(first, departure(f));
  }
  return first;
}

/// What is infinite never leaves.
double EventEpochs::departure(const FixedBody& f) const {
  const auto& bounds = ctx_.bounds();
  const bool may_leave = bounds && bounds->edges == Edges::remove && std::isfinite(f.reach);
  if (!may_leave && !w_.bodies.traits().special) return k_never;
  const Body& body = w_.bodies.directory().body(f.body_index);
  const double dies = body.expires.value_or(k_never);
  if (!may_leave) return dies;
  const double flies = leaving_time(outline_of(body.shape), f.at, f.velocity, {}, *bounds);
  return std::min(dies, ctx_.clock().epoch + (f.since + flies));
}

/// It is not known what a custom response does to the energy.
bool EventEpochs::is_lossy_world() const {
  if (takes_energy(state_.settings) || state_.settings.friction > 0 || contacts_.has_custom_response()) return true;
  return std::ranges::any_of(state_.settings.rules, [](const Rule& rule) { return rule.response == Response::slide; });
}

void EventEpochs::gather() {
  const auto& bodies = state_.now.bodies;
  EventClock& clock = ctx_.clock();
  w_.newcomers = false;
  w_.windows.close();
  w_.gas.reset();
  w_.bodies.clear(bodies.count(), is_lossy_world());
  const std::vector<BodyFlight> flights = std::exchange(state_.now.flights, {});
  bool known = clock.length > 0 && flights.size() == bodies.count();
  for (std::size_t k = 0; known && k < flights.size(); ++k) {
    known = bodies.at_slot(bodies.in_order()[k]).serial == flights[k].serial;
  }
  if (!known) {
    clock.epoch = state_.now.time;
    clock.happened = 0;
    overlaps_.begin_epoch();
  }
  // Where the last run has ended, which scene time may have rounded.
  const double left = clock.epoch + clock.now;
  const bool left_there = known && (left == state_.now.time || left == std::nextafter(state_.now.time, k_never));
  ctx_.now = left_there ? clock.now : state_.now.time - clock.epoch;
  for (const std::uint32_t slot : bodies.in_order()) add(bodies.at_slot(slot));
  w_.zeno.reset();
  w_.jams.reset();
  if (known) restore_flights(flights);
  ctx_.unobserved = ctx_.unobserved && !w_.bodies.traits().special;
  w_.zeno.choose_durations();
  if (!known && !(clock.length > 0)) clock.length = first_length();
  begin_epoch();
}

void EventEpochs::restore_flights(std::span<const BodyFlight> flights) {
  for (std::uint32_t k = 0; k < flights.size(); ++k) {
    const BodyFlight& flight = flights[k];
    const BodyRef ref = w_.bodies.directory().ref(k);
    if (w_.bodies.traits().rotates) w_.bodies.set_angle(k, flight.angle);
    if (ref.is_mover()) {
      w_.bodies.begin_flight(ref.index(), flight.at, flight.velocity, flight.since);
    } else {
      w_.bodies.begin_fixed_flight(ref, flight.at, w_.bodies.fixed(ref).velocity, flight.since);
    }
    w_.zeno.restore(k, flight);
    w_.jams.restore(k, flight);
  }
}

void EventEpochs::gather_again() {
  keep_flights(state_, w_);
  state_.now.time = ctx_.clock().epoch;
  gather();
}

BodyRef EventEpochs::add(const Body& body) {
  const bool held = !state_.now.held.empty() && state_.now.held.contains(body.serial);
  const BodyRef ref = w_.bodies.add(body, held);
  if (contacts_.has_rules()) w_.bodies.set_rules(body, contacts_.rule_class(body));
  return ref;
}

/// A guess; later epochs know better.
double EventEpochs::first_length() const {
  Vec2 low{k_never, k_never};
  Vec2 high = -low;
  CompensatedSum squares;
  for (const EventBody& m : w_.bodies.movers()) {
    low = {std::min(low.x, m.at.x), std::min(low.y, m.at.y)};
    high = {std::max(high.x, m.at.x), std::max(high.y, m.at.y)};
    squares.add(dot(m.velocity, m.velocity));
  }
  const auto number = static_cast<double>(std::max(1U, w_.bodies.mover_count()));
  const double extent = w_.bodies.mover_count() == 0 ? 0 : std::max(high.x - low.x, high.y - low.y);
  const double apart = extent > 0 ? extent / std::sqrt(number) : 1;
  const double speed = std::sqrt(squares.value() / number) + std::sqrt(length(ctx_.gravity) * apart);
  const double guess = speed > 0 ? k_contacts_a_mover * apart / speed : 1;
  return std::clamp(guess, least_length(ctx_.clock().epoch), k_longest);
}

void EventEpochs::next_epoch() {
  EventClock& clock = ctx_.clock();
  rebase(clock.length);
  // Of the movers that are there: how many are gone and still listed depends on where the run was cut.
  std::uint32_t there = 0;
  for (std::uint32_t mover = 0; mover < w_.bodies.mover_count(); ++mover) there += w_.bodies.gone(mover) ? 0U : 1U;
  const double target = std::max(k_contacts_a_mover * static_cast<double>(there), k_least_contacts);
  const double ratio = target / static_cast<double>(std::max<std::uint64_t>(clock.happened, 1));
  const double wanted = clock.length * std::clamp(ratio, 1 / k_most_growth, k_most_growth);
  clock.length = std::clamp(wanted, least_length(clock.epoch), k_longest);
  clock.happened = 0;
  begin_epoch();
}

void EventEpochs::rebase(double t) {
  w_.windows.close();
  overlaps_.begin_epoch();
  ctx_.now = t;
  for (const std::uint32_t slot : state_.now.bodies.in_order()) w_.bodies.refresh(state_.now.bodies.at_slot(slot));
  add_gas(state_.now.gas, state_.now.bodies, t);
  const auto& bounds = ctx_.bounds();
  for (std::uint32_t mover = 0; mover < w_.bodies.mover_count(); ++mover) {
    if (w_.bodies.gone(mover)) continue;
    planner_.log_flight(mover);
    const Vec2 at = wrapped(w_.bodies.position(mover, t), bounds);
    w_.bodies.begin_flight(mover, at, w_.bodies.velocity(mover, t), 0);
  }
  for (std::uint32_t k = 0; k < w_.bodies.fixed().size(); ++k) {
    const FixedBody& f = w_.bodies.fixed()[k];
    w_.bodies.begin_fixed_flight(BodyRef::fixed(k), wrapped(f.position(t), bounds), f.velocity, 0);
  }
  w_.zeno.rebase(t);
  ctx_.clock().epoch += t;
  ctx_.clock().now = ctx_.now = 0;
}

void EventEpochs::begin_epoch() {
  w_.gas.measure();
  patience_.ask_soon();
  if (w_.gas.suits_windows()) {
    w_.windows.enter();
    w_.cells.empty(0);
    return;
  }
  w_.windows.leave();
  w_.cells.sort();
  predictor_.choose_kernel();
  w_.fixed_grid.sort();
  w_.jams.predict_releases();
  planner_.predict_all();
  // Of a first year nothing is known.
  const auto number = static_cast<double>(w_.bodies.mover_count());
  w_.schedule.open_year(ctx_.now, 4 * k_contacts_a_mover * number / ctx_.clock().length);
}

}  // namespace carom::detail
