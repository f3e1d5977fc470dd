#pragma once

#include "run_session.hpp"

namespace carom::app {

/// What is to be run: the scene with what the command line puts in place of its own, and the plan that goes into the
/// checkpoint. All that can be wrong with the options is found here. Both throw Failure.
struct RunPlan {
  Checkpoint plan;
  Scene scene;
};

/// Is the scene's step lost in the rounding of a run to `until`?
[[nodiscard]] std::optional<Error> lost_steps(const Scene& scene, double until);

[[nodiscard]] RunPlan new_plan(const RunOptions& options);
[[nodiscard]] RunPlan old_plan(const RunOptions& options);

}  // namespace carom::app
