#pragma once

#include <cmath>
#include <span>
#include <vector>

#include "carom/broadphase/flight_grid.hpp"
#include "event/event_motion.hpp"

namespace carom::detail {

/// Where the fixed bodies of an event run are found: those at rest in a grid, the others one by one.
class EventFixedGrid {
 public:
  EventFixedGrid(const EventContext& context, const EventMotion& bodies) noexcept : ctx_(context), bodies_(bodies) {}

  void sort() {
    still_.clear();
    anywhere_.clear();
    std::vector<Flight> flights;
    for (std::uint32_t k = 0; k < bodies_.fixed().size(); ++k) {
      const FixedBody& f = bodies_.fixed()[k];
      if (f.gone) continue;
      if (!std::isfinite(f.reach) || !(f.velocity == Vec2{})) {
        anywhere_.push_back(BodyRef::fixed(k));
        continue;
      }
      still_.push_back(BodyRef::fixed(k));
      flights.push_back({f.at, {}, f.reach});
    }
    if (!flights.empty()) grid_.build(flights, 1, ctx_.box);
  }

  /// Those that move, and borders: every mover may meet them.
  [[nodiscard]] std::span<const BodyRef> anywhere() const noexcept { return anywhere_; }

  /// Calls visit(ref, shift) for those at rest that a mover may pass between now and `until`.
  template <class Visit>
  void near(std::uint32_t mover, double until, const Visit& visit) {
    if (still_.empty()) return;
    const Vec2 from = bodies_.position(mover, ctx_.now);
    const double span = std::max(until - ctx_.now, 0.0);
    // The parabola is within g t²/8 of its chord.
    const double sag = ctx_.falling ? 0.125 * span * span * length(ctx_.gravity) : 0;
    near_.clear();
    grid_.near({from, bodies_.position(mover, ctx_.now + span) - from, bodies_.mover(mover).radius + sag}, 0, near_);
    for (const Near& near : near_) {
      visit(still_[grid_.order()[near.place]], Vec2{near.image_x * ctx_.period.x, near.image_y * ctx_.period.y});
    }
  }

 private:
  const EventContext& ctx_;
  const EventMotion& bodies_;
  std::vector<BodyRef> still_;
  std::vector<BodyRef> anywhere_;
  FlightGrid grid_;
  std::vector<Near> near_;
};

}  // namespace carom::detail
