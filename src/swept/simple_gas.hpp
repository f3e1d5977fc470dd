#pragma once

#include "swept/event_player.hpp"

namespace carom::detail {

/// Discs of an elastic gas among edges, and nothing else: what GeneralPlayer and ContactResolver come down to there. Of a contact
/// it records what it was found from (gas_record.hpp).
class SimpleGas final : public EventPlayer {
 public:
  SimpleGas(const StepContext& context, StepClock& clock, const StepModes& modes, StepBodies& bodies, GasSearch& gas)
      : context_(context), clock_(clock), modes_(modes), bodies_(bodies), gas_(gas) {}

  void play(Worker& worker) override;
  void happen(Worker& worker, const PredictedEvent& predicted) override;

 private:
  void meet(Worker& worker, const PredictedEvent& predicted);
  void meet_edge(Worker& worker, const PredictedEvent& predicted);
  void fly_on(Worker& worker, std::uint32_t mover, double t, Vec2 at, Vec2 velocity);

  const StepContext& context_;
  StepClock& clock_;
  const StepModes& modes_;
  StepBodies& bodies_;
  GasSearch& gas_;
};

}  // namespace carom::detail
