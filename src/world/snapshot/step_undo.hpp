#pragma once

#include "world/state.hpp"

/// A step that is abandoned leaves the world as it was before the step, bit for bit: bodies with their handles, time, sums,
/// pairs in touch. Only what is known of the last step is lost, as after World::restore, and what callbacks did elsewhere.
///
/// What a step keeps for that is little: positions and velocities as it gathers them (StepUndo, or the loop itself), the
/// record, and of the bodies that come, go or are changed their records (BodyStore::keep). The loop forgets what it knows, and
/// the next step gathers anew.
namespace carom::detail {

void begin_undo(World::State& state);
/// The step has ended as it should.
void end_undo(World::State& state) noexcept;
void abandon_step(World::State& state);

}  // namespace carom::detail
