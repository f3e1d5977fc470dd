#include "event/event_gas.hpp"

#include <algorithm>
#include <cmath>

#include "world/pairs/no_room.hpp"

namespace carom::detail {
namespace {

/// Fewer are quicker by the calendar.
constexpr std::size_t k_least_gas = 256;
/// Cells are made for the largest, so that others must not be much smaller.
constexpr double k_similar = 2;
/// Discs of a cell, about. Measured with bench/event.
constexpr double k_discs_a_cell = 1.8;
/// Of the largest diameter.
constexpr double k_least_width = 1.2;
/// Cells may be smaller by this where discs are crowded; smaller ones would be too many.
constexpr double k_least_crowding = 1.0 / 32;
/// Of what a cell is wider than a disc: how far the discs go in a window, along either axis (root mean square).
constexpr double k_way = 0.18;

}  // namespace

bool EventGas::suits_windows() const {
  const auto& bounds = ctx_.bounds();
  const EventTraits& traits = bodies_.traits();
  return similar_ && ctx_.unobserved && !traits.special && !traits.lossy && !traits.rotates && traits.all_discs &&
         !ctx_.falling && bodies_.fixed().empty() && bodies_.mover_count() >= k_least_gas && bounds &&
         bounds->edges != Edges::remove;
}

void EventGas::measure() {
  similar_ = false;
  if (!ctx_.bounds() || bodies_.mover_count() == 0) return;
  double smallest = k_never;
  largest_ = 0;
  speeds_ = 0;
  for (const EventBody& m : bodies_.movers()) {
    smallest = std::min(smallest, m.radius);
    largest_ = std::max(largest_, m.radius);
    speeds_ += dot(m.velocity, m.velocity);
  }
  similar_ = largest_ <= k_similar * smallest && !fills(ctx_.bounds(), largest_) && PrefilterGrid::suits(cells());
}

PrefilterGrid::Plan EventGas::cells() const {
  const Bounds& bounds = *ctx_.bounds();
  const Vec2 extent = bounds.max - bounds.min;
  const auto number = static_cast<double>(bodies_.mover_count());
  const double width = std::sqrt(k_discs_a_cell * crowding_ * (extent.x * extent.y / number));
  PrefilterGrid::Plan plan{bounds.min, bounds.max, ctx_.box.has_value(), 2 * largest_};
  plan.width = std::max(width, k_least_width * plan.diameter);
  plan.count = bodies_.mover_count();
  return plan;
}

double EventGas::window_length(const PrefilterGrid::Plan& cells) const {
  const double speed = std::sqrt(0.5 * speeds_ / static_cast<double>(bodies_.mover_count()));
  return speed > 0 ? k_way * (cells.width - cells.diameter) / speed : k_never;
}

void EventGas::note_cells(double discs_a_cell) noexcept {
  const double too_many = discs_a_cell / (1 + k_discs_a_cell);
  if (too_many > 2 || crowding_ < 1) {
    crowding_ = std::clamp(crowding_ / std::sqrt(too_many), k_least_crowding, 1.0);
  }
}

}  // namespace carom::detail
