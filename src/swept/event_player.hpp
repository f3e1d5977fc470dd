#pragma once

#include "swept/contact_resolver.hpp"

namespace carom::detail {

/// Plays the predicted events of a window, the earliest first. Which kind of player is chosen once a step.
class EventPlayer {
 public:
  EventPlayer() = default;
  EventPlayer(const EventPlayer&) = delete;
  EventPlayer& operator=(const EventPlayer&) = delete;
  virtual ~EventPlayer() = default;

  /// All that is in the worker's queue, and what follows from it.
  virtual void play(Worker& worker) = 0;
  /// One event, at its time.
  virtual void happen(Worker& worker, const PredictedEvent& predicted) = 0;
};

/// Units of work (StepGuard) of a contact, beside the predictions that follow it.
inline constexpr std::uint64_t k_event_work = 16;

/// The loop of every player. `next` pops the earliest event; `stop` is called before each; `record_count` is how many contacts
/// the worker has recorded.
template <class Next, class Stop, class Happen, class RecordCount>
void play_events(Worker& worker, const StepBodies& bodies, const Next& next, const Stop& stop, const Happen& happen,
                 const RecordCount& record_count) {
  while (const std::optional<PredictedEvent> predicted = next()) {
    if (is_void(bodies, *predicted)) continue;
    if (stop()) return;
    const bool sure = !worker.history.kept || (!worker.rows.doubts(predicted->first) &&
                                               (predicted->second.is_edge() || !worker.rows.doubts(predicted->second)));
    if (sure) {
      happen(*predicted);
      continue;
    }
    const auto record = static_cast<std::uint32_t>(record_count());
    const std::uint64_t grazes = worker.records.grazes;
    happen(*predicted);
    worker.history.pasts.push_back({*predicted, record, worker.records.grazes - grazes, false});
  }
}

/// Any bodies, with all that can happen to them.
class GeneralPlayer final : public EventPlayer {
 public:
  GeneralPlayer(World& world, World::State& state, StepFrame& frame, const StepBodies& bodies, const PairLaws& laws,
                const StepMotion& motion, const StepSearch& search, ContactResolver& resolver)
      : world_(world),
        state_(state),
        context_(frame.context),
        clock_(frame.clock),
        modes_(frame.modes),
        bodies_(bodies),
        laws_(laws),
        resting_(motion.resting),
        predictor_(search.predictor),
        gas_(search.gas),
        resolver_(resolver) {}

  void play(Worker& worker) override;
  void happen(Worker& worker, const PredictedEvent& predicted) override;

 private:
  [[nodiscard]] bool exceeds(const Worker& worker);
  void meet(Worker& worker, const PredictedEvent& predicted);
  void meet_edge(Worker& worker, const PredictedEvent& predicted);

  World& world_;
  World::State& state_;  ///< the record of the step
  const StepContext& context_;
  StepClock& clock_;
  const StepModes& modes_;
  const StepBodies& bodies_;
  const PairLaws& laws_;
  const RestingContacts& resting_;
  const Predictor& predictor_;
  const GasSearch& gas_;
  ContactResolver& resolver_;
};

}  // namespace carom::detail
