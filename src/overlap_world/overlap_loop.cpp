#include "overlap_world/overlap_loop.hpp"

#include "overlap_world/overlap_step.hpp"
#include "world/queries/path.hpp"

namespace carom::detail {

std::unique_ptr<TimeLoop> make_overlap_loop(World::State& state) { return std::make_unique<OverlapLoop>(state); }

double OverlapLoop::advance(World& world, double end) {
  OverlapStep step(world, state_, end);
  state_.running = &step;
  step.run();
  state_.running = nullptr;
  return end;
}

std::unique_ptr<StepPaths> OverlapLoop::paths(PathUse use) { return std::make_unique<RecordedPaths>(state_, use); }

}  // namespace carom::detail
