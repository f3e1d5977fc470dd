#include <algorithm>
#include <cmath>
#include <utility>

#include "event/event_run.hpp"
#include "world/bodies/shape_box.hpp"
#include "world/pairs/narrow.hpp"

// The loop: which event is next, and which two bodies it brings together.
namespace carom::detail {

EventRun::EventRun(World& world, World::State& state, EventWorkspace& workspace, double end)
    : world_(world),
      state_(state),
      w_(workspace),
      end_{.at = end, .asked = end},
      contacts_(world, state),
      search_(workspace, contacts_),
      planner_(w_.context, w_.bodies, w_.past, w_.cells, w_.schedule, w_.windows, search_.predictor),
      resolver_(w_.context, w_.bodies, w_.cells, w_.zeno, w_.jams, search_.rules, search_.overlaps, planner_, contacts_,
                state.last, replan_),
      epochs_(state, workspace, contacts_, search_.predictor, planner_, search_.overlaps, patience_) {
  w_.context.begin_run(state);
  w_.bodies.begin_run(state.now.bodies);
}

double EventRun::run() {
  begin();
  const EventClock& clock = w_.context.clock();
  while (!end_.in_midst) {
    const double stop = std::min(end_.at, epochs_.next_departure());
    const double horizon = std::min(stop - clock.epoch, clock.length);
    const double release = w_.jams.next_release();
    if (!play(std::min(horizon, release))) continue;
    if (release <= horizon) {
      release_held(release);
      continue;
    }
    if (stop - clock.epoch > clock.length) {
      epochs_.next_epoch();
      count_sorting();
      continue;
    }
    w_.context.now = std::max(stop, state_.now.time) - clock.epoch;
    if (!(stop < end_.at)) return leave(end_.at);
    remove_departed(stop);
  }
  // Scene time may be at the end before the last moment is over: then the run is not.
  return leave(std::min(now(), std::nextafter(end_.asked, -k_never)));
}

/// The flights stay as they are. Returns `reached`.
double EventRun::leave(double reached) {
  w_.current = true;
  w_.context.clock().now = w_.context.now;
  state_.now.just_parted = search_.overlaps.parted();
  const auto is_gone = [&](std::uint64_t serial) {
    return !is_edge_serial(serial) && state_.now.bodies.by_serial(serial) == nullptr;
  };
  std::erase_if(state_.now.just_parted, [&](const PartedPair& pair) { return is_gone(pair.a) || is_gone(pair.b); });
  w_.epoch = w_.context.clock().epoch;
  w_.newest = state_.now.bodies.next_serial();
  // What another loop has left at rest is so no more.
  state_.now.touching.clear();
  return reached;
}

/// The bodies' flights: those of the last run, or read from the bodies.
void EventRun::begin() {
  w_.past.clear();
  w_.context.unobserved = !contacts_.is_observed();
  if (w_.current && (w_.newcomers || (contacts_.has_custom_response() && !w_.bodies.traits().lossy))) {
    // Bodies that came and went are sorted out now; the flights go on as they were.
    settle_flights(state_, w_);
    keep_flights(state_, w_);
    w_.current = false;
  }
  w_.context.now = w_.context.clock().now;
  search_.overlaps.restore(state_.now.just_parted);
  if (!w_.current) epochs_.gather();
  w_.context.unobserved = w_.context.unobserved && !w_.bodies.traits().special;
  elastic_ = w_.context.unobserved && !w_.bodies.traits().lossy;
  search_.predictor.choose_kernel();
  // A listener may have come or gone.
  if (w_.bodies.in_windows() != w_.gas.suits_windows()) epochs_.begin_epoch();
}

/// All events up to `horizon`, that included. False: a new epoch has begun on the way, or the end is nearer now.
bool EventRun::play(double horizon) {
  if (w_.bodies.in_windows()) return w_.windows.play(horizon, *this, patience_);
  EventSchedule& schedule = w_.schedule;
  for (;;) {
    const Calendar::Entry* entry = schedule.next();
    if (entry == nullptr) {
      const double start = schedule.year_end();
      schedule.count_year();
      if (!(start < w_.context.clock().length)) return true;
      w_.context.now = start;
      if (start > horizon) return true;
      schedule.open_year(start);
      continue;
    }
    if (entry->t > horizon) return true;
    const Calendar::Entry next = *entry;
    schedule.drop();
    if (next.t != schedule.hour(next.mover)) continue;
    w_.context.now = next.t;
    happen(elastic_ ? next.mover : schedule.first_of_ties(next));
    if (!replan_.epoch && !replan_.bodies) {
      if (patience_.count_event() && interrupted()) return false;
      continue;
    }
    replan();
    count_sorting();
    return false;
  }
}

void EventRun::happen(std::uint32_t mover) {
  const EventBody& m = w_.bodies.mover(mover);
  if (w_.cells.leave_time(mover) < m.event) return planner_.cross_line(mover);
  const EventPartner partner = m.partner;
  if (partner.is_mover()) {
    if (elastic_ && w_.bodies.traits().all_discs) return resolver_.resolve_discs(mover, partner.mover());
    return meet(mover, partner.ref());
  }
  if (partner.is_fixed()) return w_.bodies.gone(partner.ref()) ? planner_.predict(mover) : meet(mover, partner.ref());
  if (partner.is_edge()) return meet_edge(mover, partner.ref());
  if (partner.is_none()) return planner_.predict(mover);
  world_.remove(w_.bodies.body(BodyRef::mover(mover)).id);
}

/// A mover and another one, or a fixed body.
void EventRun::meet(std::uint32_t mover, BodyRef other) {
  const EventBodies& bodies = w_.bodies;
  const BodyRef own = BodyRef::mover(mover);
  const bool straight = bodies.body_index(own) < bodies.body_index(other);
  const BodyRef a = straight ? own : other;
  const BodyRef b = straight ? other : own;
  if (!w_.context.unobserved && search_.rules.overlap(a, b)) return resolver_.end_overlap(mover, other);
  const Vec2 at_a = bodies.position(a, w_.context.now);
  const Vec2 at_b = bodies.position(b, w_.context.now);
  const Vec2 shift = other.is_mover() ? w_.context.nearest_shift(at_a, at_b) : w_.context.fixed_shift(at_a, at_b);
  BodyImpact impact{a, b, w_.context.now, {}, shift, {}};
  if (other.is_mover() && bodies.is_disc(a) && bodies.is_disc(b)) {
    const Vec2 seen_b = at_b + shift;
    const Vec2 n = disc_normal(at_a - seen_b);
    impact.contact.normal = n;
    impact.contact.point = 0.5 * ((at_a - bodies.reach(a) * n) + (seen_b + bodies.reach(b) * n));
  } else {
    auto contact = search_.finder.contact(a, b, shift);
    // Rounding may part again what was predicted to overlap.
    if (!contact && !w_.context.unobserved && search_.rules.lets_pass(a, b)) {
      contact = Contact{.point = at_a, .normal = disc_normal(at_a - at_b - shift)};
    }
    // A callback has changed what was predicted.
    if (!contact) return planner_.predict(mover);
    impact.contact = *contact;
  }
  impact.contact.t = w_.context.now;
  resolver_.resolve(impact);
}

void EventRun::meet_edge(std::uint32_t mover, BodyRef edge) {
  const BodyRef own = BodyRef::mover(mover);
  if (!w_.context.unobserved && search_.rules.overlap(own, edge)) return resolver_.end_overlap(mover, edge);
  const BodyShape& shape = w_.bodies.body(own).shape;
  const Vec2 at = w_.bodies.position(mover, w_.context.now);
  const EdgeContact met = edge_contact(shape, shape_box(shape), at, *w_.context.bounds(), edge.index());
  BodyImpact impact{own, edge, w_.context.now, met.contact, {}, met.placed};
  impact.contact.t = w_.context.now;
  resolver_.resolve(impact);
}

/// Fixed bodies whose time is over.
void EventRun::remove_departed(double time) {
  for (std::uint32_t k = 0; k < w_.bodies.fixed().size(); ++k) {
    const FixedBody& f = w_.bodies.fixed()[k];
    if (!f.gone && epochs_.departure(f) <= time) world_.remove(w_.bodies.body(BodyRef::fixed(k)).id);
  }
}

/// Nothing passes over some held bodies any more: they are movers again.
void EventRun::release_held(double t) {
  w_.context.now = std::max(t, w_.context.now);
  for (const BodyRef ref : w_.jams.released(t)) {
    const std::uint64_t serial = w_.bodies.body(ref).serial;
    state_.now.held.erase(serial);
    log_standing(serial, ref);
  }
  epochs_.rebase(w_.context.now);
  epochs_.gather_again();
}

/// After an event that changed the bodies: a new epoch sorts all of them.
void EventRun::replan() {
  epochs_.rebase(w_.context.now);
  replan_.epoch = false;
  if (std::exchange(replan_.bodies, false)) {
    epochs_.gather_again();
  } else {
    epochs_.begin_epoch();
  }
}

/// All bodies have been sorted.
void EventRun::count_sorting() {
  if (patience_.count_sorting(w_.bodies.mover_count())) static_cast<void>(interrupted());
}

/// True: the run ends right after now, a moment of scene time up to which everything has happened; or, when it is called again
/// before that, between two events: those of one moment may be very many.
bool EventRun::interrupted() {
  patience_.restart();
  StepGuard& guard = state_.guard;
  // A run may take any time, but not a moment of it.
  if (now() != asked_at_) guard.forget_work();
  asked_at_ = now();
  const StepRecord& last = state_.last;
  const std::size_t records = last.events.size() + last.touches.size() + last.effect_records + w_.past.flights().size();
  if (!guard.keeps(records) && !guard.spend(StepGuard::k_look)) return false;
  end_.in_midst = end_.soon;
  end_.soon = true;
  end_.at = std::min(end_.at, std::nextafter(now(), k_never));
  return true;
}

bool EventRun::stops_windows() {
  const bool stops = interrupted();
  if (w_.bodies.in_windows()) return stops;
  // A callback has changed the bodies: by the calendar from here on.
  replan();
  return true;
}

}  // namespace carom::detail
