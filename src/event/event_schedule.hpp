#pragma once

#include <cstdint>
#include <vector>

#include "event/event_calendar.hpp"
#include "event/event_cells.hpp"

namespace carom::detail {

/// Which mover's turn comes next. Each mover has its next event and the partner of it; two movers that meet name each other. A
/// mover that finds a partner earlier than the partner's own next event takes it, and a mover that is left without a partner
/// predicts again when that event would have been. So no pair is searched for twice, and one event a body is all there is
/// to store (Lubachevsky 1991).
class EventSchedule {
 public:
  EventSchedule(const EventContext& context, EventMotion& bodies, const EventCells& cells) noexcept
      : ctx_(context), bodies_(bodies), cells_(cells) {}

  /// Nothing is known of any mover, and nothing goes into the calendar until open_year().
  void clear();
  /// The calendar from `start` on, with what is known. `expected`: entries a second, if none have been counted yet.
  void open_year(double start, double expected = 0);

  /// The mover's next event is this, and its partner's too.
  void take(std::uint32_t mover, const NextEvent& next);
  /// Its partner meets another body: it predicts again when they would have met.
  void release(std::uint32_t mover);
  /// Releases the mover's partner, if that is a mover.
  void release_partner(std::uint32_t mover) {
    if (const EventPartner partner = bodies_.mover(mover).partner; partner.is_mover()) release(partner.mover());
  }
  /// Nothing is known of it any more; a partner that names it is not told.
  void forget(std::uint32_t mover) noexcept { bodies_.set_event(mover, {}); }
  /// Its event stays as it is; it has another line to cross.
  void schedule(std::uint32_t mover);

  /// The calendar's next entry; null: the year is over. It is void if the mover's hour() is another one by now.
  [[nodiscard]] const Calendar::Entry* next() {
    return calendar_.next([&](std::uint32_t mover) { return hour(mover); },
                          [&](const Calendar::Entry& x, const Calendar::Entry& y) { return later(x, y); });
  }
  void drop() noexcept { calendar_.drop(); }
  /// When the year ends.
  [[nodiscard]] double year_end() const noexcept { return calendar_.end(); }
  /// The year is over: the next one is as busy.
  void count_year() noexcept { rate_ = calendar_.seen_a_second(); }
  /// Whose turn it is among all that are due at one time.
  [[nodiscard]] std::uint32_t first_of_ties(const Calendar::Entry& entry);
  [[nodiscard]] double hour(std::uint32_t mover) const noexcept {
    return std::min(bodies_.mover(mover).event, cells_.leave_time(mover));
  }

 private:
  [[nodiscard]] bool later(const Calendar::Entry& x, const Calendar::Entry& y) const noexcept {
    return x.t > y.t || (x.t == y.t && tied_later(x.mover, y.mover));
  }
  [[nodiscard]] bool tied_later(std::uint32_t x, std::uint32_t y) const noexcept;

  const EventContext& ctx_;
  EventMotion& bodies_;
  const EventCells& cells_;
  Calendar calendar_;
  double rate_ = 0;  ///< entries of the calendar a second
  bool open_ = false;
  std::vector<std::uint32_t> ties_;
};

}  // namespace carom::detail
