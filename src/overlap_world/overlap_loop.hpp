#pragma once

#include "world/state.hpp"

namespace carom::detail {

/// The loop with discrete detection, as the world sees it. It works on the stored bodies and keeps nothing between steps.
class OverlapLoop final : public TimeLoop {
 public:
  explicit OverlapLoop(World::State& state) noexcept : state_(state) {}

  [[nodiscard]] bool reports_touches() const noexcept override { return true; }
  [[nodiscard]] double advance(World& world, double end) override;
  [[nodiscard]] std::unique_ptr<StepPaths> paths(PathUse use) override;

 private:
  World::State& state_;
};

}  // namespace carom::detail
