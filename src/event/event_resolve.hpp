#pragma once

#include "event/event_jam.hpp"
#include "event/event_planner.hpp"
#include "event/event_recorder.hpp"
#include "event/event_rest.hpp"
#include "event/event_sensor_overlap.hpp"

namespace carom::detail {

/// What the run has to do after an event.
struct EventReplan {
  bool epoch = false;   ///< bodies have come, or fixed ones have moved: sort all of them
  bool bodies = false;  ///< a body is held, or no more: read all of them anew
};

/// What an impact does to its two bodies: the law of the pair through the shared pipeline, changed by the Zeno guard, the
/// jam guard or a group that comes to rest; then the new flights, and what is predicted for them.
class EventResolver {
 public:
  EventResolver(EventContext& context, EventBodies& bodies, const EventCells& cells, EventZenoGuard& zeno,
                EventJamGuard& jams, const EventPairRules& rules, EventOverlaps& overlaps, EventPlanner& planner,
                ContactPipeline& contacts, StepRecord& last, EventReplan& replan) noexcept
      : ctx_(context),
        bodies_(bodies),
        zeno_(zeno),
        jams_(jams),
        rules_(rules),
        overlaps_(overlaps),
        planner_(planner),
        contacts_(contacts),
        last_(last),
        replan_(replan),
        recorder_(context, bodies, contacts, last),
        resting_(context, bodies, cells, rules, zeno) {}

  void resolve(const BodyImpact& impact);
  /// Two discs of an elastic gas that is not observed: what finding and resolving their contact comes down to.
  void resolve_discs(std::uint32_t a, std::uint32_t b);
  /// A pair that was let pass has no point in common any more.
  void end_overlap(std::uint32_t mover, BodyRef other);

 private:
  void resolve_with_callbacks(const BodyImpact& impact, const Law& law);
  void let_pass(const BodyImpact& impact);
  void apply_response(const BodyImpact& impact, Law law, EventNews news);
  [[nodiscard]] bool rest_together(const BodyImpact& impact, const Law& law, EventNews news);
  void hold(BodyRef mover, bool wedged);
  [[nodiscard]] bool graze(const BodyImpact& impact, const Encounter& e, Aftermath& after);
  void stop_rotation(BodyRef mover);
  /// What friction has done to the spins.
  struct Rubbed {
    bool acts = false;
    double spin_a = 0;
    double spin_b = 0;
    double energy_of_spins = 0;  ///< gained
  };
  [[nodiscard]] Rubbed rub_along(const BodyImpact& impact, const Law& law, const Encounter& e, Aftermath& after,
                                 bool replaced) const;
  [[nodiscard]] Encounter at_contact(const BodyImpact& impact, Encounter e) const;
  void fly_on(const BodyImpact& impact, const Aftermath& after);
  void fly_on_together(const BodyImpact& impact, const EventRestingGroup& group);
  [[nodiscard]] bool both_there(const BodyImpact& impact) const noexcept {
    return !bodies_.gone(impact.a) && (impact.b.is_edge() || !bodies_.gone(impact.b));
  }

  EventContext& ctx_;
  EventBodies& bodies_;
  EventZenoGuard& zeno_;
  EventJamGuard& jams_;
  const EventPairRules& rules_;
  EventOverlaps& overlaps_;
  EventPlanner& planner_;
  ContactPipeline& contacts_;
  StepRecord& last_;
  EventReplan& replan_;
  EventRecorder recorder_;
  EventRestingGroups resting_;
};

}  // namespace carom::detail
