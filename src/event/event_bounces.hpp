#pragma once

#include <cstdint>
#include <span>

#include "event/event_types.hpp"

/// Contacts of elastic discs, worked out before their time comes, four at a time.
///
/// What two do to each other as they meet is a function of their flights and the time: it is known as soon as these are, and
/// holds as long as neither flight has changed. So the roots and divisions of several contacts wait side by side, instead
/// of one after the other.
///
/// Law      response/exchange.hpp with restitution 1, in the same bits. Test: event_bounces_test
namespace carom::detail {

/// The periods of a box; of another one none.
struct Periods {
  Vec2 period;
  bool periodic = false;
};

/// Works out out[k] of items[k], all of which are contacts of two movers. There is room for three more than there are items.
void work_out(const Mover* movers, const Periods& periods, std::span<const WindowItem* const> items,
              Bounce* out) noexcept;

}  // namespace carom::detail
