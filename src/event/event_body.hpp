#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

#include "carom/math/vec2.hpp"
#include "carom/world/body.hpp"
#include "event/event_partner.hpp"

/// The bodies of the event loop as plain data. Times are seconds since the epoch, see EventClock.
namespace carom::detail {

inline constexpr double k_never = std::numeric_limits<double>::infinity();

/// What rounding is measured by.
[[nodiscard]] inline double size(Vec2 v) noexcept { return std::abs(v.x) + std::abs(v.y); }

/// A flight in a uniform field.
[[nodiscard]] inline Vec2 flown(Vec2 at, Vec2 velocity, Vec2 gravity, double time) noexcept {
  return at + time * (velocity + (0.5 * time) * gravity);
}

/// A mover in flight: what the search for partners touches, one cache line of it. The flight is exact: from `at` at `since`
/// it goes on until something happens to the body, independent of steps and cells.
struct alignas(64) EventBody {
  Vec2 at;
  Vec2 velocity;
  double since = 0;
  double radius = 0;  ///< of the disc, or of the circle around the shape
  union {
    double event = k_never;  ///< by the calendar
    double inverse_mass;     ///< in windows, where a queue has the next event
  };
  union {
    EventPartner partner = EventPartner::none();  ///< by the calendar: of `event`; two movers name each other
    std::uint32_t changes;                        ///< in windows: of its flight, counted
  };
  std::uint32_t body_index = 0;  ///< in the order of creation among the bodies of the run
};
static_assert(sizeof(EventBody) == 64);

/// What happens to a mover next.
struct NextEvent {
  double t = k_never;
  EventPartner partner;
};

/// How a body turns; the angle is that at the beginning of its flight.
struct EventTurn {
  double angle = 0;
  double spin = 0;

  /// What does not spin keeps the bits of its angle.
  [[nodiscard]] double turned(double time) const noexcept { return spin == 0 ? angle : angle + time * spin; }
};

/// Writes down how a body turns after so much time on its flight, if anything does. All but circles fly without rotating.
inline void put_turn(const std::optional<EventTurn>& turn, const BodyShape& shape, double time,
                     BodyState& state) noexcept {
  if (!turn || !std::holds_alternative<Circle>(shape)) return;
  state.angle = turn->turned(time);
  state.spin = turn->spin;
}

/// A body that no contact moves: for good, or while it is jammed.
struct FixedBody {
  Vec2 at;
  Vec2 velocity;
  double since = 0;
  double reach = 0;
  std::uint32_t body_index = 0;
  bool gone = false;
  bool held = false;  ///< jammed: it is a mover otherwise

  [[nodiscard]] Vec2 position(double t) const noexcept { return at + (t - since) * velocity; }
};

/// What the bodies of a run have in common, so that no loop over all of them has to test it.
struct EventTraits {
  bool all_discs = true;  ///< all movers are solid discs in the grid
  bool special = false;   ///< lifetimes, sensors, filters
  bool lossy = false;     ///< some restitution is below 1, or something rubs
  bool rotates = false;   ///< something spins or rubs
};

}  // namespace carom::detail
