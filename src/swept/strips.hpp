#pragma once

#include <span>
#include <vector>

#include "swept/event_player.hpp"

namespace carom::detail {

/// Plays a window in turn, or an elastic gas in strips of rows side by side. Both give the same bits: what happens is decided by
/// the flights alone, and where two strips meet a band is played once more (band_replay.hpp).
class Strips {
 public:
  Strips(World::State& state, const StepFrame& frame, StepBodies& bodies, StepSearch& search, StripsMemory& memory)
      : state_(state),
        context_(frame.context),
        clock_(frame.clock),
        modes_(frame.modes),
        bodies_(bodies),
        predictor_(search.predictor),
        gas_(search.gas),
        memory_(memory) {}

  /// As the step begins: how many strips there will be.
  void open();
  [[nodiscard]] unsigned count() const noexcept { return count_; }
  /// The worker of callbacks, which come only where the step is played in turn.
  [[nodiscard]] Worker& first_worker() noexcept { return memory_.workers.front(); }

  void play_window(EventPlayer& player);

 private:
  [[nodiscard]] std::span<Worker> workers() noexcept { return memory_.workers; }
  void lend_records();
  void take_records();
  void keep_history(bool kept) noexcept;
  void play_in_turn(EventPlayer& player);
  [[nodiscard]] bool play_in_strips(EventPlayer& player);
  [[nodiscard]] bool cut();
  void make_sure(unsigned strip);
  [[nodiscard]] bool hand_out_ungridded();
  [[nodiscard]] bool play_side_by_side(EventPlayer& player);
  [[nodiscard]] bool replay_bands(EventPlayer& player);

  World::State& state_;  ///< the record of the step
  const StepContext& context_;
  const StepClock& clock_;
  const StepModes& modes_;
  StepBodies& bodies_;
  Predictor& predictor_;
  GasSearch& gas_;
  StripsMemory& memory_;
  unsigned count_ = 1;
  unsigned retreats_ = 0;  ///< windows of strips in which a mover went too far
};

}  // namespace carom::detail
