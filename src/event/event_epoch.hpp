#pragma once

#include <span>

#include "contact/contact_pipeline.hpp"
#include "event/event_planner.hpp"
#include "event/event_types.hpp"

namespace carom::detail {

/// Which bodies fly, and the epochs that all flights have in common.
///
/// Where a flight ends and the next one begins depends on nothing but what happens to the body: not on cells, not on the
/// calendar, not on where a run is cut into steps. Only at the end of an epoch all flights begin anew, so that times stay
/// small; how long the next one is depends on what happened in the last.
class EventEpochs {
 public:
  EventEpochs(World::State& state, EventWorkspace& workspace, ContactPipeline& contacts, EventPredictor& predictor,
              EventPlanner& planner, EventOverlaps& overlaps, EventPatience& patience) noexcept
      : state_(state),
        w_(workspace),
        ctx_(workspace.context),
        contacts_(contacts),
        predictor_(predictor),
        planner_(planner),
        overlaps_(overlaps),
        patience_(patience) {}

  /// Reads all bodies, on the flights that a snapshot has kept if there are any, and begins an epoch.
  void gather();
  /// The same in the midst of a run, after rebase(): a body is held, or no more.
  void gather_again();
  /// A body comes.
  BodyRef add(const Body& body);
  /// Sorts all bodies into cells and predicts all next events.
  void begin_epoch();
  /// The present becomes the beginning of time: all flights begin anew.
  void rebase(double t);
  /// The epoch is over.
  void next_epoch();

  /// When the first fixed body leaves, in scene time; movers know their own.
  [[nodiscard]] double next_departure() const;
  /// When one does: its life ends, or all of it is outside bounds that remove.
  [[nodiscard]] double departure(const FixedBody& fixed) const;

 private:
  [[nodiscard]] bool is_lossy_world() const;
  void restore_flights(std::span<const BodyFlight> flights);
  [[nodiscard]] double first_length() const;

  World::State& state_;
  EventWorkspace& w_;
  EventContext& ctx_;
  ContactPipeline& contacts_;
  EventPredictor& predictor_;
  EventPlanner& planner_;
  EventOverlaps& overlaps_;
  EventPatience& patience_;
};

}  // namespace carom::detail
