#pragma once

#include <cstdint>
#include <span>

#include "event/event_body.hpp"

/// Contacts of elastic discs, worked out before their time comes, four at a time.
///
/// What two do to each other as they meet is a function of their flights and the time: it is known as soon as these are, and
/// holds as long as neither flight has changed. So the roots and divisions of several contacts wait side by side, instead
/// of one after the other.
///
/// Law      response/exchange.hpp with restitution 1, in the same bits. Test: event_bounces_test
namespace carom::detail {

/// What happens within a window, unless a flight changes before.
struct WindowEvent {
  double t = 0;
  std::uint32_t a = 0;         ///< a mover
  EventPartner b;              ///< a mover, an edge, or around
  std::uint32_t versions = 0;  ///< of their flights, added up
  std::uint32_t bounce = 0;    ///< index among the window's bounces, and one; 0: not worked out yet
};

/// How two movers go on from a contact.
struct Bounce {
  Vec2 at_a;
  Vec2 at_b;
  Vec2 velocity_a;
  Vec2 velocity_b;
  double impulse = 0;
  std::uint32_t a = 0;  ///< created before b
  std::uint32_t b = 0;
};

/// The periods of a box; of another one none.
struct Periods {
  Vec2 period;
  bool periodic = false;
};

/// Works out out[k] of items[k], all of which are contacts of two movers. There is room for three more than there are items.
void work_out(const EventBody* movers, const Periods& periods, std::span<const WindowEvent* const> events,
              Bounce* out) noexcept;

}  // namespace carom::detail
