#include "event/event_schedule.hpp"

#include <algorithm>
#include <cmath>

namespace carom::detail {

void EventSchedule::clear() {
  open_ = false;
  for (std::uint32_t mover = 0; mover < bodies_.mover_count(); ++mover) forget(mover);
}

void EventSchedule::open_year(double start, double expected) {
  open_ = true;
  if (!(rate_ > 0)) rate_ = expected;
  // Long enough that asking all movers again, when it is over, is little beside what happens in it.
  const double wanted = 6 * static_cast<double>(bodies_.mover_count()) + 1024;
  const double epoch_length = ctx_.clock().length;
  const double year = rate_ > 0 ? wanted / rate_ : epoch_length;
  const double end = start + std::max(year, epoch_length * 0x1p-30);
  calendar_.open_year(start, std::max(std::min(end, epoch_length), std::nextafter(start, k_never)), wanted);
  for (std::uint32_t mover = 0; mover < bodies_.mover_count(); ++mover) schedule(mover);
  calendar_.begin([&](std::uint32_t mover) { return hour(mover); },
                  [&](const Calendar::Entry& x, const Calendar::Entry& y) { return later(x, y); });
}

void EventSchedule::take(std::uint32_t mover, const NextEvent& next) {
  const EventPartner before = bodies_.mover(mover).partner;
  if (before.is_mover() && before != next.partner) release(before.mover());
  bodies_.set_event(mover, {next.partner.is_none() ? k_never : next.t, next.partner});
  if (next.partner.is_mover()) {
    const std::uint32_t other = next.partner.mover();
    const EventPartner theirs = bodies_.mover(other).partner;
    if (theirs.is_mover() && theirs.mover() != mover) release(theirs.mover());
    bodies_.set_event(other, {next.t, EventPartner::mover(mover)});
  }
  schedule(mover);
}

void EventSchedule::release(std::uint32_t mover) {
  bodies_.set_partner(mover, EventPartner::none());
  if (bodies_.mover(mover).event <= cells_.leave_time(mover)) schedule(mover);
}

void EventSchedule::schedule(std::uint32_t mover) {
  if (!open_) return;
  if (calendar_.crowded()) calendar_.tidy([&](std::uint32_t x) { return hour(x); });
  calendar_.add(hour(mover), mover, [&](const Calendar::Entry& x, const Calendar::Entry& y) { return later(x, y); });
}

/// What a mover's entry stands for may have changed since it was sorted in, and where others stood then depends on what the
/// calendar has seen before: a snapshot, for one. Contacts without rebound hand each other on at one and the same time, so
/// it is looked up again.
std::uint32_t EventSchedule::first_of_ties(const Calendar::Entry& entry) {
  std::uint32_t first = entry.mover;
  ties_.clear();
  for (;;) {
    const Calendar::Entry* other = next();
    if (other == nullptr || other->t != entry.t) break;
    const std::uint32_t mover = other->mover;
    drop();
    if (hour(mover) != entry.t || mover == first || std::ranges::find(ties_, mover) != ties_.end()) continue;
    ties_.push_back(mover);
    if (tied_later(first, mover)) std::swap(first, ties_.back());
  }
  for (const std::uint32_t mover : ties_) {
    calendar_.add(entry.t, mover, [&](const Calendar::Entry& x, const Calendar::Entry& y) { return later(x, y); });
  }
  return first;
}

/// At one time, movers that only predict again come first: then the next events of all are known.
bool EventSchedule::tied_later(std::uint32_t x, std::uint32_t y) const noexcept {
  const auto rank = [&](std::uint32_t mover) {
    const EventBody& m = bodies_.mover(mover);
    const std::uint64_t own = m.body_index;
    if (cells_.leave_time(mover) < m.event || m.partner.is_none()) return std::pair{0U, own};
    const std::uint64_t other = m.partner.is_body() ? bodies_.body_index(m.partner.ref()) : 0xffff'ffffU;
    return std::pair{1U, (std::min(own, other) << 32U) | std::max(own, other)};
  };
  return rank(x) > rank(y);
}

}  // namespace carom::detail
