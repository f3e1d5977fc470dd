#pragma once

#include "broadphase/prefilter_grid.hpp"
#include "event/event_bodies.hpp"

namespace carom::detail {

/// What the discs of an event run have in common: whether they are a gas that EventWindows can play, and how wide its cells and
/// how long its windows are best.
class EventGas {
 public:
  EventGas(const EventContext& context, const EventBodies& bodies) noexcept : ctx_(context), bodies_(bodies) {}

  /// As an epoch begins: are the discs of similar size, and is there a grid that suits them?
  void measure();
  /// True if the run goes from window to window: nothing but discs that keep their energy, in bounds that keep them, and
  /// nothing observes them. Asked before every run.
  [[nodiscard]] bool suits_windows() const;

  [[nodiscard]] PrefilterGrid::Plan cells() const;
  [[nodiscard]] double window_length(const PrefilterGrid::Plan& cells) const;

  /// Squares of all speeds, added up as a window begins.
  void note_speeds(double sum) noexcept { speeds_ = sum; }
  /// How full the cells of a window are. Where discs are crowded, smaller cells do better.
  void note_cells(double discs_a_cell) noexcept;
  /// Other bodies: nothing is known of how crowded they are.
  void reset() noexcept { crowding_ = 1; }

 private:
  const EventContext& ctx_;
  const EventBodies& bodies_;
  bool similar_ = false;  ///< discs that could fly from window to window
  double largest_ = 0;    ///< radius
  double speeds_ = 0;     ///< squares of them, added up as the last window began
  double crowding_ = 1;   ///< cells are smaller by this where discs are crowded
};

}  // namespace carom::detail
