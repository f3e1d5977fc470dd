#pragma once

#include <memory>

#include "swept/swept_workspace.hpp"
#include "world/state.hpp"

namespace carom::detail {

struct RotatingWorkspace;

/// The swept loop, as the world sees it. Between steps the sweeps are where the bodies are, until something is changed from
/// outside.
class SweptLoop final : public TimeLoop {
 public:
  explicit SweptLoop(World::State& state) : state_(state), workspace_(std::make_unique<SweptWorkspace>()) {}

  [[nodiscard]] double advance(World& world, double end) override;
  void abandon() override;

  [[nodiscard]] bool is_current() const noexcept override { return workspace_->current; }
  void refresh(Body& body) const noexcept override { detail::refresh(bodies(), body); }
  void settle() noexcept override { detail::settle(*workspace_, state_.now.bodies); }
  void release() noexcept override { detail::release(*workspace_, state_.now.bodies); }
  void forget() noexcept override { workspace_->forget_bodies(); }
  [[nodiscard]] bool is_finite() const noexcept override;

  void complete_events() override;
  [[nodiscard]] BodyId departed(std::uint64_t serial) const noexcept override;
  [[nodiscard]] std::unique_ptr<StepPaths> paths(PathUse use) override;

 private:
  [[nodiscard]] const StepBodies& bodies() const noexcept { return workspace_->bodies; }

  World::State& state_;
  std::unique_ptr<SweptWorkspace> workspace_;
  std::shared_ptr<RotatingWorkspace> rotating_;  ///< made with the first step in which bodies rotate
};

}  // namespace carom::detail
