#pragma once

#include "event/event_cells.hpp"
#include "event/event_contacts.hpp"
#include "event/event_fixed_grid.hpp"

namespace carom::detail {

/// What happens to a mover without another mover: fixed bodies, edges, the end of its life.
class EventAlone {
 public:
  EventAlone(const EventContext& context, const EventBodies& bodies, const EventCells& cells,
             EventFixedGrid& fixed_grid, EventContactFinder& finder, const EventPairRules& rules) noexcept
      : ctx_(context), bodies_(bodies), cells_(cells), fixed_grid_(fixed_grid), finder_(finder), rules_(rules) {}

  /// Whatever comes before `best`, or that. Fixed bodies are searched up to the time the mover leaves its cell.
  [[nodiscard]] NextEvent earlier(std::uint32_t mover, NextEvent best);
  /// True if a mover that has crossed a line of the grid may meet something new.
  [[nodiscard]] bool depends_on_cells() const noexcept {
    return !bodies_.fixed().empty() || (ctx_.bounds() && !ctx_.box);
  }

 private:
  void search_edges(std::uint32_t mover, NextEvent& best);
  void search_outside(std::uint32_t mover, NextEvent& best);
  void search_fixed(std::uint32_t mover, NextEvent& best);
  void search_images(std::uint32_t mover, BodyRef fixed, NextEvent& best);
  void search_one(std::uint32_t mover, BodyRef fixed, Vec2 shift, NextEvent& best);
  [[nodiscard]] double until(std::uint32_t mover, const NextEvent& best) const noexcept;

  const EventContext& ctx_;
  const EventBodies& bodies_;
  const EventCells& cells_;
  EventFixedGrid& fixed_grid_;
  EventContactFinder& finder_;
  const EventPairRules& rules_;
};

}  // namespace carom::detail
