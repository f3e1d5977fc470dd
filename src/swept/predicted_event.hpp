#pragma once

#include <cstdint>

#include "swept/step_bodies.hpp"

namespace carom::detail {

enum class EventKind : std::uint8_t {
  meet,     ///< first and second touch
  part,     ///< a pair that passes through each other has no point in common any more
  edge,     ///< first touches the edge `second`
  outside,  ///< all of first is outside bounds that remove
  expire,   ///< first's lifetime ends
};

/// Something predicted. Void once one of the two is on another flight.
struct PredictedEvent {
  double t = 0;
  BodyRef first = BodyRef::mover(0);  ///< of two bodies the one created first
  BodyRef second = BodyRef::mover(0);
  std::uint32_t versions = 0;  ///< of their flights, added up
  EventKind what = EventKind::meet;
};

/// The order in which events happen. Ties go by the order of creation, edges last, so that it is total.
class EventOrder {
 public:
  explicit EventOrder(const StepBodies& bodies) noexcept : bodies_(bodies) {}

  [[nodiscard]] bool operator()(const PredictedEvent& x, const PredictedEvent& y) const noexcept {
    if (x.t != y.t) return x.t < y.t;
    const std::uint32_t first_x = bodies_.sweep(x.first).body_index;
    const std::uint32_t first_y = bodies_.sweep(y.first).body_index;
    if (first_x != first_y) return first_x < first_y;
    const PartnerIndex second_x = partner_index(bodies_, x.second);
    const PartnerIndex second_y = partner_index(bodies_, y.second);
    if (second_x != second_y) return second_x < second_y;
    return x.what < y.what;
  }

 private:
  const StepBodies& bodies_;
};

/// One of the two is on another flight by now.
[[nodiscard]] inline bool is_void(const StepBodies& bodies, const PredictedEvent& predicted) noexcept {
  return flight_versions(bodies, predicted.first, predicted.second) != predicted.versions;
}

}  // namespace carom::detail
