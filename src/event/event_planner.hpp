#pragma once

#include <algorithm>

#include "event/event_encounter.hpp"
#include "event/event_predict.hpp"
#include "event/event_schedule.hpp"
#include "event/event_windows.hpp"

namespace carom::detail {

/// Begins the flights of movers, and has their next events predicted and scheduled: by the calendar, or in windows.
class EventPlanner {
 public:
  EventPlanner(const EventContext& context, EventBodies& bodies, EventFlightLog& past, EventCells& cells,
               EventSchedule& schedule, EventWindows& windows, EventPredictor& predictor) noexcept
      : ctx_(context),
        bodies_(bodies),
        past_(past),
        cells_(cells),
        schedule_(schedule),
        windows_(windows),
        predictor_(predictor) {}

  /// A new flight from now on; what was predicted for the old one stays until end_flight() or forget().
  void begin_flight(std::uint32_t mover, Vec2 at, Vec2 velocity) {
    log_flight(mover);
    bodies_.begin_flight(mover, at, velocity, ctx_.now);
    bodies_.in_windows() ? windows_.change(mover) : cells_.find_next_line(mover);
  }
  /// The flight that ends now is recorded.
  void log_flight(std::uint32_t mover) {
    if (!ctx_.is_recording()) return;
    const EventBody& m = bodies_.mover(mover);
    past_.add(bodies_.body(BodyRef::mover(mover)).serial, m, true, bodies_.turn(m.body_index));
  }
  /// What was predicted for it is void, and its partner predicts again, unless it takes part in the impact.
  void end_flight(std::uint32_t mover, const BodyImpact& impact) {
    if (bodies_.in_windows()) return;
    const EventPartner partner = bodies_.mover(mover).partner;
    if (partner.is_mover() && partner != EventPartner(impact.a) && partner != EventPartner(impact.b)) {
      schedule_.release(partner.mover());
    }
    schedule_.forget(mover);
  }
  /// What was predicted for it is void. In windows the count of its flights tells that.
  void forget(std::uint32_t mover) noexcept {
    if (!bodies_.in_windows()) schedule_.forget(mover);
  }

  void predict(std::uint32_t mover) {
    if (bodies_.in_windows()) return windows_.predict(mover);
    schedule_.take(mover, predictor_.next_event(mover, ctx_.clock().length));
  }
  /// Both movers of a contact.
  void predict_two(std::uint32_t a, std::uint32_t b) {
    if (bodies_.in_windows()) return windows_.predict_two(a, b);
    if (!predictor_.shares_neighbourhood(a, b)) {
      predict(a);
      predict(b);
      return;
    }
    const TwoFirsts firsts = predictor_.first_of_two(a, b);
    schedule_.take(a, predictor_.next_event_of(a, firsts.a));
    schedule_.take(b, predictor_.next_event_of(b, firsts.b));
  }
  /// Its event is over, or its partner is gone.
  void predict_again(std::uint32_t mover) {
    schedule_.release_partner(mover);
    schedule_.forget(mover);
    predict(mover);
  }
  /// As an epoch begins.
  void predict_all() {
    schedule_.clear();
    for (std::uint32_t mover = 0; mover < bodies_.mover_count(); ++mover) cells_.find_next_line(mover);
    for (std::uint32_t mover = 0; mover < bodies_.mover_count(); ++mover) {
      if (bodies_.gone(mover)) continue;
      // Others may have taken it already; then only what is earlier counts.
      const double limit = std::min(bodies_.mover(mover).event, ctx_.clock().length);
      const NextEvent next = predictor_.next_event(mover, limit);
      if (!next.partner.is_none()) schedule_.take(mover, next);
    }
  }

  /// A mover crosses a line of the grid: what comes near by that is searched.
  void cross_line(std::uint32_t mover) {
    const auto [way, around] = cells_.cross(mover);
    if (around) {
      // A flight of its own, because its numbers are others.
      schedule_.release_partner(mover);
      bodies_.set_partner(mover, EventPartner::none());
      const EventBody& m = bodies_.mover(mover);
      begin_flight(mover, wrapped_position(ctx_, m, way), m.velocity);
      return predict(mover);
    }
    cells_.find_next_line(mover);
    const double limit = std::min(bodies_.mover(mover).event, ctx_.clock().length);
    const NextEvent next = predictor_.next_event_ahead(mover, way, limit);
    if (next.partner.is_none()) {
      schedule_.schedule(mover);
    } else {
      schedule_.take(mover, next);
    }
  }

 private:
  const EventContext& ctx_;
  EventBodies& bodies_;
  EventFlightLog& past_;
  EventCells& cells_;
  EventSchedule& schedule_;
  EventWindows& windows_;
  EventPredictor& predictor_;
};

}  // namespace carom::detail
