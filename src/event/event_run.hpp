#pragma once

#include "event/event_epoch.hpp"
#include "event/event_resolve.hpp"

namespace carom::detail {

/// The stages of a run that search: from rules to the next event of a mover.
struct EventSearch {
  EventSearch(EventWorkspace& w, const ContactPipeline& contacts) noexcept
      : rules(w.bodies, contacts),
        overlaps(w.context, w.bodies, rules),
        finder(w.context, w.bodies, rules, overlaps),
        alone(w.context, w.bodies, w.cells, w.fixed_grid, finder, rules),
        predictor(w.context, w.bodies, w.cells, alone, finder) {}
  EventSearch(const EventSearch&) = delete;  // its parts know each other by address
  EventSearch& operator=(const EventSearch&) = delete;

  EventPairRules rules;
  EventOverlaps overlaps;
  EventContactFinder finder;
  EventAlone alone;
  EventPredictor predictor;
};

/// The event loop from now to `end`: every body flies exactly from contact to contact. Gases of similar discs go from window to
/// window (EventWindows), all others by the calendar (EventSchedule).
class EventRun final : public RunningStep, private EventWindows::Host {
 public:
  EventRun(World& world, World::State& state, EventWorkspace& workspace, double end);

  /// To the end, or to where it is interrupted: scene time.
  double run();

  // What callbacks do to a run: event_callbacks.cpp.
  [[nodiscard]] double now() const noexcept override { return w_.context.scene_time(); }
  void refresh(Body& body) noexcept override { w_.bodies.refresh(body); }
  void added(Body& body) override;
  void removed(const Body& body) override;
  void changed(const Body& body) override;

 private:
  void begin();
  double leave(double reached);
  [[nodiscard]] bool play(double horizon);
  void happen(std::uint32_t mover);
  void meet(std::uint32_t mover, BodyRef other);
  void meet_edge(std::uint32_t mover, BodyRef edge) override;
  void meet_discs(std::uint32_t a, std::uint32_t b) override { resolver_.resolve_discs(a, b); }
  void remove_departed(double time);
  void release_held(double t);
  void replan();
  void count_sorting();
  [[nodiscard]] bool interrupted();
  [[nodiscard]] bool stops_windows() override;
  void note_change();
  void log_standing(std::uint64_t serial, BodyRef held);

  World& world_;
  World::State& state_;
  EventWorkspace& w_;
  /// Where the run ends.
  struct End {
    double at;              ///< scene time
    double asked;           ///< as it was asked for
    bool soon = false;      ///< interrupted: at that time
    bool in_midst = false;  ///< interrupted, and ends between two events of one moment
  };
  End end_;
  double asked_at_ = -k_never;  ///< scene time when the guard was last polled
  EventPatience patience_;
  EventReplan replan_;
  ContactPipeline contacts_;
  EventSearch search_;
  EventPlanner planner_;
  EventResolver resolver_;
  EventEpochs epochs_;
  bool elastic_ = false;  ///< unobserved as the run began, and nothing loses energy
};

}  // namespace carom::detail
