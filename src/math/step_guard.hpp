#pragma once

#include <atomic>
#include <cstdint>
#include <functional>

/// Decides whether a long computation, mostly one step of a world, shall go on.
///
/// Work is counted in units of about the time that it takes to predict when two discs meet (some 20 ns). Every k_look units
/// the callback of the guard's owner is polled, and once the guard has stopped it stays so until it is opened again.
///
/// spend()  counts toward the limit, from the last forget_work() on. Only for work that is the same for every number of threads, and only on the thread that
///          has opened the guard: then the limit is reached at the same place on every machine.
/// pause()  does not count, and may be called on any thread: only the one that has opened the guard polls the callback.
///
/// Neither reads a clock or how much memory is free: a limit that did would make results depend on the machine.
namespace carom::detail {

class StepGuard {
 public:
  enum class Verdict : std::uint8_t { go_on, interrupted, too_much_work, too_many_records };

  struct Limits {
    std::uint64_t work = ~std::uint64_t{0};
    std::uint64_t records = ~std::uint64_t{0};
  };

  /// Units between two questions: about a third of a millisecond.
  static constexpr std::uint64_t k_look = std::uint64_t{1} << 14U;

  /// `ask` may be empty, and must stay where it is until the guard is opened again.
  void open(const std::function<bool()>& ask, const Limits& limits) noexcept;

  /// True: stop.
  [[nodiscard]] bool spend(std::uint64_t units) noexcept {
    work_ += units;
    return work_ >= next_look_ && look();
  }
  [[nodiscard]] bool pause(std::uint64_t units) noexcept;
  /// What was done so far counts no more.
  void forget_work() noexcept;
  /// The number of records that are kept at this moment. True: stop.
  [[nodiscard]] bool keeps(std::uint64_t records) noexcept {
    return records <= limits_.records ? stopped() : stop(Verdict::too_many_records);
  }

  /// The next poll, by any thread, returns stop.
  void interrupt() noexcept { stop(Verdict::interrupted); }

  [[nodiscard]] bool stopped() const noexcept { return verdict() != Verdict::go_on; }
  [[nodiscard]] Verdict verdict() const noexcept { return verdict_.load(std::memory_order_relaxed); }
  [[nodiscard]] const Limits& limits() const noexcept { return limits_; }

 private:
  bool look() noexcept;
  bool stop(Verdict verdict) noexcept;

  const std::function<bool()>* ask_ = nullptr;
  const void* owner_ = nullptr;  ///< the thread that has opened it
  Limits limits_;
  std::uint64_t work_ = 0;
  std::uint64_t next_look_ = ~std::uint64_t{0};
  std::uint64_t paused_ = 0;  ///< units since the last question, of those that do not count
  std::atomic<Verdict> verdict_ = Verdict::go_on;
};

}  // namespace carom::detail
