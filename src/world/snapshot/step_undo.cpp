#include "world/snapshot/step_undo.hpp"

namespace carom::detail {

void begin_undo(World::State& state) {
  StepUndo& undo = state.undo;
  undo.record = state.now;
  undo.states.clear();
  undo.forces.clear();
  state.now.bodies.begin_changes();
}

void end_undo(World::State& state) noexcept { state.now.bodies.accept_changes(); }

void abandon_step(World::State& state) {
  StepUndo& undo = state.undo;
  BodyStore& bodies = state.now.bodies;
  bodies.take_back_changes();
  state.loop->abandon();
  for (const StepUndo::State& saved : undo.states) bodies.at_slot(saved.slot).state = saved.state;
  for (const StepUndo::Force& saved : undo.forces) bodies.at_slot(saved.slot).force = saved.force;
  static_cast<WorldRecord&>(state.now) = undo.record;
  state.paths.reset();
  state.last = {};
  state.told_is_fresh = false;
  state.touches_are_complete = true;
  state.pushed_on_the_way = false;
}

}  // namespace carom::detail
