#pragma once

#include "world/state.hpp"

/// A step that is abandoned leaves the world as it was before the step, bit for bit: bodies with their handles, time, sums,
/// pairs in touch. Only what is known of the last step is lost, as after World::restore, and what callbacks did elsewhere.
///
/// What a step keeps for that is little: places and velocities as it gathers them (StepUndo), the books, and of the bodies
/// that come, go or are changed their records (BodyStore::keep). The workspaces are dropped, and the next step gathers anew.
namespace carom::detail {

void begin_undo(World::State& state);
/// The step has ended as it should.
void end_undo(World::State& state) noexcept;
void abandon_step(World::State& state);

}  // namespace carom::detail
