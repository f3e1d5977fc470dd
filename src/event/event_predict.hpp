#pragma once

#include <span>
#include <vector>

#include "event/event_alone.hpp"
#include "event/event_pairs.hpp"

namespace carom::detail {

/// What happens next to a mover on the flight it is on, as far as its cell and its epoch reach. Changes nothing: the schedule
/// takes what is found (EventSchedule::take).
class EventPredictor {
 public:
  EventPredictor(const EventContext& context, const EventBodies& bodies, const EventCells& cells, EventAlone& alone,
                 EventContactFinder& finder) noexcept
      : ctx_(context), bodies_(bodies), cells_(cells), alone_(alone), finder_(finder) {}

  /// Unobserved discs of one level that fly straight are judged four at a time. Asked after each sorting into cells.
  void choose_kernel() noexcept;

  /// What comes before `limit`, or none.
  [[nodiscard]] NextEvent next_event(std::uint32_t mover, double limit);
  /// The same, of what has come near as it crossed a line of the grid.
  [[nodiscard]] NextEvent next_event_ahead(std::uint32_t mover, const Crossing& way, double limit);

  /// Both movers of a contact search in the same neighbourhood, which is collected once if shares_neighbourhood().
  [[nodiscard]] bool shares_neighbourhood(std::uint32_t a, std::uint32_t b) const noexcept;
  [[nodiscard]] TwoFirsts first_of_two(std::uint32_t a, std::uint32_t b);
  /// The next event of one of them, after first_of_two(): the other one may have taken its partner meanwhile.
  [[nodiscard]] NextEvent next_event_of(std::uint32_t mover, First first);

 private:
  void search_around(std::uint32_t mover, NextEvent& best);
  void search_ahead(std::uint32_t mover, const Crossing& way, NextEvent& best);
  void search_in(std::uint32_t mover, const CellBlock& block, NextEvent& best);
  void search_among(const ContactSearch& search, std::span<const std::uint32_t> candidates, NextEvent& best);
  void settle_first(const ContactSearch& search, const First& first, std::span<const std::uint32_t> candidates,
                    NextEvent& best);
  [[nodiscard]] std::span<const std::uint32_t> collect(const CellBlock& block, std::uint32_t mover);
  void consider(std::uint32_t mover, std::uint32_t other, Vec2 shift, NextEvent& best);
  [[nodiscard]] bool beats(double t, std::uint32_t mover, std::uint32_t other, const NextEvent& best) const;
  [[nodiscard]] CellBlock common_block(std::uint32_t a, std::uint32_t b) const noexcept;
  [[nodiscard]] Vec2 shift_of(int image_x, int image_y) const noexcept {
    return {image_x * ctx_.period.x, image_y * ctx_.period.y};
  }

  const EventContext& ctx_;
  const EventBodies& bodies_;
  const EventCells& cells_;
  EventAlone& alone_;
  EventContactFinder& finder_;
  std::vector<std::uint32_t> candidates_;
  std::span<const std::uint32_t> of_two_;  ///< candidates of first_of_two()
  bool four_at_a_time_ = false;
};

}  // namespace carom::detail
