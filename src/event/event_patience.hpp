#pragma once

#include <cstddef>
#include <cstdint>

#include "math/kernel_work.hpp"

namespace carom::detail {

/// Counts the work of an event run down to the next time that the step guard is polled: in operations of about
/// a nanosecond, those of kernels included.
class EventPatience {
 public:
  /// True: ask now, then restart().
  [[nodiscard]] bool count_event() noexcept { return count(k_event); }
  /// All bodies have been sorted and searched around. True: as above.
  [[nodiscard]] bool count_sorting(std::size_t movers) noexcept { return count(k_sorted * movers); }
  /// After the next event.
  void ask_soon() noexcept { left_ = 0; }
  void restart() noexcept {
    left_ = k_question;
    kernels_ = kernel_work_done;
  }

 private:
  /// From one question to the next: some tenths of a millisecond.
  static constexpr std::uint64_t k_question = std::uint64_t{1} << 17U;
  static constexpr std::uint64_t k_event = 128;
  static constexpr std::uint64_t k_sorted = 32;

  [[nodiscard]] bool count(std::uint64_t operations) noexcept {
    operations += kernel_work_done - kernels_;
    kernels_ = kernel_work_done;
    left_ = left_ > operations ? left_ - operations : 0;
    return left_ == 0;
  }

  std::uint64_t left_ = 0;
  std::uint64_t kernels_ = kernel_work_done;  ///< of the thread, when it was last counted
};

}  // namespace carom::detail
