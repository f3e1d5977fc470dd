#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace carom::detail {

/// Counts the work of an event run down to the next time that the step guard is polled.
class EventPatience {
 public:
  /// True: ask now, then restart().
  [[nodiscard]] bool count_event() noexcept { return --events_left_ == 0; }
  /// All bodies have been sorted, which takes as long as many events. True: as above.
  [[nodiscard]] bool count_sorting(std::size_t movers) noexcept {
    const auto events = static_cast<std::uint32_t>(std::min<std::size_t>(movers / k_sorted_an_event, k_events));
    if (events_left_ <= events) return true;
    events_left_ -= events;
    return false;
  }
  /// A kernel of shapes ran: one that has to decide exactly takes up to a millisecond.
  void count_kernel() noexcept {
    if (++kernels_ % k_kernels == 0) ask_soon();
  }
  /// After the next event.
  void ask_soon() noexcept { events_left_ = 1; }
  void restart(bool all_discs) noexcept { events_left_ = all_discs ? k_events : k_events_of_shapes; }

 private:
  static constexpr std::uint32_t k_events = 1024;
  /// The same where there is more than discs: one that lies in a hollow polygon takes some milliseconds.
  static constexpr std::uint32_t k_events_of_shapes = 16;
  static constexpr std::uint32_t k_kernels = 128;
  /// Bodies that are sorted and searched around in the time of one event.
  static constexpr std::size_t k_sorted_an_event = 4;

  std::uint32_t events_left_ = 1;
  std::uint32_t kernels_ = 0;
};

}  // namespace carom::detail
