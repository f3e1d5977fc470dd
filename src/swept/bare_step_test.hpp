#pragma once

#include "swept/swept_step.hpp"
#include "world/testing/swept_world_test.hpp"

/// Swept steps without a world around them, so that a test can see how they were done, which no result tells.
namespace carom::swept_test {

class BareSteps {
 public:
  BareSteps(const World& world, unsigned threads) : shell_(make_world(world.settings())) {
    state_.settings = world.settings();
    state_.settings.threads = threads;
    for (const BodyId id : world.bodies()) state_.now.bodies.add(*world.body(id));
  }

  void step() {
    const double end = state_.now.time + state_.settings.dt;
    state_.last.clear();
    detail::SweptStep(shell_, state_, workspace_, end).run();
    state_.now.time = end;
    contacts_ += state_.last.contact_count();
  }

  /// The last step found its pairs in a gas' cells.
  [[nodiscard]] bool was_gas() const { return workspace_.grids.unused() && !workspace_.bodies.movers().empty(); }
  /// Strips have failed within the last 16 steps.
  [[nodiscard]] bool failed() const { return workspace_.strips.in_turn > 0; }
  [[nodiscard]] const detail::SweptWorkspace& workspace() const { return workspace_; }
  [[nodiscard]] std::size_t contacts() const { return contacts_; }

 private:
  World shell_;
  World::State state_;
  detail::SweptWorkspace workspace_;
  std::size_t contacts_ = 0;
};

}  // namespace carom::swept_test
