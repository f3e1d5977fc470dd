#pragma once

#include <optional>
#include <vector>

#include "event/event_sensor_overlap.hpp"

namespace carom::detail {

/// When two bodies of an event run meet, and where; of any shapes, movers or fixed. `shift` is added to b.
class EventContactFinder {
 public:
  EventContactFinder(const EventContext& context, const EventBodies& bodies, const EventPairRules& rules,
                     EventOverlaps& overlaps) noexcept
      : ctx_(context), bodies_(bodies), rules_(rules), overlaps_(overlaps) {}

  /// When they begin to touch or, if they overlap and are let pass, when that ends; k_never. Not both are fixed, and under
  /// gravity neither is.
  [[nodiscard]] double pair_time(BodyRef a, BodyRef b, Vec2 shift);
  /// Under gravity: a mover on its parabola and a fixed body. The contact is the mover's: its normal pushes the mover off; of
  /// a pair that overlaps it is the end of that.
  [[nodiscard]] std::optional<Contact> next_ballistic_contact(BodyRef mover, BodyRef fixed, Vec2 shift);
  /// At the predicted moment, of two that are not both discs in flight; the normal pushes a off b.
  [[nodiscard]] std::optional<Contact> contact(BodyRef a, BodyRef b, Vec2 shift);

 private:
  [[nodiscard]] bool encloses(BodyRef a, BodyRef b, const Sweep& sweep_a, const Sweep& sweep_b, Vec2 shift) const;

  const EventContext& ctx_;
  const EventBodies& bodies_;
  const EventPairRules& rules_;
  EventOverlaps& overlaps_;
  std::vector<Vec2> scratch_;
};

}  // namespace carom::detail
