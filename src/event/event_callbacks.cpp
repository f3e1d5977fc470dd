#include "event/event_run.hpp"

// What callbacks do to a run.
namespace carom::detail {

/// Bodies are not what they were as the run began: from here on by the calendar, with all that can be observed.
void EventRun::note_change() {
  w_.context.unobserved = false;
  if (!w_.bodies.in_windows()) return;
  w_.windows.leave();
  w_.cells.empty(w_.bodies.mover_count());
  replan_.epoch = true;
}

void EventRun::added(Body& body) {
  note_change();
  w_.newcomers = true;
  const bool was_lossy = w_.bodies.traits().lossy;
  const BodyRef ref = epochs_.add(body);
  w_.zeno.add();
  if (w_.bodies.traits().lossy && !was_lossy) w_.zeno.choose_durations();
  // It is sorted in with the next epoch, which begins with the end of this event; until then no search finds it.
  if (ref.is_mover()) w_.cells.add();
  replan_.epoch = true;
}

void EventRun::removed(const Body& body) {
  note_change();
  w_.newcomers = true;
  const BodyRef ref = w_.bodies.directory().ref(body);
  w_.bodies.remove(ref);
  const auto turn = w_.bodies.turn(w_.bodies.directory().index_of(body));
  if (!ref.is_mover()) {
    if (w_.context.is_recording()) w_.past.add(body.serial, w_.bodies.fixed(ref), false, turn);
    // Movers that would have met it predict again then.
    for (std::uint32_t mover = 0; mover < w_.bodies.mover_count(); ++mover) {
      if (w_.bodies.mover(mover).partner == EventPartner(ref)) w_.bodies.set_partner(mover, EventPartner::none());
    }
    // Held bodies that it has passed over are free.
    replan_.epoch = replan_.epoch || !state_.now.held.empty();
    return;
  }
  const std::uint32_t mover = ref.index();
  if (w_.context.is_recording()) w_.past.add(body.serial, w_.bodies.mover(mover), true, turn);
  w_.schedule.release_partner(mover);
  w_.schedule.forget(mover);
  w_.cells.remove(mover);
}

void EventRun::changed(const Body& body) {
  note_change();
  const BodyRef ref = w_.bodies.directory().ref(body);
  if (contacts_.has_rules()) w_.bodies.set_rules(body, contacts_.rule_class(body));
  w_.bodies.note_change(body);
  if (!ref.is_mover()) {
    if (w_.bodies.fixed(ref).held && !state_.now.held.contains(body.serial)) {
      log_standing(body.serial, ref);
      replan_.bodies = true;
    }
    w_.bodies.begin_fixed_flight(ref, body.state.at, body.state.velocity, w_.context.now);
    w_.bodies.set_turn(body);
    // All movers may meet it elsewhere from now on, or no more.
    replan_.epoch = true;
    return;
  }
  const std::uint32_t mover = ref.index();
  if (replan_.epoch && !w_.cells.is_gridded(mover)) {
    w_.bodies.begin_flight(mover, body.state.at, body.state.velocity, w_.context.now);
    w_.bodies.set_turn(body);
    return;
  }
  w_.cells.move(mover, body.state.at);
  planner_.begin_flight(mover, body.state.at, body.state.velocity);
  w_.bodies.set_turn(body);
  planner_.predict_again(mover);
}

/// A held body stands no more: that flight is over.
void EventRun::log_standing(std::uint64_t serial, BodyRef held) {
  if (!w_.context.is_recording()) return;
  FixedBody standing = w_.bodies.fixed(held);
  standing.velocity = {};
  w_.past.add(serial, standing, false, w_.bodies.turn(standing.body_index));
}

}  // namespace carom::detail
