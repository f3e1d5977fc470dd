#pragma once

#include <memory>

#include "event/event_types.hpp"
#include "world/time_loop.hpp"

namespace carom::detail {

/// The event loop, as the world sees it. Between runs the flights are the bodies' own, until something is changed from outside.
class EventLoop final : public TimeLoop {
 public:
  explicit EventLoop(World::State& state) : state_(state), workspace_(std::make_unique<EventWorkspace>()) {}

  [[nodiscard]] bool has_steps() const noexcept override { return false; }
  [[nodiscard]] double advance(World& world, double end) override;

  [[nodiscard]] bool is_current() const noexcept override { return workspace_->current; }
  void refresh(Body& body) const noexcept override { refresh_from_flight(state_, *workspace_, body); }
  void settle() noexcept override;
  void release() noexcept override;
  void forget() noexcept override { workspace_->current = false; }
  void save_flights() override;
  [[nodiscard]] bool can_resume_flights() const noexcept override { return flights_lead_to_bodies(state_); }
  [[nodiscard]] bool is_finite() const noexcept override;

  [[nodiscard]] std::unique_ptr<StepPaths> paths(PathUse use) override;

 private:
  World::State& state_;
  std::unique_ptr<EventWorkspace> workspace_;
};

}  // namespace carom::detail
