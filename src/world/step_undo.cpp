#include "world/step_undo.hpp"

#include <span>

#include "swept/rotating/turning_step.hpp"
#include "swept/swept_step.hpp"

namespace carom::detail {

void begin_undo(World::State& state) {
  StepUndo& undo = state.undo;
  undo.books = state.now;
  undo.flight_count = 0;
  undo.states.clear();
  undo.forces.clear();
  state.now.bodies.begin_changes();
}

void end_undo(World::State& state) noexcept { state.now.bodies.accept_changes(); }

void abandon_step(World::State& state) {
  StepUndo& undo = state.undo;
  BodyStore& bodies = state.now.bodies;
  // Before anything was gathered the fliers are still where the bodies are.
  if (undo.flight_count == 0 && undo.states.empty()) settle(state);
  bodies.take_back_changes();
  for (const StepUndo::Flight& flight : std::span(undo.flights).first(undo.flight_count)) {
    const std::uint32_t slot = undo.by_member ? state.workspace->members[flight.who].id.slot : flight.who;
    BodyState& now = bodies.at_slot(slot).state;
    now.at = flight.at;
    now.velocity = flight.velocity;
  }
  for (const StepUndo::State& saved : undo.states) bodies.at_slot(saved.slot).state = saved.state;
  for (const StepUndo::Force& saved : undo.forces) bodies.at_slot(saved.slot).force = saved.force;
  static_cast<Books&>(state.now) = undo.books;
  state.workspace.reset();
  state.turning_workspace.reset();
  state.last = {};
  state.told_is_fresh = false;
  state.touches_are_complete = true;
  state.pushed_on_the_way = false;
}

}  // namespace carom::detail
